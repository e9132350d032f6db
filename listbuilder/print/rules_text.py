"""What a sheet says about the rules of an army: abilities, enhancements, detachments, lores and traits, each with its name, what
it is, its text as typed paragraphs and where it is printed.

A player's own words (`Briefing.reminders`) stand in the place of the data's text, a game's reminders in that of core abilities
and keywords of weapons. Names of data are English while they are looked up, and in the reader's language when they are shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from listbuilder.army.records import Ability, Enhancement, Unit
from listbuilder.catalogue.facts import Stratagem
from listbuilder.catalogue.marked import Paragraph, Run, labelled, paragraphs, plain_name
from listbuilder.catalogue.timing import Timing, timings_of_stratagem, timings_of_text
from listbuilder.catalogue.vocabulary import Vocabulary
from listbuilder.expressions import expression
from listbuilder.i18n import in_language
from listbuilder.print.briefing import Briefing
from listbuilder.print.datasheet import abilities_by_kind, enhancement_title, stratagem_time, with_figure
from listbuilder.print.options import TextLevel
from listbuilder.replacing import replace

Kind = Literal[
    "core", "faction", "unit", "wargear", "weapon", "enhancement", "army", "detachment", "choice", "stratagem"
]
SHARED: tuple[Kind, ...] = ("core", "faction")  # what many units have: its text stands once on a sheet
_KINDS: dict[str, Kind] = {"core": "core", "faction": "faction", "wargear": "wargear"}
_SENTENCE = expression(r"(?<=[.!?。！？])\s+(?=\S)")
_ONLY = expression(r"\bonly[.。]$", re.IGNORECASE)  # the end of a sentence that says who may have a rule
_MINUS = expression(r"(?<![\w\-\u2013\u2212)\]])-(?=\d)")  # before a figure, and not between two
_SHORT = 60  # characters; a longer part of a rule is a text, not a fact
_EMPTY = frozenset(("-", "–", "—", "n/a", "none"))


@dataclass(frozen=True, slots=True)
class RulesText:
    """One rule as printed. ``title``: its name in the reader's language. ``note``: its facts on one line, such as the cost of a
    stratagem or the casting value of a spell. ``paragraphs``: its text, empty where only its name is printed. ``group``: what it
    belongs to, such as a detachment or a lore. ``page``: book and page. ``once``: it is used once in a battle,
    ``once_of_army``: by one unit of the army. ``timings``: the phases in which it is used. ``ours``: the text is a reminder, not
    what the data print. ``damaged``: it says what a damaged model lacks."""

    title: str
    kind: Kind
    paragraphs: tuple[Paragraph, ...] = ()
    note: str = ""
    group: str = ""
    page: str = ""
    once: bool = False
    once_of_army: bool = False
    timings: tuple[Timing, ...] = ()
    ours: bool = False
    damaged: bool = False

    @property
    def once_by_unit(self) -> bool:
        """Whether each unit that has it uses it once in a battle, not the army."""
        return self.once and not self.once_of_army and self.kind not in SHARED

    @property
    def text(self) -> str:
        """Its text on one line, without styles."""
        return " ".join(f"{one.bullet} {one.text}".strip() for one in self.paragraphs)


# --- units ---------------------------------------------------------------------------------------------------------------


def unit_rules(
    briefing: Briefing, unit: Unit, detail: TextLevel = "full", *, alone: bool = False
) -> tuple[RulesText, ...]:
    """What a unit's card says: what it has of its own, with the text, who may embark, and its enhancements. Of what many units
    have (kinds `SHARED`, and what many datasheets state at length) only the names: their texts are those of `shared_rules`.
    ``alone``: the card is cut out, and has what datasheets state."""
    return tuple(_unit_rules(briefing, unit, detail, alone=alone))


def _unit_rules(briefing: Briefing, unit: Unit, detail: TextLevel, *, alone: bool) -> Iterator[RulesText]:
    for kind, abilities in abilities_by_kind(unit):
        for ability in abilities:
            sort = _KINDS.get(kind, "unit")
            is_elsewhere = sort in SHARED or (not alone and (ability.name, ability.text) in briefing.common)
            one = briefing.once(_rule, ability, sort, "names" if is_elsewhere else detail)
            yield (
                replace(one, title=briefing.local(ability.sort))
                if _same(ability.name, unit.datasheet) and ability.sort
                else one
            )
    if detail != "names":
        yield from (briefing.once(_rule, one, "unit", detail) for one in unit.abilities if one.kind == "transport")
    yield from (_enhancement(briefing, taken, detail) for taken in unit.enhancements)


def _enhancement(briefing: Briefing, taken: Enhancement, detail: TextLevel) -> RulesText:
    """An enhancement with all that the data say about it; rules inside it keep their own names, those of its own name do not."""
    rules = [one for one in taken.rules if one.kind != "glossary"]
    whole = Ability(taken.name, "enhancement", "\n".join(one.text for one in rules), page=taken.page)
    found = replace(
        briefing.once(_rule, whole, "enhancement", "names"), group=enhancement_title(taken, briefing.vocabulary)
    )
    if own := _own_words(briefing, taken.name):
        return replace(found, paragraphs=_detailed(own, detail), ours=True)
    told: list[Paragraph] = []
    notes = []
    for one in sorted(rules, key=lambda one: not _same(one.name, taken.name)):
        note, text = _split(one, briefing.vocabulary)
        notes.append(note)
        told += text if _same(one.name, taken.name) else _titled(briefing.local(one.name), text)
    page = taken.page or next((one.page for one in rules if one.page), "")
    note = " · ".join(filter(None, notes)) if detail != "names" else ""
    return replace(found, paragraphs=_detailed(tuple(told), detail), note=note, page=page)


def _titled(title: str, text: tuple[Paragraph, ...]) -> Iterator[Paragraph]:
    """A text with its title before its first paragraph."""
    first, others = text[:1], text[1:]
    if not first or first[0].bullet:
        yield Paragraph((Run(title, strong=True),))
        yield from text
        return
    yield Paragraph((Run(f"{title}: ", strong=True), *first[0].runs))
    yield from others


def shared_rules(briefing: Briefing, detail: TextLevel = "full") -> tuple[RulesText, ...]:
    """What many units of the army have, each once: abilities of the faction, what many datasheets state at length, core
    abilities, keywords of weapons, also those that rules of the army and enhancements give. Core abilities and keywords without
    any words to them are left out."""
    found: dict[tuple[Kind, str], RulesText] = {}
    for unit in briefing.army.units:
        for ability in unit.abilities:
            if ability.kind not in SHARED and (ability.name, ability.text) in briefing.common:
                found.setdefault(("unit", ability.name + ability.text), briefing.once(_rule, ability, "unit", detail))
            elif ability.kind in SHARED:
                sort = _KINDS[ability.kind]
                one = briefing.once(_rule, ability, sort, detail)
                if (known := briefing.vocabulary.reminded(ability.name, sort)) is not None:
                    one = replace(one, title=with_figure(known.name, briefing.local))
                found.setdefault((sort, one.title.casefold()), one)
    for explained in _explained(briefing):
        for sort in ("core", "weapon"):
            if (known := briefing.vocabulary.reminded(explained.name, sort)) is not None:
                one = replace(
                    briefing.once(_rule, explained, sort, detail), title=with_figure(known.name, briefing.local)
                )
                found.setdefault((sort, known.name.casefold()), one)
    for word in _weapon_words(briefing, briefing.army.units):
        one = briefing.once(_rule, word, "weapon", detail)
        found.setdefault(("weapon", word.name.casefold()), replace(one, title=one.title.rstrip("-")))
    order: tuple[Kind, ...] = ("faction", "unit", "core", "weapon")
    said = (one for one in found.values() if one.kind == "faction" or one.paragraphs)
    return tuple(sorted(said, key=lambda one: (order.index(one.kind), one.title)))


def _explained(briefing: Briefing) -> Iterator[Ability]:
    """What rules of the army, detachments, choices and enhancements explain of the game."""
    army = briefing.army
    told = [one.rules for one in army.rules]
    told += [one.rules for one in army.detachments]
    told += [one.rules for one in army.choices]
    told += [one.rules for unit in army.units for one in unit.enhancements]
    yield from (rule for rules in told for rule in rules if rule.kind == "glossary")


def _weapon_words(briefing: Briefing, units: Iterable[Unit]) -> Iterator[Ability]:
    """The keywords of the units' weapons, with the texts that the data have."""
    told: dict[str, Ability] = {}
    written: dict[str, str] = {}
    listing: dict[str, bool] = {}  # column -> whether it lists keywords
    for unit in units:
        told.update((one.name.casefold(), one) for one in unit.weapon_rules)
        told.update((one.name.casefold(), one) for one in unit.abilities if one.kind == "glossary")
        for weapon in unit.weapons:
            for column, value in weapon.values:
                if column not in listing:
                    known = briefing.vocabulary.weapon_column(column)
                    listing[column] = known is not None and known.words
                if listing[column]:
                    words = (word.strip() for word in value.split(","))
                    written.update((word.casefold(), word) for word in words if word.casefold() not in {"", *_EMPTY})
    for word in written.values():
        rule = max(
            (one for one in told.values() if _begins(word, one.name)), key=lambda one: len(one.name), default=None
        )
        if (known_word := briefing.vocabulary.reminded(word, "weapon")) is not None:
            yield Ability(known_word.name, "weapon", rule.text if rule else "", page=rule.page if rule else "")
        elif rule is not None:
            yield rule


