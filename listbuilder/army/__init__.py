"""The army as a player sees it: the one bridge between the selection tree and everything that people look at."""

from listbuilder.army.model import (
    Ability,
    Army,
    BattleSizeView,
    Detachment,
    Enhancement,
    ForceView,
    ModelLine,
    Profile,
    TreeFinding,
    Unit,
    WargearItem,
)

__all__ = [
    "Ability",
    "Army",
    "BattleSizeView",
    "Detachment",
    "Enhancement",
    "ForceView",
    "ModelLine",
    "Profile",
    "TreeFinding",
    "Unit",
    "WargearItem",
]
