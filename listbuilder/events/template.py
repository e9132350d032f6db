"""The event pack that an organiser starts from: the keys with a comment each, and the rules of the game to choose from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from listbuilder.catalogue.system import System
from listbuilder.i18n import Text, in_language

SCHEMA = "https://listbuilder.invalid/schemas/event.schema.json"


def starting_file(system: System, name: str) -> str:
    """The content of a new pack; what is not switched on yet is a comment."""
    parts = (_head(system, name), _size(system), _permits(), _rules(system), _lists())
    return "\n".join("".join(f"{line}\n" for line in part) for part in parts)


def _comment(text: Text) -> str:
    return f"## {text}"


def _head(system: System, name: str) -> Iterator[str]:
    yield f"# yaml-language-server: $schema={SCHEMA}"
    yield _comment(
        Text("An event pack. Take the # away before what your event plays; what is left out is as the game has it.")
    )
    yield f"name: {_quoted(name)}"
    yield f"system: {_quoted(system.id)}"
    yield _comment(Text("where it is published, which findings cite, and its page for each rule"))
    yield f"# source: {_quoted(name, ', 1.0')}"
    yield "# sources: {event-legends: page 3}"


def _size(system: System) -> Iterator[str]:
    if system.battle_sizes:
        sizes = ", ".join(f"{size.id} ({size.points})" for size in system.battle_sizes)
        yield _comment(Text("the size of game, one of {sizes}", {"sizes": sizes}))
        yield f"battle_size: {system.default_size or system.battle_sizes[0].id}"
    yield _comment(Text("another limit of points"))
    yield "# points: 1750"
    yield _comment(Text("the data that lists are judged by, and the last date that their prices may have"))
    yield "# data: {set: native, cutoff: 2026-07-01}"


def _permits() -> Iterator[str]:
    yield _comment(
        Text("only what stands below allow; nothing of what stands below deny, where a reason may follow each name")
    )
    yield "# allow:"
    yield "#   factions: [name, name]"
    yield "# deny:"
    yield "#   legends: true"
    yield "#   allied: true"
    yield "#   datasheets: {name: reason}"
    yield "#   keywords: [name]"


def _rules(system: System) -> Iterator[str]:
    yield "# rules:"
    optional = [spec for spec in system.rules if not spec.enabled]
    if optional or any(spec.readings for spec in system.rules):
        yield "#   on:"
        yield from _named((spec.id, in_language(spec.help or spec.name)) for spec in optional)
        yield from _named(
            (f"{spec.id}={reading}", in_language(spec.meanings.get(reading, "")))
            for spec in system.rules
            for reading in spec.readings
        )
    limits = next((spec for spec in system.rules if spec.kind == "copies" and "max" in spec.params), None)
    if limits is not None:
        yield "#   change:"
        yield f"#     {limits.id}: {{max: {{default: 2}}}}"
    yield "#   add:"
    yield "#     - {id: at-most-ten-units, kind: total, params: {of: units, at_most: 10}}"


def _named(entries: Iterable[tuple[str, str]]) -> Iterator[str]:
    for name, meaning in entries:
        yield f"#     - {name}" + (f" # {meaning}" if meaning else "")


def _lists() -> Iterator[str]:
    yield _comment(Text("how and until when lists are handed in"))
    yield "# formats: [gw-app, yaml]"
    yield "# deadline: 2026-11-20 20:00 +01:00"
    yield _comment(Text("the rules of a team event"))
    yield "# team: {players: 5, factions_once: true, own_factions: [name], faction_parts: same, datasheets: {default: 6}}"


def _quoted(text: str, more: str = "") -> str:
    """The text as YAML reads it, whatever it is, with ``more`` of which that is known."""
    import json

    words = text.replace("-", " ").split(" ")  # an empty one stands where one of these begins or ends the text
    plain = all(map(str.isalpha, words)) and text.casefold() not in ("true", "false", "null")
    return text + more if plain else json.dumps(text + more, ensure_ascii=False)
