"""Saving lists: comments and layout of the user's text stay, and the saved text gives the same roster."""

from __future__ import annotations

import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor, wait
from decimal import Decimal
from difflib import unified_diff
from pathlib import Path

import pytest
from ruamel.yaml.comments import CommentedMap, CommentedSeq

from listbuilder import files
from listbuilder.catalogue.library import Library
from listbuilder.engine import Engine, actions
from listbuilder.errors import ChangedOnDisk, InputError
from listbuilder.listfile import document, layout, saving
from listbuilder.listfile.merge import merged
from listbuilder.listfile.original import Original
from listbuilder.roster.declarations import Declarations
from listbuilder.roster.edits import Insert, Move, Remove, Rename, SetAmount, SetDeclarations, SetText
from listbuilder.roster.tree import Roster, Selection
from tests.nasty import BREAKING, IN_YAML, forges

EXAMPLES = Path(__file__).resolve().parents[2] / "factions" / "wh40k-10e" / "examples"

HANDMADE = """\
# yaml-language-server: $schema=../roster.schema.json

#  A list with a history   # and odd spacing
system:   wh40k-10e
name: 'Gladius, round 1'     # quoted on purpose
x-league: {season: 4,   table: "7"}
faction: "Space Marines"
units:
# the boss
- id:   captain
  datasheet: Captain   # by name
  warlord:    true
  painted: 2026-01-01


- {id: ints-a, datasheet: intercessor-squad,
   models: {Intercessor: 9},   # a full squad
   wargear: {intercessor-sergeant: {bolt-rifle: plasma-pistol}}}
# the other squad has no id
- datasheet: intercessor-squad
  notes: |
    two
    lines
declarations:   # for Saturday
  attach: {captain: ints-a}
# the end
"""


def opened(text: str, library) -> tuple[document.Document, Roster]:
    read = document.load(text.encode(), "army.yaml")
    roster, problems = document.bind(read, library)
    assert all(problem.severity == "warning" for problem in problems)
    return read, roster


def changes(before: str, after: str) -> list[str]:
    lines = unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm="")
    return [line for line in lines if not line.startswith(("---", "+++", "@@"))]


def node(roster: Roster, node_id: str) -> Selection:
    found = roster.nodes[node_id]
    assert isinstance(found, Selection)
    return found


@pytest.mark.parametrize(
    "text", [HANDMADE, *(path.read_text(encoding="utf-8") for path in sorted(EXAMPLES.glob("*.yaml")))]
)
def test_an_unchanged_roster_gives_the_same_bytes(marines, text: str) -> None:
    for data in (text.encode(), text.replace("\n", "\r\n").encode(), b"\xef\xbb\xbf" + text.encode()):
        read = document.load(data, "army.yaml")
        roster, _ = document.bind(read, marines)

        assert saving.save(read, roster).encode() == data


def test_only_what_changed_is_touched(marines) -> None:
    read, roster = opened(HANDMADE, marines)
    Rename("Round 2").apply(roster)
    SetAmount(node(roster, "ints-a/intercessor/1"), 7).apply(roster)

    assert changes(HANDMADE, saving.save(read, roster)) == [
        "-name: 'Gladius, round 1'     # quoted on purpose",
        "+name: 'Round 2'              # quoted on purpose",
        "-- {id: ints-a, datasheet: intercessor-squad,",
        "-   models: {Intercessor: 9},   # a full squad",
        "-   wargear: {intercessor-sergeant: {bolt-rifle: plasma-pistol}}}",
        "+# a full squad",
        "+- {id: ints-a, datasheet: intercessor-squad, models: {Intercessor: 7}, wargear: {intercessor-sergeant: {bolt-rifle: plasma-pistol}}}",
    ]


NEWER = {"set": "native", "date": "2026-11-01"}


@pytest.mark.parametrize("stated", ["", "data: {set: native, date: 2026-06-14, sha256: abc}  # as it was\n"])
def test_a_text_states_the_data_that_it_is_made_with_now(marines, stated: str) -> None:
    """Nothing else changes; without other data it stays to the byte."""
    text = HANDMADE.replace("faction:", f"{stated}faction:")
    read, roster = opened(text, marines)
    assert saving.Snapshot(read, roster).text() == text
    now = saving.Snapshot(read, roster).text(NEWER)
    again = document.load(now.encode(), "army.yaml")
    assert again.facts["data"] == {"set": "native", "date": "2026-11-01"}
    assert {key: value for key, value in again.facts.items() if key != "data"} == {
        key: value for key, value in read.facts.items() if key != "data"
    }
    assert all(line.startswith(("-data:", "+data:", "+  ")) for line in changes(text, now)), changes(text, now)


