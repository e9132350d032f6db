"""Writes records as files of the community, by a table of its own, to compare the readers with what was written.

It knows the format by the names that files use and which values may be left out; it shares nothing with the readers.
"""

from __future__ import annotations

import json
import random
from decimal import Decimal
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from listbuilder.catalogue import model

QUERY = (
    "field:field scope:scope child_id:childId shared:shared percent:percentValue"
    " include_child_selections:includeChildSelections include_child_forces:includeChildForces"
)
GATES = (
    "conditions:conditions condition_groups:conditionGroups local_condition_groups:localConditionGroups repeats:repeats"
)
NAMED = (
    "id:id name:name hidden:hidden page:page publication_id:publicationId alias:alias"
    " modifiers:modifiers modifier_groups:modifierGroups"
)
INFOS = "profiles:profiles rules:rules info_groups:infoGroups info_links:infoLinks"
INFORMED = f"{NAMED} {INFOS} constraints:constraints"
CHOICES = "entries:selectionEntries groups:selectionEntryGroups links:entryLinks"
CONTAINER = (
    f"{INFORMED} {CHOICES} category_links:categoryLinks costs:costs associations:associations collective:collective"
    " exported:import flatten:flatten default_amount:defaultAmount sort_index:sortIndex"
)
FILE = (
    f"id:id name:name revision:revision readme:readme {CHOICES} publications:publications cost_types:costTypes"
    " profile_types:profileTypes category_entries:categoryEntries force_entries:forceEntries"
    " shared_force_entries:sharedForceEntries shared_entries:sharedSelectionEntries"
    " shared_groups:sharedSelectionEntryGroups profiles:profiles rules:rules info_links:infoLinks"
    " shared_profiles:sharedProfiles shared_rules:sharedRules shared_info_groups:sharedInfoGroups"
    " shared_associations:sharedAssociations catalogue_links:catalogueLinks library:library"
    " game_system_id:gameSystemId game_system_name:gameSystemName"
)

# The element of a record, and its fields with the names that files give them.
ELEMENTS: dict[type, tuple[str, str]] = {
    model.Condition: ("condition", f"{QUERY} type:type value:value"),
    model.Repeat: ("repeat", f"{QUERY} value:value repeats:repeats round_up:roundUp"),
    model.Constraint: (
        "constraint",
        f"{QUERY} id:id type:type value:value negative:negative message:message",
    ),
    model.ConditionGroup: (
        "conditionGroup",
        (
            "type:type value:value conditions:conditions groups:conditionGroups local_groups:localConditionGroups"
            " repeats:repeats"
        ),
    ),
    model.LocalConditionGroup: (
        "localConditionGroup",
        (
            f"{QUERY} type:type value:value repeats:repeats conditions:conditions groups:conditionGroups"
            " local_groups:localConditionGroups"
        ),
    ),
    model.Modifier: (
        "modifier",
        f"{GATES} type:type field:field value:value scope:scope affects:affects join:join position:position arg:arg",
    ),
    model.ModifierGroup: ("modifierGroup", f"{GATES} modifiers:modifiers groups:modifierGroups"),
    model.Publication: (
        "publication",
        "id:id name:name short_name:shortName publisher:publisher date:publicationDate url:publisherUrl",
    ),
    model.CostType: (
        "costType",
        (
            "id:id name:name default_limit:defaultCostLimit hidden:hidden modifiers:modifiers"
            " modifier_groups:modifierGroups"
        ),
    ),
    model.Cost: ("cost", "type_id:typeId value:value name:name"),
    model.ProfileType: ("profileType", "id:id name:name kind:kind sort_index:sortIndex"),
    model.Characteristic: ("characteristic", "type_id:typeId name:name value:$text"),
    model.Profile: (
        "profile",
        f"{NAMED} type_id:typeId type_name:typeName characteristics:characteristics attributes:attributes",
    ),
    model.Rule: ("rule", f"{NAMED} description:description"),
    model.InfoLink: ("infoLink", f"{NAMED} type:type target_id:targetId"),
    model.InfoGroup: ("infoGroup", f"{NAMED} {INFOS}"),
    model.CategoryEntry: ("categoryEntry", INFORMED),
    model.CategoryLink: ("categoryLink", f"{INFORMED} target_id:targetId primary:primary"),
    model.Association: (
        "association",
        "id:id name:name min:min max:max scope:scope child_id:childId include_child_selections:includeChildSelections",
    ),
    model.Entry: ("selectionEntry", f"{CONTAINER} type:type subtype:subType step:step"),
    model.EntryGroup: ("selectionEntryGroup", f"{CONTAINER} default_id:defaultSelectionEntryId"),
    model.EntryLink: ("entryLink", f"{CONTAINER} type:type target_id:targetId"),
    model.ForceEntry: (
        "forceEntry",
        (
            f"{INFORMED} category_links:categoryLinks costs:costs associations:associations sort_index:sortIndex"
            " force_entries:forceEntries force_links:forceEntryLinks readme:readme child_forces_label:childForcesLabel"
        ),
    ),
    model.CatalogueLink: ("catalogueLink", "id:id name:name target_id:targetId import_root_entries:importRootEntries"),
    model.Catalogue: ("catalogue", FILE),
}
TEXTS = ("readme", "description", "alias")  # elements with a text, in XML
COLUMNS = ("characteristics", "attributes")


