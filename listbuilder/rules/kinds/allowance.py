"""The items of a unit keep within its allowances: of the right types, and for no more points than each allows.

What a unit may have is data of its datasheet: points for items of some or all types, perhaps only while a model has certain
wargear (a standard), and some items exclude all others. An item counts against the narrowest allowance that admits it. Units
whose data bound the items themselves are not checked.

Parameters: ``where``: the units to check; all when left out. ``types``: only items of these types; ``not_types``: all but these,
where another rule of this kind is about them. An allowance for several types is judged by the rule that its first item falls to.

Passes: a hero who may have 50 points of items, with a talisman for 45.
Fails: the same with a talisman for 45 and a weapon for 10; a unit without a standard with a magic standard.
"""

from listbuilder.army import Enhancement, Unit
from listbuilder.catalogue.base import Number
from listbuilder.catalogue.facts import Allowance
from listbuilder.i18n import Localised, Text
from listbuilder.rules import fixes
from listbuilder.rules.diagnostic import ClearEnhancement, Fix
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.muster import Muster
from listbuilder.rules.named import ItemTypeName
from listbuilder.rules.where import ENHANCED, Where

EVERY_TYPE = 10**6  # breadth of an allowance that admits every type


class Params(Parameters, frozen=True):
    where: Where = Where()
    types: tuple[ItemTypeName, ...] = ()
    not_types: tuple[ItemTypeName, ...] = ()

    def about(self, item: Enhancement) -> bool:
        """Whether the rule judges such items."""
        return (not self.types or item.type in self.types) and item.type not in self.not_types


def judged(_params: Params) -> Where:
    return ENHANCED


def check_unit(rule: BoundRule[Params], muster: Muster, unit: Unit) -> Findings:
    if unit.allowances is None or not rule.params.where.matches(unit, muster):
        return
    charged: dict[int, list[Enhancement]] = {}
    for one in unit.enhancements:
        place = charged_to(one, unit)
        if place is None and rule.params.about(one):
            yield rule.finding(
                _refused(one, unit, muster), unit, fixes=(*fixes.clear(unit, one), *fixes.rechoose((unit,)))
            )
        elif place is not None:
            charged.setdefault(place, []).append(one)
    for place, items in charged.items():
        if not rule.params.about(items[0]):
            continue
        if unit.allowances[place].alone and len(charged) > 1:
            text = Text("{unit}: cannot have other items beside {enhancement} ({rule})", {"enhancement": items[0].name})
            others = (other for charge, some in charged.items() if charge != place for other in some)
            rest = fixes.together(ClearEnhancement(unit.id, other.id) for other in others)
            yield rule.finding(text, unit, fixes=(rest, *fixes.clear(unit, *items)))
        most = unit.allowances[place].points
        spent: Number = sum((one.points for one in items), 0)
        if most is not None and spent > most:
            names = {"enhancements": [one.name for one in items]}
            text = Text("{unit}: {rule}: {found} points ({enhancements}), at most {bound}", names)
            yield rule.finding(text, unit, found=spent, bound=most, fixes=_cheaper(unit, items, spent - most))


def charged_to(item: Enhancement, unit: Unit) -> int | None:
    """The place of the narrowest of the unit's allowances that admits the item; None where none does."""
    fitting = [
        (_breadth(one), place)
        for place, one in enumerate(unit.allowances or ())
        if _names(one, item) and not _lacking(one, item, unit)
    ]
    return min(fitting)[1] if fitting else None


def _refused(item: Enhancement, unit: Unit, muster: Muster) -> Text:
    """Why the unit may not have the item: what it lacks for it, or that it is of a type that such units do not have."""
    lacking = [_lacking(one, item, unit) for one in unit.allowances or () if _names(one, item)]
    names: dict[str, object] = {"enhancement": item.name}
    if lacking:
        return Text("{unit}: may have {enhancement} only with {needed} ({rule})", {**names, "needed": lacking[0]})
    kind = muster.vocabulary.item_type(item.type)
    if kind is None or any(one.items for one in unit.allowances or ()):
        return Text("{unit}: may not have {enhancement} ({rule})", names)
    names["type"] = Localised(kind.name)
    return Text("{unit}: may not have {enhancement}, nor any other {type} ({rule})", names)


def _names(allowance: Allowance, item: Enhancement) -> bool:
    """Whether the allowance is for such items."""
    if not allowance.types and not allowance.items:
        return True
    return item.type in allowance.types or item.local_id in allowance.items


def _lacking(allowance: Allowance, item: Enhancement, unit: Unit) -> str:
    """The wargear or model that the unit lacks for the item by this allowance; empty when it has what it needs."""
    for gear in (allowance.gear, allowance.types_with.get(item.type, "")):
        if gear and gear.casefold() not in unit.held:
            return gear
    if allowance.model and not any(line.local_id == allowance.model and line.count for line in unit.models):
        return allowance.model_name or allowance.model
    return ""


def _breadth(allowance: Allowance) -> int:
    return len(allowance.types) + len(allowance.items) or EVERY_TYPE


def _cheaper(unit: Unit, items: list[Enhancement], over: Number) -> tuple[Fix, ...]:
    """Remove an item that costs at least so much, the cheapest first; where none does, all of them."""
    enough = sorted((one for one in items if one.points >= over), key=lambda one: one.points)
    return fixes.clear(unit, *enough) or (fixes.together(ClearEnhancement(unit.id, one.id) for one in items),)
