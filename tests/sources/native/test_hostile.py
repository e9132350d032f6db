"""Native data that refer to themselves, or hold texts of 40 KB, are judged or named at their place, and never hang."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from listbuilder.errors import TOO_LARGE, InputError
from listbuilder.exchange.formats import read_bytes
from listbuilder.sources.cache import Cache
from listbuilder.sources.native.dataset import NativeSet
from listbuilder.validation import validate
from listbuilder.validation.pack import Pack
from listbuilder.validation.pack.reading import read
from tests.conftest import ROOT

LIST = b"system: hedge-war\nfaction: mossgarden\nunits: [{id: a, datasheet: grandpa}, {id: b, datasheet: weeders}]\n"
RAKE = "options: [{id: rake, replace: pipe, with: [rake]}]"
GRANDPA, WEEDERS, FACTION = "mossgarden/grandpa.yaml", "mossgarden/weeders.yaml", "mossgarden/faction.yaml"


@pytest.fixture
def hedge(tmp_path: Path, cache_folder: Path) -> Path:
    """A copy of a small system, to be damaged."""
    return Path(shutil.copytree(ROOT / "tests" / "systems" / "hedge-war", tmp_path / "sets" / "hedge-war"))


def opened(hedge: Path) -> NativeSet:
    return NativeSet([hedge.parent], Cache(hedge.parents[1] / "cache"))


def change(file: Path, before: str, after: str) -> None:
    text = file.read_text("utf-8")
    assert before in text
    file.write_text(text.replace(before, after, 1), "utf-8")


@pytest.mark.parametrize(
    ("file", "before", "after"),
    [
        (GRANDPA, "name: {en: Grandpa, zh: 爷爷}", f"name: {'x' * 40_000}"),
        (GRANDPA, "keywords: [Elder]", f"keywords: [Elder, {'K ' * 20_000}]"),
        (FACTION, "rule: Thorns", f"rule: {'Thorns ' * 6_000}"),
        ("system.yaml", "name: {en: Acorn limit, zh: 橡果上限}", f"name: {'x ' * 20_000}"),
    ],
    ids=["name", "keyword", "rule", "rule of the system"],
)
def test_a_text_of_40_kb_is_named(hedge: Path, file: str, before: str, after: str) -> None:
    change(hedge / file, before, after)
    (problem,) = opened(hedge).check()
    assert (problem.rule, problem.bound, Path(problem.file).name) == (TOO_LARGE, 2_000, Path(file).name)
    assert problem.line


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
@pytest.mark.parametrize("file", [GRANDPA, FACTION])
def test_a_pipe_in_place_of_a_file_is_named(hedge: Path, file: str) -> None:
    (hedge / file).unlink()
    os.mkfifo(hedge / file)
    (problem,) = opened(hedge).check()
    assert (str(problem.message), problem.file) == ("this is no regular file", str(hedge / file))


@pytest.mark.parametrize("text", ["x", "12", "[]", "~", "1e999"])
def test_a_file_that_holds_no_keys_is_named(hedge: Path, text: str) -> None:
    (hedge / GRANDPA).write_text(text, "utf-8")
    assert {problem.rule for problem in opened(hedge).check()} == {"schema"}


@pytest.mark.parametrize(
    ("file", "before", "after"),
    [
        (GRANDPA, RAKE, RAKE.replace("with: [rake]", "with: [pipe]")),
        (GRANDPA, RAKE, RAKE.replace("}]", "}, {id: back, replace: rake, with: [pipe]}]")),
        (GRANDPA, RAKE, RAKE.replace("}]", ", requires: rake}]")),
        (GRANDPA, "leads: [weeders]", "leads: [grandpa]"),
        (WEEDERS, "abilities:", "leader: {leads: [grandpa]}\nabilities:"),
        (WEEDERS, "abilities:", "joins: {units: [weeders]}\nabilities:"),
        (WEEDERS, "abilities:", "never_with: [weeders]\nabilities:"),
        ("mossgarden/barrow.yaml", "abilities:", "leader: {leads: [barrow]}\nabilities:"),
    ],
)
def test_units_and_options_that_refer_to_themselves_are_judged(hedge: Path, file: str, before: str, after: str) -> None:
    change(hedge / file, before, after)
    data = opened(hedge)
    assert not data.check()
    judged = validate(read_bytes(LIST, "list.yaml", ".yaml", (data,)))
    assert judged.verdict == "illegal"
    judged.close()


def test_factions_that_extend_each_other_are_named(hedge: Path) -> None:
    shutil.copytree(hedge / "mossgarden", hedge / "fern")
    change(hedge / "fern" / "faction.yaml", "id: mossgarden", "id: fern\nextends: mossgarden\nsubfaction: Fern")
    change(hedge / FACTION, "id: mossgarden", "id: mossgarden\nextends: fern\nsubfaction: Moss")
    found = {str(problem.message) for problem in opened(hedge).check()}
    assert found == {"mossgarden extends another faction itself", "fern extends another faction itself"}


POND = ROOT / "tests" / "data" / "forces" / "pond-war"
KINDS = "  - {id: dinghy"


def rows(*kinds: tuple[str, str]) -> str:
    """Kinds of force, each with what it stands in."""
    return "".join(f"  - {{id: {kind}, name: X, inside: [{inside}]}}\n" for kind, inside in kinds)


@pytest.mark.parametrize(
    ("kinds", "found"),
    [
        (
            rows(("a", "b"), ("b", "c"), ("c", "a"), ("d", "d")),
            ["inside in a ring: a → b → c → a", "inside in a ring: d → d"],
        ),
        (
            rows(*((f"k{n}{x}", f"k{n - 1}a, k{n - 1}b" if n else "fleet") for n in range(14) for x in "ab")),
            ["too large: 16104 forces in forces, at most 2000"],
        ),
        (rows(*((f"k{n}", f"k{n - 1}" if n else "fleet") for n in range(15))), []),
        (
            rows(*((f"k{n}", f"k{n - 1}" if n else "fleet") for n in range(16))),
            ["too large: 17 levels, at most 16"],
        ),
    ],
    ids=["rings", "doubling", "deep", "too deep"],
)
def test_forces_that_stand_in_each_other(tmp_path: Path, cache_folder: Path, kinds: str, found: list[str]) -> None:
    pond = Path(shutil.copytree(POND, tmp_path / "sets" / "pond-war"))
    change(pond / "system.yaml", KINDS, kinds + KINDS)
    problems = opened(pond).check()
    assert [str(problem.message) for problem in problems] == found
    assert all(problem.line in {21, 30, 33} for problem in problems)


def options(*stated: str) -> tuple[str, str]:
    return RAKE, RAKE.replace("}]", "".join(f"}}, {{{one}" for one in stated) + "}]")


AFTER = [f"id: a{n}, replace: rake, with: [rake], after: rake" for n in range(14)]
PIPES = "wargear: [" + ", ".join(["pipe"] * 60) + "]"
CLOSING = [f"id: a{n}, replace: [{', '.join(['pipe'] * n)}], with: [rake]" for n in range(2, 9)]
KINDS_OF_MODELS = "size: 1\nmodels: {" + "".join(f"m{n}: {{name: M, count: 0-1, wargear: []}}, " for n in range(39))
ROWS = ", ".join(["{models: {grandpa: 1}, price: 1}"] * 201)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            [options("id: a, replace: rake, with: [pipe], after: b", "id: b, replace: pipe, with: [rake], after: a")],
            "after in a ring: a → b → a",
        ),
        ([options(*AFTER)], "too large: 1006 ways to use options on one model, at most 1000"),
        ([options(*CLOSING), ("wargear: [pipe]", PIPES)], "too large: 54515261348 choices of wargear in one datasheet, at most 20000"),
        ([options(*(f"id: a{n}, add: [rake]" for n in range(500))), ("models: {", KINDS_OF_MODELS)], "too large: 20040 options times kinds of models, at most 20000"),
        ([("points: {1: 30}", f"points: [{ROWS}]")], "too large: 201 rows of prices, at most 200"),
        ([options("id: a, replace: pipe, with: [rake], shared_limit: rake")], "rake has no limit that can be shared"),
        (
            [options("id: a, add: [rake], limit: 1, shared_limit: b", "id: b, add: [rake], limit: 1, shared_limit: c", "id: c, add: [rake], limit: 1")],
            "b has no limit that can be shared",
        ),
        ([("count: 1,", "count: 0-99999999,"), ("points: {1: 30}", "points: [{models: {grandpa: 1}, price: 1}]")], "no price for a unit of this size: 0 grandpa"),
    ],
    ids=["after", "ways", "choices", "options", "prices", "shared", "shared on", "sizes"],
)  # fmt: skip
def test_options_and_prices_without_end(hedge: Path, changes: list[tuple[str, str]], message: str) -> None:
    for before, after in changes:
        change(hedge / GRANDPA, before, after)
    (problem,) = opened(hedge).check()
    assert (str(problem.message), Path(problem.file).name) == (message, "grandpa.yaml")
    assert problem.line


def test_folders_that_change_a_shipped_game_are_named(tmp_path: Path, cache_folder: Path) -> None:
    shipped = ROOT / "factions"
    own = tmp_path / "own"
    (own / "douwang" / "hamlet").mkdir(parents=True)  # of its own: no list of another faction is judged by it
    text = b"system: douwang\nfaction: windward\nunits: []\n"
    pack = read(b"name: Fair\nsystem: douwang\n", "fair.yaml")

    def remarks(*roots: Path, pack: Pack | None = None) -> list[str]:
        bound = read_bytes(text, "list.yaml", ".yaml", (NativeSet(roots, Cache(cache_folder)),))
        judged = validate(bound, pack=pack)
        judged.close()
        return [str(finding.beside) for finding in judged.findings if finding.rule == "changed-data"]

    (own / "douwang" / "events").mkdir()  # packs, which lists name themselves
    assert remarks(shipped) == remarks(shipped, own) == remarks(shipped, shipped) == []
    (own / "douwang" / "windward").mkdir()
    assert remarks(shipped, own) == remarks(shipped, own, pack=pack) == [f"with data of {own / 'douwang'}"]
    shutil.copytree(shipped / "douwang", own / "douwang", dirs_exist_ok=True)
    assert remarks(own) == [f"with data of {own / 'douwang'}"]


@pytest.mark.parametrize("sign", ["\\e[31m", "\\x9b2J", "\\u202e", "\\a"])
@pytest.mark.parametrize(
    ("file", "before", "after"),
    [
        (GRANDPA, "name: {en: Grandpa, zh: 爷爷}", 'name: {en: "Grandpa%s", zh: 爷爷}'),
        ("system.yaml", "name: {en: Acorn limit, zh: 橡果上限}", 'name: "Acorns%s"'),
    ],
)
def test_a_word_that_controls_how_others_are_shown_is_refused_at_its_place(
    hedge: Path, file: str, before: str, after: str, sign: str
) -> None:
    """Words of a game stand everywhere: in the key bar, above columns, on every page."""
    change(hedge / file, before, after % sign)
    with pytest.raises(InputError, match="a character that controls how others are shown") as refused:
        validate(read_bytes(LIST, "list.yaml", among=(opened(hedge),)))
    assert refused.value.problems[0].file.endswith(file)
    assert refused.value.problems[0].line
