"""Attached units in print: what stands together, in which order, and what shares a card."""

from __future__ import annotations

from listbuilder.army.model import ForceView
from listbuilder.army.prices import price_of
from listbuilder.events.gathering import gather
from listbuilder.print.briefing import brief
from listbuilder.print.glance import glance
from listbuilder.print.groups import arms, cards, figures, in_list_order, parts, sections
from listbuilder.replacing import replace
from listbuilder.report.checking import Job, open_list
from listbuilder.resources import shipped


def marines(make, **declared):
    army = make.marines()
    if declared:
        army = replace(army, declarations=replace(army.declarations, **declared))
    return brief(army, (), make.system())


def names(briefing, groups):
    return [briefing.group_label(group) for group in groups]


def test_a_leader_stands_below_the_unit_that_it_joined(make):
    briefing = marines(make)
    found = {section.heading: names(briefing, section.groups) for section in sections(briefing)}
    assert "Characters" not in found  # all of them lead
    assert found["Battleline"] == [
        "Intercessor Squad A + Captain + Ancient",
        "Intercessor Squad B + Lieutenant B",
        "Squad Titus",
    ]
    every = [unit.id for section in sections(briefing) for group in section.groups for unit in group.units]
    assert sorted(every) == sorted(unit.id for unit in briefing.army.units)


def test_units_stand_as_the_list_has_them_each_behind_the_one_that_it_joined(make):
    briefing = marines(make)
    order = [unit.id for section in sections(briefing) for group in section.groups for unit in group.units]
    assert [unit.id for unit in in_list_order(briefing)] == order
    assert order != [unit.id for unit in briefing.army.units]
    assert {row.name: at for at, row in enumerate(glance(briefing).rows) if not row.further} == {
        briefing.label(unit): at for at, unit in enumerate(in_list_order(briefing))
    }


def test_points_of_a_heading_are_those_of_the_units_below_it(make):
    briefing = marines(make)
    for section in sections(briefing):
        assert section.points == sum(unit.points for group in section.groups for unit in group.units)
    assert sum(section.points for section in sections(briefing)) == briefing.army.points


def test_a_heading_sums_up_what_units_cost_in_a_game_without_points():
    validated = open_list(
        gather([str(shipped("factions") / "kill-team-2021" / "examples" / "legal.yaml")]).entries[0], Job()
    )
    briefing = brief(validated.army, (), validated.system)
    assert not briefing.army.has_points
    found = [section.points for section in sections(briefing)]
    assert sum(found) == sum(price_of(briefing.army, unit) or 0 for unit in briefing.army.units) > 0


def test_cards_stand_in_the_order_of_the_list_and_alike_ones_share_one(make):
    briefing = marines(make)
    order = [group.id for section in sections(briefing) for group in section.groups]
    first = [order.index(copies[0].id) for copies in cards(briefing)]
    assert first == sorted(first)
    shared = [names(briefing, copies) for copies in cards(briefing) if len(copies) > 1]
    assert ["Impulsor A", "Impulsor B"] in shared
    assert sorted(group.id for copies in cards(briefing) for group in copies) == sorted(order)


def test_units_that_differ_do_not_share_a_card(make):
    army = make.army((make.captain("a"), make.captain("b", warlord=True)))
    assert [len(copies) for copies in cards(brief(army, (), make.system()))] == [1, 1]


def test_the_squad_is_lost_before_its_sergeant_and_leaders_last(make):
    briefing = marines(make)
    group = briefing.formation.group_of("ints-a")
    found = parts(briefing, group)
    assert [part.label for part in found][:2] == ["Intercessor", "Intercessor Sergeant"]
    assert [part.leads for part in found] == [False, False, True, True]
    assert sum(len(part.wounds) for part in found) == group.models
    assert found[2].wounds == (5,)


def test_only_the_largest_models_of_a_unit_are_marked_as_damaged(make):
    army = make.orks()
    boyz = replace(army.units[1], damaged=(4, 1), wounds=2)  # a nob with two wounds among boyz with one
    briefing = brief(replace(army, units=(army.units[0], boyz, *army.units[2:])), (), make.system())
    group = next(one for one in briefing.formation.groups if boyz.id in {unit.id for unit in one.units})
    found = {part.label: part.damaged for part in parts(briefing, group) if not part.leads}
    assert {label: damaged for label, damaged in found.items() if damaged} == {"Boss Nob": (1,)}
    larger = replace(boyz, wounds=9)  # of a model that this unit has not
    briefing = brief(replace(army, units=(army.units[0], larger, *army.units[2:])), (), make.system())
    group = next(one for one in briefing.formation.groups if boyz.id in {unit.id for unit in one.units})
    assert not any(part.damaged for part in parts(briefing, group) if not part.leads)


def test_mounts_without_wounds_of_their_own_have_no_boxes(make):
    army = make.orks()
    boyz = army.units[1]
    boy, nob = boyz.profiles
    mount = replace(boy, values=tuple((key, "-" if key == "W" else value) for key, value in boy.values))
    riders = replace(boyz, profiles=(mount, nob))
    briefing = brief(replace(army, units=(army.units[0], riders, *army.units[2:])), (), make.system())
    group = next(one for one in briefing.formation.groups if boyz.id in {unit.id for unit in one.units})
    assert [part.wounds for part in parts(briefing, group) if not part.leads] == [(2,)]
    none = tuple(
        replace(line, values=tuple((key, "-" if key == "W" else value) for key, value in line.values))
        for line in boyz.profiles
    )
    briefing = brief(
        replace(army, units=(army.units[0], replace(boyz, profiles=none), *army.units[2:])), (), make.system()
    )
    group = next(one for one in briefing.formation.groups if boyz.id in {unit.id for unit in one.units})
    assert sum(len(part.wounds) for part in parts(briefing, group) if not part.leads) == boyz.model_count


def test_equal_statlines_of_a_group_stand_once(make):
    briefing = marines(make)
    (table,) = figures(briefing, briefing.formation.group_of("ints-a"))
    labels = [label for label, _line in table.rows]
    assert labels == ["Intercessor Squad", "Captain", "Ancient"]
    assert table.rows[1][1].save == "4+"


def test_all_weapons_of_all_units_are_told_with_their_bearers(make):
    briefing = marines(make)
    for group in briefing.formation.groups:
        told = sum(
            weapon.count for one in arms(briefing, group) for _bearer, weapon in one.weapons for _mode in weapon.modes
        )
        assert told == sum(profile.count for unit in group.units for profile in unit.weapons)
    bearers = {
        bearer for one in arms(briefing, briefing.formation.group_of("ints-a")) for bearer, _weapon in one.weapons
    }
    assert {"Captain", "Ancient"} < bearers


def test_a_heading_has_what_its_force_costs_by_itself(make):
    units = (make.captain("a", name="A"), make.redemptor("b"))
    forces = (ForceView("f", "Host", "Host"), ForceView("g", "Renowned", "Renowned", "f", points=450))
    army = make.army(tuple(replace(unit, force=force) for unit, force in zip(units, "fg", strict=True)), forces=forces)
    found = {one.heading.split(" · ")[0]: one.points for one in sections(brief(army, (), make.system()))}
    assert found["Renowned"] == units[1].points + 450
