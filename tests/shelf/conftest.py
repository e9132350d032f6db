"""Folders of lists, with caches and settings of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import ROOT

EXAMPLES = ROOT / "factions" / "wh40k-10e" / "examples"


@pytest.fixture(autouse=True)
def _own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LISTBUILDER_STATE_DIR", str(tmp_path / "state"))
    monkeypatch.setenv("LISTBUILDER_CACHE_DIR", str(tmp_path / "cache"))


@pytest.fixture
def lists(tmp_path: Path) -> Path:
    """A folder with a legal list, one more below it, and a picture."""
    folder = tmp_path / "lists"
    (folder / "club").mkdir(parents=True)
    legal = (EXAMPLES / "legal.yaml").read_bytes()
    (folder / "legal.yaml").write_bytes(legal)
    (folder / "club" / "other.yaml").write_bytes(legal + b"# another\n")
    (folder / "photo.png").write_bytes(b"\x89PNG....")
    return folder
