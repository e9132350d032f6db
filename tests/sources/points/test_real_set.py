"""The shipped points document over the real community set: what an army costs and who may join whom."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from listbuilder.sources import registry
from listbuilder.sources.points.army import plain
from listbuilder.sources.store import FileSet
from listbuilder.validation import validate_bytes

SHARED = Path(os.environ.get("LISTBUILDER_SHARED") or Path(__file__).parents[3].parent / "shared")
SET = SHARED / "bsdata" / "wh40k-11e"

pytestmark = pytest.mark.skipif(not SET.is_dir(), reason="the community set is not beside the project")


@pytest.fixture(scope="module")
def data() -> FileSet:
    native = registry.native()
    return FileSet(SET, "wh40k-11e", rules=native.rules_for, documents=native.documents)


UNITS = {
    "warboss": "Warboss",
    "mek": "Big Mek",
    "painboy": "Painboy",
    "doctor": "Painboy",
    "boyz": "Boyz",
    "dread": "Deff Dread",
}


def judged(data: FileSet, attached: dict[str, str]) -> list[tuple[str, str]]:
    """The findings about attachments in an army of these units."""
    units = "".join(f"      - {{id: {key}, entry: {name}}}\n" for key, name in UNITS.items())
    pairs = ", ".join(f"{leader}: {unit}" for leader, unit in attached.items())
    text = (
        "name: Orks\nsystem: wh40k-11e\nfaction: Xenos - Orks\n"
        f"forces:\n  - force: Army Roster\n    catalogue: Xenos - Orks\n    selections:\n{units}"
        f"declarations:\n  attach: {{{pairs}}}\n"
    )
    found = validate_bytes(text.encode(), "orks.yaml", among=(data,)).findings
    return [(one.rule, one.severity) for one in found if one.rule.startswith("leader")]


@pytest.mark.parametrize(
    ("pairs", "wanted"),
    [
        ({"warboss": "boyz", "painboy": "boyz"}, []),
        ({"warboss": "dread"}, ["leader-target"]),
        ({"boyz": "dread"}, ["leader-target"]),
        ({"warboss": "boyz", "mek": "boyz"}, ["leader-one-per-bodyguard"]),
        ({"painboy": "boyz", "doctor": "boyz"}, ["leader-one-per-bodyguard"]),
        ({"warboss": "boyz", "boyz": "dread"}, ["leader-once", "leader-target"]),
    ],
)
def test_attachments_are_judged(data: FileSet, pairs: dict[str, str], wanted: list[str]) -> None:
    assert judged(data, pairs) == [(rule, "error") for rule in wanted]


def factions() -> Iterator[str]:
    yield from ("Xenos - Orks", "Xenos - Tyranids", "Imperium - Adepta Sororitas", "Chaos - Death Guard")


@pytest.mark.parametrize("faction", factions())
def test_every_unit_joins_those_that_the_document_lists_and_no_other(data: FileSet, faction: str) -> None:
    """Read from the pages anew, by names alone."""
    loaded = data.load("", faction)
    options = loaded.library.root_options(loaded.faction.id)
    facts = {plain(one.name.removesuffix(" [Legends]")): one.facts for one in options if one.facts is not None}
    document = registry.native().documents("wh40k-11e")[0]
    page = document.page(faction.rpartition(" - ")[2])
    assert page is not None
    compared = 0
    for line in page.units:
        known = facts.get(plain(line.name))
        if known is None or known.leader is None:
            continue
        stated = line.leads.names or line.supports.names
        found = {plain(name.removesuffix(" [Legends]")) for name in known.leader.leads}
        assert found == set(map(plain, stated)), line.name
        assert known.leader.support is bool(line.supports.names)
        compared += 1
    assert compared >= 20
