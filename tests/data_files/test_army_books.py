"""The page of Warhammer Fantasy names every rule of the game and says whether it is checked."""

from __future__ import annotations

import re
from pathlib import Path

from listbuilder.sources.native import NativeSet

PAGE = Path(__file__).resolve().parents[2] / "docs" / "systems" / "whfb-8e.md"


def test_each_rule_stands_in_the_table_once_with_how_it_is_kept() -> None:
    rows = re.findall(r"(?m)^\| ([^|]+) \| (checked|option|not) \|", PAGE.read_text("utf-8"))
    named = [(rule, kept) for names, kept in rows for rule in re.findall(r"`([\w-]+)`", names)]
    rules = NativeSet().system("whfb-8e").rules
    assert sorted(rule for rule, _ in named) == sorted(one.id for one in rules)
    kept = dict(named)
    assert {one.id for one in rules if not one.enabled} == {rule for rule, how in kept.items() if how == "option"}
    idle = {one.id for one in rules if one.kind == "definition" and not one.params.get("enforced_by")}
    assert idle == {rule for rule, how in kept.items() if how == "not"}
