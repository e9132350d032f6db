"""Native data that refer to themselves, or hold texts of 40 KB, are judged or named at their place, and never hang."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from listbuilder.errors import TOO_LARGE
from listbuilder.exchange.formats import read_bytes
from listbuilder.sources.cache import Cache
from listbuilder.sources.native.dataset import NativeSet
from listbuilder.validation import validate
from tests.conftest import ROOT

LIST = b"system: hedge-war\nfaction: mossgarden\nunits: [{id: a, datasheet: grandpa}, {id: b, datasheet: weeders}]\n"
RAKE = "options: [{id: rake, replace: pipe, with: [rake]}]"
GRANDPA, WEEDERS, FACTION = "mossgarden/grandpa.yaml", "mossgarden/weeders.yaml", "mossgarden/faction.yaml"


@pytest.fixture
def hedge(tmp_path: Path) -> Path:
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
