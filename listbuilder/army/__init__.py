"""The army as a player sees it: immutable records read from the evaluated selection tree."""

from listbuilder.army.model import Army, BattleSizeView, Chosen, Detachment, ForceView, TreeFinding
from listbuilder.army.records import Ability, Enhancement, ModelLine, Profile, Unit, WargearItem, fits

__all__ = [
    "Ability",
    "Army",
    "BattleSizeView",
    "Chosen",
    "Detachment",
    "Enhancement",
    "ForceView",
    "ModelLine",
    "Profile",
    "TreeFinding",
    "Unit",
    "WargearItem",
    "fits",
]
