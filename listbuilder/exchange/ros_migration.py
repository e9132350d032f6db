"""Brings rosters of older formats into the form of today, one step for each change; the game data have steps of their own
(`sources.bsdata.migration`).

Only what the reader uses is changed: where forces and selections stand, what they are called, costs and their limits. What
an older roster repeats of the game data (rules, profiles, books) is not read from any roster.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator

from listbuilder.errors import InputError
from listbuilder.i18n import Text

Version = tuple[int, int]

OLDEST: Version = (1, 14)
CURRENT: Version = (2, 3)
POINTS = "points"  # the only cost type of the oldest formats; data brought from these formats have it, too

_VERSION = re.compile(r"(\d{1,3})\.(\d{1,3})[a-z]?")


def migrate(root: ET.Element, name: str) -> None:
    """Brings a roster up to the current format, in place. Raises `InputError`, with the version, for one that is not known."""
    written = root.get("battleScribeVersion", "")
    found = _VERSION.fullmatch(written)
    version = (int(found[1]), int(found[2])) if found else CURRENT if not written else (0, 0)
    if not OLDEST <= version <= CURRENT:
        oldest, newest = (f"{major}.{minor:02}" for major, minor in (OLDEST, CURRENT))
        params = {"version": written, "oldest": oldest, "newest": newest}
        raise InputError(Text("roster format {version} is not known; {oldest} to {newest} can be read", params), name)
    for start, step in STEPS:
        if version <= start:
            step(root)


def _from_1_14(root: ET.Element) -> None:
    """Forces were catalogue links; all selections stood beside them and named theirs."""
    for links in list(root.iter("catalogueLinks")):
        links.tag = "forces"
    forces: dict[str, ET.Element] = {}
    for force in root.iter("catalogueLink"):
        force.tag = "force"
        forces[force.get("id", "")] = force
    for wrapper in root.findall("selections"):
        root.remove(wrapper)
        for selection in wrapper.findall("selection"):
            owner = forces.get(selection.get("catalogueLinkId", ""))
            if owner is None:
                raise InputError(Text("{name}: in no force of the list", {"name": selection.get("name", "")}))
            _inside(owner, "selections").append(selection)


def _from_1_15(root: ET.Element) -> None:
    """A force was of a force type; points were attributes."""
    for force in root.iter("force"):
        for new, old in (("entryId", "forceTypeId"), ("name", "forceTypeName")):
            if old in force.attrib:
                force.set(new, force.attrib.pop(old))
    for wrapper, tag, attribute in (("costs", "cost", "points"), ("costLimits", "costLimit", "pointsLimit")):
        if attribute in root.attrib:
            cost = ET.SubElement(_inside(root, wrapper), tag)
            cost.attrib.update(name="pts", typeId=POINTS, value=root.attrib.pop(attribute))


def _from_2_00(root: ET.Element) -> None:
    """The selections of a force stood in its categories."""
    for force in list(root.iter("force")):
        for category in force.findall("categories/category"):
            for wrapper in category.findall("selections"):
                category.remove(wrapper)
                _inside(force, "selections").extend(wrapper)


def _from_2_01(root: ET.Element) -> None:
    """Costs named their type by another attribute."""
    for cost in _costs(root):
        if "costTypeId" in cost.attrib:
            cost.set("typeId", cost.attrib.pop("costTypeId"))


def _costs(root: ET.Element) -> Iterator[ET.Element]:
    yield from root.iter("cost")
    yield from root.iter("costLimit")


def _inside(node: ET.Element, tag: str) -> ET.Element:
    """The child of that tag, which is made where there is none."""
    found = node.find(tag)
    return ET.SubElement(node, tag) if found is None else found


# The version that a step starts from, and the step to the next.
STEPS: tuple[tuple[Version, Callable[[ET.Element], None]], ...] = (
    ((1, 14), _from_1_14),
    ((1, 15), _from_1_15),
    ((2, 0), _from_2_00),
    ((2, 1), _from_2_01),
)
