"""Community data sets on disk: opened lazily, compiled once, installed in the user's data directory."""

from __future__ import annotations

from listbuilder.sources.store.dataset import FileSet
from listbuilder.sources.store.game import GameFiles
from listbuilder.sources.store.installed import Description, Installed, Store

__all__ = ["Description", "FileSet", "GameFiles", "Installed", "Store"]
