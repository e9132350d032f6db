"""Every id that a finding can have is explained: rules of a game by their system, all others by `listbuilder.report.codes`."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import listbuilder
from listbuilder.report.codes import OF_EVENTS
from listbuilder.report.codes import OWN as OF_ALL_GAMES
from listbuilder.sources.native import NativeSet
from listbuilder.validation.pack.permits import OF_PERMITS

pytestmark = pytest.mark.unmeasured

ROOT = Path(listbuilder.__file__).parent
OWN = OF_ALL_GAMES | OF_EVENTS
DRAWING = ("tui", "print")  # where a rule is a line on the screen or on paper
OTHERS = frozenset(("check", "event"))  # functions whose first argument is called alike and is no rule of a finding
# of violations of the data, whose ids are made of what is violated
OF_DATA = {f"data-{what}" for what in ("min", "max", "exactly", "hidden", "cost-limit", "error", "warning", "info")}


@cache
def trees() -> list[ast.Module]:
    paths = [path for path in sorted(ROOT.rglob("*.py")) if path.relative_to(ROOT).parts[0] not in DRAWING]
    return [ast.parse(path.read_text("utf-8")) for path in paths]


def constants() -> dict[str, set[str]]:
    """Name of a constant of a module -> its texts."""
    found: dict[str, set[str]] = defaultdict(set)
    for node in (node for tree in trees() for node in tree.body if isinstance(node, ast.Assign)):
        if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    found[target.id].add(node.value.value)
    return found


def places() -> dict[str, set[int]]:
    """Name of a function or record -> which of its arguments is called ``rule``."""
    found: dict[str, set[int]] = defaultdict(set)
    for node in (node for tree in trees() for node in ast.walk(tree)):
        if isinstance(node, ast.FunctionDef):
            names = [argument.arg for argument in node.args.args if argument.arg not in {"self", "cls"}]
        elif isinstance(node, ast.ClassDef):
            fields = (one.target for one in node.body if isinstance(one, ast.AnnAssign))
            names = [target.id for target in fields if isinstance(target, ast.Name)]
        else:
            continue
        if "rule" in names and node.name not in OTHERS:
            found[node.name].add(names.index("rule"))
    return found


def given(tree: ast.Module, where: dict[str, set[int]]) -> Iterator[ast.expr | None]:
    """What a module gives for arguments called ``rule``, and what these are by default."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            yield from (keyword.value for keyword in node.keywords if keyword.arg == "rule")
            yield from (node.args[place] for place in where.get(name, ()) if place < len(node.args))
        elif isinstance(node, ast.FunctionDef):
            plain, named = node.args.args[::-1], node.args.kwonlyargs
            defaults = [
                *zip(plain, node.args.defaults[::-1], strict=False),
                *zip(named, node.args.kw_defaults, strict=True),
            ]
            yield from (value for argument, value in defaults if argument.arg == "rule")
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id == "rule":
            yield node.value


@cache
def emitted() -> set[str]:
    """All ids of findings that the program states."""
    known, where = constants(), places()
    found: set[str] = set()
    waiting = [value for tree in trees() for value in given(tree, where)]
    while waiting:
        value = waiting.pop()
        if isinstance(value, ast.IfExp):
            waiting += [value.body, value.orelse]
        elif isinstance(value, ast.Constant) and isinstance(value.value, str):
            found.add(value.value)
        elif isinstance(value, ast.Name):
            found |= known.get(value.id, set())
    return (found | set(OF_PERMITS)) - {""}


def test_every_id_of_a_finding_is_explained() -> None:
    rules = {spec.id for system in NativeSet().all_systems() for spec in system.rules}
    assert emitted() - rules - OWN.keys() == set()


def test_nothing_is_explained_that_is_never_found() -> None:
    assert OWN.keys() - emitted() - OF_DATA == set()
    assert OWN.keys() >= OF_DATA


def test_ids_are_found_wherever_they_are_given() -> None:
    """By keyword, by place, by default, as a constant and as one of two."""
    assert {
        "event-team-players",
        "unread-line",
        "broken-file",
        "points-drift",
        "unreadable",
        "bug",
        "event-legends",
    } <= emitted()


@pytest.mark.parametrize("name", sorted(OWN))
def test_a_page_is_a_sentence(name: str) -> None:
    assert OWN[name][0].isupper() or OWN[name].startswith("--")
    assert OWN[name].endswith(".")
