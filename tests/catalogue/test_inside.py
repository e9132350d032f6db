"""What stands in a catalogue, wherever it is."""

from __future__ import annotations

import pytest

from listbuilder.catalogue.inside import texts_of
from listbuilder.catalogue.model import (
    Catalogue,
    CategoryEntry,
    Characteristic,
    Entry,
    EntryGroup,
    EntryLink,
    ForceEntry,
    InfoGroup,
    Profile,
)


def profile(kind: str, **texts: str) -> Profile:
    found = tuple(Characteristic(type_id=name, name=name, value=value) for name, value in texts.items())
    return Profile(id=f"{kind} {texts}", name=kind, type_name=kind, characteristics=found)


def everywhere() -> Catalogue:
    """A catalogue with a profile in each place that can hold one."""

    def told(place: str) -> tuple[Profile, ...]:
        return (profile("Weapon", Where=place),)

    deep = Entry(
        id="deep",
        entries=(Entry(id="e", profiles=told("entry in entry")),),
        links=(EntryLink(id="l", profiles=told("link")),),
    )
    group = EntryGroup(id="g", profiles=told("group"), groups=(EntryGroup(id="gg", entries=(deep,)),))
    inner = InfoGroup(id="ii", profiles=told("inner info group"))
    return Catalogue(
        id="cat",
        profiles=told("top"),
        shared_profiles=told("shared"),
        entries=(Entry(id="root", profiles=told("root"), info_groups=(InfoGroup(id="i", info_groups=(inner,)),)),),
        groups=(group,),
        links=(EntryLink(id="rl", profiles=told("root link")),),
        shared_entries=(Entry(id="se", profiles=told("shared entry")),),
        shared_groups=(EntryGroup(id="sg", profiles=told("shared group")),),
        shared_info_groups=(InfoGroup(id="si", profiles=told("shared info group")),),
        force_entries=(ForceEntry(id="f", force_entries=(ForceEntry(id="ff", profiles=told("inner force")),)),),
        shared_force_entries=(ForceEntry(id="sf", profiles=told("shared force")),),
        category_entries=(CategoryEntry(id="c", profiles=told("category")),),
    )


def test_texts_are_found_wherever_they_stand() -> None:
    assert set(texts_of(everywhere())["Where"]) == {
        *("top", "shared", "root", "inner info group", "group", "entry in entry", "link", "root link", "shared entry"),
        *("shared group", "shared info group", "inner force", "shared force", "category"),
    }


@pytest.mark.parametrize("kind", ["Abilities", "ability (Passive)", "Ability"])
def test_texts_of_abilities_are_left_out(kind: str) -> None:
    file = Catalogue(id="cat", profiles=(profile(kind, Description="A long text."), profile("Unit", M='6"')))
    assert texts_of(file) == {"M": ('6"',)}


def test_equal_texts_of_a_column_are_found_once() -> None:
    profiles = (profile("Ranged", Keywords="Heavy", A="2"), profile("Melee", Keywords="Heavy", A="3"))
    assert texts_of(Catalogue(id="cat", profiles=profiles)) == {"Keywords": ("Heavy",), "A": ("2", "3")}
