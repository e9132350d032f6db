"""Forces are counted before they are evaluated, in each format that states them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from listbuilder import budget
from listbuilder.budget import Budget
from listbuilder.exchange import formats
from listbuilder.report.checking import Job, check_one
from listbuilder.report.entry import Entry
from listbuilder.session import Session
from listbuilder.sources.store.installed import Store
from listbuilder.validation import validate_bytes
from tests.conftest import ROOT

REEDS = "system: reed-marsh\nfaction: Water - Reeds\nforces:\n"
FORCE = "  - {force: Army, selections: [Reed Pike]}\n"
SIGMAR = "system: aos-4e\nfaction: skaven\nbattle_size: full\nunits: []\n"
MESSAGE = "too large: 3 forces, at most 2"


@pytest.fixture(autouse=True)
def _marsh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    Store(tmp_path).add(ROOT / "tests" / "data" / "bsdata" / "reed-marsh", "reed-marsh")
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(tmp_path))
    yield
    budget.use(budget.DEFAULT)


def said(content: bytes, suffix: str = ".yaml") -> list[str]:
    record = check_one(Entry("list" + suffix, content=content, suffix=suffix), Job())
    return [one.message for one in record.findings if one.rule == "too-large"]


@pytest.mark.parametrize("name", ["yaml", "ros", "rosz", "json"])
def test_of_community_data(name: str) -> None:
    bound = validate_bytes((REEDS + FORCE * 3).encode(), "list.yaml").bound
    content = formats.written(bound, name)
    assert said(content, f".{name}") == []
    budget.use(Budget(forces=2))
    assert said(content, f".{name}") == [MESSAGE]


def test_of_native_data() -> None:
    session = Session.new("aos-4e", "skaven")
    for _ in range(3):
        session.add_force_of("regiment")
    content = session.text().encode()
    assert said(content) == []
    budget.use(Budget(forces=2))
    assert said(content) == [MESSAGE.replace("3", "4")]  # with the one that a new list has


def test_a_catalogue_is_looked_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from listbuilder.catalogue.library import Library

    asked: list[str] = []
    include = Library.include
    monkeypatch.setattr(Library, "include", lambda self, word: asked.append(word) or include(self, word))
    validate_bytes((REEDS.replace("Water - Reeds", "Reeds") + FORCE * 5).encode(), "list.yaml")
    assert len(asked) <= 1
