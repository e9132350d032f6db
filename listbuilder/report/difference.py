"""What changed between two lists, as a player would say it, and as a record for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import asdict

from listbuilder.army import Army
from listbuilder.army.difference import Change, Difference, UnitChange, difference, points
from listbuilder.army.prices import price_of, priced
from listbuilder.i18n import _, in_language, language, ngettext
from listbuilder.i18n import number as readable
from listbuilder.naming import fold
from listbuilder.report.record import number, shown_path
from listbuilder.rules.spending import spending
from listbuilder.terminal import PLAIN, Terminal, one_line
from listbuilder.validation import Validated

VERSION = 1
COUNTED = frozenset(("model", "item"))  # facts that are shown with their number
LABELLED = frozenset(("enhancement", "detachment", "force", "marks"))  # facts that are shown with what they are
FLAGS = frozenset(("warlord", "hover", "split", "deployed"))  # facts that a unit has or has not


class Side(Struct, frozen=True):
    """One of the two lists."""

    file: str
    name: str
    points: str | None
    limit: str | None
    verdict: str

    @classmethod
    def of(cls, file: str, validated: Validated) -> Side:
        army = validated.army
        return cls(shown_path(file), army.name, number(army.points), number(army.limit), validated.verdict)


class Comparison:
    """Two lists that were judged, and what changed from the first to the second."""

    def __init__(self, before: tuple[str, Validated], after: tuple[str, Validated]) -> None:
        self.before, self.after = Side.of(*before), Side.of(*after)
        self.armies = before[1].army, after[1].army
        self.found: Difference = difference(*self.armies)
        self._games = {one.army.system: in_language(one.system.name) for _, one in (before, after)}
        self._spent = tuple(tuple(map(str, spending(one.army, one.ruleset))) for one in (before[1], after[1]))

    def text(self, terminal: Terminal = PLAIN) -> str:
        """A line for each list, then what changed; empty where nothing did."""
        if not self.found:
            return ""
        words = _Words(*self.armies, self._games, terminal)
        titles = map(_title, (self.before, self.after), self.armies, self._spent)
        heads = [terminal.paint(f"{sign} {title}", "bold") for sign, title in zip(("---", "+++"), titles, strict=True)]
        settings = list(words.settings(self.found.settings))
        units = [line for change in self.found.units for line in words.unit(change)]
        blocks = (heads, settings, units, list(words.total()))
        return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"

    def json(self) -> str:
        """The contract of ``schemas/difference.schema.json``; always in English."""
        content = {
            "version": VERSION,
            "before": asdict(self.before),
            "after": asdict(self.after),
            "settings": [change._asdict() for change in self.found.settings],
            "units": [_record(change) for change in self.found.units],
        }
        return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


def _record(change: UnitChange) -> dict[str, object]:
    unit = change.after or change.before
    assert unit is not None
    was, now = points(change)
    return {
        "change": "removed" if change.after is None else "added" if change.before is None else "changed",
        "unit": unit.name,
        "datasheet": unit.datasheet,
        "models": unit.model_count,
        "points": {"before": number(was), "after": number(now)},
        "changes": [one._asdict() for one in change.changes],
    }


def _title(side: Side, army: Army, spent: Sequence[str]) -> str:
    parts = [one_line(side.name)] if side.name else []
    if side.points is not None and army.has_points:
        total = side.points if side.limit is None else f"{side.points}/{side.limit}"
        parts.append(_("{number} points").format(number=total))
    parts += map(one_line, spent)
    words = {"legal": _("legal"), "illegal": _("illegal")}
    return f"{one_line(side.file)}: {', '.join((*parts, words.get(side.verdict, _('not judged'))))}"


class _Words:
    """Changes in the words of a game and the language in use."""

    def __init__(self, before: Army, army: Army, games: Mapping[str, str], terminal: Terminal) -> None:
        """``games``: the names of the games by the ids that armies have."""
        self.before = before
        self.army = army
        self.games = games if len(set(games.values())) == len(games) else {}  # alike, they would tell nothing
        self.terminal = terminal
        self.vocabulary = army.vocabulary

    def unit(self, change: UnitChange) -> Iterator[str]:
        """The unit with its price on one line, what changed in it below."""
        unit = change.after or change.before
        assert unit is not None
        sides = ((self.before, change.before), (self.army, change.after))
        was, now = (price_of(army, one) if one is not None else None for army, one in sides)
        cost = priced(self.army, now if change.after else was)
        name = self.name(unit.name)
        if change.before is None or change.after is None:
            models = ngettext("{number} model", "{number} models", unit.model_count).format(number=unit.model_count)
            sign = "+" if change.before is None else "-"
            yield self.signed(sign, ", ".join(filter(None, (f"{name} ({models})", cost))))
            yield from (f"    {self.name(one.name)}" for one in unit.enhancements)
            return
        yield "~ " + ", ".join(filter(None, (name, cost if was == now else f"{number(was)} → {cost}")))
        yield from (f"    {self.change(one)}" for one in change.changes)

    def total(self) -> Iterator[str]:
        """The sums of both, and what lies between them; nothing where one of them counts no points."""
        was, now = self.before.points, self.army.points
        if self.before.has_points and self.army.has_points:
            more = readable(now - was, grouped=True)
            yield f"= {readable(was, grouped=True)} → {priced(self.army, now)} ({'+' if now > was else ''}{more})"

    def settings(self, changes: Sequence[Change]) -> Iterator[str]:
        """What changed of the whole army; a choice that was exchanged for another of its kind on one line."""
        kinds: dict[str, list[Change]] = {}
        for change in changes:
            if change.what == "choice":
                kinds.setdefault(self.kind_of(change.of), []).append(change)
            else:
                yield self.change(change)
        for kind, found in kinds.items():
            gone, come = [[one for one in found if bool(one.after) == added] for added in (False, True)]
            if kind and len(gone) == len(come) == 1:
                yield f"{self.name(kind)}: {self.name(gone[0].of)} → {self.name(come[0].of)}"
                continue
            for one in found:
                told = self.name(one.of)
                said = f"{self.name(kind)}: {told}" if kind and self.name(kind) != told else told
                yield self.signed("+" if one.after else "-", said)

    def kind_of(self, choice: str) -> str:
        """What a choice of the army is one of, by its name."""
        every = (*self.army.choices, *self.before.choices)
        return next((one.label for one in every if fold(one.name) == fold(choice)), "")

    def change(self, change: Change) -> str:
        """One fact that changed, on one line."""
        before, after = change.before, change.after
        if isinstance(before, int) and isinstance(after, int):
            return self.counted(change, before, after)
        label = self.label(change.what)
        old, new = (self.value(change.what, str(value)) for value in (before, after))
        if "" in (old, new) and change.what in FLAGS:
            return self.signed("+" if new else "-", label)
        return f"{label}: {old or _('none')} → {new or _('none')}"

    def counted(self, change: Change, before: int, after: int) -> str:
        """A number of something that changed."""
        name = self.name(change.of)
        if change.what in LABELLED:
            name = f"{self.label(change.what)}: {name}"
        if before and after:
            return f"{name}: {before} → {after}"
        count = before or after
        return self.signed("+" if after else "-", f"{count} {name}" if change.what in COUNTED else name)

    def label(self, what: str) -> str:
        """What a fact is called."""
        terms = self.vocabulary.terms
        known = {
            "name": _("name"),
            "system": _("game system"),
            "faction": _("faction"),
            "limit": _("points limit"),
            "data": _("data"),
            "state": _("starts"),
            "battle_size": str(terms.battle_size),
            "detachment": str(terms.detachment),
            "force": str(terms.force),
            "enhancement": str(terms.enhancement),
            "warlord": str(terms.warlord),
        }
        return known.get(what) or self.vocabulary.declaration(what) or what

    def value(self, what: str, value: str) -> str:
        """The value of a fact as it is shown."""
        if what == "state" and value:
            return self.vocabulary.state_title(value)
        return self.name((self.games.get(value) if what == "system" else None) or value)

    def signed(self, sign: str, text: str) -> str:
        """Something that came or went."""
        return self.terminal.paint(f"{sign} {text}", "legal" if sign == "+" else "error")

    def name(self, text: str) -> str:
        """A name in the language in use, without characters that would control the terminal."""
        return one_line(self.army.localise(text, language()))
