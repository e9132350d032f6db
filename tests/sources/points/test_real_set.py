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


def text(faction: str, detachment: str, disposition: str, *units: str) -> bytes:
    """A list of another program, by the names of the document."""
    head = f"Mine (0 Points)\n\n{faction}\n{detachment}\n{disposition}\nStrike Force (2,000 Points)\n\nCHARACTERS\n\n"
    return (head + "\n\n".join(units) + "\n\nExported with App Version: v2.3.0 (1)\n").encode()


def errors(data: FileSet, content: bytes) -> set[str]:
    return {
        one.rule
        for one in validate_bytes(content, "x.txt", among=(data,)).findings
        if one.severity in {"error", "unjudged"}
    }


CONTEMPTOR = "Venerable Contemptor Dreadnought (0 Points)\n  • Warlord\n  • 1x Combi-bolter\n  • 1x Contemptor combat weapon\n  • 1x Multi-melta\n"
TRYGON = "Trygon (0 Points)\n  • Warlord\n  • 1x Bio-electric pulse\n  • 1x Trygon scything talons\n"


@pytest.mark.parametrize(
    "content",
    [
        # an enhancement that data call "(Aura)", on a unit that a choice of its own makes a Character
        text("Adeptus Custodes", "Solar Spearhead", "Take and Hold", CONTEMPTOR + "  • Enhancements: Honoured Fallen"),
        text("Tyranids", "Subterranean Assault", "Disruption", TRYGON + "  • Enhancements: Trygon Prime"),
        # a detachment that the set hides
        text(
            "Orks",
            "Equatorial Hordes",
            "Disruption",
            "Beastboss (0 Points)\n  • Warlord\n  • Enhancements: Kunnin’ Hunta",
        ),
    ],
)
def test_what_the_document_lists_may_be_had(data: FileSet, content: bytes) -> None:
    assert errors(data, content) - {"incomplete"} == set()


def test_enhancements_that_are_no_upgrades_are_for_characters(data: FileSet) -> None:
    bloodcrushers = (
        "Bloodcrushers (0 Points)\n  • 1x Bloodhunter\n     ◦ 1x Hellblade\n  • 2x Bloodcrusher\n     ◦ 2x Hellblade\n"
    )
    given = text("Chaos Daemons", "Blood Legion", "Purge the Foe", bloodcrushers + "  • Enhancements: Brazenmaw")
    assert "data-hidden" in errors(data, given)


def test_gretchin_may_do_without_runtherds(data: FileSet) -> None:
    grots = "Gretchin (0 Points)\n  • 20x Gretchin\n     ◦ 20x Close combat weapon\n     ◦ 20x Grot blasta"
    found = validate_bytes(text("Orks", "War Horde", "Take and Hold", grots), "x.txt", among=(data,))
    assert [unit.points for unit in found.army.units] == [80]
    assert "unit-composition" not in {one.rule for one in found.findings}
