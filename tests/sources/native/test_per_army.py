"""Items of which a whole army may have so many, whichever datasheets bear them."""

from __future__ import annotations

import pytest

from listbuilder.validation.validate import validate_bytes

SERGEANT, GUNNER, GRENADIER = "assault-intercessor-sergeant", "intercessor-gunner", "assault-intercessor-grenadier"
OTHERS = ("intercessor-warrior", "intercessor-warrior", "assault-intercessor-warrior")


def found(**taken: str) -> list[tuple[str, object, object]]:
    """What is wrong with a team whose operatives take an item besides: rule, number and bound."""
    items = {name.replace("_", "-"): item for name, item in taken.items()}
    units = [
        f"{{datasheet: {one}, wargear: {{{one}: {{add: [{items[one]}]}}}}}}"
        if one in items
        else f"{{datasheet: {one}}}"
        for one in (SERGEANT, GUNNER, GRENADIER, *OTHERS)
    ]
    text = f"system: kill-team-2021\nfaction: intercession-squad\nunits: [{', '.join(units)}]\n"
    judged = validate_bytes(text.encode(), "list.yaml", (), ())
    return [(one.rule, one.found, one.bound) for one in judged.findings]


def test_an_item_is_counted_over_all_datasheets() -> None:
    assert found(intercessor_gunner="auspex") == []
    assert found(intercessor_gunner="auspex", assault_intercessor_sergeant="purity-seal") == []
    both = {"intercessor_gunner": "auspex", "assault_intercessor_sergeant": "auspex"}
    assert found(**both) == [("wargear-options", 2, 1)]  # said once


@pytest.mark.parametrize("item", ["frag-grenade", "krak-grenade"])
def test_what_a_model_always_carries_counts(item: str) -> None:
    assert found(intercessor_gunner=item) == [("wargear-options", 2, 1)]  # the grenadier has the other
