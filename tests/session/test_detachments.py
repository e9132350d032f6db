"""Detachments as a choice: one where one is allowed, several where several are; what each costs and gives."""

from __future__ import annotations

import pytest

from listbuilder.session import Session


@pytest.fixture
def marines():
    return Session.new("wh40k-10e", "space-marines")


def taken(session):
    return [one.name for one in session.army.detachments]


def test_one_where_one_is_allowed(marines):
    offer = marines.detachment_offer()
    assert not offer.several
    assert not offer.currency

    marines.toggle_detachment("gladius-task-force")
    marines.toggle_detachment("anvil-siege-force")
    assert taken(marines) == ["Anvil Siege Force"]
    assert [one.name for one in marines.detachment_offer().choices if one.chosen] == ["Anvil Siege Force"]

    marines.toggle_detachment("anvil-siege-force")
    assert taken(marines) == []
    marines.undo()
    assert taken(marines) == ["Anvil Siege Force"]


def test_a_game_whose_rule_about_their_number_only_warns():
    assert not Session.new("aos-4e", "skaven").detachment_offer().several


def test_a_game_without_detachments():
    assert Session.new("wh40k-9e", "necrons").detachment_offer().choices == ()


def test_what_one_gives(marines):
    page = marines.detachment_page("gladius-task-force")

    assert dict(page.rules) == {"Combat Doctrines": ""}
    assert dict(page.enhancements)["Artificer Armour"] == 10
    assert "Armour of Contempt" in [one.name for one in page.stratagems]


def test_looking_changes_nothing(marines):
    revision, steps = marines.revision, marines.steps
    marines.detachment_offer()
    marines.detachment_page("gladius-task-force")
    assert (marines.revision, marines.steps, taken(marines)) == (revision, steps, [])


def test_an_unknown_one(marines):
    with pytest.raises(LookupError):
        marines.toggle_detachment("no-such")
