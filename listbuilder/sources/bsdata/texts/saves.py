"""Invulnerable saves that data state as an ability, with what they count against and whose they are. A text is read to its last
sentence or not at all; what it says besides is noted."""

from __future__ import annotations

import re

from listbuilder.catalogue.marked import plain_name
from listbuilder.catalogue.printed import MELEE, RANGED, PrintedSave, PrintedSaves
from listbuilder.expressions import expression
from listbuilder.sources.bsdata.texts.phrases import sentences

_NAME = expression(
    r"\**invulnerable save\*?(?: *[:(\[–-]? *(?P<number>[2-6]\+)?\*?[)\]]?)?"
    r"(?: *[:(\[–-] *(?P<of>[^()\[\]]+?)[)\]]?)?",
    re.IGNORECASE,
)
_NUMBER = expression(r"[2-6]\+")
_SAVE = (
    r"(?:an? )?(?:(?P<{0}>[2-6]\+) invulnerable save|invulnerable save of (?P<{0}of>[2-6]\+))"
    r"(?:,? against (?P<{0}against>[\w ]+?)(?: only)?)?"
)
_HAS = expression(
    r"(?:(?P<unit>(?:this unit|each model in this unit|models? in this units?)"
    r"(?: \(excluding (?:the )?(?P<excludes>[^()]+)\))?)"
    r"|(?P<model>this model|the bearer)|(?:this unit's )?(?P<who>[^.]+?)(?: models?)?) ha(?:s|ve) "
    + _SAVE.format("first")
    + r"(?:,? and "
    + _SAVE.format("second")
    + r")?",
    re.IGNORECASE,
)
_IMPROVED = expression(
    r"this invulnerable save is improved to (?P<value>[2-6]\+) against (?P<against>[\w ]+?)", re.IGNORECASE
)
_ATTACKS = expression(r" ?attacks?$", re.IGNORECASE)
_ARTICLE = expression(r"(?:an?|the) ", re.IGNORECASE)
_CONDITION = expression(r"\bwhile\b|\bif\b|\bwhen\b|\buntil\b|\beach time\b", re.IGNORECASE)


def parse_invulnerable_saves(name: str, text: str) -> PrintedSaves | None:
    """The saves; None where the ability is another one or its text cannot be read."""
    title = _NAME.fullmatch(plain_name(name))
    plain = " ".join(plain_name(text).replace("’", "'").split())
    if title is None:
        return _of_another(sentences(plain))
    of = title["of"] or ""
    names = (of,) if of else ()
    if _NUMBER.fullmatch(plain):
        return PrintedSaves((PrintedSave(plain),), "named" if names else "unit", names)
    found = _of_sentences(sentences(plain), title["number"] or "")
    if found is None or not names or found.whose != "model":
        return found
    return PrintedSaves(found.saves, "named", names, more=found.more)


def _of_another(stated: list[str]) -> PrintedSaves | None:
    """The saves that an ability of another name gives its bearer besides whatever else it says: only those that a whole sentence
    states without a condition."""
    for sentence in stated:
        has = _HAS.fullmatch(sentence.strip(" •*"))
        if has is not None and has["model"] and not _CONDITION.search(sentence):
            return PrintedSaves(tuple(_added([], has)), "model", more=True)
    return None


def _of_sentences(stated: list[str], number: str) -> PrintedSaves | None:
    """What the sentences of a text say together. ``number``: what the ability's name says already."""
    saves: list[PrintedSave] = []
    whose, more = "", False
    names: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    for sentence in stated:
        sentence = sentence.strip(" •*")
        bare = _NUMBER.match(sentence)
        if bare is not None and not saves and (rest := sentence[bare.end() :].strip(" •*")):
            saves.append(PrintedSave(bare[0]))
            sentence = rest
            whose = "model"
        has = _HAS.fullmatch(sentence) if not _CONDITION.search(sentence) else None
        if has is not None:
            saves = _added(saves, has)
            whose, names, excludes = _whose(has)
        elif (improved := _IMPROVED.fullmatch(sentence)) is not None and saves:
            saves.append(PrintedSave(improved["value"], _against(improved["against"])))
        else:
            more = True
    if not saves and number and stated:
        return PrintedSaves((PrintedSave(number),), "model", more=True)
    conditional = {one.value for one in saves if one.against}
    kept = tuple(one for one in saves if one.against or one.value not in conditional)
    return PrintedSaves(kept, whose, names, excludes, more) if kept else None


def _added(saves: list[PrintedSave], has: re.Match[str]) -> list[PrintedSave]:
    found = list(saves)
    for part in ("first", "second"):
        value = has[part] or has[f"{part}of"]
        if value:
            found.append(PrintedSave(value, _against(has[f"{part}against"] or "")))
    return found


def _against(words: str) -> str:
    kind = _ATTACKS.sub("", words.strip())
    return kind.casefold() if kind.casefold() in {RANGED, MELEE} else words.strip()


def _whose(has: re.Match[str]) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    if has["unit"]:
        return "unit", (), (has["excludes"],) if has["excludes"] else ()
    if has["model"]:
        return "model", (), ()
    article = _ARTICLE.match(has["who"])
    return "named", (has["who"][article.end() if article is not None else 0 :],), ()
