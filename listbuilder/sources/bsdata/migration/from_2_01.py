"""2.01 → 2.02: types are named by ``typeId``, values are texts, books become publications."""

from __future__ import annotations

from listbuilder.sources.bsdata.migration.elements import Element, add, items, rename, walk


def migrate(_kind: str, root: Element) -> None:
    """Turns a file of 2.01 into one of 2.02, in place."""
    books: dict[str, str] = {}
    for name, node in walk(root):
        rename(
            node, profileTypeId="typeId", profileTypeName="typeName", costTypeId="typeId", characteristicTypeId="typeId"
        )
        if name == "characteristics":
            rename(node, value="$text")
        for key in [key for key, held in node.items() if held == []]:
            del node[key]  # every profile, rule and link had empty lists of what it could not hold
        book = node.pop("book", "")
        if book:
            node["publicationId"] = books.setdefault(str(book), f"{root.get('id', '')}::{book}")
    known = {str(one.get("id")) for one in items(root, "publications")}
    add(root, "publications", [{"id": key, "name": book} for book, key in books.items() if key not in known])
