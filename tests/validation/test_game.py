"""The files of a game checked together: every typo of a key or of a name is named with its file and line."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml

from listbuilder.errors import InputError
from listbuilder.resources import shipped
from listbuilder.sources.native import NativeSet
from listbuilder.validation import game

ROOT = Path(__file__).resolve().parents[2]
HEDGE, GARDEN = ROOT / "tests" / "systems" / "hedge-war", "mossgarden"
BATCHES = 10
WORD = re.compile(r"[A-Za-z]{2,}")
# keys that the author of a game chooses, by what they stand below
CHOSEN = {"models", "detachments", "enhancements", "options"}
MORE = """
ally_rules:
  - {id: hedgehogs, name: Hedgehogs, hosts: [Mossgarden], factions: [mossgarden], detachments: [Rose bed],
     group: {keywords: [Wheeled]}, points: {patch: 5}}
forces:
  - {id: bed, name: Bed, slots: {elder: [0, 2], Wheeled: [0, 1]}, compulsory: {roles: [digger], at_least: 1}}
absent: [Scarecrow]
"""
RULES = """
  - {id: beds, kind: forces, params: {of: bed, at_most: 2}, source: x}
  - {id: near, kind: force-terms, params: {never: {mossgarden: [Mossgarden]}}, source: x}
  - {id: tall, kind: characteristic, params: {of: Hop, at_most: 9, where: {any_keywords: [Scarecrow]}}, source: x}
  - {id: few, kind: total, params: {of: units, at_most: {patch: 3, lawn: 9}, where: {abilities: [Nap]}}, source: x}
  - {id: some, kind: copies, params: {max: {default: 2, Small: 3}}, sizes: [patch], replaces: [few], source: x}
  - {id: unit-composition, kind: engine, source: x}
