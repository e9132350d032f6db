"""Reads the pages of a points document: YAML files, checked against their schema, to records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from listbuilder.errors import InputError, Problem
from listbuilder.i18n import Text
from listbuilder.naming import fold, listing, suggestion
from listbuilder.sources.points.army import plain
from listbuilder.sources.points.record import DetachmentLine, EnhancementLine, Joins, Page, Price, UnitLine

if TYPE_CHECKING:
    from listbuilder.strictyaml import Source

Facts = dict[str, Any]
KIND = "points"  # of the schema
MAX_PROBLEMS = 50  # of one page
JOINS = {"leads", "supports"}  # keys of lists of units


def read(contents: Sequence[tuple[Path, bytes]]) -> tuple[list[Page], list[Problem]]:
    """The pages that the files of one version hold, and every mistake in them; a page with mistakes is left out."""
    from listbuilder import schemas, strictyaml  # not needed once the cache has the pages

    problems: list[Problem] = []
    sources: dict[Path, Source] = {}
    for path, data in contents:
        try:
            source = strictyaml.load(data, str(path))
        except InputError as error:
            problems += error.problems
            continue
        wrong = schemas.unprintable(source) or schemas.check(KIND, source)
        problems += wrong
        if not wrong:
            sources[path] = source
    parents = {path.stem: sources[path].value.get("parent") if path in sources else None for path, _data in contents}
    called = Counter(word for path, source in sources.items() for word in _called(path, source))
    found: list[Page] = []
    for path, source in sources.items():
        mistakes = list(islice(_mistakes(source, path, parents, called), MAX_PROBLEMS))
        problems += mistakes
        if not mistakes:
            found.append(page(path.stem, source.value))
    return found, problems


def page(page_id: str, facts: Facts) -> Page:
    """The record of a page whose facts fit the schema."""
    parts = {"": facts.get("units", {}), **facts.get("groups", {})}
    return Page(
        id=page_id,
        name=facts["name"],
        version=facts["version"],
        date=facts["date"],
        parent=facts.get("parent", ""),
        units=tuple(_unit(name, one, group) for group, units in parts.items() for name, one in units.items()),
        allied=tuple(_unit(name, one) for name, one in facts.get("allied", {}).items()),
        detachments=tuple(_detachment(name, one) for name, one in facts.get("detachments", {}).items()),
    )


def _unit(name: str, facts: Facts, group: str = "") -> UnitLine:
    return UnitLine(
        name=name,
        prices=_prices(facts["points"]),
        again={
            int(copy): points for copy, points in sorted(facts.get("again", {}).items(), key=lambda one: int(one[0]))
        },
        additions=facts.get("additions", {}),
        items=facts.get("items", {}),
        leads=_joins(facts),
        supports=_joins(facts, "supports"),
        legends=facts.get("legends", False),
        group=group,
    )


def _prices(facts: Any) -> tuple[Price, ...]:
    if isinstance(facts, dict):
        found = [Price(models=int(size), points=points) for size, points in facts.items()]
    else:
        found = [Price(models=sum(one["models"].values()), points=one["price"], of=one["models"]) for one in facts]
    return tuple(sorted(found, key=lambda price: price.models))


def _joins(facts: Facts, key: str = "leads") -> Joins:
    found = facts.get(key, ())
    return Joins(
        names=tuple(one for one in found if isinstance(one, str)),
        keywords=tuple(tuple(one["keywords"]) for one in found if not isinstance(one, str)),
    )


def _detachment(name: str, facts: Facts) -> DetachmentLine:
    return DetachmentLine(
        name=name,
        points=facts["points"],
        disposition=facts.get("disposition", ""),
        tag=facts.get("tag", ""),
        enhancements=tuple(_enhancement(name, one) for name, one in facts.get("enhancements", {}).items()),
    )


def _enhancement(name: str, facts: Any) -> EnhancementLine:
    if not isinstance(facts, dict):
        return EnhancementLine(name=name, points=facts)
    return EnhancementLine(
        name=name,
        points=facts["points"],
        upgrade=facts.get("upgrade", False),
        leads=_joins(facts),
        supports=_joins(facts, "supports"),
    )


def _called(path: Path, source: Source) -> set[str]:
    """What a page is called: armies are told to be of one by its name, and by the name of its file."""
    return {plain(path.stem), plain(source.value["name"])}


def _mistakes(
    source: Source, path: Path, parents: Mapping[str, str | None], called: Mapping[str, int]
) -> Iterator[Problem]:
    """What is wrong with a page although it fits the schema. ``parents``: of every page; ``called``: how many have each name."""
    facts = source.value
    if any(called[word] > 1 for word in _called(path, source)):
        message = Text("{name} is there twice", {"name": facts["name"]})
        yield Problem(message, *source.place(facts, "name"), Text("each page has a name of its own"), "data")
    if facts["version"] != path.parent.name:
        params = {"found": facts["version"], "expected": path.parent.name}
        message = Text("version: {found} differs from the folder's name {expected}", params)
        yield Problem(message, *source.place(facts, "version"), rule="data")
    if not _is_date(facts["date"]):
        message = Text("{value} is not a date", {"value": facts["date"]})
        yield Problem(message, *source.place(facts, "date"), rule="data")
    parent = facts.get("parent")
    possible = {page_id for page_id, above in parents.items() if page_id != path.stem and not above}
    if parent is not None and parent not in possible:
        message = Text("unknown page: {name}", {"name": parent})
        if parent == path.stem:
            message = Text("{name} is this page itself", {"name": parent})
        elif parent in parents:
            message = Text("{name} is itself a part of another page", {"name": parent})
        known = Text("known: {names}", {"names": listing(sorted(possible))}) if possible else ""
        yield Problem(message, *source.place(facts, "parent"), suggestion(parent, possible) or known, "data")
    yield from _named_wrongly(source)


def _named_wrongly(source: Source) -> Iterator[Problem]:
    """Units, detachments and enhancements that stand on the page twice, units that stand twice among those that another one
    joins, and allied ones that do not stand on the page."""
    facts = source.value
    known: dict[str, str] = {}
    for units in (facts.get("units", {}), *facts.get("groups", {}).values()):
        yield from _alike(source, units, known)
    allied, detachments = facts.get("allied", {}), facts.get("detachments", {})
    for named in (allied, detachments, *(one.get("enhancements", {}) for one in detachments.values())):
        yield from _alike(source, named, {})
    for name in allied:
        if plain(name) not in known:
            message = Text("unknown {what}: {name}", {"what": Text("datasheet"), "name": name})
            hint = suggestion(name, known.values())
            yield Problem(message, *source.key_place(allied, name), hint, "data")
    for holder in _joining(facts):
        for key in JOINS & holder.keys():
            yield from _joined_twice(source, holder[key])


def _alike(source: Source, named: Facts, known: dict[str, str]) -> Iterator[Problem]:
    """The names that are those of others before them, however they are written: only one of both would be found."""
    for name in named:
        if plain(name) in known:
            yield _twice(source, named, name, name)
        known[plain(name)] = name


def _joining(facts: Facts) -> Iterator[Facts]:
    """What may state units to join."""
    for units in (facts.get("units", {}), *facts.get("groups", {}).values()):
        yield from units.values()
    for detachment in facts.get("detachments", {}).values():
        yield from (one for one in detachment.get("enhancements", {}).values() if isinstance(one, dict))


def _joined_twice(source: Source, joins: list[Any]) -> Iterator[Problem]:
    known = set[Any]()
    for place, one in enumerate(joins):
        word = fold(one) if isinstance(one, str) else tuple(sorted(map(fold, one["keywords"])))
        if word in known:
            yield _twice(source, joins, place, one if isinstance(one, str) else ", ".join(one["keywords"]))
        known.add(word)


def _twice(source: Source, container: Any, key: Any, name: str) -> Problem:
    return Problem(Text("{name} is there twice", {"name": name}), *source.key_place(container, key), rule="data")


def _is_date(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
