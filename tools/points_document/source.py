"""The publisher's document as it is given: one YAML file a page, of which nothing is taken that this does not know."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from listbuilder import strictyaml
from listbuilder.errors import InputError

Facts = dict[str, Any]
PAGE = {"name", "slug", "version", "firstSeen", "parent", "detachments", "units"}
DETACHMENT = {"name", "dp", "objective", "unique", "enhancements"}
ENHANCEMENT = {"name", "points", "leaderTo", "supportTo"}
UNIT = {"name", "pricing", "wargear", "role", "attachTo", "groupTitle", "legends"}
TIER = {"range", "label", "costs"}
COST = {"models", "points", "desc", "addon"}
ITEM = {"item", "points"}


def load(folder: Path) -> dict[str, Facts]:
    """The pages of a document by their ids. Raises `InputError` for what is not known."""
    found = {path.stem: _page(path) for path in sorted(folder.glob("*.yaml"))}
    if not found:
        raise InputError(f"{folder}: there are no pages")
    return found


def _page(path: Path) -> Facts:
    page = strictyaml.load(path.read_bytes(), str(path)).value
    _known(path, [page], PAGE)
    _known(path, page["detachments"], DETACHMENT)
    _known(path, (one for detachment in page["detachments"] for one in detachment["enhancements"]), ENHANCEMENT)
    _known(path, page["units"], UNIT)
    _known(path, (one for unit in page["units"] for one in unit.get("wargear", ())), ITEM)
    tiers = [tier for unit in page["units"] for tier in unit["pricing"]]
    _known(path, tiers, TIER)
    _known(path, (cost for tier in tiers for cost in tier["costs"]), COST)
    assert isinstance(page, dict)
    if page["slug"] != path.stem:
        raise InputError(f"the page calls itself {page['slug']}", str(path))
    return page


def _known(path: Path, records: Iterable[Facts], keys: set[str]) -> None:
    for record in records:
        unknown = record.keys() - keys
        if unknown:
            raise InputError(f"{record.get('name', '')}: unknown: {', '.join(sorted(unknown))}", str(path))