"""
# (in which file, what stands there, what a hasty author writes, what is said)
NAMES = [
    ("system.yaml", "hosts: [Mossgarden]", "hosts: [Mosgarden]", "unknown keyword, seed packet or role: Mosgarden"),
    ("system.yaml", "factions: [mossgarden]", "factions: [mosgarden]", "unknown faction: mosgarden"),
    ("system.yaml", "detachments: [Rose bed]", "detachments: [Rose bad]", "unknown flowerbed: Rose bad"),
    ("system.yaml", "group: {keywords: [Wheeled]", "group: {keywords: [Wheel]", "role: Wheel"),
    ("system.yaml", "elder: [0, 2]", "eldr: [0, 2]", "role: eldr"),
    ("system.yaml", "Wheeled: [0, 1]", "Weeled: [0, 1]", "role: Weeled"),
    ("system.yaml", "roles: [digger]", "roles: [diger]", "role: diger"),
    ("system.yaml", "of: bed", "of: bad", "unknown kind of force: bad"),
    ("system.yaml", "{mossgarden: [Mossgarden]}", "{mosgarden: [Mossgarden]}", "unknown faction: mosgarden"),
    ("system.yaml", "{mossgarden: [Mossgarden]}", "{mossgarden: [Mosgarden]}", "unknown faction: Mosgarden"),
    ("system.yaml", "of: Hop", "of: Hip", "unknown column: Hip"),
    ("system.yaml", "any_keywords: [Scarecrow]", "any_keywords: [Scarecow]", "role: Scarecow"),
    ("system.yaml", "at_most: {patch: 3", "at_most: {pach: 3", "unknown plot: pach"),
    ("system.yaml", "abilities: [Nap]", "abilities: [Nip]", "unknown ability: Nip"),
    ("system.yaml", "default: 2", "defalt: 2", "role: defalt"),
    ("system.yaml", "Small: 3", "Smal: 3", "role: Smal"),
    ("system.yaml", "sizes: [patch]", "sizes: [pach]", "unknown battle size: pach"),
    ("system.yaml", "replaces: [few]", "replaces: [fw]", "unknown rule: fw"),
    ("system.yaml", "id: unit-composition", "id: unit-compositon", "unknown rule: unit-compositon"),
    ("system.yaml", "heroes: [Elder]", "heroes: [Eldr]", "role: Eldr"),
    ("system.yaml", "never: [burrow,", "never: [burow,", "unknown state: burow"),
    ("system.yaml", "id: embarked", "id: embarkd", "the state embarkd needs reserves: true"),
    ("system.yaml", "reserves: true, ability: Tunnel", "reserves: true, ability: Tunel", "unknown ability: Tunel"),
    ("system.yaml", "type: Joke, turn: opponent", "type: Jok, turn: opponent", "unknown type: Jok"),
    ("system.yaml", "turn: opponent, phase: sowing", "turn: opponent, phase: sewing", "unknown phase: sewing"),
    ("system.yaml", "target_state: reserves", "target_state: reservs", "unknown state: reservs"),
    ("system.yaml", "turns: {own:", "turns: {owm:", "unknown key owm"),
    ("faction.yaml", "keyword: Mossgarden", "keyword: Mosgarden", "role: Mosgarden"),
    ("barrow.yaml", "allow: [[Small", "allow: [[Smal", "role: Smal"),
    ("barrow.yaml", "faction_keywords: [Mossgarden]", "faction_keywords: [Mosgarden]", "no faction has any of these keywords"),
]  # fmt: skip


@pytest.fixture
def hedge(tmp_path: Path) -> Path:
    """A copy of the made-up game, with more that names something."""
    folder = tmp_path / "games" / HEDGE.name
    shutil.copytree(HEDGE, folder)
    path = folder / "system.yaml"
    path.write_text(path.read_text("utf-8") + RULES + MORE, "utf-8")
    return folder


def found(folder: Path) -> list[tuple[str, int, str]]:
    native, names = game.in_folder(folder)
    return [(Path(p.file).name, p.line, str(p.message)) for one in game.check(native, names) for p in one.problems]


def test_a_game_without_mistakes(hedge: Path) -> None:
    assert found(hedge) == found(hedge.parent) == []


@pytest.mark.parametrize(("file", "right", "wrong", "said"), NAMES, ids=[one[2] for one in NAMES])
def test_a_wrong_name_is_told_at_its_line(hedge: Path, file: str, right: str, wrong: str, said: str) -> None:
    path = next(hedge.rglob(file))
    text = path.read_text("utf-8")
    at = text.index(right)
    path.write_text(text[:at] + wrong + text[at + len(right) :], "utf-8")
    line = text.count("\n", 0, at) + 1
    assert [one for one in found(hedge) if one[:2] == (file, line) and said in one[2]], found(hedge)


def keys(node: yaml.Node, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], yaml.ScalarNode]]:
    """Every key of a file that the program gives a meaning, with the path to it."""
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if WORD.search(key.value) and not (path and path[-1] in CHOSEN):
                yield (*path, key.value), key
            yield from keys(value, (*path, key.value))
    elif isinstance(node, yaml.SequenceNode):
        for value in node.value:
            yield from keys(value, path)


@dataclass(frozen=True)
class Key:
    """A key in a file: its path in there, its word as it is misspelt, where the changed letter of that is, and its line."""

    file: Path
    steps: tuple[str, ...]
    wrong: str
    letter: int
    line: int


def key_of(file: Path, steps: tuple[str, ...], node: yaml.ScalarNode) -> Key:
    last = WORD.search(node.value).end() - 1  # type: ignore[union-attr]
    wrong = node.value[:last] + ("z" if node.value[last] == "q" else "q") + node.value[last + 1 :]
    return Key(file, steps, wrong, node.start_mark.index + last, node.start_mark.line + 1)


def told(hedge: Path, misspelt: Sequence[Key]) -> list[tuple[str, int, str]]:
    """What is found when these keys are misspelt together."""
    texts = {key.file: key.file.read_text("utf-8") for key in misspelt}
    for file, text in texts.items():
        wrong = {key.letter for key in misspelt if key.file == file}
        changed = ("z" if letter == "q" else "q" for letter in text)
        file.write_text(
            "".join(new if at in wrong else old for at, (old, new) in enumerate(zip(text, changed, strict=True))),
            "utf-8",
        )
    places = found(hedge)
    for file, text in texts.items():
        file.write_text(text, "utf-8")
    return places


@pytest.mark.unmeasured
def test_each_misspelt_key_is_told_at_its_line(hedge: Path) -> None:
    """Many together, which is quicker. Those that are not named then, at their lines, are misspelt alone."""
    tried: dict[tuple[str, tuple[str, ...]], Key] = {}
    for path in sorted(hedge.rglob("*.yaml")):
        kind = path.name if path.name in {"system.yaml", "faction.yaml"} else "datasheet"
        for steps, node in keys(yaml.compose(path.read_text("utf-8"))):
            tried.setdefault((kind, steps), key_of(path, steps, node))
    of_system = [key for (kind, _), key in tried.items() if kind == "system.yaml"]
    others = [key for (kind, _), key in tried.items() if kind != "system.yaml"]  # which a broken system would hide
    silent = []
    for batch in (keys[at::BATCHES] for keys in (of_system, others) for at in range(BATCHES)):
        together = told(hedge, batch)
        for key in batch:
            if not any(
                (key.file.name, key.line) == (file, line) and key.wrong in said for file, line, said in together
            ):
                places = [one[:2] for one in told(hedge, [key])]
                if not {(key.file.name, key.line + more) for more in (0, 1)} & {*places}:
                    silent.append((key.file.name, key.steps, places))
    own = {"wheel", "pipe", "rake", "trowel", "bell", "sowing"}  # ids, which are told where they are used
    assert [one for one in silent if one[1][-1] not in own] == []
    assert len(tried) > 150


def test_names_that_only_community_data_may_have_are_not_looked_up_without_them(hedge: Path) -> None:
    """Those of the game; what datasheets name they state themselves."""
    path = hedge / "system.yaml"
    text = path.read_text("utf-8").replace("hosts: [Mossgarden]", "hosts: [Mosgarden]")
    path.write_text(text.replace("points_name:", "game_system_ids: [not-installed]\npoints_name:"), "utf-8")
    sheet = next(hedge.rglob("barrow.yaml"))
    sheet.write_text(sheet.read_text("utf-8").replace("allow: [[Small", "allow: [[Smal"), "utf-8")
    native, names = game.in_folder(hedge)
    (checked,) = game.check(native, names)
    assert [Path(one.file).name for one in checked.problems] == ["barrow.yaml"]
    assert (checked.looked_up, checked.factions, checked.datasheets) == (False, 1, 3)


def test_a_folder_without_a_game_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no native data in the folder"):
        game.in_folder(tmp_path)


@pytest.mark.sweep
@pytest.mark.parametrize("system", sorted(NativeSet([shipped("factions")]).files))
def test_the_shipped_games_name_only_what_they_have(system: str) -> None:
    [checked] = game.check(NativeSet([shipped("factions")]), [system])
    assert [str(problem) for problem in checked.problems] == []
