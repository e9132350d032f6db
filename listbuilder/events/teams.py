"""The lists of each team together, held against the rules of an event pack for teams."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import PurePath

from msgspec import Struct
from msgspec.structs import replace

from listbuilder.army.faction import SEPARATOR
from listbuilder.errors import UNJUDGED
from listbuilder.i18n import Text, _
from listbuilder.naming import fold
from listbuilder.report.entry import Entry
from listbuilder.report.record import FindingRecord, ListReport, UnitRecord
from listbuilder.report.text import finding_text
from listbuilder.terminal import PLAIN, Terminal, one_line
from listbuilder.validation.pack import Pack, TeamTerms

PLAYERS = "event-team-players"
FACTIONS = "event-team-factions"
PACKED = 3  # parts of the path of a list in a folder that was packed: the folder, the team, the list


class TeamReport(Struct, frozen=True):
    """One team, or the lists of none (its name is empty then): what is wrong with its lists together. ``verdict``: ``unjudged``
    where one of its lists could not be read, so that what is lacking may be in there, or where the pack does not say enough."""

    team: str
    members: tuple[ListReport, ...]
    verdict: str
    findings: tuple[FindingRecord, ...] = ()

    @property
    def lists(self) -> tuple[str, ...]:
        """The files of its lists."""
        return tuple(record.file for record in self.members)

    @property
    def title(self) -> str:
        """What reports call it."""
        return one_line(_("team {name}").format(name=self.team)) if self.team else _("no team")


def judge(pack: Pack, records: Iterable[ListReport]) -> list[TeamReport]:
    """The teams of an event in the order in which they are met; last the lists that are in none."""
    if pack.team == TeamTerms():
        return []
    teams: dict[str, list[ListReport]] = {}
    alone: list[ListReport] = []
    for record in records:
        (teams.setdefault(fold(record.team), []) if record.team else alone).append(record)
    found = [_team(pack, members[0].team, members) for members in teams.values()]
    return [*found, *([_of_no_team(pack, alone)] if alone else [])]


def _of_no_team(pack: Pack, alone: Sequence[ListReport]) -> TeamReport:
    text = Text("these lists belong to no team: {lists}", {"lists": _called(alone)})
    source = str(pack.source(PLAYERS))
    finding = FindingRecord(PLAYERS, UNJUDGED, str(text), source=source)
    return TeamReport("", tuple(alone), UNJUDGED, (finding,))


def _team(pack: Pack, name: str, members: Sequence[ListReport]) -> TeamReport:
    found = (*_players(pack, name, members), *_factions(pack, name, members), *_datasheets(pack, name, members))
    severities = {one.severity for one in found}
    unread = any(not record.was_read for record in members)
    verdict = "illegal" if "error" in severities else "unjudged" if unread or UNJUDGED in severities else "legal"
    return TeamReport(name, tuple(members), verdict, found)


def _players(pack: Pack, name: str, members: Sequence[ListReport]) -> Iterator[FindingRecord]:
    wanted = pack.team.players
    if wanted and len(members) != wanted:
        words = {"team": name, "found": len(members), "bound": wanted, "lists": _called(members)}
        text = Text("lists of team {team}: {found}, needed {bound}: {lists}", words)
        yield _finding(pack, PLAYERS, text, len(members), wanted)


def _factions(pack: Pack, name: str, members: Sequence[ListReport]) -> Iterator[FindingRecord]:
    if not pack.team.factions_once:
        return
    read = [record for record in members if record.was_read]
    for faction, same in _of_one_faction(read, pack.team):
        words = {"team": name, "faction": faction, "found": len(same), "lists": _called(same)}
        text = Text("team {team} has {faction} {found} times, at most once: {lists}", words)
        yield _finding(pack, FACTIONS, text, len(same), 1)
    if not pack.team.parts:
        yield from _parts(pack, name, read)


def _parts(pack: Pack, name: str, members: Sequence[ListReport]) -> Iterator[FindingRecord]:
    """What stays open about lists of a faction and of parts of it that are factions in the data: the pack does not say what they
    are. Those that are one faction in any case are found without."""
    wider = TeamTerms(own_factions=pack.team.own_factions, parts="same")
    apart = {record.file for _, same in _of_one_faction(members, pack.team) for record in same}
    for faction, same in _of_one_faction(members, wider):
        if all(record.file in apart for record in same):
            continue
        words = {"team": name, "faction": faction, "lists": _called(same), "setting": "faction_parts"}
        text = Text(
            "team {team} has {faction} and parts of it that are factions of their own in the data: {lists}; {setting} in the pack"
            " says whether they are one faction",
            words,
        )
        yield FindingRecord(FACTIONS, UNJUDGED, str(text), source=str(pack.source(FACTIONS)))


def _of_one_faction(members: Sequence[ListReport], terms: TeamTerms) -> Iterator[tuple[str, list[ListReport]]]:
    """The lists of each faction that several have, and what it is called."""
    groups: list[tuple[set[str], str, list[ListReport]]] = []
    for record in members:
        names, called = _factions_of(record, terms)
        group = next((group for group in groups if group[0] & names), None)
        if group is None:
            groups.append((names, called, [record]))
        else:
            group[0].update(names)
            group[2].append(record)
    return ((called, lists) for _, called, lists in groups if len(lists) > 1)


def _factions_of(record: ListReport, terms: TeamTerms) -> tuple[set[str], str]:
    """What the faction of a list is compared by, and what it is called. Armies that the event does not set apart are compared by
    the army's keyword, which the catalogues of all Chapters share, and by id and name, since not all data state a keyword and
    headings may stand before the name."""
    borne = set(map(fold, record.allegiance))
    apart = next((word for word in terms.own_factions if fold(word) in borne), "")
    if apart:
        return {fold(apart)}, apart
    name = record.faction_name.split(SEPARATOR)[-1]
    whole = record.part_of if terms.parts == "same" else ""
    names = {fold(word) for word in (*record.allegiance[:1], record.faction, name, whole)} - {""}
    return names, whole or record.faction_name or record.faction


def _datasheets(pack: Pack, name: str, members: Sequence[ListReport]) -> Iterator[FindingRecord]:
    limits = pack.team.datasheets
    if not limits:
        return
    taken: dict[str, list[tuple[ListReport, UnitRecord]]] = defaultdict(list)
    for record in members:
        for unit in record.units:
            taken[fold(unit.datasheet)].append((record, unit))
    for units in taken.values():
        most = _limit(limits, units[0][1])
        if most is None or len(units) <= most:
            continue
        lists = list({record.file: record for record, _ in units}.values())
        words = {"team": name, "unit": units[0][1].datasheet, "found": len(units), "bound": most}
        words["lists"] = _called(lists)
        text = Text("units of {unit} in team {team}: {found}, at most {bound}: {lists}", words)
        yield _finding(pack, "event-team-datasheets", text, len(units), most)


def _limit(limits: Mapping[str, int], unit: UnitRecord) -> int | None:
    """The highest of the limits that apply to the unit, else the default."""
    found = [most for word, most in limits.items() if word.casefold() in unit.words]
    return max(found) if found else limits.get("default")


def _called(members: Iterable[ListReport]) -> str:
    return ", ".join(record.file for record in members)


def _finding(pack: Pack, rule: str, text: Text, found: int, bound: int) -> FindingRecord:
    return FindingRecord(rule, "error", str(text), found=str(found), bound=str(bound), source=str(pack.source(rule)))


def text_of(team: TeamReport, terminal: Terminal = PLAIN) -> str:
    """The findings of a team as a text."""
    return "\n\n".join(finding_text(one, team.title, terminal) for one in team.findings) + "\n"


def by_folder(entries: Iterable[Entry], roots: Iterable[str]) -> list[Entry]:
    """The lists, those without a team in the team of their folder: the first below the folder or archive that was named. A
    folder that all lists of an archive are in, and folders with them, is the folder that was packed."""
    lists = list(entries)
    named = [*(PurePath(root).parts for root in roots), *_packed(lists)]
    named.sort(key=len, reverse=True)
    return [entry if entry.team else replace(entry, team=_folder(entry.name, named)) for entry in lists]


def _packed(entries: Iterable[Entry]) -> Iterator[tuple[str, ...]]:
    """The folders that were packed as they are: the only one in their archive, with folders in it."""
    inside: dict[str, list[tuple[str, ...]]] = {}
    for entry in entries:
        if entry.container and entry.name.startswith(f"{entry.container}/"):
            inside.setdefault(entry.container, []).append(PurePath(entry.name[len(entry.container) + 1 :]).parts)
    for archive, paths in inside.items():
        if len({path[0] for path in paths}) == 1 and any(len(path) >= PACKED for path in paths):
            yield (*PurePath(archive).parts, paths[0][0])


def _folder(name: str, roots: Iterable[tuple[str, ...]]) -> str:
    parts = PurePath(name).parts
    root = next((root for root in roots if parts[: len(root)] == root and len(parts) > len(root)), None)
    inside = parts[len(root) :] if root is not None else ()
    return inside[0] if len(inside) > 1 else ""
