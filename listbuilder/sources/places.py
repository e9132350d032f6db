"""The user's folders of installed data sets, compiled data and state."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs


def data_dir() -> Path:
    """The user's data directory; ``LISTBUILDER_DATA_DIR`` overrides it."""
    return _chosen("LISTBUILDER_DATA_DIR") or Path(platformdirs.user_data_dir("listbuilder", appauthor=False))


def cache_dir() -> Path:
    """The user's cache directory; ``LISTBUILDER_CACHE_DIR`` overrides it."""
    return _chosen("LISTBUILDER_CACHE_DIR") or Path(platformdirs.user_cache_dir("listbuilder", appauthor=False))


def state_dir() -> Path:
    """The user's folder for what the program remembers; ``LISTBUILDER_STATE_DIR`` overrides it."""
    return _chosen("LISTBUILDER_STATE_DIR") or platformdirs.user_state_path("listbuilder")


def _chosen(variable: str) -> Path | None:
    value = os.environ.get(variable)
    return Path(value) if value else None