def test_what_cannot_be_written_without_loss_is_refused(marines, monkeypatch) -> None:
    read, roster = opened(HANDMADE, marines)
    SetText(node(roster, "captain"), "custom_name", "Titus").apply(roster)
    monkeypatch.setattr(saving.Snapshot, "_states", lambda *_: False)
    with pytest.raises(InputError, match="without loss"):
        saving.Snapshot(read, roster).text()


def test_comments_order_and_foreign_keys_survive_every_edit(marines) -> None:
    read, roster = opened(HANDMADE, marines)
    Rename("Round 2").apply(roster)
    Remove(node(roster, "captain/warlord")).apply(roster)
    SetText(node(roster, "intercessor-squad"), "custom_name", "Second").apply(roster)
    SetDeclarations(Declarations(attach={"captain": "intercessor-squad"})).apply(roster)
    text = saving.save(read, roster)

    for kept in (
        "#  A list with a history   # and odd spacing", 'x-league: {season: 4,   table: "7"}', "# the boss", "# by name",
        "painted: 2026-01-01", "# the other squad has no id", "    two\n    lines\n", "declarations:   # for Saturday", "# the end",
        "system:   wh40k-10e", "# quoted on purpose", "# a full squad",
    ):  # fmt: skip
        assert kept in text
    assert "warlord" not in text
    assert text.index("name: Second") < text.index("notes: |")
    assert "attach: {captain: intercessor-squad}" in text


def test_a_key_is_added_to_what_the_file_declares(marines) -> None:
    text = HANDMADE.replace("ints-a}\n", "ints-a}   # side by side\n")
    read, roster = opened(text, marines)
    SetDeclarations(Declarations(attach={"captain": "ints-a"}, hover=("captain",))).apply(roster)
    SetText(node(roster, "captain"), "custom_name", "Otto").apply(roster)

    assert changes(text, saving.save(read, roster)) == ["+  name: Otto", "+  hover: [captain]"]


def test_units_come_go_and_move(marines) -> None:
    read, roster = opened(HANDMADE, marines)
    engine = Engine(roster)
    option = next(o for o in marines.root_options("space-marines") if o.id == "intercessor-squad")
    edit, added = actions.select(engine, roster.forces[0], option)
    edit.apply(roster)
    Move(added, 1).apply(roster)
    Remove(node(roster, "ints-a")).apply(roster)
    SetDeclarations(Declarations()).apply(roster)
    text = saving.save(read, roster)
    again, _ = opened(text, marines)[1], None

    assert [u.id for u in again.forces[0].selections if u.option.type == "unit"] == [
        "intercessor-squad-2",
        "captain",
        "intercessor-squad",
    ]
    assert "ints-a" not in text
    assert "declarations" not in text
    assert "# by name" in text


@pytest.mark.parametrize(("length", "lines"), [(110, 1), (111, 2)])
def test_a_new_unit_is_written_in_one_line_where_it_fits(marines, length: int, lines: int) -> None:
    read, roster = opened(HANDMADE, marines)
    option = next(o for o in marines.root_options("space-marines") if o.id == "captain")
    edit, added = actions.select(Engine(roster), roster.forces[0], option)
    edit.apply(roster)
    name = "x" * (length - len("{datasheet: captain, name: }"))
    SetText(added, "custom_name", name).apply(roster)
    found = changes(HANDMADE, saving.save(read, roster))

    assert len(found) == lines
    assert name in found[-1]


def test_a_list_without_units_says_so(marines) -> None:
    read, roster = opened(HANDMADE, marines)
    for unit in [unit for unit in roster.forces[0].selections if unit.option.type == "unit"]:
        Remove(unit).apply(roster)
    text = saving.save(read, roster)

    assert document.load(text.encode()).facts["units"] == []
    assert "# the end" in text


