"""Leaders, transports and saves of community data follow the texts as modifiers leave them."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.army import Unit
from listbuilder.session import Session
from listbuilder.sources import registry

GAME = """<gameSystem id="g" name="Fables" revision="1"><costTypes><costType id="pts" name="pts"/></costTypes>
  <profileTypes><profileType id="a" name="Abilities"><characteristicTypes>
    <characteristicType id="d" name="Description"/></characteristicTypes></profileType>
  <profileType id="t" name="Transport"><characteristicTypes>
    <characteristicType id="c" name="Capacity"/></characteristicTypes></profileType></profileTypes>
  <categoryEntries><categoryEntry id="k" name="Mouse"/></categoryEntries>
  <forceEntries><forceEntry id="f" name="Army"/></forceEntries></gameSystem>"""
UNIT = '<selectionEntry id="{id}" name="{name}" type="unit">{inside}</selectionEntry>'
CHOSEN = (
    '<conditions><condition type="atLeast" value="1" field="selections" scope="self" childId="x" shared="true"'
    ' includeChildSelections="true"/></conditions>'
)


def profile(name: str, text: str, modifier: str = "", kind: str = "a") -> str:
    field = {"a": "d", "t": "c"}[kind]
    return (
        f'<profiles><profile id="p-{name}" name="{name}" typeId="{kind}" typeName="{"Abilities" if kind == "a" else "Transport"}">'
        f'<modifiers>{modifier}</modifiers><characteristics><characteristic name="Description" typeId="{field}">{text}'
        "</characteristic></characteristics></profile></profiles>"
    )


def modifier(kind: str, field: str, value: str) -> str:
    return f'<modifier type="{kind}" field="{field}" value="{value}">{CHOSEN}</modifier>'


@pytest.fixture
def army(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The unit with this profile, without and with the upgrade that its modifiers ask for."""
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(tmp_path / "data"))

    def build(inside: str) -> tuple[Unit, Unit]:
        upgrade = '<selectionEntries><selectionEntry id="x" name="Wings" type="upgrade"/></selectionEntries>'
        entries = UNIT.format(id="u", name="Captain", inside=inside + upgrade)
        entries += UNIT.format(id="m", name="Field Mice", inside="") + UNIT.format(id="o", name="Owls", inside="")
        folder = tmp_path / "files"
        folder.mkdir()
        (folder / "g.gst").write_text(GAME, "utf-8")
        (folder / "c.cat").write_text(
            f'<catalogue id="c" name="Mice" gameSystemId="g"><selectionEntries>{entries}</selectionEntries></catalogue>',
            "utf-8",
        )
        registry.store().add(folder, "fables")
        session = Session.new("fables", "Mice")
        unit = session.add_unit("u")
        before = session.army.units[0]
        row = next(row for row in session.rows(unit) if row.label == "Wings")
        session.set_count(unit, row.key, 1)
        return before, session.army.units[0]

    return build


LEADS_MICE = "This model can be attached to the following unit: ■ Field Mice"
LEADS_OWLS = "This model can be attached to the following unit: ■ Owls"


def test_a_text_that_a_modifier_replaces(army) -> None:
    before, after = army(profile("Leader", LEADS_MICE, modifier("set", "d", LEADS_OWLS)))

    assert (before.leader.leads, after.leader.leads) == (("Field Mice",), ("Owls",))
    assert not before.leader_unread


def test_a_text_that_a_modifier_extends(army) -> None:
    before, after = army(profile("Leader", LEADS_MICE, modifier("append", "d", "&#10;■ Owls")))

    assert (before.leader.leads, after.leader.leads) == (("Field Mice",), ("Field Mice", "Owls"))


def test_a_text_that_a_modifier_hides(army) -> None:
    before, after = army(profile("Leader", LEADS_MICE, modifier("set", "hidden", "true")))

    assert before.leader is not None
    assert after.leader is None
    assert not after.leader_unread


def test_a_text_that_cannot_be_read_is_noted(army) -> None:
    before, after = army(profile("Leader", LEADS_MICE, modifier("set", "d", "Whoever whistles may follow.")))

    assert not before.leader_unread
    assert (after.leader, after.leader_unread) == (None, True)


def test_a_transport_with_a_larger_hold(army) -> None:
    text = "This model has a transport capacity of {} Mouse models."
    before, after = army(profile("Hold", text.format(6), modifier("set", "c", text.format(12)), kind="t"))

    assert [bay.capacity for bay in (*before.transport, *after.transport)] == [6, 12]
    assert before.transport[0].allow == (("Mouse",),)


def test_who_may_join_by_the_text_of_the_bodyguard(army) -> None:
    text = "If a Captain model from your army with the Leader ability can be attached to {}, it can be attached to this unit instead."
    before, after = army(
        profile("Attached Unit", text.format("an Owls unit"), modifier("set", "d", text.format("a Field Mice unit")))
    )

    assert [unit.bodyguard.stand_in[0].instead_of for unit in (before, after)] == [("Owls",), ("Field Mice",)]
