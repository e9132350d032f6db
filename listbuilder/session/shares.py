"""Bounds that grow with a unit: so many of an option for every so many models. Read from where the data state them in that form;
what bounds an option in other ways has no such words."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.army import roles
from listbuilder.catalogue.library import Option
from listbuilder.catalogue.model import Constraint, Repeat
from listbuilder.roster.tree import Selection
from listbuilder.session.views import Share

ANY_MODEL = "model"  # the entry type by which queries count models of any kind


def share_of(parent: Selection, option: Option) -> Share | None:
    """The share of its unit's models that an option may have: that of the bounds which the unit, the groups around the option or
    the option itself state."""
    unit = parent.root.option
    names = {link.target_id for link in option.merged.category_links} | option.ids
    found = (_share(one, bound, unit) for one, bound in _bounds(unit, option, names))
    return next((one for one in found if one is not None), None)


def _bounds(unit: Option, option: Option, names: set[str] | frozenset[str]) -> Iterator[tuple[Option, Constraint]]:
    yield from ((unit, one) for one in unit.merged.constraints if one.type == "max" and one.child_id in names)
    for holder in (option, *option.group_chain):
        yield from ((holder, one) for one in holder.merged.constraints if one.type == "max" and not one.child_id)


def _share(holder: Option, bound: Constraint, unit: Option) -> Share | None:
    """None where the bound is not nought and one step for each so many models."""
    changes = [one for one in holder.merged.modifiers if one.field == bound.id]
    if bound.value or len(changes) != 1:
        return None
    change = changes[0]
    is_plain = not (change.conditions or change.condition_groups or change.local_condition_groups)
    if change.type != "increment" or not is_plain or len(change.repeats) != 1 or not change.value.isdecimal():
        return None
    repeat = change.repeats[0]
    counted = _models(repeat, unit)
    if counted is None or repeat.field != "selections" or repeat.percent or repeat.round_up:
        return None
    return Share(int(change.value) * repeat.repeats, int(repeat.value), counted)


def _models(repeat: Repeat, unit: Option) -> str | None:
    """The name of the models that are counted, empty for any; None where something else is."""
    if repeat.child_id == ANY_MODEL:
        return ""
    waiting = [unit]
    while waiting:
        option = waiting.pop()
        if repeat.child_id in option.ids:
            return roles.plain_name(option.name) if option.type in roles.MODEL_TYPES else None
        waiting += [one for one in (*option.entries, *option.groups) if one.is_group or one.type in roles.MODEL_TYPES]
    return None
