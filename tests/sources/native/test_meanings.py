"""A comment in a datasheet compiles nothing anew; whatever changes a value does."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from listbuilder import strictyaml
from listbuilder.errors import InputError
from listbuilder.sources.cache import Cache
from listbuilder.sources.native import NativeSet, meanings
from listbuilder.sources.native.faction import FactionCompiler
from tests.conftest import ROOT

POND = ROOT / "tests" / "data" / "forces" / "pond-war"


@pytest.fixture
def place(tmp_path: Path, cache_folder: Path) -> Path:
    """Native data that may be changed."""
    shutil.copytree(POND, tmp_path / "data" / POND.name)
    return tmp_path


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The factions that were compiled, and the files that were read as YAML, from now on."""
    done: list[str] = []
    compile_, load = FactionCompiler.compile, strictyaml.load

    def compiled(self: FactionCompiler) -> object:
        done.append("compiled")
        return compile_(self)

    def loaded(data: bytes, file: str = "", *more: object) -> object:
        done.append(Path(file).name)
        return load(data, file, *more)

    monkeypatch.setattr(FactionCompiler, "compile", compiled)
    monkeypatch.setattr(strictyaml, "load", loaded)
    return done


def catalogue(place: Path) -> object:
    """The frogs, as a new process loads them."""
    data = NativeSet([place / "data"], Cache(place / "cache"))
    data.record("pond-war")
    return data.catalogue("pond-war", "frogs")


def change(place: Path, name: str, old: str, new: str) -> None:
    path = place / "data" / "pond-war" / "frogs" / name
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def test_a_comment_costs_reading_its_file(place: Path, work: list[str]) -> None:
    before = catalogue(place)
    assert "compiled" in work
    change(place, "tadpoles.yaml", "", "# they are small\n")
    work.clear()

    assert catalogue(place) == before
    assert work == ["tadpoles.yaml"]

    work.clear()
    assert catalogue(place) == before
    assert work == []


def test_a_value_is_compiled_anew_also_below_a_comment(place: Path, work: list[str]) -> None:
    before = catalogue(place)
    change(place, "tadpoles.yaml", "", "# they are small\n")
    catalogue(place)
    change(place, "tadpoles.yaml", "en: Tadpoles", "en: Young Tadpoles")
    work.clear()
    after = catalogue(place)

    assert after != before
    assert "compiled" in work

    change(place, "tadpoles.yaml", "en: Young Tadpoles", "en: Tadpoles")
    assert catalogue(place) == before


def test_a_file_that_comes_or_goes_is_noticed(place: Path, work: list[str]) -> None:
    before = catalogue(place)
    (place / "data" / "pond-war" / "frogs" / "tadpoles.yaml").unlink()

    assert catalogue(place) != before


def test_mistakes_are_named_at_their_new_places(place: Path) -> None:
    catalogue(place)
    change(place, "tadpoles.yaml", "", "# one\n# two\n")
    catalogue(place)
    change(place, "tadpoles.yaml", "name:", "nme:")

    with pytest.raises(InputError, match="nme"):
        catalogue(place)


def test_values_of_other_kinds_and_orders_mean_something_else() -> None:
    values = [{"a": 1, "b": 2}, {"b": 2, "a": 1}, {"a": "1", "b": 2}, {"a": True, "b": 2}, {"a": 1.0, "b": 2}]

    assert len({meanings.of_value(value) for value in values}) == len(values)
