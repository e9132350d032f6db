"""SARIF 2.1.0 (Static Analysis Results Interchange Format), which code scanning and editors read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Any
from urllib.parse import quote

from listbuilder import __version__
from listbuilder.events.reports import Report, Settings
from listbuilder.events.teams import TeamReport
from listbuilder.report.json import Array, encoded
from listbuilder.report.record import FindingRecord, ListReport
from listbuilder.terminal import clean

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
VERSION = "2.1.0"


def render(records: Iterable[ListReport], settings: Settings) -> Iterator[str]:
    seen = settings.tally()
    rules: dict[str, int] = {}  # with their places in the list of rules
    uris: set[str] = set()
    artifacts, results = Array(level=4), Array(level=4)
    read = True
    for record in records:
        seen.add(record)
        read = read and record.verdict != "unjudged"
        uri = _uri(record.container or record.file)
        if uri not in uris:
            uris.add(uri)
            artifacts.add({"location": {"uri": uri}})
        alike: Counter[str] = Counter()
        for one in record.findings:
            results.add(_of_list(record, one, rules, settings, alike))
    alike = Counter()
    for team in settings.judged_teams(seen.records):
        for one in team.findings:
            results.add(_of_team(team, one, rules, settings, alike))
    run = {
        "tool": {"driver": {"name": "listbuilder", "version": __version__, "rules": [{"id": rule} for rule in rules]}},
        "invocations": [{"executionSuccessful": read} | _imposed(settings.imposed)],
        "artifacts": None,
        "columnKind": "unicodeCodePoints",
        "results": None,
    }
    text = encoded({"$schema": SCHEMA, "version": VERSION, "runs": [run]})
    for name, array in (("artifacts", artifacts), ("results", results)):
        before, text = text.split(f'"{name}": null')  # which no text holds: its quotes are escaped
        yield f'{before}"{name}": '
        yield from array.texts()
    yield text


def _imposed(text: str) -> dict[str, Any]:
    """What a settings file decided, as a notification about the configuration of the tool."""
    return {"toolConfigurationNotifications": [{"level": "note", "message": {"text": clean(text)}}]} if text else {}


def _of_list(
    record: ListReport, one: FindingRecord, rules: dict[str, int], settings: Settings, alike: Counter[str]
) -> dict[str, Any]:
    print_ = _fingerprint(f"{record.file}\0{one.rule}\0{one.unit}\0{one.message}", alike)
    level = settings.level(one, read=record.was_read)
    return _result(one, rules, level, print_) | {"locations": [_location(record, one)]}


def _of_team(
    team: TeamReport, one: FindingRecord, rules: dict[str, int], settings: Settings, alike: Counter[str]
) -> dict[str, Any]:
    """The result of a team: shown at its first list, which programs need, with the others related to it."""
    first, *others = (_location(record, one) for record in team.members)
    found = _result(one, rules, settings.level(one), _fingerprint(f"{team.title}\0{one.rule}\0{one.message}", alike))
    first |= {"logicalLocations": [{"name": clean(team.title)}]}
    return found | {"locations": [first], **({"relatedLocations": _different(others)} if others else {})}


def _result(one: FindingRecord, rules: dict[str, int], level: str, fingerprint: str) -> dict[str, Any]:
    text = one.message if not one.source else f"{one.message} ({one.source})"
    text += "".join(f"\nfix: {fix}" for fix in one.hints)
    return {
        "ruleId": one.rule,
        "ruleIndex": rules.setdefault(one.rule, len(rules)),
        "level": level or "note",
        "message": {"text": clean(text)},
        "partialFingerprints": {"finding/v1": fingerprint},
    }


def _location(record: ListReport, one: FindingRecord) -> dict[str, Any]:
    inside = bool(record.container) and not one.file
    place: dict[str, Any] = {"artifactLocation": {"uri": _uri(record.container if inside else one.file or record.file)}}
    if one.line and not inside:
        place["region"] = {"startLine": one.line, "startColumn": one.column or 1}
    names = [record.file] if inside else []
    names += [one.unit_name] if one.unit_name else []
    location: dict[str, Any] = {"physicalLocation": place}
    if names:
        location["logicalLocations"] = [{"name": name} for name in dict.fromkeys(map(clean, names))]
    return location


def _different(locations: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The locations, each once: two lists may stand in one file."""
    return [one for number, one in enumerate(locations) if one not in locations[:number]]


def _uri(file: str) -> str:
    """The path as a relative or absolute URI reference; a colon in its first part would make that a scheme."""
    path = "stdin" if file == "-" else clean(file)
    return quote(path, safe="/")


def _fingerprint(text: str, alike: Counter[str]) -> str:
    """What stays the same when lines move: the list, the rule, the unit and the message, and which of several."""
    alike[text] += 1
    return sha256(f"{text}\0{alike[text]}".encode("utf-8", "replace")).hexdigest()[:32]


REPORT = Report("sarif", (".sarif",), render, for_programs=True)
