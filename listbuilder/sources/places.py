"""The folders of installed data sets and compiled data."""

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


def _chosen(variable: str) -> Path | None:
    value = os.environ.get(variable)
    return Path(value) if value else None
