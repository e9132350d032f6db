"""Messages in the user's language. Findings keep their English text and parameters; the text is looked up late."""

from __future__ import annotations

import gettext
import locale
import os
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from listbuilder.expressions import expression

LANGUAGES = {"en": "English", "zh": "中文", "ru": "Русский"}  # the one list of languages, with their own names
MOST_SHOWN = 1000  # characters of one name in a message
MOST_LISTED = 50  # names beside each other in a message
NOTHING: Mapping[str, object] = {}
_current = "en"


def set_language(language: str) -> None:
    """Chooses the language of all texts from now on; an unknown one falls back to English."""
    global _current
    _current = language if language in LANGUAGES else "en"


def language() -> str:
    """The code of the language in use, one of `LANGUAGES`."""
    return _current


def in_language(names: Mapping[str, str] | str) -> str:
    """A name of the data in the language in use, else in English, else in any; a plain text is English."""
    if isinstance(names, str):
        return names
    return names.get(_current) or names.get("en") or next(iter(names.values()), "")


class Localised(NamedTuple):
    """A name of the data inside a message: shown in the language in use when the message is."""

    names: Mapping[str, str] | str = ""

    def __hash__(self) -> int:
        return hash(str(self.names))  # a mapping has none

    def __str__(self) -> str:
        return in_language(self.names)


def from_environment() -> str:
    """The language that the locale asks for."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name)
        if value:
            return value.split(":")[0][:2].lower()
    return (locale.getlocale()[0] or "en")[:2].lower()


@lru_cache
def _catalogue(code: str) -> gettext.NullTranslations:
    return gettext.translation("listbuilder", Path(__file__).parent / "locale", [code], fallback=True)


class _Chinese(str):
    """A Chinese text with parameters: a space parts what is put in, where it is Latin or a number, from Chinese characters."""

    __slots__ = ()

    def format(self, *_args: object, **params: object) -> str:
        return self.format_map(params)

    def format_map(self, params: Mapping[str, object], /) -> str:  # type: ignore[override]
        text = ""
        for literal, field in _parts(self):
            for part in (literal, field and field.format_map(params)):
                text += f" {part}" if text and part and _touch(text[-1], part[0]) else part
        return text


@lru_cache(maxsize=2048)
def _parts(template: str) -> list[tuple[str, str]]:
    """What stands between the parameters, each with the parameter behind it as a template of its own."""
    from string import Formatter  # only Chinese texts need it

    return [
        (
            literal,
            "" if name is None else f"{{{name}{f'!{conversion}' if conversion else ''}{f':{spec}' if spec else ''}}}",
        )
        for literal, name, spec, conversion in Formatter().parse(template)
    ]


def _touch(before: str, after: str) -> bool:
    """Whether two signs beside each other are a Chinese character and a letter or digit of another script."""
    return _is_chinese(before) is not _is_chinese(after) and before.isalnum() and after.isalnum()


def _is_chinese(sign: str) -> bool:
    return "\u4e00" <= sign <= "\u9fff"


def _set(text: str) -> str:
    return _Chinese(text) if _current == "zh" and "{" in text else text


def _(text: str) -> str:
    return text if _current == "en" or not text else _set(_catalogue(_current).gettext(text))


def in_every_language(text: str) -> dict[str, str]:
    """A text of the program in each of its languages, as the data state names."""
    return {code: text if code == "en" else _catalogue(code).gettext(text) for code in LANGUAGES}


def N_(text: str) -> str:  # noqa: N802 - the customary name
    """Marks a text for the translators that is looked up later."""
    return text


def ngettext(one: str, many: str, number: int) -> str:
    """The right plural form in the language in use."""
    if _current == "en":
        return one if number == 1 else many
    return _set(_catalogue(_current).ngettext(one, many, number))


def number(value: Decimal | int, *, grouped: bool = False) -> str:
    """The number as the language in use writes it, without trailing zeros; ``grouped`` separates thousands."""
    text = f"{value:,f}" if isinstance(value, Decimal) else f"{value:,}"
    whole, _point, decimals = text.partition(".")
    group, point = ("\u00a0", ",") if _current == "ru" else (",", ".")
    decimals = decimals.rstrip("0")
    return whole.replace(",", group if grouped else "") + (point + decimals if decimals else "")


def listed(words: Iterable[str]) -> str:
    """Words beside each other, as the language in use lists them: Chinese has a sign of its own between them."""
    return ("、" if _current == "zh" else ", ").join(words)


def clauses(words: Iterable[str]) -> str:
    """Parts of a line beside each other, in which commas may stand."""
    return ("；" if _current == "zh" else "; ").join(words)


# What a message is about: before a colon, or as the one that a sentence is about, with no space behind it in Chinese.
_ALONE = r"(?: (?!(?:and|\N{CYRILLIC SMALL LETTER I}) )(?=\w)|(?=[\u4e00-\u9fff])(?![\u548c\u4e0e\u53ca]))"
_NAMED_FIRST = expression(r"\{(\w+)\}(?:: |\N{FULLWIDTH COLON}|" + _ALONE + ")")


class Text(NamedTuple):
    """A message with named parameters, translated when shown: ``Text("{unit}: found {found}", {...})``."""

    template: str
    params: Mapping[str, object] = NOTHING

    def __hash__(self) -> int:
        return hash((self.template, tuple(self.params)))  # the parameters' values may be lists

    def __str__(self) -> str:
        return self.render()

    def render(self, name: Callable[[str], str] = str, *, beside: str = "", grouped: bool = False) -> str:
        """The text in the language in use; ``name`` turns the names among the parameters into that language's. ``beside``: a
        name that is shown beside the text, which then does not begin with it; ``grouped``: with thousands separated."""
        template = _(self.template)
        start = _NAMED_FIRST.match(template) if beside else None
        if start is not None and self.params.get(start[1]) == beside:
            template = _set(template[start.end() :])
        if not self.params:
            return template
        return template.format_map({key: _shown(value, name, grouped) for key, value in self.params.items()})


def _shown(value: object, name: Callable[[str], str], grouped: bool) -> object:
    if isinstance(value, str):
        shown = name(value)
        return shown if len(shown) <= MOST_SHOWN else f"{shown[:MOST_SHOWN]}…"
    if isinstance(value, Text):
        return value.render(name, grouped=grouped)
    if isinstance(value, Localised):
        return str(value)
    if isinstance(value, Decimal) or (grouped and isinstance(value, int) and not isinstance(value, bool)):
        return number(value, grouped=grouped)
    if isinstance(value, tuple | list):
        words = listed(str(_shown(item, name, grouped)) for item in value[:MOST_LISTED])
        more = len(value) - MOST_LISTED
        return _("{names} and {number} more").format(names=words, number=number(more)) if more > 0 else words
    return value
