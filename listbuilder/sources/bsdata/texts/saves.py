"""Invulnerable saves that data state as an ability, read only where the text states nothing else."""

from __future__ import annotations

import re

from listbuilder.expressions import expression

_NAME = expression(r"invulnerable save(?: \(?[2-6]\+\)?)?", re.IGNORECASE)
_NUMBER = r"(?P<save>[2-6]\+)"
_ONE = r"this model has"
_ALL = r"(?:this unit has|models in this units? have)"
_TEXTS = (
    (expression(_NUMBER), True),
    (expression(rf"{_ALL} an? (?:{_NUMBER} )?invulnerable save(?: of (?P<of>[2-6]\+))?\.?", re.IGNORECASE), True),
    (expression(rf"{_ONE} an? (?:{_NUMBER} )?invulnerable save(?: of (?P<of>[2-6]\+))?\.?", re.IGNORECASE), False),
)


def parse_invulnerable_save(name: str, text: str) -> tuple[str, bool] | None:
    """The save (``4+``) and whether every model of the unit has it; None when the text states anything else."""
    if not _NAME.fullmatch(name.strip()):
        return None
    plain = " ".join(text.split())
    for pattern, all_models in _TEXTS:
        match = pattern.fullmatch(plain)
        if match is not None:
            found = match["save"] or match.groupdict().get("of")
            return (found, all_models) if found else None
    return None
