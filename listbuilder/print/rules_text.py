"""What a sheet says about the rules of an army: abilities, enhancements, detachments and what else it has chosen, each with its
name, what it is, its text as typed paragraphs and where it is printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from listbuilder.army.records import Ability, Unit
from listbuilder.catalogue.facts import Stratagem
from listbuilder.catalogue.marked import Paragraph, Run, paragraphs, plain_name
from listbuilder.expressions import expression
from listbuilder.print.briefing import Briefing
from listbuilder.print.datasheet import abilities_by_kind, stratagem_time

Detail = Literal["full", "short", "names"]
DETAILS: tuple[Detail, ...] = ("full", "short", "names")
Kind = Literal["core", "faction", "unit", "wargear", "enhancement", "army", "detachment", "choice", "stratagem"]

SHARED: tuple[Kind, ...] = ("core", "faction")  # what many units have: its text stands once on a sheet
_KINDS: dict[str, Kind] = {"core": "core", "faction": "faction", "wargear": "wargear"}
_SENTENCE = expression(r"(?<=[.!?])\s+(?=\S)")


@dataclass(frozen=True, slots=True)
class RulesText:
    """One rule as printed. ``title``: its name in the reader's language; ``note``: what stands beside it, such as the cost of a
    stratagem and when it is used; ``paragraphs``: empty where only its name is printed; ``page``: book and page; ``once``: it
    is used once in a battle; ``ours``: its text is a reminder, not what the data print."""

    title: str
    kind: Kind
    paragraphs: tuple[Paragraph, ...] = ()
    note: str = ""
    page: str = ""
    once: bool = False
    ours: bool = False

    @property
    def text(self) -> str:
        """Its text on one line, without styles."""
        return " ".join(f"{one.bullet} {one.text}".strip() for one in self.paragraphs)


def unit_rules(briefing: Briefing, unit: Unit, detail: Detail = "full") -> tuple[RulesText, ...]:
    """What a unit's card says: what it has of its own with the text, then its enhancements. Of what many units have (kinds
    `SHARED`) only the names: their texts are those of `shared_rules`."""
    return tuple(_unit_rules(briefing, unit, detail))


def _unit_rules(briefing: Briefing, unit: Unit, detail: Detail) -> Iterator[RulesText]:
    for kind, abilities in abilities_by_kind(unit):
        for ability in abilities:
            sort = _KINDS.get(kind, "unit")
            yield _rule(briefing, ability, sort, "names" if sort in SHARED else detail)
    for taken in unit.enhancements:
        yield RulesText(briefing.local(taken.name), "enhancement", page=taken.page)


def shared_rules(
    briefing: Briefing, detail: Detail = "full", units: Iterable[Unit] | None = None
) -> tuple[RulesText, ...]:
    """What many units of the army (or these) have, each once, with its text where the data or the player have one."""
    found: dict[tuple[str, str], RulesText] = {}
    for unit in briefing.army.units if units is None else units:
        for ability in unit.abilities:
            if ability.kind in SHARED:
                key = (ability.kind, ability.name.casefold())
                found.setdefault(key, _rule(briefing, ability, _KINDS[ability.kind], detail))
    return tuple(sorted(found.values(), key=lambda one: (one.kind != "faction", one.title)))


def army_rules(briefing: Briefing, detail: Detail = "full") -> tuple[RulesText, ...]:
    """What stands once on the army's page: rules of its detachments and their stratagems."""
    return tuple(_army_rules(briefing, detail))


def _army_rules(briefing: Briefing, detail: Detail) -> Iterator[RulesText]:
    for detachment in briefing.army.detachments:
        if detachment.rule:
            words, of = briefing.local(detachment.rule), briefing.local(detachment.name)
            yield RulesText(words, "detachment", _detailed((), detail), note=of)
        for stratagem in detachment.stratagems:
            yield RulesText(briefing.local(stratagem.name), "stratagem", note=_note(briefing, stratagem))


def _note(briefing: Briefing, stratagem: Stratagem) -> str:
    cost = f"{stratagem.cp} {briefing.vocabulary.terms.command_points.title}"
    return " · ".join(filter(None, (cost, stratagem_time(stratagem, briefing.vocabulary, briefing.local))))


def _rule(briefing: Briefing, ability: Ability, kind: Kind, detail: Detail) -> RulesText:
    once = any(expression(pattern).search(ability.text) for pattern in briefing.vocabulary.battle.once)
    text = _detailed(paragraphs(ability.text), detail)
    return RulesText(plain_name(briefing.local(ability.name)), kind, text, once=once)


def _detailed(text: tuple[Paragraph, ...], detail: Detail) -> tuple[Paragraph, ...]:
    """As much of a text as is wanted: of a short one the first sentence."""
    if detail == "full" or not text:
        return text
    return (_first_sentence(text[0], more=len(text) > 1),) if detail == "short" else ()


def _first_sentence(one: Paragraph, *, more: bool) -> Paragraph:
    """The first sentence of a paragraph, with dots where anything follows."""
    end = _SENTENCE.search(one.text)
    if end is None and not more:
        return one
    left, runs = end.start() if end is not None else len(one.text), []
    for run in one.runs:
        runs.append(Run(run.text[:left], run.strong, run.caps, run.italic))
        left -= len(run.text)
        if left <= 0:
            break
    return Paragraph((*runs, Run(" …")), one.bullet, one.level)
