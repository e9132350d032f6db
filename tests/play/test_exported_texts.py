"""What is printed of lists that players exported, judged by the community data of a user: no marks of the data's authors are left,
and every figure is that of the data."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.errors import InputError
from listbuilder.print.briefing import brief
from listbuilder.print.datasheet import statlines
from listbuilder.print.rules_text import army_rules, shared_rules, unit_rules
from listbuilder.print.text import show_army
from listbuilder.validation import validate_file
from tests.play.conftest import SHARED

LISTS = SHARED.parent / "lists"
pytestmark = [pytest.mark.skipif(not LISTS.is_dir(), reason="the exported lists are not here"), pytest.mark.sweep]
MARKS = ("**", "^^", "⟝", "⟞", "<br", "&#", "\ufffd", "\u200b")
FILES = sorted(
    path for folder in ("aos-4e/nr-rosz", "wh40k-10e", "wh40k-11e") for path in (LISTS / folder).rglob("*.*")
)


@pytest.mark.usefixtures("community")
@pytest.mark.parametrize("path", FILES[::4], ids=lambda path: "/".join(path.parts[-3:]))
def test_no_marks_and_true_figures(path: Path, installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(installed))
    try:
        found = validate_file(path)
    except InputError:
        pytest.skip("this list cannot be read")
    briefing = brief(found.army, found.findings, found.system)
    shown = [show_army(found.army, found.findings, found.formation)]
    rules = [*army_rules(briefing), *shared_rules(briefing)]
    for unit in found.army.units:
        rules += unit_rules(briefing, unit)
        _headings, lines = statlines(unit, briefing.vocabulary, str, "-")
        figures = [{value for _name, value in profile.values} for profile in unit.profiles]
        assert all(any(set(line.values) - {"-"} <= known for known in figures) for line in lines)
        assert len({(line.values, line.save, line.condition) for line in lines}) == len(lines)
        for profile in unit.profiles:
            for save in profile.saves:
                assert not save.against or any(line.condition for line in lines)
    shown += [f"{one.title} {one.note} {one.group} {one.text}" for one in rules]
    marked = [text for text in shown if any(mark in text for mark in MARKS)]
    assert not marked
