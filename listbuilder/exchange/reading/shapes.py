"""The shapes of the lines below a list's head, which the programs share: units, headings, wargear, marks, and lines that were
wrapped."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from listbuilder.exchange.reading.text import Line
from listbuilder.expressions import expression

POINTS = r"(?P<points>\d[\d.,\s]*+)(?:points?|pts?)"
UNIT = expression(
    r"^(?:\d{1,2}[.)] )?(?:(?P<label>(?:Char|Batt|Unit)\w*+(?<=\d)): )?(?:(?P<count>\d+)(?:\s?[x×])? (?=\D))?(?P<name>.+?)"
    rf"(?<!\s)\s*+[(\[]{POINTS}(?:, ?[^)\]]*+)?[)\]]\s*+(?P<rest>.*)$",
    re.IGNORECASE,
)
LABELLED = expression(r"^(?:Char|Batt|Unit)\w*+(?<=\d): ", re.IGNORECASE)  # what only units have before their names
SECTIONS = {
    **dict.fromkeys(("attached units", "unités attachées"), "attached"),
    **dict.fromkeys((
        "allied units", "unités alliées", "verbündete einheiten", "unidades aliadas", "unità alleate", "союзные отряды",
        "盟军单位", "友军单位",
    ), "allied"),
    **dict.fromkeys((
        "characters", "character", "epic hero", "epic heroes", "personnages", "personnage", "charaktermodelle", "personajes",
        "personaggi", "персонажи", "角色", "人物",
    ), "character"),
    **dict.fromkeys((
        "battleline", "ligne", "línea de batalla", "línea", "linea di battaglia", "linea", "линейные", "линейные отряды", "战线",
    ), "battleline"),
    **dict.fromkeys((
        "dedicated transports", "dedicated transport", "transport assigné", "transports assignés",
        "angeschlossene transportfahrzeuge", "transportes asignados", "trasporti dedicati", "транспорт", "专属运输载具",
    ), "transport"),
    **dict.fromkeys((
        "other datasheets", "autres fiches techniques", "andere datenblätter", "otras hojas de datos", "altri datasheet",
        "прочие отряды", "其他数据卡", "其他单位",
    ), "other"),
}  # fmt: skip
CATEGORIES = frozenset((
    "beast", "beasts", "cavalry", "fortification", "fortifications", "infantry", "monster", "monsters", "mounted", "swarm",
    "swarms", "vehicle", "vehicles",
))  # fmt: skip
GROUP = expression(r"^(?:Attached unit (\d+)|Unité (\d+) attachée|Unité attachée (\d+))$", re.IGNORECASE)
WARLORD = frozenset((
    "warlord", "seigneur de guerre", "kriegsherr", "señor de la guerra", "signore della guerra", "полководец", "военачальник",
    "主将", "主將", "wl",
))  # fmt: skip
BRIEFLY = "w"  # the same, in brackets behind a unit
BEHIND = expression(
    r"^(?P<name>.+?)(?<!\s)(?:\s*+[(\[](?P<bracketed>[^()\[\]]+)[)\]]|\s++[-–—]\s++(?P<dashed>[^()\[\]]+))$"
)
BEFORE_ITEMS = (":", "- ", "– ", "— ", ",")  # between a unit's points and what it has
_AROUND = " ()[].:!"  # what players put around a mark
ENHANCEMENT = expression(
    r"^(?:e\s?:|(?:enhancements?|optimisations?|verbesserung(?:en)?|mejoras?|miglior(?:ia|ie|amento|amenti)|улучшени[ея]|强化|強化)"
    r"(?:\s?:|\s[-–—]\s))\s*(?P<names>.+)$",
    re.IGNORECASE,
)
UPGRADE = expression(r"(?<!\s)\s*+\((?:upgrade|amélioration)\)\s*$", re.IGNORECASE)
ROLE = expression(r"^(?:attached as|attachée? en tant que)\s?:\s*(?P<role>.+)$", re.IGNORECASE)
LEADS = expression(
    r"^(?P<kind>leading|leader|attached to)\s?:?\s+(?P<name>.+?)(?:\[(?P<number>\d+)\])?$", re.IGNORECASE
)
OWN_UNIT = expression(  # of a game without points
    r"^(?:(?:Char|Batt|Unit)\w*+(?<=\d): )?(?:(?P<count>\d+)x )?(?P<name>.+?) [(\[](?P<models>\d+) models?[)\]](?P<rest>.*)$",
    re.IGNORECASE,
)
DECLARED = expression(r"^(?P<label>[^\d:][^:]*): (?P<value>.+)$")
PRICED = expression(r"^(?P<name>.+?)(?<!\s)\s*+[(\[]\+?\s*+(?P<points>\d++)\s*(?:pts|points)[)\]]$", re.IGNORECASE)
WITH = expression(r"^(?P<count>\d+) with (?P<items>.+)$", re.IGNORECASE)
COUNTED = expression(r"^(?P<count>\d+)\s?(?:[x×]\s\s*|\s\s*(?=\D))(?P<name>\S.*)$", re.IGNORECASE)
STRAY = expression(r"^(?:\d+x )?attached unit$|^\W+$", re.IGNORECASE)  # a keyword that some exporters leak; a ruler
RULER = expression(r"^[-–—_=~.]{2,}$")


def is_allied(text: str) -> bool:
    """Whether a heading is that of allied units."""
    return SECTIONS.get(text.casefold()) == "allied"


def is_warlord(text: str) -> bool:
    """Whether a line or an item marks the Warlord."""
    return text.strip(_AROUND).casefold() in WARLORD


def unmarked(name: str) -> str | None:
    """The name of a unit without the mark of the Warlord behind it ("Captain [Warlord]", "Captain - Warlord"); None where it has
    none."""
    found = BEHIND.match(name)
    if found is None:
        return None
    marked = is_warlord(found["dashed"]) if found["dashed"] else is_marked(found["bracketed"])
    return found["name"] if marked else None


def is_marked(text: str) -> bool:
    """Whether what stands in brackets behind a unit marks the Warlord."""
    return is_warlord(text) or text.strip(_AROUND).casefold() == BRIEFLY


def unit_line(line: Line) -> re.Match[str] | None:
    """Whether a line starts a unit."""
    return None if line.bullet else UNIT.match(line.text)


def unbulleted(lines: Sequence[Line]) -> list[Line]:
    """The lines; where every unit has a bullet as its wargear has, those of units without."""
    if any(unit_line(line) for line in lines):
        return list(lines)
    units = [line for line in lines if line.bullet and UNIT.match(line.text)]
    column = min((line.indent for line in units), default=-1)
    return [line._replace(bullet="") if line in units and line.indent == column else line for line in lines]


def whole_lines(lines: Iterable[Line]) -> Iterator[Line]:
    """The lines, those that were wrapped within an enumeration as one, and without rulers, below which something else begins."""
    above: Line | None = None
    below_ruler = False
    for line in lines:
        if RULER.match(line.text):
            below_ruler = True
            continue
        if above is not None and _is_wrapped(above, line) and not below_ruler:
            above = above._replace(text=f"{above.text} {line.text}")
            continue
        if above is not None:
            yield above
        above = line._replace(after_blank=True) if below_ruler else line
        below_ruler = False
    if above is not None:
        yield above


def _is_wrapped(above: Line, line: Line) -> bool:
    """Whether a line goes on with the enumeration that the one above it breaks off in, or begins with it."""
    if line.bullet or line.after_blank or not above.text.endswith((",", "):", "]:")) or ENHANCEMENT.match(above.text):
        return False
    enumerates = above.bullet or WITH.match(above.text) or "):" in above.text or "]:" in above.text
    return bool(enumerates) and not (UNIT.match(line.text) or COUNTED.match(line.text) or WITH.match(line.text))
