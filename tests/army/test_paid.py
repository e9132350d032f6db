"""Items that cost something besides their own price."""

from __future__ import annotations

from listbuilder.army.paid import paid_items
from listbuilder.catalogue.vocabulary import ItemType, Vocabulary
from listbuilder.replacing import replace
from tests.rules.factory import captain, enhancement, lieutenant

RING = ItemType(id="ring", name={"en": "Ring"}, costs={"cp": -1}, free=1)
SEAL = ItemType(id="seal", name={"en": "Seal"}, costs={"cp": -1}, free_with_warlord=True)
CHARM = ItemType(id="charm", name={"en": "Charm"})


def item(name: str, type: str):
    return replace(enhancement(name, 10), type=type)


def test_the_first_items_are_free_and_others_beside_them_count_for_nothing() -> None:
    leader = captain(
        enhancements=(item("Bell", "charm"), item("Seal", "seal"), item("Opal", "ring"), item("Ruby", "ring"))
    )
    second = lieutenant(enhancements=(item("Tooth", "unknown"), item("Owl", "seal"), item("Jade", "ring")))
    found = paid_items((leader, second), Vocabulary(item_types=(RING, SEAL, CHARM)))
    assert [(kind.id, unit.id, one.name) for kind, unit, one in found] == [
        ("ring", "captain", "Ruby"),
        ("seal", "lieutenant", "Owl"),
        ("ring", "lieutenant", "Jade"),
    ]