def _begins(word: str, name: str) -> bool:
    one, other = word.casefold(), name.casefold().rstrip("-").removesuffix(" x").removesuffix(" x+")
    return one == other or one.startswith((f"{other} ", f"{other}-"))


# --- the army ------------------------------------------------------------------------------------------------------------


def army_rules(briefing: Briefing, detail: TextLevel = "full") -> tuple[RulesText, ...]:
    """What stands once on the army's page: rules of the army, of its detachments with their stratagems, and of what else it has
    chosen, such as lores."""
    found: dict[tuple[str, str, str], RulesText] = {}
    for one in _army_rules(briefing, detail):
        found.setdefault((one.kind, one.group, one.title), one)
    return tuple(found.values())


def _army_rules(briefing: Briefing, detail: TextLevel) -> Iterator[RulesText]:
    army, local = briefing.army, briefing.local
    alone = army.forces[0].kind if len(army.forces) == 1 else ""  # the only force need not be named
    for group in army.rules:
        of = "" if group.name == alone else local(group.name)
        for rule in _own(group.rules):
            yield replace(briefing.once(_rule, rule, "army", detail), group=of)
    for detachment in army.detachments:
        of = local(detachment.name)
        rules = detachment.rules or ((Ability(detachment.rule, "detachment"),) if detachment.rule else ())
        for rule in _own(rules):
            yield replace(briefing.once(_rule, rule, "detachment", detail), group=of)
        for stratagem in detachment.stratagems:
            yield _stratagem(briefing, stratagem, of, detail)
    for chosen in army.choices:
        of = f"{local(chosen.label)}: {briefing.chosen_name(chosen)}"
        for rule in _own(chosen.rules):
            yield replace(briefing.once(_rule, rule, "choice", detail), group=of)


