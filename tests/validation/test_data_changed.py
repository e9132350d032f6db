"""A list whose data changed since it was saved: which units cost something else, where the older data are still there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from listbuilder.validation import Validated, validate_bytes
from tests import newer_data


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of community data that is installed."""
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(tmp_path / "data"))
    newer_data.install(tmp_path / "files")
    return tmp_path / "files"


def updated(files: Path, *, keep: bool, roster: str = "legal.ros") -> Validated:
    """A list that was saved before a Ferry Crab cost more, judged after that."""
    saved = newer_data.saved_list(roster)
    newer_data.update(files, keep=keep)
    return validate_bytes(saved)


def said(found: Validated) -> str:
    (finding,) = [one for one in found.findings if one.rule == "data-changed"]
    assert finding.severity == "info"
    return str(finding.message)


def test_the_verdict_before_and_the_units_that_cost_something_else_are_named(files: Path) -> None:
    found = updated(files, keep=True)
    assert said(found).startswith("legal by the data of ")
    assert said(found).endswith("where other points are asked for Ferry Crab (80 → 95)")
    assert found.bound.data.pin.set == "coast"


def test_a_list_that_was_illegal_before_is_called_so(files: Path) -> None:
    assert said(updated(files, keep=True, roster="illegal.ros")).startswith("illegal by the data of ")


def test_data_of_one_date_are_told_apart_by_their_hashes(files: Path) -> None:
    """A set that was installed twice on one day."""
    saved = newer_data.saved_list()
    newer_data.update(files, keep=False)
    now = validate_bytes(saved).bound.data.pin
    then = re.sub(rb"date: '[^']*'", f"date: '{now.date}'".encode(), saved)
    before = re.search(rb"sha256: '?(\w{8})", saved)
    assert before is not None
    assert said(validate_bytes(then)) == (
        f"made with the data of {now.date} ({before[1].decode()}), checked with those of {now.date} ({now.sha256[:8]})"
    )


def test_without_the_older_data_only_their_dates_are_said(files: Path) -> None:
    found = said(updated(files, keep=False))
    assert "Ferry Crab" not in found
    assert found.startswith("made with the data of ")
