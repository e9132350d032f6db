"""Lines of a list that say who plays it: names of players and teams, membership numbers, addresses.

A list is judged without them, so readers drop these lines and reports never show them.
"""

from __future__ import annotations

import re

from listbuilder.expressions import expression

HIDDEN = "\N{HORIZONTAL ELLIPSIS}"
_WORDS = (
    r"(?:player|team|club|coach|opponent|user|member|membership)[ _-]?(?:name|id|tag|n[or]\.?|number|handle)?(?: ?#?\d{1,2})?",
    r"(?:real|full|first|last|nick|sur|captain'?s)[ _-]?name",
    r"(?:itc|bcp|its|nr|wtc|etc|uktc|t3|tabletop\.to|longshanks)[ _-]?(?:id|no\.?|number|name|profile|player|user)",
    r"(?:player|team) (?:id|name|number|captain|country|nation)(?: ?#?\d{1,2})?",
    r"surname|forename|nickname|nationality|country|e-?mail(?: address)?|phone(?: number)?|discord(?: (?:name|id|tag|handle))?",
    r"joueur(?:se)?|nom(?: du joueur)?|pr[ée]nom|[ée]quipe|spieler(?:name)?|mannschaft|jugador|equipo|giocatore|squadra",
    r"игрок|имя(?: игрока)?|фамилия|команда|почта|玩家|选手|姓名|队伍|战队|邮箱",
)
_LABEL = expression(rf"^(?P<label>[\W_]*(?:{'|'.join(_WORDS)})[\s*_]*[:：=][\s*_]*)(?P<value>.*)$", re.IGNORECASE)
_ADDRESS = expression(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+")
_LONGEST = 2_000  # characters of a line that are looked at


def is_personal(line: str) -> bool:
    """Whether a line labels itself as personal."""
    return _LABEL.match(line[:_LONGEST]) is not None


def masked(line: str) -> str:
    """The line without what is personal in it."""
    found = _LABEL.match(line[:_LONGEST])
    if found is not None:
        return found["label"] + HIDDEN if found["value"].strip() else line
    return _ADDRESS.sub(HIDDEN, line)
