"""How names, points and states are written on the screen."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from textual.content import Content

from listbuilder import i18n
from listbuilder.army import Army, Unit
from listbuilder.army.prices import price_word, priced
from listbuilder.catalogue.base import Number
from listbuilder.catalogue.states import STRATEGIC
from listbuilder.catalogue.terms import capital
from listbuilder.catalogue.vocabulary import Vocabulary
from listbuilder.i18n import Text, language, ngettext
from listbuilder.rules.diagnostic import SEVERITIES, Diagnostic
from listbuilder.session import Session
from listbuilder.terminal import one_line

SEVERITY_STYLES = {
    "error": "$danger",
    "warning": "$accent",
    "info": "$dim",
    "unjudged": "$accent",
}


def literal(text: str) -> Content:
    """A text in which names may stand, for any place of a widget: shown as it is, never taken for markup, on one line."""
    return Content(one_line(text))


def local(army: Army, text: str) -> str:
    """A name of the data in the user's language, where the data have it."""
    return one_line(army.localise(text, language()))


def role_name(army: Army, role: str) -> str:
    """The heading of the units of a role."""
    return army.vocabulary.role_name(role) or _role_of_data(army, role)


def role_of_one(army: Army, role: str) -> str:
    """What one unit of a role is."""
    return army.vocabulary.role_of_one(role) or _role_of_data(army, role)


def _role_of_data(army: Army, role: str) -> str:
    named = local(army, role)
    is_name = named[:1].isupper() and not (named.isupper() and len(named) > 3)  # some data write "HERO"
    return named if is_name else named.replace("-", " ").title()


def number(value: Number) -> str:
    """The number with thousands separated."""
    return i18n.number(value, grouped=True)


def points(army: Army, value: Number) -> str:
    """With its unit: 80 pts; empty in a game where nothing has a price."""
    return priced(army, value)


def bare_price(army: Army, value: Number | None) -> str:
    """Without its unit; empty in a game where nothing has a price."""
    return number(value) if value is not None and price_word(army) else ""


def in_game(text: Text, vocabulary: Vocabulary) -> str:
    """A text with the game's own words in the place of ``{warlord}``, ``{attach}`` …, with a capital first letter."""
    return capital(_filled(text, vocabulary))


def in_bar(text: Text, vocabulary: Vocabulary) -> str:
    """The same as a short word in the key bar."""
    return _filled(text, vocabulary).lower()


def _filled(text: Text, vocabulary: Vocabulary) -> str:
    declared = {what: vocabulary.declaration(what) for what in ("hover", "attach")}
    words: dict[str, object] = {**vocabulary.terms.words(), **declared}
    return Text(text.template, words).render()


SETTINGS_OF = Text("{army} settings")  # heading of what belongs to no unit


DECLARING = {"attach-leader": "attach", "embark": "embark", "choose-reserves": "reserves", "toggle-hover": "hover"}


MARKING = {"toggle-warlord": "warlord", "choose-enhancement": "enhancement"}


def absent(vocabulary: Vocabulary) -> set[str]:
    """Ids of the actions that declare or mark what the game does not have."""
    undeclared = {action for action, what in DECLARING.items() if not vocabulary.declares(what)}
    return undeclared | {action for action, what in MARKING.items() if what not in vocabulary.marks}


def not_offered(session: Session) -> set[str]:
    """Ids of the actions that change what the list's game or data do not have."""
    army, system = session.army, session.system
    there = {
        "choose-limit": army.has_points,
        "choose-size": bool(session.battle_sizes()),
        "choose-detachment": bool(army.detachments) or army.offers_detachments,
    }
    return absent(system.vocabulary) | {action for action, is_there in there.items() if not is_there}


def dated(session: Session, beside: Session | None = None) -> str:
    """The name of the list's data and their date, where the name does not have it already. ``beside``: the list over other data,
    which are named next to these."""
    pin = session.army.data
    if pin is None:
        return ""
    other = beside.army.data if beside is not None else None
    date = str(pin.dated_beside(other) if other is not None else pin.dated)
    return pin.set if not date or pin.set.endswith(date) else f"{pin.set}, {date}"


def price(value: Number) -> str:
    """What one more costs, empty when nothing."""
    return f"{'+' if value > 0 else ''}{number(value)}" if value else ""


def unit_name(army: Army, unit: Unit) -> str:
    return one_line(unit.name) if unit.name != unit.datasheet else local(army, unit.datasheet)


def reserves_state(army: Army, unit_id: str) -> str:
    """Id of the state in which the unit starts off the table; empty for the table."""
    if unit_id in army.declarations.strategic_reserves:
        return STRATEGIC
    return army.declarations.reserves.get(unit_id, "")


def leaders_of(army: Army, unit_id: str) -> list[Unit]:
    return [unit for unit in map(army.unit, (k for k, v in army.declarations.attach.items() if v == unit_id)) if unit]


def severities(findings: Iterable[Diagnostic]) -> dict[str, str]:
    """Unit id -> its worst severity; the empty id means the army."""
    worst: dict[str, str] = {}
    for finding in findings:
        known = worst.get(finding.unit)
        if known is None or severity_rank(finding.severity) < severity_rank(known):
            worst[finding.unit] = finding.severity
    return worst


def severity_rank(severity: str) -> int:
    return SEVERITIES.index(severity) if severity in SEVERITIES else 0


def severity_count(findings: Sequence[Diagnostic], severity: str) -> str:
    """How many of a severity there are, for example "2 errors"; empty when there are none."""
    n = sum(finding.severity == severity for finding in findings)
    texts = {
        "error": ngettext("{n} error", "{n} errors", n),
        "unjudged": ngettext("{n} unjudged", "{n} unjudged", n),
        "warning": ngettext("{n} warning", "{n} warnings", n),
        "info": ngettext("{n} note", "{n} notes", n),
    }
    return texts[severity].format(n=n) if n else ""


def file_stem(name: str) -> str:
    """The name as part of a file name."""
    return re.sub(r"[^\w.-]+", "-", name.strip().casefold(), flags=re.UNICODE).strip("-.") or "list"


def both_ends(left: Content, right: Content, width: int) -> Content:
    """Two texts at both ends of a line; the left one is cut when there is no room."""
    room = max(0, width - right.cell_length - 1)
    return Content.assemble(left.truncate(room, ellipsis=True, pad=True), " ", right)