def _own(rules: Iterable[Ability]) -> Iterator[Ability]:
    """Without what is only explained."""
    return (one for one in rules if one.kind != "glossary")


def _stratagem(briefing: Briefing, stratagem: Stratagem, group: str, detail: TextLevel) -> RulesText:
    words = briefing.vocabulary
    cost = f"{stratagem.cp} {words.terms.command_points.title}"
    when = stratagem_time(stratagem, words, briefing.local)
    own = _detailed(_own_words(briefing, stratagem.name), detail)
    return RulesText(
        briefing.local(stratagem.name),
        "stratagem",
        own,
        note=" · ".join(filter(None, (cost, briefing.local(stratagem.type), when))),
        group=group,
        once=stratagem.once_per_battle,
        timings=timings_of_stratagem(stratagem, words),
        ours=bool(own),
    )


# --- one rule ------------------------------------------------------------------------------------------------------------


def _rule(briefing: Briefing, ability: Ability, kind: Kind, detail: TextLevel) -> RulesText:
    words = briefing.vocabulary
    note, text = _split(ability, words)
    ours = _own_words(briefing, ability.name)
    if not ours and (known := words.reminded(ability.name, kind)) is not None:
        ours = paragraphs(in_language(known.text))
    return RulesText(
        plain_name(with_figure(ability.name, briefing.local)),
        kind,
        _detailed(ours or text, detail),
        note=note if detail != "names" else "",
        page=ability.page,
        once=words.battle.is_once(ability.text),
        once_of_army=words.battle.is_once_of_army(ability.text),
        timings=timings_of_text(ability.text, words),
        ours=bool(ours),
        damaged=ability.damaged,
    )