class PlainWriter:
    """Writes one file, and chooses at random how: what may be left out, and in which order names stand."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def values(self, record: Any) -> dict[str, Any]:
        """The keys of an element: what differs from what its absence means, and some of the rest."""
        _, fields = ELEMENTS[type(record)]
        found = {}
        for pair in fields.split():
            field, _, key = pair.partition(":")
            value = getattr(record, field)
            if value is None:
                if field == "default_limit" and self.rng.random() < 0.5:
                    found[key] = -1
            elif value != usual(type(record), field) or (value not in ((), "") and self.rng.random() < 0.3):
                found[key] = value
        if isinstance(record, model.ConditionGroup) and "value" in found and self.rng.random() < 0.5:
            found["min"] = found.pop("value")  # what the community writes for counts
        if isinstance(record, model.ProfileType):
            for kind in COLUMNS:
                found[f"{kind[:-1]}Types"] = [Column(*one) for one in getattr(record, kind)]
        pairs = list(found.items())
        self.rng.shuffle(pairs)
        return dict(pairs)

    def json(self, file: model.Catalogue) -> bytes:
        kind = "gameSystem" if file.is_game_system else "catalogue"
        return json.dumps({kind: self._neutral(file)}, ensure_ascii=self.rng.random() < 0.5, default=float).encode()

    def _neutral(self, record: Any) -> dict[str, Any]:
        if isinstance(record, Column):
            return {"id": record.id, "name": record.name}
        return {key: self._plain(value) for key, value in self.values(record).items()}

    def _plain(self, value: Any) -> Any:
        if isinstance(value, tuple | list):
            return [one if isinstance(one, str) else self._neutral(one) for one in value]
        return str(value) if isinstance(value, Decimal) else value

    def xml(self, file: model.Catalogue) -> bytes:
        lines = ['<?xml version="1.0" encoding="UTF-8"?>'] if self.rng.random() < 0.7 else []
        self._element(file, "gameSystem" if file.is_game_system else "catalogue", lines)
        return self.rng.choice(("\n", "")).join(lines).encode()

    def _element(self, record: Any, name: str, lines: list[str]) -> None:
        values = {"id": record.id, "name": record.name} if isinstance(record, Column) else self.values(record)
        inside = {key: value for key, value in values.items() if isinstance(value, tuple | list) or key in TEXTS}
        text = values.pop("$text", "")
        attributes = "".join(f" {key}={quoteattr(written(one))}" for key, one in values.items() if key not in inside)
        if not inside and not text:
            lines.append(f"<{name}{attributes}/>")
            return
        if text:
            lines.append(f"<{name}{attributes}>{self._text(text)}</{name}>")
            return
        lines.append(f"<{name}{attributes}>")
        for key, value in inside.items():
            if key in TEXTS:
                lines += [f"<{key}>{self._text(one)}</{key}>" for one in ([value] if isinstance(value, str) else value)]
            else:
                lines.append(f"<{key}>" + ("<!-- a note -->" if self.rng.random() < 0.1 else ""))
                for one in value:
                    self._element(one, element_in(key, one), lines)
                lines.append(f"</{key}>")
        lines.append(f"</{name}>")

    def _text(self, text: str) -> str:
        return f"<![CDATA[{text}]]>" if "]]>" not in text and self.rng.random() < 0.2 else escape(text)


class Column:
    """A column of a kind of profile."""

    def __init__(self, id: str, name: str) -> None:
        self.id = id
        self.name = name


def element_in(key: str, record: Any) -> str:
    """What an element of a list is called."""
    if isinstance(record, Column):
        return key.removesuffix("s")
    if key == "attributes":
        return "attribute"
    return "forceEntryLink" if key == "forceEntryLinks" else ELEMENTS[type(record)][0]


def usual(kind: type, field: str) -> Any:
    """What a field is where a file does not say."""
    if field == "shared" or field == "exported":
        return True
    words = {
        ("scope", model.Condition): "self",
        ("scope", model.Repeat): "self",
        ("scope", model.Association): "force",
        ("child_id", model.Association): "any",
        ("type", model.Entry): "upgrade",
        ("type", model.EntryLink): "selectionEntry",
        ("type", model.InfoLink): "rule",
        ("value", model.Repeat): 1,
        ("repeats", model.Repeat): 1,
        ("value", model.LocalConditionGroup): 1,
        ("max", model.Association): -1,
        ("step", model.Entry): 1,
    }
    if (field, kind) in words:
        return words[field, kind]
    return MISSING.get(field, MISSING[""])


class _Nothing:
    """Differs from every value: what is always written."""


MISSING: dict[str, Any] = {
    "": _Nothing(),
    **dict.fromkeys(("hidden", "percent", "include_child_selections", "include_child_forces", "round_up"), False),
    **dict.fromkeys(("negative", "collective", "flatten", "primary", "library"), False),
    "import_root_entries": False,
    **dict.fromkeys(("page", "publication_id", "name", "child_id", "message", "affects", "arg", "default_amount"), ""),
    **dict.fromkeys(("subtype", "game_system_id", "game_system_name", "kind"), ""),
}


def written(value: Any) -> str:
    """A value as an attribute has it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
