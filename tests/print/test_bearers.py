"""Who of a unit carries what."""

from __future__ import annotations

import pytest

from listbuilder.army.records import Profile
from listbuilder.print.bearers import added_wounds, falling, kinds, models_of, split_mode, title_of_modes, weapons
from listbuilder.replacing import replace
from tests.print.conftest import line, melee, ranged, statline, unit, vocabulary

SLUGGA = ranged("Slugga", '12" 1 5+ 4 0 1', "Pistol", 18, "Slugga")
CHOPPA = replace(melee("Choppa", "3 3+ 4 -1 1", count=17), item="Choppa")
KLAW = replace(melee("Power klaw", "3 4+ 9 -2 2"), item="Power klaw")


def boyz(weapons=(SLUGGA, CHOPPA, KLAW), nob="Boss Nob", boy="Boy", **more):
    lines = (line(nob, 1, "Slugga, Power klaw"), line(boy, 17, "Slugga, Choppa"))
    profiles = (statline("Boss Nob", '6" 5 5+ 2 7+ 2'), statline("Boy", '6" 5 5+ 1 7+ 2'))
    return unit("boyz", "Boyz", "battleline", lines, 170, profiles, weapons, **more)


def borne(found):
    return [(weapon.bearer, weapon.count, [mode.name for mode in weapon.modes]) for weapon in weapons(found)]


def test_what_several_kinds_have_is_the_units_and_what_one_kind_has_is_theirs():
    assert borne(boyz()) == [("", 18, ["Slugga"]), ("Boy", 17, ["Choppa"]), ("Boss Nob", 1, ["Power klaw"])]


def test_what_most_have_is_the_units_where_all_have_one_statline():
    squad = replace(boyz(), profiles=(statline("Boyz", '6" 5 5+ 1 7+ 2'),))
    assert borne(squad) == [("", 18, ["Slugga"]), ("", 17, ["Choppa"]), ("Boss Nob", 1, ["Power klaw"])]


def test_profiles_that_read_alike_are_one_row():
    one, others = replace(SLUGGA, count=1), replace(SLUGGA, count=17)
    spelled = replace(others, values=tuple((key, value.replace("Pistol", "PISTOL")) for key, value in others.values))
    assert borne(boyz((one, spelled)))[0] == ("", 18, ["Slugga"])


def test_the_same_weapon_of_different_items_is_one_row():
    claws = replace(SLUGGA, item="Squig", count=2)  # a mount has what its rider has
    assert borne(boyz((SLUGGA, claws))) == [("", 20, ["Slugga"])]
    other = replace(claws, values=tuple((key, "9" if key == "S" else value) for key, value in claws.values))
    assert len(borne(boyz((SLUGGA, other)))) == 2


def test_modes_of_a_weapon_stay_together_and_sorts_of_one_name_do_not():
    modes = [ranged(f"Plasma pistol - {mode}", '12" 1 3+ 7 -2 1', item="Plasma pistol") for mode in ("low", "high")]
    assert borne(boyz(tuple(modes))) == [("", 1, ["Plasma pistol - low", "Plasma pistol - high"])]
    strong = replace(SLUGGA, count=1, values=tuple((key, "9" if key == "S" else value) for key, value in SLUGGA.values))
    found = borne(boyz((strong, replace(SLUGGA, count=17))))
    assert [(count, names) for _bearer, count, names in found if count] == [(17, ["Slugga"]), (1, ["Slugga"])]
    assert {count: bearer for bearer, count, _names in found} == {17: "Boy", 1: "Boss Nob"}


def test_a_sort_that_the_numbers_do_not_tell_of_is_the_units():
    strong = replace(SLUGGA, count=5, values=tuple((key, "9" if key == "S" else value) for key, value in SLUGGA.values))
    assert {bearer for bearer, _count, _names in borne(boyz((strong, replace(SLUGGA, count=13))))} == {""}


def test_data_that_name_models_by_what_they_carry_mean_one_kind():
    lines = (
        line("Boss Nob", 1, "Slugga"),
        line("Boy w/ shoota", 1, "Shoota"),
        line("Boy with slugga and choppa", 8, "Slugga, Choppa"),
    )
    squad = replace(boyz(), models=lines)
    assert [(kind.name, kind.count) for kind in kinds(squad)] == [("Boss Nob", 1), ("Boy", 9)]


def test_what_stands_behind_with_may_belong_to_a_name():
    prince = unit(
        "p", "Prince with wings", "character", (line("Prince with wings", 1),), 1, statline("P", '6" 5 5+ 2 7+ 2')
    )
    assert [kind.name for kind in kinds(prince)] == ["Prince with wings"]


def test_losses_begin_with_the_many_and_end_with_who_leads():
    squad = replace(boyz(), models=(line("Sergeant", 1), line("Gunner", 1), line("Trooper", 8)))
    assert [kind.name for kind in falling(squad)] == ["Trooper", "Gunner", "Sergeant"]


def test_names_of_modes():
    assert split_mode("Missile launcher - frag") == ("Missile launcher", "frag")
    assert split_mode("Master-crafted bolter") == ("Master-crafted bolter", "")
    modes = [Profile(f"Launcher - {mode}", "Ranged", ()) for mode in ("frag", "krak")]
    assert title_of_modes(modes, str) == [("Launcher", "frag"), ("", "krak")]
    other = [Profile(name, "Ranged", ()) for name in ("Cannon Ball", "Grapeshot")]
    assert title_of_modes(other, str) == [("Cannon Ball", ""), ("Grapeshot", "")]


@pytest.mark.parametrize(("wounds", "models", "added"), [("(+6)", 1, 6), ("-", 1, 0), ("6", 2, 0)])
def test_a_mount_without_wounds_of_its_own_is_one_model_with_its_rider(wounds, models, added):
    profiles = (statline("Prince", '6" 4 3+ 3 6+ 1'), statline("Dragon", f'9" (+3) 4+ {wounds} 6+ 1'))
    prince = unit("prince", "Prince", "x", (line("Prince", 1), line("Dragon", 1)), 300, profiles[:1], ())
    prince = replace(prince, profiles=profiles)
    assert models_of(prince, vocabulary()) == models
    assert added_wounds(prince, vocabulary()) == added
    assert prince.model_count == 2


def regiment(*more, count=20):
    lines = (line("Spearman", count, "Spear, Shield"), *more)
    return unit("spears", "Spearmen", "core", lines, 170, statline("Spearmen", '5" 3 5+ 1 8+ 1'), ())


def test_who_is_promoted_is_one_of_the_models_that_are_counted():
    spears = regiment(replace(line("Bearer", 1, "Standard"), promoted=True), replace(line("Piper", 1), promoted=True))
    assert models_of(spears, vocabulary()) == 20
    assert [(kind.name, kind.count) for kind in falling(spears)] == [("Spearman", 18), ("Piper", 1), ("Bearer", 1)]
    spearman, bearer, _piper = kinds(spears)
    assert (spearman.carried("Spear"), bearer.carried("Spear"), bearer.carried("Standard")) == (18, 1, 1)


def test_who_is_promoted_is_counted_where_nobody_else_is():
    spears = regiment(replace(line("Bearer", 1), promoted=True), count=1)
    assert [(kind.name, kind.count) for kind in kinds(spears)] == [("Spearman", 1), ("Bearer", 1)]