def _own_words(briefing: Briefing, name: str) -> tuple[Paragraph, ...]:
    """What the player has written about an ability, by its name in the data or in the reader's language."""
    return paragraphs(briefing.reminders.of(name) or briefing.reminders.of(briefing.local(name)))


def _split(ability: Ability, vocabulary: Vocabulary) -> tuple[str, tuple[Paragraph, ...]]:
    """The short facts of a rule on one line, and its text. When it is used stands first and without a label."""
    if not ability.parts:
        return "", paragraphs(ability.text)
    when = {name.casefold() for name in vocabulary.battle.timing}
    first, notes, told = [], [], []
    for label, value in ability.parts:
        plain = plain_name(value)
        if plain.casefold() in _EMPTY:
            continue
        if label.casefold() in when:
            first.append(plain)
        elif len(plain) <= _SHORT and not plain.endswith("."):
            notes.append(with_minus(f"{label} {plain}"))
        else:
            told.append((label, value))
    if len(told) == 1:
        return " · ".join((*first, *notes)), paragraphs(told[0][1])
    return " · ".join((*first, *notes)), tuple(one for label, value in told for one in labelled(label, value))


def _same(one: str, other: str) -> bool:
    return plain_name(one).casefold() == plain_name(other).casefold()


def _detailed(text: tuple[Paragraph, ...], detail: TextLevel) -> tuple[Paragraph, ...]:
    """As much of a text as is wanted: of a short one the first sentence."""
    if detail == "names" or not text:
        return ()
    some = text if detail == "full" else (_first_sentence(text[0], more=len(text) > 1),)
    return tuple(replace(one, runs=tuple(replace(run, text=with_minus(run.text)) for run in one.runs)) for one in some)


def with_minus(text: str) -> str:
    """A text with true minus signs before its figures."""
    return _MINUS.sub("\u2212", text)


def _first_sentence(one: Paragraph, *, more: bool) -> Paragraph:
    """The first sentence of a paragraph, with dots where anything follows; one that only says who may have it is not alone."""
    ends = (end for end in _SENTENCE.finditer(one.text) if not _ONLY.search(one.text, 0, end.start()))
    end = next(ends, None)
    if end is None and not more:
        return one
    left, runs = end.start() if end is not None else len(one.text), []
    for run in one.runs:
        if left <= 0:
            break
        runs.append(replace(run, text=run.text[:left]))
        left -= len(run.text)
    return replace(one, runs=(*runs, Run("\u00a0…")))
