"""Constraints of the data: unit sizes, wargear, points. The engine checks them; its findings carry the id of this rule.

Parameters: none; the constraints are in the datasheets.

Passes: five Intercessors.
Fails: four Intercessors.
"""
