"""Reads the BSData community's files (BattleScribe XML, New Recruit JSON) into catalogues."""

from __future__ import annotations

from listbuilder.sources.bsdata.reader import SUFFIXES, from_setup, read_bytes, read_file

__all__ = ["SUFFIXES", "from_setup", "read_bytes", "read_file"]
