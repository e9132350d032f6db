"""What joins a unit as a part of it is no leader: the words are those of the game, else neutral ones."""

from __future__ import annotations

import re

from listbuilder.catalogue.vocabulary import Vocabulary
from listbuilder.session import Session
from listbuilder.tui import joining
from listbuilder.tui.widgets.unit_pane import UnitPane


async def test_detachments_of_a_regiment_are_called_so(start, monkeypatch):
    monkeypatch.setattr("listbuilder.tui.widgets.unit_pane.REST", 0)
    session = Session.new("whfb-8e", "empire")
    parent = session.add_unit("halberdiers")
    async with start(backend=Session, size=(120, 50)) as driver:
        await driver.app.show_list(session)
        await driver.settle()
        pane = driver.main.query_one(UnitPane)
        while pane.is_looking:
            await driver.settle()
        assert "Possible detachments" in driver.text()
        assert not re.search(r"\b([Ll]ed|[Ll]ead)\b", driver.text())
        await driver.press("l")
        assert driver.notes[-1] == "The army has no detachment for it."

        part = session.add_unit("archers-detachment")
        await driver.settle()
        assert re.search(r"Detachment +— +l", driver.text())
        await driver.press("2")
        pane.point_at("!attach-leader")
        await driver.press("enter", "enter")
        assert session.army.declarations.attach == {part: parent}
        assert re.search(r"Detachment +Archers \(detachment\) +l", driver.text())
        pane.point_at("!attach-leader")
        await driver.press("d")
        assert session.army.declarations.attach == {}
        driver.main.select_unit(part)
        await driver.settle()
        assert "Detachment of" in driver.text()
        assert "Can join" in driver.text()
        assert "Can lead" not in driver.text()


def test_a_game_without_a_word_for_them_has_neutral_ones():
    words = Vocabulary()
    assert joining.could_lead_title(part=True) == "Can join"
    assert joining.leads_title(words, part=True) == "Joins"
    assert [joining.joined_title(words, parts=parts) for parts in (False, True)] == ["Led by", "Joined by"]
    assert joining.could_join_title(words, parts=True) == "Can be joined by"
    assert joining.has_joined_title(words) == "Has a leader"
    assert joining.nobody_joins(words) == "The army has no leader for it."
