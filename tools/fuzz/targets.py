"""What is fuzzed: each target takes an input as the program would and raises whatever no user should ever see."""

from __future__ import annotations

import io
import json
import shutil
import zipfile
from collections.abc import Callable, Hashable, Iterable
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from typing import NamedTuple

from listbuilder import budget
from listbuilder.battle import keeping, log
from listbuilder.battle.fighters import Side, read_side
from listbuilder.battle.summary import summarise
from listbuilder.cli.main import run as _run
from listbuilder.errors import InputError
from listbuilder.events.gathering import gather
from listbuilder.events.reports import Settings, reports
from listbuilder.exchange.formats import read_bytes
from listbuilder.exchange.stdio import serve
from listbuilder.report.checking import Job, check_one
from listbuilder.report.entry import Entry
from listbuilder.report.record import ListReport
from listbuilder.report.text import list_text
from listbuilder.session import Session
from listbuilder.sources import registry
from listbuilder.sources.dataset import DataSet
from listbuilder.sources.native.dataset import NativeSet
from listbuilder.sources.points.dataset import PointsSet
from listbuilder.sources.points.difference import difference
from listbuilder.sources.points.documents import documents
from listbuilder.sources.store import audit
from listbuilder.sources.store.dataset import FileSet
from listbuilder.validation import Validated, validate
from listbuilder.validation.pack.reading import read as read_pack
from tools.fuzz import seeds

Told = Hashable  # what the program said, without the player's words: an input with a new answer is worth more mutations
MOST_ENTRIES = 3
MOST_LISTS = 2  # judged by one native system
MOST_MESSAGES = 200  # of one conversation: each may ask for work that takes milliseconds, and none for more


class Input(NamedTuple):
    """``slot``: the suffix of a list's name, or the set and the file of it that the content stands in place of."""

    slot: str
    content: bytes


class Target(NamedTuple):
    """``run`` takes an input and a folder that it may fill."""

    name: str
    seeds: Callable[[], list[Input]]
    run: Callable[[Input, Path], Told]


def _told(record: ListReport) -> Told:
    list_text(record)
    return record.verdict, frozenset((finding.rule, finding.severity) for finding in record.findings)


def _refused(error: InputError) -> Told:
    str(error)
    return frozenset((one.rule, getattr(one.message, "template", "")) for one in error.problems)


def _judged(validated: Validated) -> Told:
    try:
        return validated.verdict, frozenset(finding.rule for finding in validated.findings)
    finally:
        validated.close()


def _list(of: Input, _folder: Path) -> Told:
    """A list is checked; what the builder opens, it can save, and what it saved can be read again."""
    offers = len(of.content) % 8 == 0  # trying fixes takes long
    record = check_one(Entry(f"list{of.slot}", content=of.content, suffix=of.slot), Job(offers=offers))
    try:
        session = Session.from_text(of.content, f"list{of.slot}")
    except InputError:
        return _told(record)
    text = session.content()
    try:
        again = Session.from_text(text.encode("utf-8", "surrogatepass"), "saved.yaml")
    except InputError as error:
        raise AssertionError(f"a saved list cannot be read: {error}") from error
    again.now.close()
    session.now.close()
    return _told(record)


def _fill(folder: Path, files: dict[str, bytes], of: Input, name: str) -> None:
    for path, content in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(of.content if path == name else content)


def _community(of: Input, folder: Path) -> Told:
    """A data set with one damaged file: opened whole, checked, and a list judged by it."""
    set_name, _slash, file = of.slot.partition("/")
    _fill(folder / set_name, seeds.community_sets()[set_name], of, file)
    told: list[Told] = []
    data = FileSet(folder / set_name, set_name)
    try:
        loaded = [game.all() for game in data.games]
        for catalogues in loaded:
            audit.unknown(catalogues)
            told += [problem.rule for problem in audit.audit(catalogues)]
        told += [problem.rule for problem in data.problems]
        for offer in data.systems():
            for faction in data.factions(offer.id)[:MOST_ENTRIES]:
                told.append(_new_list(data, offer.id, faction.id))
    except InputError as error:
        told.append(_refused(error))
    for path in sorted((seeds.DATA / "bsdata").glob("*.ros")):
        try:
            told.append(_judged(validate(read_bytes(path.read_bytes(), path.name, path.suffix, (data,)))))
        except InputError as error:
            told.append(_refused(error))
    return tuple(sorted(set(map(repr, told))))