def test_a_text_that_cannot_be_read_states_nothing(marines) -> None:
    snapshot = saving.Snapshot(*opened(HANDMADE, marines))

    assert snapshot._states(HANDMADE, snapshot.after)
    for text in (HANDMADE.replace("units:", "units: ["), "- a list", "system: wh40k-10e\nunits: 5\n"):
        assert not snapshot._states(text, snapshot.after)


def test_texts_that_are_made_of_one_original_are_those_of_a_new_one(marines) -> None:
    """The journal writes a list again and again while it is edited: what the file said is read once, and never changed."""
    read, roster = opened(HANDMADE, marines)
    original = Original.apart(read, marines)
    edits = (
        SetText(node(roster, "captain"), "custom_name", "Otto"),
        SetAmount(next(one for one in node(roster, "ints-a").walk() if one.option.name == "Intercessor"), 8),
        Remove(node(roster, "ints-a")),
        SetText(node(roster, "captain"), "custom_name", ""),
        Rename("Round 2"),
    )
    for edit in edits:
        edit.apply(roster)
        text = saving.Snapshot(read, roster, original).text()
        assert text == saving.save(read, roster)
        assert "# the boss" in text
        assert "# the end" in text
    assert "id: ints-a" not in text
    assert "Round 2" in text


def test_threads_make_texts_of_one_original_one_after_the_other(marines) -> None:
    read, roster = opened(HANDMADE, marines)
    original = Original.apart(read, marines)
    snapshots, texts = [], []
    for number in range(6):
        SetText(node(roster, "captain"), "custom_name", f"Otto {number}").apply(roster)
        snapshots.append(saving.Snapshot(read, roster, original))
        texts.append(saving.save(read, roster))
    with ThreadPoolExecutor(6) as pool:
        with original.lock:
            found = [pool.submit(snapshot.text) for snapshot in snapshots]
            assert not wait(found, 0.2).done
        assert [one.result() for one in found] == texts


@pytest.mark.parametrize("text", [HANDMADE, HANDMADE.replace("\n", "\r\n"), "", "system: x\t# ruamel refuses tabs\n"])
def test_a_layout_gives_a_tree_of_its_own_to_everyone(text: str) -> None:
    found = layout.Layout(text)
    first = found.tree
    before = found.dump(first)
    first["name"] = "changed"
    first.pop("units", None)
    assert found.dump(found.tree) == before
    assert before == found.written or not text
    assert found.crlf == ("\r" in text)


def test_ids_of_new_units_are_readable_and_stay(marines) -> None:
    read, roster = opened("system: wh40k-10e\nfaction: space-marines\nunits: []\n", marines)
    engine = Engine(roster)
    option = next(o for o in marines.root_options("space-marines") if o.id == "captain")
    first, second = (actions.select(engine, roster.forces[0], option) for _ in range(2))
    first[0].apply(roster)
    second[0].apply(roster)
    SetDeclarations(Declarations(hover=(second[1].id,))).apply(roster)
    before = saving.save(read, roster)
    Remove(first[1]).apply(roster)
    after = saving.save(read, roster)

    assert "{datasheet: captain}" in before
    assert "{id: captain-2, datasheet: captain}" in before
    assert "hover: [captain-2]" in before
    assert "{id: captain-2, datasheet: captain}" in after
    assert saving.save(saving.saved(read, after), roster) == after


def test_units_that_the_data_do_not_know_stay(marines) -> None:
    text = "system: wh40k-10e\nfaction: space-marines\nunits:\n  - {id: a, datasheet: captain}\n  - {id: x, datasheet: unheard-of, models: {y: 3}}   # soon\n"
    read = document.load(text.encode())
    roster, problems = document.bind(read, marines)
    assert len(problems) == 1
    SetText(node(roster, "a"), "custom_name", "Otto").apply(roster)

    assert saving.save(read, roster) == text.replace("datasheet: captain}", "datasheet: captain, name: Otto}")


def test_a_new_file_says_only_what_must_be_said(marines) -> None:
    read = document.new("wh40k-10e", "space-marines", "First")
    roster, problems = document.bind(read, marines)
    option = next(o for o in marines.root_options("space-marines") if o.id == "intercessor-squad")
    edit, unit = actions.select(Engine(roster), roster.forces[0], option)
    edit.apply(roster)
    SetAmount(unit.selections[1], 6).apply(roster)

    assert not problems
    assert saving.save(read, roster) == (
        "name: First\nsystem: wh40k-10e\nfaction: space-marines\nbattle_size: strike-force\nunits:\n"
        "  - {datasheet: intercessor-squad, models: {intercessor: 6}}\n"
    )


