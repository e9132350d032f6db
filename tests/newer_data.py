"""A data set of invented data that gets newer: a Ferry Crab costs 80 points in the older ones."""

from __future__ import annotations

import shutil
from pathlib import Path

from listbuilder.exchange import formats
from listbuilder.sources.store.installed import Store
from tests.conftest import ROOT

BSDATA = ROOT / "tests" / "data" / "bsdata"


def install(folder: Path) -> None:
    """The older data as the set "coast", from files in a new folder; where sets are installed is the caller's business."""
    shutil.copytree(BSDATA / "lantern-coast", folder)
    Store().add(folder, "coast")


def saved_list(roster: str = "legal.ros") -> bytes:
    """A list over the installed data, as a file of ours."""
    return formats.written(formats.read_file(BSDATA / roster), "yaml")


def update(folder: Path, *, keep: bool, points: int = 95) -> str:
    """Makes a Ferry Crab cost so many points; returns the name of the older data, where they are kept."""
    stores = folder / "Common Stores.cat"
    old, new = 'typeId="lc-pts" value="80"', f'typeId="lc-pts" value="{points}"'
    stores.write_text(stores.read_text("utf-8").replace(old, new), "utf-8")
    return Store().update("coast", keep=keep)[0].name
