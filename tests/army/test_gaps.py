"""What may be due to a catalogue that the data set lacks is not judged; what is not due to it is judged as ever."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from listbuilder.army import TreeFinding
from listbuilder.army.gaps import Gaps
from listbuilder.catalogue.model import CatalogueLink, EntryLink, Modifier, ModifierGroup
from listbuilder.roster.edits import Remove
from listbuilder.sources.store.installed import Store
from listbuilder.validation import validate_bytes
from tests.army import factory as f
from tests.conftest import ROOT
from tests.engine.factory import Table, least, most

IMPORTED = CatalogueLink(id="l1", name="Old Book", target_id="old", import_root_entries=True)
SHARED = CatalogueLink(id="l2", name="Armoury", target_id="arms")


def findings(table: Table) -> list[tuple[str, str]]:
    found: tuple[TreeFinding, ...] = f.army(table, fresh=True).tree_findings
    return [(one.severity, str(one.message)) for one in found]


def table_with(*links: CatalogueLink) -> Table:
    """A hidden unit, one with too many of a gun, and one that needs two of its gear, of which the sword is not in the data."""
    gun = f.item("Gun", constraints=(most(1),))
    gear = f.group("Gear", f.item("Axe"), links=(EntryLink(id="x", target_id="sword"),), constraints=(least(2),))
    helmet = f.item("Helmet", constraints=(least(1, id="one"),))
    table = f.table(
        f.unit("secret", hidden=True),
        f.unit("squad", entries=(gun,)),
        f.unit("knight", groups=(gear,), entries=(helmet,)),
        catalogue_links=links,
    )
    table.take("secret")
    table.take("gun", table.take("squad"), 2)
    for choice in list((knight := table.take("knight")).selections):
        Remove(choice).apply(table.roster)
    assert not knight.selections
    return table


def test_a_complete_set_is_judged() -> None:
    table = table_with()
    assert Gaps(table.library, table.library.catalogues["cat"]).names == ()
    assert sorted(findings(table)) == [
        ("error", "Knight: Gear: 0 taken, at least 2"),
        ("error", "Knight: Helmet: 0 taken, at least 1"),
        ("error", "Secret is not available to this army"),
        ("error", "Squad: Gun: 2 taken, at most 1"),
    ]


def test_shared_entries_that_are_missing_leave_open_what_links_to_them() -> None:
    table = table_with(SHARED)
    gaps = Gaps(table.library, table.library.catalogues["cat"])
    assert (gaps.names, gaps.imported) == (("Armoury",), ())
    assert sorted(findings(table)) == [
        ("error", "Knight: Helmet: 0 taken, at least 1"),
        ("error", "Secret is not available to this army"),
        ("error", "Squad: Gun: 2 taken, at most 1"),
        ("unjudged", "Knight: Gear: 0 taken, at least 2 (the data set lacks the catalogue Armoury)"),
    ]


def test_root_entries_that_are_missing_leave_open_what_they_may_show() -> None:
    table = table_with(IMPORTED, SHARED)
    assert Gaps(table.library, table.library.catalogues["cat"]).imported == ("Old Book",)
    open_questions = [message for severity, message in findings(table) if severity == "unjudged"]
    assert sorted(open_questions) == [
        "Knight: Gear: 0 taken, at least 2 (the data set lacks the catalogue Old Book, Armoury)",
        "Secret is not available to this army (the data set lacks the catalogue Old Book, Armoury)",
    ]


HIDE = Modifier(type="set", field="hidden", value="true")


@pytest.mark.parametrize(
    ("fields", "offered"),
    [
        ({}, True),
        ({"modifiers": (Modifier(type="set", field="name", value="Rangers"),)}, True),
        ({"hidden": True}, False),
        ({"modifiers": (HIDE,)}, False),
        ({"modifier_groups": (ModifierGroup(groups=(ModifierGroup(modifiers=(HIDE,)),)),)}, False),
    ],
)
def test_root_links_into_a_missing_catalogue_are_what_the_army_would_offer(
    fields: dict[str, Any], offered: bool
) -> None:
    table = f.table(
        f.unit("squad"), links=(EntryLink(id="x", target_id="rangers", **fields),), catalogue_links=(SHARED,)
    )
    assert Gaps(table.library, table.library.catalogues["cat"]).imported == (("Armoury",) if offered else ())


def test_a_list_over_a_set_without_a_catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "lantern"
    shutil.copytree(ROOT / "tests" / "data" / "bsdata" / "lantern-coast", folder)
    (folder / "Common Stores.cat").unlink()
    Store(tmp_path / "data").add(folder, "lantern-coast")
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(tmp_path / "data"))
    judged = validate_bytes((ROOT / "tests" / "data" / "bsdata" / "legal.ros").read_bytes(), "legal.ros")
    assert judged.verdict == "unjudged"
    assert [str(finding.message) for finding in judged.findings if finding.rule == "missing-catalogue"] == [
        "the data set lantern-coast lacks the catalogue Common Stores, which Harbour Watch needs"
    ]