@pytest.mark.parametrize(
    "name",
    ["no", "010", "1e3", "12:30", "null", "true", "#1", "a: b", "  ", "é仲", '"', "- x", "{", "multi\nline", "x" * 300],
)
def test_any_name_survives(marines, name: str) -> None:
    for text in (HANDMADE, "system: wh40k-10e\n"):
        read, roster = opened(text, marines)
        Rename(name).apply(roster)

        assert document.load(saving.save(read, roster).encode()).facts["name"] == name


@pytest.mark.parametrize("name", IN_YAML)
def test_no_name_in_a_file_controls_a_terminal_or_gives_commands(marines, name: str) -> None:
    """It is read as it was."""
    read, roster = opened(HANDMADE, marines)
    Rename(name).apply(roster)
    for unit in ("captain", "intercessor-squad"):
        SetText(node(roster, unit), "custom_notes", f"{name}\n{name}").apply(roster)
    text = saving.save(read, roster)
    found = document.load(text.encode()).facts
    assert [found["name"], *(unit.get("notes") for unit in found["units"])] == [
        name,
        f"{name}\n{name}",
        None,
        f"{name}\n{name}",
    ]
    assert (forges(text), BREAKING & set(text)) == ([], set())


# --- there and back ------------------------------------------------------------------------------------------------------------


def gist(roster: Roster) -> object:
    """What a roster comes to, without regard to how like models are grouped or which copy of a slot is used."""
    units = [unit for unit in roster.forces[0].selections if unit.option.type == "unit"]
    present = {unit.id for unit in units}
    return (
        roster.name,
        [
            (key, left, right)
            for key in ("attach", "embark", "reserves", "split")
            for left, right in getattr(roster.declarations, key).items()
            if left in present and (key in ("reserves", "split") or right in present)
        ],
        [
            (key, unit)
            for key in ("hover", "strategic_reserves", "deployed")
            for unit in getattr(roster.declarations, key)
            if unit in present
        ],
        roster.cost_limits,
        sorted(n.option.id for root in roster.forces[0].selections if root.option.type != "unit" for n in root.walk()),
        [(unit.id, unit.custom_name, unit.custom_notes, sorted(models(unit).items())) for unit in units],
    )


def models(unit: Selection) -> Counter:
    found: Counter = Counter()
    for child in unit.selections:
        inside = sorted(
            (item.option.id.replace("#2", "").replace("#3", "").replace("#4", ""), item.amount)
            for item in child.walk()
            if item is not child
        )
        merged_inside = Counter()
        for name, amount in inside:
            merged_inside[name] += amount
        found[(child.option.id, child.custom_name, child.custom_notes, tuple(sorted(merged_inside.items())))] += (
            child.amount
        )
    return found


def random_edit(rng: random.Random, roster: Roster, engine: Engine, options: list) -> None:
    force = roster.forces[0]
    units = [unit for unit in force.selections if unit.option.type == "unit"]
    kind = rng.choice(
        ["add", "add", "remove", "move", "arm", "arm", "arm", "count", "split", "text", "name", "declare", "mark"]
    )
    unit = rng.choice(units) if units else None
    if kind == "add" or unit is None:
        actions.select(engine, force, rng.choice(options))[0].apply(roster)
    elif kind == "remove":
        Remove(unit).apply(roster)
    elif kind == "move":
        Move(unit, rng.randrange(len(force.selections) - len(units), len(force.selections))).apply(roster)
    elif kind in ("arm", "count", "split"):
        model = rng.choice([child for child in unit.selections if child.option.type == "model"])
        if kind == "count":
            SetAmount(model, rng.randint(1, 12)).apply(roster)
        elif kind == "split" and model.amount > 1:
            copy = actions.copied(model)
            copy.amount = rng.randint(1, model.amount - 1)
            SetAmount(model, model.amount - copy.amount).apply(roster)
            Insert(copy, unit).apply(roster)
        else:
            exchange(rng, model, roster, engine)
    elif kind == "text":
        SetText(unit, rng.choice(["custom_name", "custom_notes"]), rng.choice(["", "Otto", "a: b # c", "007"])).apply(
            roster
        )
    elif kind == "name":
        Rename(rng.choice(["", "List", "no", "a\nb"])).apply(roster)
    elif kind == "declare":
        other = rng.choice(units)
        SetDeclarations(
            rng.choice(
                [
                    Declarations(),
                    Declarations(
                        attach={unit.id: other.id},
                        hover=(other.id,),
                        reserves={unit.id: "other"},
                        marks={"m": (unit.id,)},
                    ),
                ]
            )
        ).apply(roster)
    elif kind == "mark":
        option = rng.choice([entry for entry in unit.option.entries if entry.type == "upgrade"])
        actions.select(engine, unit, option)[0].apply(roster)