def _new_list(data: DataSet, system: str, faction: str) -> Told:
    from listbuilder.listfile import bound
    from listbuilder.session import Session

    session = Session(validate(bound.empty(data.load(system, faction), "New")))
    if not session.roster.forces:
        session.forces.begin()
    for choice in session.datasheets()[:MOST_ENTRIES]:
        session.add_unit(choice.id)
    session.content()
    return session.verdict, frozenset(finding.rule for finding in session.findings)


def _native(of: Input, folder: Path) -> Told:
    """A native system with one damaged file: compiled, and lists judged by it."""
    system = of.slot.partition("/")[0]
    home = seeds.native_systems()[system]
    _fill(folder, {f"{system}/{name}": content for name, content in home.items()}, of, of.slot)
    data = NativeSet([folder])
    told: list[Told] = [problem.rule for problem in data.check()]
    lists = seeds.native_lists(system)
    first = len(of.content) % max(1, len(lists))
    for content in (lists + lists)[first : first + min(len(lists), MOST_LISTS)]:
        try:
            told.append(_judged(validate(read_bytes(content, "list.yaml", ".yaml", (data,)))))
        except InputError as error:
            told.append(_refused(error))
    try:
        told += [_new_list(data, system, faction.id) for faction in data.factions(system)[:1]]
    except InputError as error:
        told.append(_refused(error))
    return tuple(sorted(set(map(repr, told))))


def _points(of: Input, folder: Path) -> Told:
    """A points document of one page: read, compared with itself as it was, and a list made that it alone decides."""
    (whole,) = documents(
        seeds.DOCUMENTED, [seeds.page_folder(folder / "whole", of.slot, seeds.points_pages()[of.slot])]
    )
    (document,) = documents(seeds.DOCUMENTED, [seeds.page_folder(folder / "damaged", of.slot, of.content)])
    told: list[Told] = [problem.rule for problem in document.problems]
    told += [(one.what, one.change) for one in difference(whole, document)]
    rules = registry.native().known_system(seeds.DOCUMENTED)
    assert rules is not None
    data = PointsSet(document, rules)
    try:
        told += [_new_list(data, seeds.DOCUMENTED, faction.id) for faction in data.factions()[:1]]
    except InputError as error:
        told.append(_refused(error))
    return tuple(sorted(set(map(repr, told))))


def _settings(of: Input, folder: Path) -> Told:
    """A check of two lists by settings that stand in a file: its status and what it reports."""
    path = folder / f"settings{of.slot}"
    path.write_bytes(of.content)
    said, complained = io.StringIO(), io.StringIO()
    lists = [str(one) for one in seeds.EXAMPLES[:2]]
    arguments = ["check", "--config", str(path), "--isolated", "--jobs", "1", "--", *lists]
    before = budget.in_force()
    try:
        with redirect_stdout(said), redirect_stderr(complained):
            status = _run(arguments)
    finally:
        budget.use(before)
    return status, len(said.getvalue().splitlines()), complained.getvalue().count("\n")


def _pack(of: Input, _folder: Path) -> Told:
    try:
        pack = read_pack(of.content, "pack.yaml")
    except InputError as error:
        return _refused(error)
    return _told(check_one(Entry.of_file(str(seeds.EXAMPLES[0])), Job(pack=pack)))


def _declaration(of: Input, folder: Path) -> Told:
    """Declarations for one game, with a list that they may be for."""
    path = folder / "declared.yaml"
    path.write_bytes(of.content)
    return _told(
        check_one(Entry.of_file(str(seeds.EXAMPLES[-1])), Job(declaration=path, offers=len(of.content) % 8 == 0))
    )


@cache
def _side(text: str, path: str) -> Side:
    return read_side(text, path)


