"""Statlines, weapons and gear of a datasheet, from the evaluated profiles of its units."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from listbuilder.army import roles
from listbuilder.catalogue.columns import WeaponType
from listbuilder.catalogue.printed import PrintedSave
from listbuilder.engine.state import ProfileState
from tools.native_data.loadouts import Inexpressible
from tools.native_data.spelling import plain, title

NUMBER = re.compile(r"-?\d+")
AIRCRAFT = re.compile(r'^20(?:"\+|\+)$')  # spellings of the move of an aircraft: at least 20 inches
ROLLS = frozenset({"LD", "SV"})  # "2+"; some are written without the plus
NO_SKILL = "N/A"  # of weapons that hit by themselves
RANGED, MELEE = "ranged", "melee"
KEYS = ("A", "BS", "WS", "S", "AP", "D")  # columns of weapons, in order, where a game calls attacks A
ATTACKS = frozenset({"A", "Atk"})


def value(text: str) -> str | int:
    """A characteristic as native data write it: a number where it looks like one."""
    found = plain(text).strip().replace("”", '"').replace("″", '"')
    return int(found) if NUMBER.fullmatch(found) and not found.startswith("-0") else found


def statline(name: str, values: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """A line of `profiles`."""
    found = {key: value(AIRCRAFT.sub('20+"', text) if key == "M" else text) for key, text in values}
    return {
        "name": name,
        **{key: f"{one}+" if key in ROLLS and isinstance(one, int) else one for key, one in found.items()},
    }


def weapon(name: str, profiles: Sequence[ProfileState], types_of: Sequence[WeaponType]) -> dict[str, Any] | None:
    """An entry of `weapons`; None when the item has no weapon profile. ``types_of``: the game's types of weapons."""
    lines = [line for profile in profiles if (line := _line(name, profile, types_of)) is not None]
    if not lines:
        return None
    types = {line["type"] for line in lines}
    if len(lines) == 1:
        only = lines[0]
        del only["name"]
        return {"name": name, **only}
    if len(types) == 1:
        for line in lines:
            del line["type"]
        return {"name": name, "type": types.pop(), "profiles": lines}
    for line in lines:
        if sum(other["type"] == line["type"] for other in lines) == 1:
            del line["name"]
    return {"name": name, "profiles": lines}


def _is_weapon(profile: ProfileState) -> bool:
    return profile.type_name.casefold().removesuffix("s") in {"ranged weapon", "melee weapon"}


def _type(profile: ProfileState, types: Sequence[WeaponType]) -> WeaponType | None:
    """The type of weapons that a profile is of; None where it is of none."""
    return next((kind for kind in types if kind.has_name(profile.type_name)), None)


def _line(item: str, profile: ProfileState, types: Sequence[WeaponType]) -> dict[str, Any] | None:
    """One profile of a weapon; None where it is none."""
    if not _is_weapon(profile):
        kind = _type(profile, types)
        return _of_type(item, profile, kind) if kind is not None else None
    values = {c.name: c.value.strip() for c in profile.characteristics}
    ranged = "range" in profile.type_name.casefold()
    found: dict[str, Any] = {"name": _profile_name(item, roles.profile_name(profile.name))}
    found["type"] = RANGED if ranged else MELEE
    if ranged:
        found["range"] = value(values.pop("Range", "") or values.pop("Rng", ""))
    stated = values.pop("Keywords", "") or values.pop("Ability", "")
    for key in KEYS if "A" in values else values:
        if values.get(key):
            found[key] = _corrected(key, value(values[key]))
    words = [keyword(word) for word in re.split(r",\s*", stated) if word.strip(" -–—")]
    if words:
        found["keywords"] = list(dict.fromkeys(words))
    if not found.get("range", True) or found.keys().isdisjoint(ATTACKS):
        raise Inexpressible(f"a weapon profile without values: {profile.name}")
    return found


def _of_type(item: str, profile: ProfileState, kind: WeaponType) -> dict[str, Any]:
    """The same of a table of weapons that is called otherwise, without columns of sentences."""
    values = {c.name: c.value.strip() for c in profile.characteristics}
    found: dict[str, Any] = {"name": _profile_name(item, roles.profile_name(profile.name)), "type": kind.id}
    for column in kind.columns:
        stated = next((text for name, text in values.items() if text and column.has_name(name)), "")
        if stated and not column.words:
            found[column.key] = _corrected(column.key, value(stated))
    if any(column.required and not column.words and column.key not in found for column in kind.columns):
        raise Inexpressible(f"a weapon profile without values: {profile.name}")
    return found


def _corrected(key: str, written: str | int) -> str | int:
    """Slips of the pen that can mean one thing only: a skill without its plus, a dash for no armour penetration."""
    if key in {"BS", "WS"}:
        return f"{written}+" if isinstance(written, int) else NO_SKILL if written.upper() == NO_SKILL else written
    return 0 if key == "AP" and written in {"-", "–"} else written


def _profile_name(item: str, name: str) -> str:
    """The name of one of several profiles, without that of the weapon."""
    if name.casefold().startswith(item.casefold()):
        rest = name[len(item) :].strip(" -–—:()")
        return _in_text(rest) if rest else name
    parts = re.split(r"\s+[-–—]\s+", name)
    return _in_text(parts[-1]) if len(parts) > 1 else name


def _in_text(name: str) -> str:
    """A name as it stands within a text: "supercharge", but "EMP"."""
    return name if name[1:2].isupper() else name[:1].lower() + name[1:]


def keyword(word: str) -> str:
    """A weapon keyword in the spelling of the shipped data: "Anti-Infantry 4+", "Rapid Fire 2", "Twin-linked"."""
    word = plain(word).strip().strip("[]").rstrip(".")
    anti = re.fullmatch(r"anti[- ](.+?)\s*(\d\+)", word, re.IGNORECASE)
    if anti:
        return f"Anti-{title(anti[1])} {anti[2]}"
    return "Twin-linked" if word.casefold() in {"twin-linked", "twin linked"} else title(word)


def conditional(saves: Iterable[PrintedSave]) -> str:
    """Invulnerable saves as a statline states them: 5+ ranged; with an asterisk where the column has no word for it."""
    known = {"": "", RANGED: " ranged", MELEE: " melee"}
    found = tuple(saves)
    if all(one.against in known for one in found):
        return ", ".join(one.value + known[one.against] for one in found)
    return f"{found[0].value}*"
