"""When something is done: phases and turns that texts of abilities and facts of stratagems name.

Printed texts are read conservatively: a phase counts where the text says "in", "during", "at the start of" … "your shooting
phase". One that only bounds a duration ("until the start of your next command phase") or lies further ahead ("your next …") does
not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from listbuilder.catalogue.base import Names, Record
from listbuilder.catalogue.battle import EITHER, OPPONENT, OWN, BattleRules
from listbuilder.catalogue.facts import Stratagem
from listbuilder.catalogue.marked import paragraphs, plain
from listbuilder.catalogue.vocabulary import Vocabulary

_PHASE = " phase"
_OPPONENTS = r"(?:your\s+)?(?:opponent|enemy)(?:['’]?s['’]?)?|the\s+(?:opponent|enemy)(?:['’]s)?"
_EITHER = r"the|each|any|every|(?:either|each)\s+player['’]s|both\s+players['’]"
_WHOSE = rf"(?P<opponent>{_OPPONENTS})|(?P<own>your)|{_EITHER}"
_LEAD = (
    r"(?<!until )(?<!until the )\b"
    r"(?:in|during|once\s+per|(?:(?:at|from)\s+the\s+)?(?:start|beginning|end)\s+of|step\s+of"
    r"|(?:(?<=phase )|(?<=phase, ))(?:or|and)(?:\s+in)?)\s+"
    r"(?:each\s+of\s+)?"
)
_MOST = 4000  # signs of a text that are read


class Timing(Record, frozen=True, gc=False):
    """A phase, by its id, of one's own turn, the opponent's or either (`battle.SIDES`)."""

    phase: str
    turn: str


def timings_of_text(text: str, vocabulary: Vocabulary, parts: Sequence[tuple[str, str]] = ()) -> tuple[Timing, ...]:
    """The phases in which an ability with that text is used, in the order of the game. ``parts``: the pieces of the text with
    their names, where the data have such; else they are lines that begin with a name."""
    rules = vocabulary.battle
    finder = _finder(_heads(vocabulary), _end(rules), stated=bool(rules.timing))
    if finder is None:
        return ()
    names = dict(_heads(vocabulary))
    found = {
        timing
        for part in _parts(text[:_MOST], rules.timing, parts)
        for timing in _found(finder, part, names, _end(rules))
    }
    return tuple(sorted(found, key=lambda one: (rules.phases.index(one.phase), one.turn)))


def timings_of_stratagem(stratagem: Stratagem, vocabulary: Vocabulary) -> tuple[Timing, ...]:
    """When a stratagem is used. A phase that is none of a turn, such as any of them, has the id that the stratagem states."""

    def ids(text: str, known: Mapping[str, Names]) -> list[str]:
        parts = (part.strip() for part in re.split(r"[,/;|]| or ", text))
        return [next((key for key in known if key.casefold() == part.casefold()), part) for part in parts if part]

    turns, phases = ids(stratagem.turn, vocabulary.turns), ids(stratagem.phase, vocabulary.phases)
    if len(turns) == len(phases):  # each turn has its phase
        pairs: Sequence[tuple[str, str]] = list(zip(turns, phases, strict=True))
    else:
        pairs = [(turn, phase) for turn in turns or [EITHER] for phase in phases]
    return tuple(dict.fromkeys(Timing(phase, turn) for turn, phase in pairs))


def _parts(text: str, timing: Sequence[str], parts: Sequence[tuple[str, str]]) -> list[str]:
    """What says when, as plain text: the parts that the game has names for, in a game without such the whole text."""
    if not timing:
        return ["\n".join(one.text for one in paragraphs(text))]
    named = {name.casefold() for name in timing}
    lines = (line.partition(":") for line in text.splitlines())
    pieces = parts or [(name, rest) for name, _colon, rest in lines]
    return [plain(rest[:_MOST]) for name, rest in pieces if name.strip().casefold() in named]


def _heads(vocabulary: Vocabulary) -> tuple[tuple[str, str], ...]:
    """The English names of the phases of a turn without the word phase, and their ids."""
    found = ((vocabulary.phases.get(phase, {}).get("en", ""), phase) for phase in vocabulary.battle.phases)
    return tuple(
        (name.casefold().removesuffix(_PHASE), phase) for name, phase in found if name.casefold().endswith(_PHASE)
    )


def _end(rules: BattleRules) -> str:
    """The phase that is the end of the turn, where the game has one."""
    return next((phase for phase in rules.phases if rules.sorts.get(phase) == "end"), "")


@lru_cache(64)
def _finder(heads: tuple[tuple[str, str], ...], end: str, *, stated: bool) -> re.Pattern[str] | None:
    if not heads:
        return None
    one = "|".join(re.escape(name) for name, _phase in heads)
    names = rf"(?P<names>(?:{one})(?:\s*(?:,|/|\bor\b|\band\b)\s*(?:{one}))*)\s+phases?\b"
    turn = r"|(?P<turn>turn)\b" if end else ""
    lead = r"(?:\bend\s+of\s+)?" if stated else _LEAD
    return re.compile(rf"{lead}(?:{_WHOSE})\s+(?:{names}{turn})", re.IGNORECASE)


def _found(finder: re.Pattern[str], text: str, names: Mapping[str, str], end: str) -> Iterator[Timing]:
    for match in finder.finditer(" ".join(text.split())):
        turn = OPPONENT if match["opponent"] else OWN if match["own"] else EITHER
        if match["names"] is None:
            if match[0].casefold().lstrip().startswith(("end of", "at the end of")):
                yield Timing(end, turn)
            continue
        for name in re.split(r"\s*(?:,|/|\bor\b|\band\b)\s*", match["names"].casefold()):
            if name in names:
                yield Timing(names[name], turn)
