"""Errors of a list that states no size of game: what would be none in a larger game is open, because the size is only assumed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from listbuilder.army import Army
from listbuilder.army.model import BattleSizeView
from listbuilder.catalogue.system import BattleSize
from listbuilder.errors import UNJUDGED
from listbuilder.i18n import N_, Text
from listbuilder.replacing import replace
from listbuilder.rules.checker import Checked, Ruleset
from listbuilder.rules.diagnostic import Diagnostic

Place = tuple[str, str | None]  # the rule and the unit of a finding


def undecided(findings: Iterable[Diagnostic], army: Army, ruleset: Ruleset) -> Iterator[Diagnostic]:
    """The findings of an army whose size is assumed, where an error of a rule that does not find it in each larger size is
    ``unjudged``. What the data themselves bound by the size stays as it is."""
    found, larger = list(findings), _larger(army, ruleset)
    if not larger or not any(_is_of_rule(one) for one in found):
        yield from found
        return
    always = set.intersection(*(_errors(army, ruleset, size) for size in larger))
    why = Text(N_("the list states no battle size"))
    for one in found:
        if _is_of_rule(one) and (one.rule, one.unit) not in always:
            text = Text("{message}; not judged: {why}", {"message": one.message, "why": why})
            yield replace(one, severity=UNJUDGED, message=text)
        else:
            yield one


def _larger(army: Army, ruleset: Ruleset) -> list[BattleSize]:
    size = army.battle_size
    return [one for one in ruleset.system.battle_sizes if size is not None and one.points > size.points]


def _is_of_rule(one: Diagnostic) -> bool:
    return one.severity == "error" and one.cause is None


def _errors(army: Army, ruleset: Ruleset, size: BattleSize) -> set[Place]:
    """The errors of rules in a game of another size."""
    view = BattleSizeView(size.id, size.name["en"], size.points, names=size.name)
    checked = Checked(replace(army, battle_size=view), ruleset)
    return {(one.rule, one.unit) for one in checked.findings if _is_of_rule(one)}
