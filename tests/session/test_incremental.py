"""A session keeps army and findings up to date: after any edits they are those that a new evaluation of the list gives."""

from __future__ import annotations

import random
from contextlib import suppress
from pathlib import Path

import pytest

from listbuilder.army.build import ArmyBuilder
from listbuilder.engine import Engine
from listbuilder.errors import InputError
from listbuilder.resources import shipped
from listbuilder.rules.checker import Checked
from listbuilder.session import Session

pytestmark = pytest.mark.unmeasured

NATIVE = ("space-marines", "orks", "astra-militarum")
STEPS = 40


class Player:
    """Edits a list at random; what the list does not allow is left out."""

    def __init__(self, session: Session, seed: int) -> None:
        self.session = session
        self.chance = random.Random(seed)
        sheets = session.datasheets()
        self.sheets = self.chance.sample(sheets, min(len(sheets), 20))

    def unit(self) -> str:
        return self.chance.choice(self.session.army.units).id

    def play(self) -> None:
        edits = (self.add, self.add, self.change, self.change, self.mark, self.arrange, self.declare, self.declare)
        edit = self.chance.choice((*edits, self.session.undo, self.session.redo, self.configure))
        with suppress(LookupError):
            edit() if self.session.army.units else self.add()

    def add(self) -> None:
        self.session.add_unit(self.chance.choice(self.sheets).id)

    def change(self) -> None:
        unit = self.unit()
        rows = [row for row in self.session.rows(unit) if row.key]
        if rows and self.chance.random() < 0.5:
            self.session.pick(unit, self.chance.choice(rows).key)
        elif rows:
            self.session.set_count(unit, self.chance.choice(rows).key, self.chance.randint(0, 3))

    def mark(self) -> None:
        unit = self.unit()
        offered = self.session.enhancements(unit)
        if offered and self.chance.random() < 0.6:
            self.session.set_enhancement(unit, self.chance.choice(offered).id)
        else:
            self.session.set_warlord(unit, on=self.chance.random() < 0.7)

    def arrange(self) -> None:
        match self.chance.randrange(4):
            case 0:
                self.session.remove_unit(self.unit())
            case 1:
                self.session.move_unit(self.unit(), self.chance.choice((-3, -1, 1, 2)))
            case 2:
                self.session.duplicate_unit(self.unit())
            case _:
                self.session.rename_unit(self.unit(), self.chance.choice(("Ann's own", "")))

    def declare(self) -> None:
        units = self.session.army.units
        leaders, transports = [one for one in units if one.leader], [one for one in units if one.transport]
        match self.chance.randrange(4):
            case 0 if leaders:
                self.session.attach(self.chance.choice(leaders).id, self.unit() if self.chance.random() < 0.8 else "")
            case 1 if transports:
                self.session.embark(self.unit(), self.chance.choice(transports).id)
            case 2:
                self.session.set_reserves(self.unit(), self.chance.choice(("strategic-reserves", "deep-strike", "")))
            case _:
                self.session.set_hover(self.unit(), self.chance.random() < 0.5)

    def configure(self) -> None:
        sizes, detachments = self.session.battle_sizes(), self.session.detachments()
        if detachments and self.chance.random() < 0.5:
            self.session.set_detachment(self.chance.choice(detachments).id)
        elif sizes:
            self.session.set_battle_size(self.chance.choice(sizes).id)


def assert_up_to_date(session: Session) -> None:
    """That army, findings and formation are those of the same roster, evaluated and judged from scratch."""
    now = session.now
    assert now.checked is not None
    engine = Engine(session.roster)
    assert now.army == ArmyBuilder(engine, session.builder.context).build()
    engine.close()
    assert now.checked.findings == Checked(now.army, now.ruleset).findings
    assert now.formation == now.ruleset.formation(now.army)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("faction", NATIVE)
def test_native_lists(faction: str, seed: int) -> None:
    player = Player(Session.new("wh40k-10e", faction), seed)
    for _ in range(STEPS):
        player.play()
        if player.chance.random() < 0.7:  # several edits may lie between two looks
            assert_up_to_date(player.session)


@pytest.mark.parametrize("system", ["aos-4e", "whfb-8e", "wh40k-9e", "kill-team-2021"])
def test_armies_of_forces_items_and_currencies(system: str) -> None:
    examples = sorted((shipped("factions") / system / "examples").glob("legal*.yaml"))
    for seed, example in enumerate(examples[:2]):
        player = Player(Session.open(example), seed)
        for number in range(STEPS // 2):
            with suppress(InputError):  # of an edit that this game does not know
                player.play()
            if number % 3 == 2:
                assert_up_to_date(player.session)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("name", "faction"), [("lantern-coast", "Harbour Watch"), ("kite-hill", "Paper Fleet")])
def test_community_lists(name: str, faction: str, seed: int, small_sets: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(small_sets))
    player = Player(Session.new(name, faction), seed)
    for _ in range(STEPS):
        player.play()
        assert_up_to_date(player.session)
