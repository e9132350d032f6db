"""Reads game data into catalogues: native YAML, BSData files, and the store of installed data sets."""

from __future__ import annotations

from listbuilder.sources.errors import SourceError

__all__ = ["SourceError"]
