"""What another format does not carry of a list: what was written is read again, and both lists are compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from listbuilder.army import Army
from listbuilder.army.build import ArmyBuilder, ArmyContext
from listbuilder.army.difference import Change, Difference, difference
from listbuilder.engine import Engine
from listbuilder.errors import INFO, WARNING, InputError, Problem
from listbuilder.exchange import formats
from listbuilder.i18n import Text, language
from listbuilder.listfile.bound import BoundList
from listbuilder.naming import fold
from listbuilder.sources import registry

RULE = "not-carried"
MOST_SAID = 40  # warnings
FLAGS = frozenset(("hover", "split", "deployed"))  # declarations that a unit has or has not
THINGS = frozenset(("model", "item", "choice"))  # facts whose names say what they are


def lost(bound: BoundList, name: str, content: bytes) -> list[Problem]:
    """What is missing or different when a list that was written in another format is read again, as warnings; nothing when that
    holds all of the list. Over a points document alone, the wargear of the list is missing."""
    if bound.data.alone:
        text = Text(
            "wargear without a price is left out: the points document {version} alone does not know it",
            {"version": bound.data.pin.document},
        )
        return [_problem(text)]
    if name == formats.OWN:
        return []
    read = again(bound, content)
    if read is None:
        return [_problem(Text("this format cannot be read back for this game: it does not name the game"))]
    before, after = _army(bound), _army(read)
    found = [*_of_lists(before, after), *_of_factions(before, after), *_of_forces(before, after)]
    if bound.document.rules:
        found.append(Text("the rules that the list's event plays"))
    said: list[Text | str] = [Text("the text does not carry: {what}", {"what": one}) for one in dict.fromkeys(found)]
    said += [one.message for one in read.problems if one.severity not in (WARNING, INFO)]
    if len(said) > MOST_SAID:
        said[MOST_SAID:] = [Text("{number} more facts are not in the text", {"number": len(said) - MOST_SAID})]
    return list(map(_problem, said))


def again(bound: BoundList, content: bytes) -> BoundList | None:
    """What was written, read over the data of the list; None where it is taken for a list of another game or for none."""
    own = (registry.named(bound.data.pin.set),)
    try:
        if bound.data.form == "units":
            return formats.read_bytes(content, among=own)
        found = formats.read_bytes(content)
        if found.data.system.id != bound.data.system.id:
            return None
        return found if found.data.pin.set == bound.data.pin.set else formats.read_bytes(content, among=own)
    except InputError:
        return None


def _problem(text: Text | str) -> Problem:
    return Problem(text, rule=RULE, severity=WARNING)


def _army(bound: BoundList) -> Army:
    data = bound.data
    context = ArmyContext(data.system, data.faction, data.pin, bound.document.file)
    return ArmyBuilder(Engine(bound.roster), context).build()


def _of_lists(before: Army, after: Army) -> Iterator[Text]:
    changed: Difference = difference(before, after)
    for change in changed.settings:
        if change.what != "data":
            yield Text("{fact} of the list", {"fact": _named(before, change)})
    for unit in changed.units:
        name = before.localise((unit.before or unit.after).name, language())  # type: ignore[union-attr]
        if unit.before is None or unit.after is None:
            yield Text("unit {unit}", {"unit": name})
        elif not unit.changes:
            yield Text("the points of {unit}", {"unit": name})
        for change in unit.changes:
            yield _of_a_unit(before, change, name)


def _of_factions(before: Army, after: Army) -> Iterator[Text]:
    """Units of a name that several factions have, which are read as those of another one."""
    held, now = (Counter((unit.datasheet, unit.faction_keywords) for unit in army.units) for army in (before, after))
    units = Counter(unit.datasheet for unit in after.units)
    for name in dict.fromkeys(name for name, _ in held - now if units[name]):
        yield Text("{fact} of {unit}", {"fact": Text("faction"), "unit": name})


def _of_a_unit(army: Army, change: Change, name: str) -> Text:
    """What is declared, in the words of the game: whom it leads, where it starts."""
    words, value = army.vocabulary, str(change.before or change.after)
    declared = words.declaration("reserves" if change.what == "state" else change.what)
    if not declared or change.of:
        return Text("{fact} of {unit}", {"fact": _named(army, change), "unit": name})
    if change.what in FLAGS:
        return Text("{fact} ({unit})", {"fact": declared, "unit": name})
    shown = words.state_title(value) if change.what == "state" else army.localise(value, language())
    return Text("{fact} {value} ({unit})", {"fact": declared, "value": shown, "unit": name})


def _named(army: Army, change: Change) -> Text | str:
    """What it is: by its own name, where it has one that says it."""
    terms = army.vocabulary.terms
    words: dict[str, Text | str] = {
        "name": Text("name"),
        "system": Text("game system"),
        "faction": Text("faction"),
        "limit": Text("points limit"),
        "state": Text("starts"),
        "battle_size": str(terms.battle_size),
        "detachment": str(terms.detachment),
        "force": str(terms.force),
        "enhancement": str(terms.enhancement),
        "warlord": str(terms.warlord),
    }
    own = army.localise(change.of, language())
    if own and change.what in THINGS:
        return own
    word = words.get(change.what) or army.vocabulary.declaration(change.what) or change.what
    return Text("{fact} {value}", {"fact": word, "value": own}) if own else word


def _of_forces(before: Army, after: Army) -> Iterator[Text]:
    """Forces that are missing or hold other units."""
    held, now = _forces(before), [(kind, fold(name), *rest) for kind, name, *rest in _forces(after)]
    for one in held:
        same = (one[0], fold(one[1]), *one[2:])
        if same in now:
            now.remove(same)
        else:
            yield Text(
                "units and name of {force}",
                {"force": next(view.name for view in before.forces if view.name == one[1])},
            )


def _forces(army: Army) -> list[tuple[str, str, str, str, tuple[str, ...]]]:
    inside = [force for force in army.forces if force.inside]
    units = {force.id: tuple(sorted(one.datasheet for one in army.units if one.force == force.id)) for force in inside}
    return [
        (force.kind_id, force.name, force.faction_id, force.subfaction.id if force.subfaction else "", units[force.id])
        for force in inside
    ]
