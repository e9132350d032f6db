"""Which units may have an enhancement.

Parameters:

- ``where``: the bearers to check; all units with an enhancement when left out.
- ``must_be``: the filter that they must match; not checked when left out.
- ``unless_any_unit``: when true, enhancements that the data give to any unit are not checked.
- ``own_terms``: when true, the unit must satisfy the enhancement's own restriction, which is in the data: keywords, abilities,
  wargear that it has or gives up, the army's Warlord. Enhancements that the data give to any unit are checked at units outside
  ``where``, too.
- ``name_model``: when true, the roster must name the bearer in a unit of several models.

Passes: a Captain with an enhancement that requires the keyword Captain.
Fails: a Lieutenant with it.
"""

from collections.abc import Iterable, Iterator

from listbuilder.army import Enhancement, Unit
from listbuilder.catalogue.facts import BearerRule
from listbuilder.i18n import Text
from listbuilder.rules import fixes
from listbuilder.rules.diagnostic import Fix
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.muster import Muster
from listbuilder.rules.where import ENHANCED, Where


class Params(Parameters, frozen=True):
    where: Where = Where()
    must_be: Where | None = None
    unless_any_unit: bool = False
    own_terms: bool = False
    name_model: bool = False


def judged(_params: Params) -> Where:
    return ENHANCED


def check_unit(rule: BoundRule[Params], muster: Muster, unit: Unit) -> Findings:
    params = rule.params
    inside = params.where.matches(unit, muster)
    if not inside and not params.own_terms:
        return
    barred = params.must_be is not None and not params.must_be.matches(unit, muster)
    for one in unit.enhancements:
        any_unit = one.bearer is not None and one.bearer.any_unit
        if (any_unit and params.unless_any_unit) or not (inside or (any_unit and params.own_terms)):
            continue
        if barred:
            text = Text("{unit}: cannot have {enhancement} ({rule})", {"enhancement": one.name})
            yield rule.finding(text, unit, fixes=fixes.clear(unit, one))
        elif params.own_terms and not meets_terms(one, unit, muster):
            offered = (*fixes.clear(unit, one), *_of_another_subfaction((unit,), muster))
            yield rule.finding(_terms(one), unit, fixes=offered)
        elif params.own_terms and not _is_equipped(one, unit):
            yield rule.finding(_equipment(one), unit, fixes=(*fixes.clear(unit, one), *fixes.rechoose((unit,))))
        elif params.own_terms and not _is_led(one, muster):
            led = (*_led_by_others(one, muster), *_of_another_subfaction(muster.warlords, muster))
            yield rule.finding(_leading(one, muster), unit, fixes=(*fixes.clear(unit, one), *led))
        elif params.name_model and unit.model_count > 1 and not one.model:
            names = {"enhancement": one.name}
            yield rule.finding(Text("{unit}: the list does not name the model that has {enhancement}", names), unit)


def meets_terms(one: Enhancement, unit: Unit, muster: Muster) -> bool:
    """Whether the unit satisfies the enhancement's restriction."""
    if one.bearer is None:
        return True
    if any(muster.has(unit, word) for word in one.bearer.excludes):
        return False
    if not all(unit.has_ability(name) for name in one.bearer.abilities):
        return False
    wanted = one.bearer.requires
    return not wanted or any(all(muster.has(unit, word) for word in words) for words in wanted)


def _terms(one: Enhancement) -> Text:
    assert one.bearer is not None
    wanted = one.bearer.requires or ((),)
    requires = " / ".join(" + ".join((*words, *one.bearer.abilities)) for words in wanted)
    names = {"enhancement": one.name, "requires": requires, "excludes": one.bearer.excludes}
    if requires and one.bearer.excludes:
        return Text("{unit}: {enhancement} is for {requires}, not for {excludes}", names)
    if requires:
        return Text("{unit}: {enhancement} is for {requires}", names)
    return Text("{unit}: {enhancement} is not for {excludes}", names)


def _is_equipped(one: Enhancement, unit: Unit) -> bool:
    """Whether the unit has the wargear that the enhancement asks for, and has given up what it replaces."""
    terms = one.bearer or BearerRule()
    needed = not terms.gear or any(name.casefold() in unit.held for name in terms.gear)
    return needed and (not terms.replaces or bool(one.instead_of))


def _equipment(one: Enhancement) -> Text:
    terms = one.bearer or BearerRule()
    names = {"enhancement": one.name, "items": " / ".join(terms.replaces or terms.gear)}
    if terms.replaces:
        return Text("{unit}: {enhancement} replaces {items}, which the unit does not have", names)
    return Text("{unit}: {enhancement} is for a model with {items}", names)


def _is_led(one: Enhancement, muster: Muster) -> bool:
    """Whether the army's Warlord is one that the enhancement asks for. An army without any has another finding."""
    wanted, warlords = one.bearer.warlord if one.bearer else (), muster.warlords
    return not (wanted and warlords) or any(muster.fits(unit, match) for unit in warlords for match in wanted)


def _leading(one: Enhancement, muster: Muster) -> Text:
    terms = one.bearer or BearerRule()
    wanted = " / ".join(" + ".join(match.keywords) for match in terms.warlord)
    names = {"enhancement": one.name, "wanted": wanted, "warlord": muster.vocabulary.terms.warlord}
    return Text("{unit}: {enhancement} is for an army whose {warlord} is {wanted}", names)


def _led_by_others(one: Enhancement, muster: Muster) -> tuple[Fix, ...]:
    """Make one of the units the Warlord that the enhancement asks for."""
    terms = one.bearer or BearerRule()
    fitting = (unit for match in terms.warlord for unit in muster.meeting(match) if not unit.never_warlord)
    heroes = {word.casefold() for word in muster.vocabulary.heroes}
    return fixes.make_warlord(unit for unit in fitting if not heroes or not heroes.isdisjoint(muster.words(unit)))


def _of_another_subfaction(units: Iterable[Unit], muster: Muster) -> Iterator[Fix]:
    """Give the forces of the units another subfaction, whose keyword they then have."""
    for force in filter(None, map(muster.force_of, units)):
        others = (
            known.id for known in force.subfactions if force.subfaction is None or known.id != force.subfaction.id
        )
        yield from fixes.subfactions(force, others)
