"""Data sets on disk: opened lazily, compiled once, installed in the user's data directory."""

from __future__ import annotations

from listbuilder.sources.store.cache import Cache
from listbuilder.sources.store.dataset import CatalogueInfo, FileSet, with_links
from listbuilder.sources.store.installed import Description, Installed, Store
from listbuilder.sources.store.places import cache_dir, data_dir

__all__ = [
    "Cache",
    "CatalogueInfo",
    "Description",
    "FileSet",
    "Installed",
    "Store",
    "cache_dir",
    "data_dir",
    "with_links",
]
