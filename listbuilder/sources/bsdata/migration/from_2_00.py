"""2.00 → 2.01: an entry's one category becomes a category link, and a force's categories entries of the file."""

from __future__ import annotations

from listbuilder.sources.bsdata.migration.elements import Element, add, items, taken, walk

NO_CATEGORY = "(No Category)"


def migrate(_kind: str, root: Element) -> None:
    """Turns a file of 2.00 into one of 2.01, in place."""
    categories = {str(one.get("id")): one for one in items(root, "categoryEntries")}
    for name, node in walk(root):
        if name in ("forceEntries", "sharedForceEntries"):
            own = taken(node, "categoryEntries", "categoryEntry")
            add(node, "categoryLinks", [_linked(one, node, categories) for one in own])
        category = node.pop("categoryEntryId", None)
        if category is not None and category not in ("", NO_CATEGORY):
            add(node, "categoryLinks", [_link(node, str(category)) | {"primary": True}])
        if name in ("conditions", "repeats", "constraints") and node.get("scope") == "category":
            # The category of the unit that asks, in its force. Queries of today have no such place; they name what they count
            # by its id, which is the same in the whole force.
            node["scope"] = "force"
    if categories:
        root["categoryEntries"] = list(categories.values())


def _link(owner: Element, category_id: str) -> Element:
    return {"id": f"{owner.get('id', '')}-{category_id}", "targetId": category_id}


def _linked(category: Element, force: Element, categories: dict[str, Element]) -> Element:
    """Moves a force's category to the file; the link keeps what the force says about it."""
    category_id = str(category.pop("id", ""))
    categories.setdefault(category_id, {"id": category_id, "name": category.get("name", "")})
    return category | _link(force, category_id)