def exchange(rng: random.Random, model: Selection, roster: Roster, engine: Engine) -> None:
    """Puts another choice into a slot, or adds something."""
    groups = [group for group in model.option.groups if not group.target.id.endswith("/unlisted")]
    if not groups:
        return
    group = rng.choice(groups)
    inside = [child for child in model.selections if child.option.group is group]
    if group.default_id:
        for child in inside:
            Remove(child).apply(roster)
    elif inside and rng.random() < 0.5:
        Remove(inside[0]).apply(roster)
        return
    actions.select(engine, model, rng.choice(group.entries))[0].apply(roster)


MEASURED = 5  # seeds; more execute the same lines


@pytest.mark.parametrize(
    "seed", [*range(MEASURED), *(pytest.param(seed, marks=pytest.mark.unmeasured) for seed in range(MEASURED, 25))]
)
def test_what_is_saved_is_what_is_read(marines, seed: int) -> None:
    rng = random.Random(seed)
    start = rng.choice([HANDMADE, (EXAMPLES / "legal.yaml").read_text(encoding="utf-8"), ""])
    read = document.load(start.encode()) if start else document.new("wh40k-10e", "space-marines", "New")
    roster, _ = document.bind(read, marines)
    engine = Engine(roster)
    options = [option for option in marines.root_options("space-marines") if option.type == "unit"]
    for _ in range(6):
        for _ in range(rng.randint(1, 8)):
            random_edit(rng, roster, engine, options)
        text = saving.save(read, roster)
        again, problems = document.bind(document.load(text.encode()), marines)

        assert all(problem.severity == "warning" for problem in problems)
        assert saving.save(saving.saved(read, text), roster) == text
        assert saving.save(document.load(text.encode()), again) == text
        if not Engine(roster).violations():
            assert named(gist(again), {}) == named(gist(roster), read.ids)


def named(value: object, ids: dict[str, str]) -> str:
    text = str(value)
    for made, own in ids.items():
        text = text.replace(repr(made), repr(own))
    return text


# --- on the disk ---------------------------------------------------------------------------------------------------------------


def test_a_save_is_refused_when_the_file_changed(tmp_path: Path, marines) -> None:
    path = tmp_path / "army.yaml"
    path.write_text(HANDMADE, encoding="utf-8")
    read = document.load(path)
    roster, _ = document.bind(read, marines)
    Rename("Mine").apply(roster)
    path.write_text(HANDMADE + "# theirs\n", encoding="utf-8")

    with pytest.raises(ChangedOnDisk):
        files.write(path, saving.save(read, roster), read.sha256)

    assert path.read_text(encoding="utf-8").endswith("# theirs\n")


