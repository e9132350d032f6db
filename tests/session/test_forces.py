"""Forces of a list, and the choices of an army: warlord, enhancements, configuration."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from listbuilder.catalogue.library import Library
from listbuilder.catalogue.model import Catalogue, ConditionGroup, EntryGroup, ForceEntry, Modifier
from listbuilder.catalogue.system import ForceKind, System
from listbuilder.roster.history import History
from listbuilder.session.army_choices import ArmyChoices
from listbuilder.session.forces import Forces
from tests.engine import factory as f
from tests.session.test_rows import item, model


@pytest.fixture
def table() -> f.Table:
    """An army with a detachment below it; forces that may be added are in no order of the file."""
    second = ForceEntry(id="second", name="Second", sort_index=2)
    first = ForceEntry(id="first", name="First", sort_index=1)
    hidden = ForceEntry(id="hidden", name="Hidden", hidden=True)
    system = {"force_entries": (f.FORCE, second, hidden, first)}
    table = f.table(f.unit("squad", costs=f.costing(5), category_links=f.role("troops")), of_system=system)
    inner = table.add_force("detachment", table.force)
    table.take("squad")
    table.take("squad", inner)
    table.take("squad", inner)
    return table


def forces_of(table: f.Table) -> Forces:
    return Forces(table.engine, History(table.roster), "pts", "cat")


class TestForces:
    def test_lines(self, table: f.Table) -> None:
        table.add_force("second")
        lines = list(forces_of(table).lines())

        assert [(line.kind, line.depth, line.points) for line in lines] == [
            ("Second", 0, 0),  # its authors put it first
            ("Army", 0, 15),  # with the detachment below it
            ("Detachment", 1, 10),
        ]
        assert [line.id for line in lines] == [force.id for force in table.roster.forces_in_order()]
        assert all(line.name for line in lines)

    def test_each_force_is_as_deep_as_forces_are_above_it(self) -> None:
        patrol = ForceEntry(id="patrol", name="Patrol")
        wing = ForceEntry(id="wing", name="Wing", force_entries=(patrol,))
        army = ForceEntry(id="army", name="Army", force_entries=(wing,))
        table = f.table(of_system={"force_entries": (army,)})
        table.add_force("patrol", table.add_force("wing", table.force))

        assert [(line.kind, line.depth) for line in forces_of(table).lines()] == [
            ("Army", 0),
            ("Wing", 1),
            ("Patrol", 2),
        ]

    def test_choices_are_in_the_authors_order(self, table: f.Table) -> None:
        assert [choice.id for choice in forces_of(table).choices()] == ["first", "second", "army"]
        assert [choice.id for choice in forces_of(table).choices(table.force.id)] == ["detachment"]

    def test_a_force_of_another_catalogue_is_offered_where_its_conditions_name_that(self) -> None:
        shown = Modifier(
            type="set",
            field="hidden",
            value="false",
            condition_groups=(
                ConditionGroup(
                    conditions=(f.when("instanceOf", 1, "hirelings", scope="primary-catalogue"),),
                    groups=(ConditionGroup(type="or", conditions=(f.when("instanceOf", 1, "cat", scope="parent"),)),),
                ),
            ),
        )
        renown = ForceEntry(id="renown", name="Renown", hidden=True, modifiers=(shown,))
        lost = ForceEntry(
            id="lost",
            name="Lost",
            hidden=True,
            modifiers=(
                replace(
                    shown,
                    condition_groups=(),
                    conditions=(f.when("instanceOf", 1, "nobody", scope="primary-catalogue"),),
                ),
            ),
        )
        army = ForceEntry(id="army", name="Army", force_entries=(renown, lost))
        giant = f.unit("giant", constraints=(f.least(1, scope="force"),))
        hirelings = Catalogue(id="hirelings", name="Hirelings", entries=(giant,))
        library = Library(
            f.system(force_entries=(army,)),
            [Catalogue(id="cat", name="Cat")],
            foreign=lambda word: [hirelings] if word == "hirelings" else [],
        )
        table = f.Table(library)
        forces = forces_of(table)
        assert [choice.id for choice in forces.choices(table.force.id)] == ["renown", "lost"]
        added = forces.add("renown", table.force.id)
        assert added.catalogue_id == "hirelings"
        assert [node.option.target.id for node in added.selections] == ["giant"]
        assert table.wrong == []
        with pytest.raises(LookupError):
            forces.add("lost", table.force.id)

    def test_a_kind_of_the_game_is_added_by_what_the_data_call_it(self) -> None:
        contingent = ForceEntry(id="2a7f", name="Auxillary Units")
        regiment = ForceEntry(id="91c0", name="Regiment")
        table = f.table(
            of_system={"force_entries": (ForceEntry(id="army", name="Army", force_entries=(contingent, regiment)),)}
        )
        kinds = (
            ForceKind(id="warband", name={"en": "Warband"}, aliases=("Regiment",)),
            ForceKind(id="wing", name={"en": "Wing"}),
        )
        game = System(id="game", name={"en": "Game"}, battle_sizes=(), forces=kinds)
        forces = Forces(table.engine, History(table.roster), "pts", "cat", game)

        assert forces.of_kind("warband").entry is regiment
        with pytest.raises(LookupError):
            forces.of_kind("wing")

    def test_forces_are_added_where_they_are_offered(self, table: f.Table) -> None:
        forces = forces_of(table)
        added = forces.add("second")
        below = forces.add("detachment", table.force.id)

        assert table.roster.forces == [table.force, added]
        assert table.force.forces[-1] is below
        for entry, parent in (("nobody", ""), ("second", table.force.id), ("detachment", "")):
            with pytest.raises(LookupError):
                forces.add(entry, parent)

    def test_forces_are_found_and_removed(self, table: f.Table) -> None:
        forces = forces_of(table)
        inner = table.force.forces[0]

        assert forces.get("") is table.force
        assert forces.get(inner.id) is inner
        for unknown in ("nobody", table.force.selections[0].id):
            with pytest.raises(LookupError):
                forces.get(unknown)
        forces.remove(inner.id)
        assert table.force.forces == []

    def test_an_empty_list_has_no_first_force(self) -> None:
        table = f.Table(f.library(), force=False)
        with pytest.raises(LookupError):
            forces_of(table).get("")


class TestArmyChoices:
    @pytest.fixture
    def army(self) -> f.Table:
        """Two heroes that may be the warlord and bear one of two enhancements, and a setting with a hidden choice."""
        gear = (f.group("enhancements", item("relic"), item("crown"), item("lost", hidden=True)),)
        hero = f.unit("hero", entries=(item("warlord"),), groups=gear, category_links=f.role("hq"))
        squad = f.unit("squad", entries=(model("trooper"),), category_links=f.role("troops"))
        size = item("size", entries=(item("small"), item("large"), item("huge", hidden=True)))
        table = f.table(hero, squad, size)
        for name in ("hero", "hero", "squad"):
            table.take(name)
        return table

    @staticmethod
    def choices(army: f.Table) -> ArmyChoices:
        return ArmyChoices(army.engine, History(army.roster))

    @staticmethod
    def chosen(army: f.Table) -> list[list[str]]:
        return [[child.option.target.id for child in unit.selections] for unit in army.force.selections]

    def test_there_is_one_warlord(self, army: f.Table) -> None:
        first, second, squad = army.force.selections
        choices = self.choices(army)
        choices.set_warlord(first, on=True)
        choices.set_warlord(second, on=True)
        assert self.chosen(army)[:2] == [[], ["warlord"]]
        choices.clear_warlord(first)
        assert self.chosen(army)[:2] == [[], ["warlord"]]
        choices.clear_warlord(second)
        assert self.chosen(army)[:2] == [[], []]
        choices.set_warlord(first, on=True)
        choices.set_warlord(first, on=False)
        assert self.chosen(army)[:2] == [[], []]
        with pytest.raises(LookupError):
            choices.set_warlord(squad, on=True)

    def test_a_unit_bears_one_enhancement(self, army: f.Table) -> None:
        hero, other, squad = army.force.selections
        choices = self.choices(army)
        assert [option.target.id for _parent, option in choices.enhancement_options(hero)] == ["relic", "crown"]
        assert list(choices.enhancement_options(squad)) == []
        choices.set_enhancement(hero, "relic")
        choices.set_enhancement(other, "relic")
        choices.set_enhancement(hero, "crown")
        assert self.chosen(army)[:2] == [["crown"], ["relic"]]
        choices.set_enhancement(hero, "")
        assert self.chosen(army)[:2] == [[], ["relic"]]
        with pytest.raises(LookupError):
            choices.set_enhancement(hero, "lost")

    def test_enhancements_are_those_of_the_unit_and_its_models(self) -> None:
        def relics(name: str) -> EntryGroup:
            return f.group("enhancements", item(name))

        hero = f.unit(
            "hero",
            entries=(item("crate", groups=(relics("packed"),)), model("leader", groups=(relics("borne"),))),
            groups=(relics("own"),),
        )
        table = f.table(hero)
        unit = table.take("hero")
        table.take("crate", unit)
        leader = table.take("leader", unit)
        choices = self.choices(table)

        offered = [(parent, option.target.id) for parent, option in choices.enhancement_options(unit)]
        assert offered == [(unit, "own"), (leader, "borne")]
        choices.set_enhancement(unit, "borne")
        assert [child.option.target.id for child in leader.selections] == ["borne"]

    def test_one_of_several_enhancements_is_removed(self, army: f.Table) -> None:
        hero = army.force.selections[0]
        for name in ("relic", "crown", "relic"):
            army.take(name, hero)
        before = self.chosen(army)[0]
        self.choices(army).clear_enhancement(hero, "crown")
        assert self.chosen(army)[0] == [name for name in before if name != "crown"]
        self.choices(army).clear_enhancement(hero, "lost")
        assert self.chosen(army)[0] == [name for name in before if name != "crown"]

    def test_configuration(self, army: f.Table) -> None:
        choices = self.choices(army)

        def is_size(option: object) -> bool:
            return option.target.id == "size"  # type: ignore[attr-defined]

        assert [option.target.id for option in choices.choices(is_size)] == ["small", "large", "huge"]
        choices.configure(is_size, "small")
        choices.configure(is_size, "large")
        assert self.chosen(army)[-1] == ["large"]
        assert len([name for name in army.force.selections if name.option.target.id == "size"]) == 1
        assert [option.target.id for option in choices.choices(is_size)] == ["small", "large"]
        with pytest.raises(LookupError):
            choices.configure(is_size, "gone")
        assert choices.choices(lambda _option: False) == []
        with pytest.raises(LookupError):
            choices.configure(lambda _option: False, "small")
