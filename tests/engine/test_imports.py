"""The modules of the room import each other in one direction, imports for type checking included."""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import listbuilder


@pytest.mark.parametrize("room", ["engine", "roster"])
def test_no_import_cycle(room: str) -> None:
    folder = Path(listbuilder.__file__).parent / room
    prefix = f"listbuilder.{room}."
    imports: dict[str, set[str]] = {}
    for path in folder.glob("*.py"):
        if path.stem != "__init__":
            found = (node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ImportFrom))
            names = {node.module.removeprefix(prefix) for node in found if (node.module or "").startswith(prefix)}
            imports[path.stem] = names
    assert any(imports.values())
    tuple(TopologicalSorter(imports).static_order())  # raises CycleError