# --- merging -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("own", "before", "after", "result"),
    [
        ("a\n  b,  # '#' x\n  c\nd\n", "a\n  b,c\nd\n", "a\n  b,X\nd\n", "a\n  # '#' x\n  b,X\nd\n"),
        ("a\n  b, o's # x\n  c\nd\n", "a\n  b, o's c\nd\n", "a\n  b,X\nd\n", "a\n  # x\n  b,X\nd\n"),
        ("a\nb\nc\n", "a\nb\nc\n", "a\nX\nc\n", "a\nX\nc\n"),
        ("a \nb\nc \n", "a\nb\nc\n", "a\nX\nc\n", "a \nX\nc \n"),
        ("a \nb \nc \n", "a\nb\nc\n", "a\nb\nc\nd\n", "a \nb \nc \nd\n"),
        ("--- \na\n", "a\n", "a\nb\n", "--- \na\nb\n"),
        ("a\nb,\nc\nd\n", "a\nb,c\nd\n", "a\nb,X\nd\n", "a\nb,X\nd\n"),
        ("a\nb,\nc\nd\n", "a\nb,c\nd\n", "a\nb,c\nX\n", "a\nb,\nc\nX\n"),
        ("a", "a\n", "a\nb\n", "a\nb\n"),
        ("a\nb\n", "a\nb\n", "", ""),
        ("# x\n", "", "a\n", "# x\na\n"),
        ("a\n# x\nb\n", "a\nb\n", "a\nX\nb\n", "a\nX\n# x\nb\n"),
        ("a\nb\nc,\nd,\ne\nf\n", "a\nb\nc,d,\ne-\nf\n", "A\nb\nc,d,\nX\nY\nf\n", "A\nb\nc,d,\nX\nY\nf\n"),
        ("a\nb\nc\nd\n", "a\nb\nc\nd\n", "b\nd\n", "b\nd\n"),
    ],
)
def test_merging_lines(own: str, before: str, after: str, result: str) -> None:
    assert merged(own, before, after) == result


@pytest.mark.parametrize("limit", ["12.5", "0.1", "12345678.123456789", "0.0000001", "2000"])
def test_limits_are_written_exactly(marines: Library, limit: str) -> None:
    read = document.load(f"system: wh40k-10e\nfaction: space-marines\nlimits: {{pts: {limit}}}\nunits: []\n".encode())
    roster, _ = document.bind(read, marines)

    new = document.Document(type(read.source)({"system": "wh40k-10e", "faction": "space-marines"}, ""))
    text = saving.save(new, roster)

    assert f"limits: {{pts: {limit}}}\n" in text
    again, _ = document.bind(document.load(text.encode()), marines)
    assert again.cost_limits == {"pts": Decimal(limit)}
    assert saving.save(read, roster) == read.text


def test_a_changed_limit_is_written_exactly(marines: Library) -> None:
    read = document.load(b"system: wh40k-10e\nfaction: space-marines\nlimits: {pts: 2000}\nunits: []\n")
    roster, _ = document.bind(read, marines)

    roster.cost_limits["pts"] = Decimal("0.10")

    assert "limits: {pts: 0.1}\n" in saving.save(read, roster)


@pytest.mark.parametrize(
    ("text", "spaces"),
    [
        ("name: a\nunits:\n  - b\n", 2),
        ("name: a\nunits:  # these\n\n \t# here\n- b\n", 0),
        ("a: b\n- c\nd:\n    - e\n", 4),
        ("x:\n  units:\n     - b\n", 3),
        ("units: [a]\n", 2),
        (f"notes: {':#' * 20_000}\nunits:\n   - b\n", 3),
        (f"notes: a{(': ' + ' ' * 2_000 + 'b') * 20}\nunits:\n   - b\n", 3),
    ],
)
def test_lists_are_indented_as_the_first_one_is(text: str, spaces: int) -> None:
    assert layout._dash_offset(text) == spaces


def test_a_tree_that_is_changed_leaves_the_next_one_as_the_file_is() -> None:
    laid = layout.Layout(HANDMADE)
    changed = laid.tree
    changed["units"].pop()
    changed["units"][0].yaml_add_eol_comment("new", "datasheet")
    changed["x-league"].fa.set_block_style()
    changed.yaml_set_start_comment("other")
    assert laid.dump(changed) != laid.written
    assert laid.dump(laid.tree) == laid.written


def test_a_tree_is_copied_without_the_copies_of_ruamel(monkeypatch: pytest.MonkeyPatch) -> None:
    """That of a list takes the square of the number of its items: half a minute for 4,000 units."""
    units = "".join(f"  - {{id: u{number}, datasheet: intercessor-squad}} # {number}\n" for number in range(40))
    laid = layout.Layout("name: a\nunits:\n" + units)

    def refuse(*_: object) -> None:
        raise AssertionError

    for kind in (CommentedMap, CommentedSeq):
        monkeypatch.setattr(kind, "__deepcopy__", refuse)
    monkeypatch.setattr(laid, "_load", refuse)  # nor is it read once more
    assert laid.dump(laid.tree) == laid.written
