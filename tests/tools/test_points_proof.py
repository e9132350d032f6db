"""The proof of a points document over a set: what differs is found and named with its reason."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from listbuilder.catalogue.system import Currency, DocumentNames, System
from listbuilder.sources.cache import Cache
from listbuilder.sources.points.documents import documents
from listbuilder.sources.store import FileSet
from tools.points_document.proof.__main__ import main
from tools.points_document.proof.findings import PageProof, Part, Reason
from tools.points_document.proof.pages import prove
from tools.points_document.proof.table import markdown

SHARED = Path(os.environ.get("LISTBUILDER_SHARED") or Path(__file__).parents[2].parent / "shared")
SET = SHARED / "bsdata" / "wh40k-11e"

NAMES = DocumentNames(detachment_points="tide", enhancements="gifts", marks=("[Legends]",))
RULES = System(
    id="shore",
    name={"en": "Shore"},
    game_system_ids=("sys",),
    currencies=(Currency(id="tide", name={"en": "Tide"}), Currency(id="gifts", name={"en": "Gifts"})),
    points_document=NAMES,
)
SYSTEM = """
<gameSystem id="sys" name="Shore" revision="7">
  <costTypes><costType id="p" name="pts"/><costType id="t" name="Tide"/><costType id="g" name="Gifts"/></costTypes>
  <categoryEntries>
    <categoryEntry id="ebb" name="Ebb"/><categoryEntry id="flood" name="Flood"/><categoryEntry id="hero" name="Character"/>
  </categoryEntries>
  <forceEntries><forceEntry id="force" name="Army"/></forceEntries>
</gameSystem>
"""


def cost(points: int, kind: str = "p") -> str:
    return f'<cost typeId="{kind}" name="" value="{points}"/>'


def unit(name: str, least: int, most: int, *, hero: bool = False, inside: str = "") -> str:
    key = name.split(maxsplit=1)[0].lower()
    bounds = "".join(
        f'<constraint id="{key}-{kind}" type="{kind}" value="{value}" field="selections" scope="parent"/>'
        for kind, value in (("min", least), ("max", most))
    )
    link = f'<categoryLink id="{key}-l" name="Character" targetId="hero" primary="true"/>' if hero else ""
    return (
        f'<selectionEntry id="{key}" name="{name}" type="unit"><costs>{cost(1)}</costs><categoryLinks>{link}</categoryLinks>'
        f'<selectionEntries><selectionEntry id="{key}-model" name="{name} model" type="model">'
        f"<constraints>{bounds}</constraints>{inside}</selectionEntry></selectionEntries>"
        f"{GIFTS.format(key=key) if hero else ''}</selectionEntry>"
    )


GIFTS = (
    '<selectionEntryGroups><selectionEntryGroup id="{key}-gifts" name="Enhancements"><selectionEntries>'
    f'<selectionEntry id="{{key}}-pearl" name="Pearl" type="upgrade"><costs>{cost(5)}{cost(1, "g")}</costs></selectionEntry>'
    "</selectionEntries></selectionEntryGroup></selectionEntryGroups>"
)
LAMP = (
    '<selectionEntries><selectionEntry id="lamp" name="Lamp" type="upgrade"><constraints>'
    '<constraint id="lamp-max" type="max" value="1" field="selections" scope="parent"/></constraints></selectionEntry>'
    "</selectionEntries>"
)
SHOAL = (
    f'<selectionEntry id="shoal" name="Shoal" type="upgrade"><costs>{cost(2, "t")}</costs>'
    '<categoryLinks><categoryLink id="shoal-l" name="Ebb" targetId="ebb"/></categoryLinks></selectionEntry>'
)
DETACHMENT = (
    '<selectionEntry id="detachment" name="Detachment" type="upgrade"><selectionEntryGroups>'
    f'<selectionEntryGroup id="choice" name="Detachment"><selectionEntries>{SHOAL}</selectionEntries></selectionEntryGroup>'
    "</selectionEntryGroups></selectionEntry>"
)
CATALOGUE = f"""
<catalogue id="gulls" name="Gulls" revision="1" gameSystemId="sys"><selectionEntries>{DETACHMENT}
{unit("Gull", 5, 10, inside=LAMP)}{unit("Boss [Legends]", 1, 1, hero=True)}{unit("Crab", 3, 3)}
</selectionEntries></catalogue>
"""

# What the set is laid under, and what the next version of the document says.
BEFORE = """
detachments: {Shoal: {points: 2, disposition: Ebb, enhancements: {Pearl: 15}}}
units:
  Boss: {points: {1: 40}, leads: [Gull]}
  Crab: {points: {3: 30}, again: {2: 10}}
  Gull: {points: {5: 50, 10: 90}, items: {Lamp: 5}}
"""
AFTER = """
detachments:
  Shoal: {points: 1, disposition: Flood, enhancements: {Pearl: {points: 10, upgrade: true}}}
  Reef: {points: 1, disposition: Ebb, enhancements: {Coral: 10}}