def _battle(of: Input, folder: Path) -> Told:
    """A battle is gone on with: what its screen shows is worked out, and everything is undone."""
    path = folder / "battle.json"
    path.write_bytes(of.content)
    try:
        kept, keeper = keeping.load(path)
        battle = keeping.resume(kept, _side)
    except InputError as error:
        return _refused(error)
    side = battle.sides[0]
    assert side is not None
    words = side.army.vocabulary
    told: list[Told] = [kept.when == "-", kept.is_untouched]
    while True:
        log.entries(battle, words, lambda _side, fighter: fighter.unit.name)
        told.append(len(summarise(battle)[0].lost))
        for number, _one in enumerate(battle.sides):
            for fighter in battle.fighters(number):
                battle.strength(number, fighter)
                battle.where(number, fighter)
                battle.wounds_left(number, fighter)
        if battle.undo() is None or len(told) > MOST_MESSAGES:
            break
    battle.redo()
    battle.advance()
    keeper.write(keeper.state(battle, kept.system))
    keeping.load(path)
    return tuple(map(str, told))


def _protocol(of: Input, _folder: Path) -> Told:
    said, lines = io.StringIO(), of.content.decode("utf-8", "replace").splitlines(keepends=True)
    serve(io.StringIO("".join(lines[:MOST_MESSAGES])), said)
    answers = [json.loads(line) for line in said.getvalue().splitlines()]
    return tuple(sorted({(str(one.get("type")), str(one.get("ok"))) for one in answers}))


def _gathered(of: Input, folder: Path) -> Told:
    """An archive or a table: its lists are found and judged, and every report is written."""
    path = folder / f"input{of.slot}"
    path.write_bytes(of.content)
    try:
        entries = gather([str(path)]).entries[:MOST_ENTRIES]
    except InputError as error:
        return _refused(error)
    records = [check_one(entry, Job(offers=False)) for entry in entries]
    for report in reports().values():
        "".join(report.render(iter(records), Settings()))
    return tuple(map(_told, records))


def _data_zip(of: Input, folder: Path) -> Told:
    """The archive of a data set, unpacked as an installation does."""
    from listbuilder.sources.store.installed import Store

    path = folder / "set.zip"
    path.write_bytes(of.content)
    try:
        Store(folder / "data").add(path, "fuzzed")
    except InputError as error:
        return _refused(error)
    return "installed"


def _zipped(files: Iterable[tuple[str, bytes]]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as made:  # damage reaches what is in it
        for name, content in files:
            made.writestr(name, content)
    return packed.getvalue()


def _talks() -> list[Input]:
    return [Input("", "\n".join(json.dumps(one) for one in seeds.TALK[:number]).encode()) for number in (2, 4, 7)]


def _set_files() -> list[Input]:
    sets = seeds.community_sets().items()
    return [Input(f"{name}/{path}", content) for name, files in sets for path, content in files.items()]


def _native_files() -> list[Input]:
    systems = seeds.native_systems().items()
    return [Input(f"{system}/{path}", content) for system, files in systems for path, content in files.items()]


def _packs() -> list[Input]:
    shipped = sorted((seeds.ROOT / "factions").glob("*/events/*.yaml"))
    return [Input("", seeds.PACK.encode()), *(Input("", path.read_bytes()) for path in shipped)]


def _zips() -> list[Input]:
    lists = [(f"{number}{suffix}", content) for number, (suffix, content) in enumerate(seeds.other_lists())]
    return [Input(".zip", _zipped(lists[start : start + 3])) for start in range(0, 12, 3)]


def _set_zips() -> list[Input]:
    return [Input("", _zipped(files.items())) for files in seeds.community_sets().values()]


TARGETS = {
    target.name: target
    for target in (
        Target("roster", lambda: [Input(".yaml", content) for content in seeds.own_lists()], _list),
        Target("list", lambda: [Input(*one) for one in seeds.other_lists()], _list),
        Target("native", _native_files, _native),
        Target("community", _set_files, _community),
        Target("points", lambda: [Input(*one) for one in seeds.points_pages().items()], _points),
        Target("settings", lambda: [Input(".toml", content.encode()) for content in seeds.SETTINGS], _settings),
        Target("protocol", _talks, _protocol),
        Target("pack", _packs, _pack),
        Target("declaration", lambda: [Input("", content) for content in seeds.declarations()], _declaration),
        Target("battle", lambda: [Input("", content) for content in seeds.battles()], _battle),
        Target("zip", _zips, _gathered),
        Target("table", lambda: [Input(".csv", content) for content in seeds.tables()], _gathered),
        Target("data-zip", _set_zips, _data_zip),
    )
}


def run(name: str, of: Input, folder: Path) -> Told:
    """Gives an input to a target, with an empty folder to fill."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return TARGETS[name].run(of, folder)
