"""A page of a points document as a catalogue of its own, for lists that no installed data set has data for.

The page says what units cost, how many models they have and whom they join; which detachments and enhancements there are. It
knows no keywords, profiles and free wargear: a unit is so many models of the kinds that its prices name, with the items that cost
something.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from listbuilder.catalogue.base import Number
from listbuilder.catalogue.facts import Facts
from listbuilder.catalogue.model import (
    Catalogue,
    CategoryEntry,
    CategoryLink,
    Condition,
    ConditionGroup,
    Constraint,
    Cost,
    CostType,
    Entry,
    EntryGroup,
    EntryLink,
    ForceEntry,
    Modifier,
)
from listbuilder.catalogue.purpose import ConstraintPurpose, EntryPurpose
from listbuilder.catalogue.system import BattleSize, DocumentNames, System
from listbuilder.sources.points import pricing
from listbuilder.sources.points.army import ArmyPages, plain
from listbuilder.sources.points.attaching import Attachments
from listbuilder.sources.points.record import DetachmentLine, EnhancementLine, Page, UnitLine
from listbuilder.sources.points.sizes import Sizes

POINTS = "points"
MODELS, DETACHMENTS = "models", "detachments"
SIZE_RULE = "unit-composition"


class Game(NamedTuple):
    """What all pages have in common: the rules, and what the document is called in them."""

    rules: System
    names: DocumentNames

    def currency(self, currency: str) -> str:
        """The id of a cost; empty where the game has none of that name."""
        return currency if any(one.id == currency for one in self.rules.currencies) else ""


def game_system(game: Game, pages: Iterable[Page]) -> Catalogue:
    """The catalogue of the game: costs, dispositions, battle sizes, and the one force of an army."""
    dispositions = {line.disposition: None for page in pages for line in page.detachments if line.disposition}
    currencies = (CostType(id=one.id, name=one.name["en"]) for one in game.rules.currencies)
    return Catalogue(
        id=game.rules.game_system_ids[0],
        name=game.rules.name["en"],
        is_game_system=True,
        cost_types=(CostType(id=POINTS, name=game.rules.points_name), *currencies),
        category_entries=tuple(CategoryEntry(id=_key("disposition", name), name=name) for name in dispositions),
        force_entries=(ForceEntry(id="army", name="Army"),),
        entries=(_sizes(game.rules.battle_sizes), *_dispositions(game.rules, dispositions)),
    )


def catalogue(page: Page, pages: ArmyPages, game: Game) -> Catalogue:
    """The catalogue of the armies of a page."""
    detachments = pages.detachments()
    tags = {line.tag: None for line in detachments if line.tag}
    attachments = Attachments(pages, [line.name for line in pages.every_unit()])
    gifts = tuple(_gifts(detachments, game, attachments))
    units = tuple(
        replace(_unit(line, attachments, game), hidden=not pages.offers_unit(line))
        for line in pages.every_unit()
        if line.prices
    )
    return Catalogue(
        id=page.id,
        name=page.name,
        game_system_id=game.rules.game_system_ids[0],
        date=page.date,
        category_entries=tuple(
            CategoryEntry(
                id=_key("tag", name), name=name, constraints=(_most(_key("tag", name), 1, "force", deep=True),)
            )
            for name in tags
        ),
        entries=(_detachments(pages, game), *units),
        shared_groups=(EntryGroup(id="gifts", name="Enhancements", entries=gifts, purpose=EntryPurpose.ENHANCEMENTS),),
        shared_entries=(
            Entry(id="warlord", name="Warlord", purpose=EntryPurpose.WARLORD, constraints=(_most("warlord", 1),)),
        ),
    )


# --- the army ---------------------------------------------------------------------------------------------------------------


def _sizes(sizes: Sequence[BattleSize]) -> Entry:
    entries = tuple(Entry(id=_key("size", one.id), name=one.name["en"]) for one in sizes)
    group = EntryGroup(id="sizes", name="Battle Size", entries=entries, constraints=_one("sizes"))
    return Entry(
        id="battle-size",
        name="Battle Size",
        groups=(group,),
        constraints=_one("battle-size", "roster"),
        purpose=EntryPurpose.BATTLE_SIZE,
    )


def _dispositions(rules: System, names: Iterable[str]) -> Iterator[Entry]:
    """The choice of one of the dispositions that the chosen detachments grant."""
    kind = next(iter(rules.choices), None)
    entries = tuple(
        Entry(id=_key("choice", name), name=name, modifiers=(_hidden_without(_key("disposition", name)),))
        for name in names
    )
    if kind is not None and entries:
        title = kind.name["en"]
        group = EntryGroup(id="dispositions", name=title, entries=entries, constraints=_one("dispositions"))
        yield Entry(id=kind.id, name=title, groups=(group,), constraints=_one(kind.id, "roster"))


def _detachments(pages: ArmyPages, game: Game) -> Entry:
    entries = tuple(
        replace(_detachment(line, game), hidden=not pages.offers_detachment(line)) for line in pages.detachments()
    )
    group = EntryGroup(
        id=DETACHMENTS, name="Detachment", entries=entries, constraints=(_least(DETACHMENTS, 1),) if entries else ()
    )
    return Entry(
        id="detachment",
        name="Detachment",
        groups=(group,),
        constraints=_one("detachment", "roster"),
        purpose=EntryPurpose.DETACHMENT,
    )


def _detachment(line: DetachmentLine, game: Game) -> Entry:
    key, currency = _key("detachment", line.name), game.currency(game.names.detachment_points)
    words = (*(("disposition", line.disposition),) * bool(line.disposition), *(("tag", line.tag),) * bool(line.tag))
    return Entry(
        id=key,
        name=line.name,
        costs=(Cost(type_id=currency, value=line.points),) if currency else (),
        constraints=(_most(key, 1),),
        category_links=tuple(
            CategoryLink(id=f"{key}/{kind}", name=name, target_id=_key(kind, name)) for kind, name in words
        ),
    )


def _gifts(detachments: Iterable[DetachmentLine], game: Game, attachments: Attachments) -> Iterator[Entry]:
    """The enhancements of the detachments. How often an army may have an upgrade, the document does not say."""
    for detachment in detachments:
        for line in detachment.enhancements:
            yield attachments.enhancement(_gift(line, detachment, game), line)


def _gift(line: EnhancementLine, detachment: DetachmentLine, game: Game) -> Entry:
    key, currency = _key("gift", f"{detachment.name} {line.name}"), game.currency(game.names.enhancements)
    once = () if line.upgrade else (_most(f"{key}/army", 1, "roster", deep=True),)
    of = Cost(type_id=currency, value=1)
    before = ConditionGroup(local_groups=(pricing.earlier(1, key),))
    again = (Modifier(type="set", field=currency, value="0", condition_groups=(before,)),) if currency else ()
    return Entry(
        id=key,
        name=line.name,
        costs=(Cost(type_id=POINTS, value=line.points), *((of,) if currency else ())),
        constraints=(_most(key, 1), *once),
        modifiers=(_hidden_without(_key("detachment", detachment.name)), *(again if line.upgrade else ())),
    )


# --- units ------------------------------------------------------------------------------------------------------------------


def _unit(line: UnitLine, attachments: Attachments, game: Game) -> Entry:
    key = _key("unit", line.name)
    kinds = dict.fromkeys(kind for price in line.prices for kind in price.of) or {line.name: None}
    largest, smallest = max(one.models for one in line.prices), min(one.models for one in line.prices)
    single = largest == 1 and not line.additions
    models = [] if single else [_model(key, kind, line, alone=len(kinds) == 1) for kind in kinds]
    added = [_addition(key, kind, points) for kind, points in line.additions.items()]
    size = (_least(f"{key}/size", smallest), _most(f"{key}/size", largest))
    group = EntryGroup(
        id=f"{key}/{MODELS}",
        name=line.name,
        entries=tuple(models),
        constraints=tuple(_sized(one) for one in size),
        purpose=EntryPurpose.MODELS,
    )
    extra = EntryGroup(id=f"{key}/extra", name="Extra", entries=tuple(added), purpose=EntryPurpose.EXTRA_MODELS)
    most = max(game.names.copies.values(), default=0)
    copies = (_most(f"{key}/copies", most, "roster", deep=True),) if most else ()
    unit = Entry(
        id=key,
        name=line.name,
        type="model" if single else "unit",
        costs=(Cost(type_id=POINTS, value=pricing.base(line)),),
        constraints=copies,
        entries=tuple(_item(key, name, points) for name, points in line.items.items()),
        groups=(*((group,) if models else ()), *((extra,) if added else ())),
        links=(
            EntryLink(
                id=f"{key}/gifts", type="selectionEntryGroup", target_id="gifts", constraints=(_most(f"{key}/gift", 1),)
            ),
            EntryLink(id=f"{key}/warlord", target_id="warlord"),
        ),
        modifiers=tuple(
            _in_size(f"{key}/copies", size, number) for size, number in game.names.copies.items() if copies
        ),
        facts=Facts(legends=line.legends, partial=True),
    )
    changes = tuple(pricing.changes(line, Sizes(unit, lambda _key: None), POINTS, key))
    priced = replace(unit, modifiers=(*unit.modifiers, *changes))
    return attachments.unit(priced, line)


def _model(unit: str, kind: str, line: UnitLine, *, alone: bool) -> Entry:
    """A kind of model of a unit, with as few and as many as any of its prices names."""
    numbers = [price.models if alone else price.of.get(kind, 0) for price in line.prices]
    key = f"{unit}/{plain(kind)}"
    bounds = (_least(key, min(numbers)), _most(key, max(numbers)))
    return Entry(id=key, name=kind, type="model", constraints=tuple(_sized(one) for one in bounds))


def _addition(unit: str, kind: str, points: Number) -> Entry:
    key = f"{unit}/{plain(kind)}"
    return Entry(
        id=key, name=kind, type="model", costs=(Cost(type_id=POINTS, value=points),), constraints=(_most(key, 1),)
    )


def _item(unit: str, name: str, points: Number) -> Entry:
    """Wargear that costs something; how many of it the unit may have, the document does not say."""
    return Entry(id=f"{unit}/item/{plain(name)}", name=name, costs=(Cost(type_id=POINTS, value=points),))


# --- small parts ------------------------------------------------------------------------------------------------------------


def _key(kind: str, name: str) -> str:
    return f"{kind}/{plain(name)}"


def _least(key: str, number: int) -> Constraint:
    return Constraint(id=f"{key}/least", type="min", value=number, include_child_selections=True)


def _most(key: str, number: int, scope: str = "parent", *, deep: bool = False) -> Constraint:
    return Constraint(
        id=f"{key}/most",
        type="max",
        value=number,
        scope=scope,
        include_child_selections=deep,
        include_child_forces=deep,
    )


def _one(key: str, scope: str = "parent") -> tuple[Constraint, Constraint]:
    return (
        Constraint(id=f"{key}/least", type="min", value=1, scope=scope),
        Constraint(id=f"{key}/most", type="max", value=1, scope=scope),
    )


def _sized(constraint: Constraint) -> Constraint:
    return replace(constraint, purpose=ConstraintPurpose.UNIT_SIZE, rule=SIZE_RULE)


def _hidden_without(key: str) -> Modifier:
    """Nobody may choose it while the army has nothing of that id."""
    none = Condition(type="lessThan", value=1, scope="roster", child_id=key, include_child_selections=True)
    return Modifier(type="set", field="hidden", value="true", conditions=(replace(none, include_child_forces=True),))


def _in_size(key: str, size: str, number: int) -> Modifier:
    chosen = Condition(
        type="atLeast",
        value=1,
        scope="roster",
        child_id=_key("size", size),
        include_child_selections=True,
        include_child_forces=True,
    )
    return Modifier(type="set", field=f"{key}/most", value=str(number), conditions=(chosen,))
