"""The boxes to tick on the card of a group, and the words before and beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, takewhile

from listbuilder.i18n import _
from listbuilder.print.briefing import Briefing
from listbuilder.print.datasheet import figure_word, models_words
from listbuilder.print.groups import Part, parts
from listbuilder.print.kit import theme
from listbuilder.print.kit.blocks import Block, Prose, Stack
from listbuilder.print.kit.look import Look
from listbuilder.print.kit.track import Track
from listbuilder.print.kit.tracked import TrackGroup
from listbuilder.print.kit.typeset import Span
from listbuilder.print.layouts.figures import TrackRow
from listbuilder.print.layouts.named import marked_name
from listbuilder.print.layouts.places import places
from listbuilder.print.rules_text import RulesText
from listbuilder.rules.formation import Group

DAMAGED = "Damaged"  # under which a player keeps words of their own
MOST_BESIDE = 240  # letters of a text that stands beside a track


def track_row(
    briefing: Briefing, look: Look, group: Group, *, several: bool, rules: Sequence[RulesText] = ()
) -> TrackRow:
    """The track of a group with words before it; ``several``: it shares its card with others, and is named. ``rules``: what is
    said beside it, such as what a damaged model lacks."""
    rule = briefing.vocabulary.half_strength
    found = parts(briefing, group)
    common = _common([part.label for part in found if not part.leads])
    groups = [
        TrackGroup(
            _short(part.label, found[0].label, common) if len(found) > 1 else "",
            count,
            wounds,
            part.leads,
            part.damaged[0] if part.damaged else 0,
            _damaged(part) if part.damaged else "",
        )
        for part in found
        for wounds, count in _runs(part.wounds)
    ]
    half = group.below_half if rule else 0
    lines = [words] if (words := half_words(briefing, group)) else []
    models = sum(one.models for one in groups)  # without mounts, which go with their riders
    alone = models == 1
    head = _wounds(briefing, groups[0].wounds) if alone and groups[0].wounds > 1 else models_words(models)
    letter = _letter(briefing, group) if several else ""
    title = f"{letter}  ·  {head}" if letter else briefing.group_label(group) if several else head
    above = [head, *lines] if several and not letter else lines
    track = Track(look, groups, half, notes=_beside(briefing, group, rules, several=several))
    return TrackRow(title, tuple(above), track)


def half_words(briefing: Briefing, group: Group) -> str:
    """How many models or wounds are left of a group that is below half of its strength; empty in a game without that."""
    rule = briefing.vocabulary.half_strength
    return rule.briefly(group.below_half, group.counted_by) if rule and group.below_half else ""


def damaged_words(briefing: Briefing, group: Group) -> list[str]:
    """With how many wounds left models of a group are damaged, where some are."""
    return [*dict.fromkeys(_damaged(part) for part in parts(briefing, group) if part.damaged)]


def _damaged(part: Part) -> str:
    return _("Damaged: {count} or fewer").format(count=" / ".join(map(str, part.damaged)))


def _letter(briefing: Briefing, group: Group) -> str:
    """What alone tells a unit from others of its datasheet: the letter behind the name that they share."""
    first, *others = group.units
    label, sheet = briefing.label(first), briefing.local(first.datasheet)
    return label.removeprefix(f"{sheet} ") if not others and label.startswith(f"{sheet} ") else ""


def _wounds(briefing: Briefing, count: int) -> str:
    """So many wounds, in the game's word."""
    word = figure_word(briefing.vocabulary, "wounds")
    return f"{count} {word}" if word else _("{count} wounds").format(count=count)


def _common(labels: Sequence[str]) -> str:
    """The words that labels of several kinds of models begin with: Stealth of Stealth Shas'ui and Stealth Shas'vre."""
    words = [label.split() for label in dict.fromkeys(labels)]
    if len(words) < 2 or any(label.startswith(f"{labels[0]} ") for label in labels):
        return ""
    behind = min(map(len, words)) - 1  # each keeps a word
    shared = takewhile(lambda column: len(set(column)) == 1, islice(zip(*words, strict=False), behind))
    return "".join(f"{column[0]} " for column in shared)


def _short(label: str, first: str, common: str) -> str:
    """A label without the words of the squad's own, unless it is nothing else: Intercessor Sergeant becomes Sergeant. ``common``:
    what the labels of all kinds begin with."""
    if common and label.startswith(common):
        own = label.removeprefix(common)
        return own[1:-1] if own.startswith("(") and own.endswith(")") else own
    rest = label.removeprefix(first).strip() if label != first else ""
    return rest[:1].upper() + rest[1:] if len(rest) > 1 else label


def _runs(wounds: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Wounds of each model, and how many models in a row have them."""
    start = 0
    for at in range(1, len(wounds) + 1):
        if at == len(wounds) or wounds[at] != wounds[start]:
            yield wounds[start], at - start
            start = at


def _beside(briefing: Briefing, group: Group, rules: Sequence[RulesText], *, several: bool) -> Block | None:
    """What stands beside a track: what a damaged model lacks, how the unit keeps together; of one of several also where it starts
    and what it carries."""
    words = [text for _icon, text in places(briefing, group)] if several else []
    words += [briefing.strength_words(group)[2]] if group.coherency else []
    words += [" ".join(unit.notes.split()) for unit in group.units if unit.notes]
    noted: list[Block] = [Prose([Span(" · ".join(words), theme.LEGEND)])] if words else []
    lacking = [] if several else [_lacking(*each) for each in _effects(briefing, group, rules)]
    return Stack([*lacking, *noted]) if lacking or noted else None


def _lacking(title: str, text: str) -> Block:
    name = marked_name(title)
    return theme.rules_text(
        [Span(f"{name} " if name != title else f"{title}: ", theme.LEGEND.bold()), Span(text, theme.LEGEND)]
    )


def _effects(briefing: Briefing, group: Group, rules: Sequence[RulesText]) -> Iterator[tuple[str, str]]:
    """What damaged models of a group lack, behind its name: as the data say, else in the player's own words, else where it is
    said. Nothing where the data have it elsewhere: with the abilities, or as a table of statlines."""
    for rule in rules:
        yield rule.title.partition(":")[0], rule.text
    if rules:
        return
    untold = (one for one in group.units if one.damaged and len(one.profiles) == 1)
    if any(not any(ability.damaged for ability in unit.abilities) for unit in untold):
        title = _("Damaged")
        own = briefing.reminders.of(title) or briefing.reminders.of(DAMAGED)
        sheet = str(briefing.vocabulary.terms.datasheet)
        yield title, " ".join(own.split()) or _("see its {datasheet}").format(datasheet=sheet)


def beside_track(rule: RulesText, copies: int) -> bool:
    """Whether a rule stands beside the track of its unit, not with the others."""
    return copies == 1 and rule.damaged and 0 < len(rule.text) <= MOST_BESIDE