units:
  Boss: {points: {1: 40}, leads: [Crab]}
  Crab: {points: {3: 30}, again: {3: 10}}
  Gull: {points: {5: 50, 10: 95, 20: 190}, items: {Lamp: 10, Rope: 5}}
  Whale: {points: {1: 200}}
"""


def page(game: Path, version: str, text: str) -> None:
    path = game / "points" / version / "gulls.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(f'name: Gulls\nversion: "{version}"\ndate: 2026-03-01\n{text}')


@pytest.fixture
def data(tmp_path: Path, cache_folder: Path) -> FileSet:
    folder, game = tmp_path / "shore", tmp_path / "factions" / "shore"
    folder.mkdir()
    (folder / "Shore.gst").write_text(SYSTEM)
    (folder / "Gulls.cat").write_text(CATALOGUE)
    page(game, "1.0", BEFORE)
    page(game, "1.1", AFTER)
    cache = Cache(cache_folder)
    return FileSet(
        folder,
        "shore",
        cache=cache,
        rules=lambda _id: RULES,
        documents=lambda system: documents(system, [game], cache),
    )


def proof(data: FileSet, version: str, of: str) -> PageProof:
    """What the proof by one version says of the set under another."""
    document = data.at(of).document(RULES)
    assert document is not None
    (found,) = prove(data.at(version), document, NAMES)
    return found


def test_a_set_under_the_document_is_equal(data: FileSet) -> None:
    found = proof(data, "1.0", "1.0")
    assert found.differences == []
    assert found.equal == found.total
    assert found.total[Part.UNITS] == 3
    assert found.total[Part.PRICES] == 1 + 2 + 3  # Boss; Crab, its second copy; Gull of 5, 6 and 10
    wanted = {Part.ITEMS: 1, Part.DETACHMENTS: 1, Part.DETACHMENT_POINTS: 1, Part.DISPOSITIONS: 1, Part.ENHANCEMENTS: 1}
    assert {part: found.total[part] for part in wanted} == wanted
    assert found.total[Part.PAIRS] == 1


def test_what_differs_is_named_with_its_reason(data: FileSet) -> None:
    found = {
        (one.part, one.reason, one.of, one.at, one.stated, one.found) for one in proof(data, "1.0", "1.1").differences
    }
    other = Reason.OTHER_VALUE
    assert found == {
        (Part.UNITS, Reason.MISSING_UNIT, "Whale", "", "", ""),
        (Part.PRICES, other, "Crab", "3 models, copy 2", "30", "40"),
        (Part.PRICES, other, "Gull", "6 models", "95", "90"),
        (Part.PRICES, other, "Gull", "10 models", "95", "90"),
        (Part.PRICES, Reason.MISSING_SIZE, "Gull", "20 models", "190", ""),
        (Part.ITEMS, other, "Gull", "Lamp", "50", "25"),  # one of each of five models
        (Part.ITEMS, Reason.MISSING_ITEM, "Gull", "Rope", "5", ""),
        (Part.DETACHMENTS, Reason.MISSING_CHOICE, "Reef", "", "", ""),
        (Part.ENHANCEMENTS, Reason.MISSING_DETACHMENT, "Reef", "Coral", "", ""),
        (Part.DETACHMENT_POINTS, other, "Shoal", "", "1", "2"),
        (Part.DISPOSITIONS, other, "Shoal", "", "Flood", "Ebb"),
        (Part.ENHANCEMENTS, other, "Shoal", "Pearl", "10", "15"),
        (Part.BEARERS, Reason.ONLY_CHARACTERS, "Shoal", "Pearl", "", ""),
        (Part.PAIRS, Reason.REFUSED, "Boss", "Crab", "", ""),
        (Part.PAIRS, Reason.UNSTATED, "Boss", "Gull", "", ""),
    }


def test_the_table_has_a_row_a_page_and_a_line_a_reason(data: FileSet) -> None:
    found = proof(data, "1.0", "1.1")
    lines = markdown("Shore", [found]).splitlines()
    assert lines[0] == "# Shore"
    assert any(line.startswith("| Gulls | 3/4 | 4/8 |") for line in lines)
    assert "- prices, another value after the layer (3): Crab (3 models, copy 2 30 → 40); " in "\n".join(lines)
    assert "- pairs, stated, but refused (1): Boss (Crab)" in lines
    assert "- enhancements, the set lacks its detachment (1)" in lines


def test_a_set_that_is_not_there_is_a_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["proof", str(tmp_path / "nothing")])
    assert main() == 2
    assert "nothing" in capsys.readouterr().err


@pytest.mark.skipif(not SET.is_dir(), reason="the community set is not beside the project")
def test_the_shipped_document_over_the_real_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "proofs" / "orks.md"
    monkeypatch.setattr("sys.argv", ["proof", str(SET), "--version", "1.1", "--page", "orks", "-o", str(out)])
    assert main() == 0
    text = out.read_text("utf-8")
    assert "| Orks | 88/88 | 181/181 | 1/1 |" in text
    assert "another value" not in text
    assert "refused" not in text
