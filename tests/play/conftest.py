"""The three community data sets, installed once a run; tests of them are skipped where the shared material is not."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

SHARED = Path(os.environ.get("LISTBUILDER_SHARED") or Path(__file__).parents[2].parent / "shared") / "bsdata"
SETS = {"wh40k-10e": "ten", "wh40k-11e": "eleven", "age-of-sigmar-4th": "sigmar"}


@pytest.fixture(scope="session")
def installed(home: Path) -> Path:
    """The folder that the sets are installed in."""
    if not all((SHARED / name).is_dir() for name in SETS):
        pytest.skip(f"no community data in {SHARED}")
    from listbuilder.sources.store.installed import Store

    folder = home / "sets"
    for source, name in SETS.items():
        if not (folder / name).is_dir():
            Store(folder).add(SHARED / source, name)
    return folder


@pytest.fixture
def community(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sets as the user's own."""
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(installed))
