"""The user's folders of installed data sets, compiled data, state and settings."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def data_dir() -> Path:
    """The user's data directory; ``LISTBUILDER_DATA_DIR`` overrides it."""
    return _named("LISTBUILDER_DATA_DIR") or _usual("data", "XDG_DATA_HOME", ".local/share")


def cache_dir() -> Path:
    """The user's cache directory; ``LISTBUILDER_CACHE_DIR`` overrides it."""
    return _named("LISTBUILDER_CACHE_DIR") or _usual("cache", "XDG_CACHE_HOME", ".cache")


def state_dir() -> Path:
    """The user's folder for what the program remembers; ``LISTBUILDER_STATE_DIR`` overrides it."""
    return _named("LISTBUILDER_STATE_DIR") or _usual("state", "XDG_STATE_HOME", ".local/state")


def config_dir() -> Path:
    """The user's folder of settings that they write themselves; ``LISTBUILDER_CONFIG_DIR`` overrides it."""
    return _named("LISTBUILDER_CONFIG_DIR") or _usual("config", "XDG_CONFIG_HOME", ".config")


def _named(variable: str) -> Path | None:
    value = os.environ.get(variable)
    return Path(value) if value else None


def _usual(kind: str, variable: str, in_home: str) -> Path:
    """The folder as `platformdirs` says; on Linux, where that is a plain path, without importing it, which takes a while."""
    base = os.environ.get(variable, "")
    if not base and (home := os.environ.get("HOME", "")):
        base = f"{home}/{in_home}"
    if sys.platform == "linux" and "ANDROID_DATA" not in os.environ and base.startswith("/") and base == base.strip():
        return Path(base, "listbuilder")
    import platformdirs

    author = None if kind == "state" else False
    return Path(getattr(platformdirs, f"user_{kind}_dir")("listbuilder", appauthor=author))
