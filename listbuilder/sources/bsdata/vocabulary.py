"""The one table of BSData's vocabulary: which element and attribute becomes which field of which record.

A *kind* is an element's name (in XML; in JSON it follows from the list that holds it). Each of its keys, an XML attribute or
child list and a JSON property alike, names a record's field and how the value is read:

``text``, ``id`` (a text that names something), ``flag``, ``number``, ``integer``, ``amount`` (a limit, where negative is none),
``lines`` (repeated texts), ``one:WORDS`` (one of a closed set), ``open:WORDS`` (one of a set, or an id), ``path:WORDS``
(dotted steps, each a word, an id or a name) and ``many:KIND`` (child elements).

The builder counts whatever is in none of the tables as unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from listbuilder.catalogue import model

Fields = dict[str, tuple[str, str]]
Ignored = dict[str, str | None]


class ElementKind(NamedTuple):
    """What an element becomes. ``ignored`` maps further keys to the only value they may have (``None``: any)."""

    record: Callable[..., Any]
    fields: Fields
    ignored: Ignored = {}


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_QUERY_WORDS = "self parent ancestor force roster root-entry unit model upgrade model-or-unit"

WORDS: Mapping[str, frozenset[str]] = {
    "scope": _words(_QUERY_WORDS + " primary-category primary-catalogue"),
    "count": _words("selections forces associations"),
    "child": _words("any unit model upgrade unit-group mount crew roster"),
    "condition": _words(
        "lessThan greaterThan equalTo notEqualTo atLeast atMost instanceOf notInstanceOf always never before"
    ),
    "group": _words(
        "and or not count add subtract multiply divide modulo power min max"
        " greater greaterOrEqual less lessOrEqual equal notEqual"
    ),
    "constraint": _words("min max exactly"),
    "modifier": _words(
        "set increment decrement append prepend replace add remove set-primary unset-primary multiply divide modulo power"
        " exponent triangular ceil floor cumulative-add cumulative-multiply cumulative-power"
    ),
    "changed": _words("name hidden page category description annotation error warning info defaultAmount readme"),
    "affected": _words(_QUERY_WORDS + " entries recursive profiles forces"),
    "entry": _words("unit model upgrade unit-group mount crew"),
    "entryLink": _words("selectionEntry selectionEntryGroup"),
    "forceLink": _words("forceEntry"),
    "infoLink": _words("profile rule infoGroup"),
    "catalogueLink": _words("catalogue"),
}

# Known, and without effect on legality, cost or what is shown.
IGNORED_EVERYWHERE: Ignored = {
    "comment": None,  # authors' notes to each other
    "xmlns": None,
}

_UNNAMED: Ignored = {"id": None}  # nothing refers to ids of conditions, repeats, values …
_QUERY_NAMES: Ignored = _UNNAMED | {"childName": None}  # the name of childId, for people
_EDITOR: Ignored = {"collapsible": None}  # how an editor first unfolds a list of choices
# Attributes of a condition that an editor leaves on the node that the condition was pasted into.
_STRAY: Ignored = dict.fromkeys(
    ("value", "field", "scope", "childId", "shared", "includeChildSelections", "includeChildForces")
)

_QUERY: Fields = {
    "field": ("field", "open:count"),
    "scope": ("scope", "open:scope"),
    "childId": ("child_id", "open:child"),
    "shared": ("shared", "flag"),
    "percentValue": ("percent", "flag"),
    "includeChildSelections": ("include_child_selections", "flag"),
    "includeChildForces": ("include_child_forces", "flag"),
    "value": ("value", "number"),
}
_CONDITIONS: Fields = {
    "conditions": ("conditions", "many:condition"),
    "conditionGroups": ("groups", "many:conditionGroup"),
}
_LOCAL: Fields = {"localConditionGroups": ("local_groups", "many:localConditionGroup")}
_GATE: Fields = {
    "conditions": ("conditions", "many:condition"),
    "conditionGroups": ("condition_groups", "many:conditionGroup"),
    "localConditionGroups": ("local_condition_groups", "many:localConditionGroup"),
    "repeats": ("repeats", "many:repeat"),
}
_MODIFIERS: Fields = {
    "modifiers": ("modifiers", "many:modifier"),
    "modifierGroups": ("modifier_groups", "many:modifierGroup"),
}
_NAMED: Fields = {"id": ("id", "id"), "name": ("name", "text")}
_NODE: Fields = (
    _NAMED
    | _MODIFIERS
    | {
        "hidden": ("hidden", "flag"),
        "page": ("page", "text"),
        "publicationId": ("publication_id", "id"),
        "alias": ("alias", "lines"),
    }
)
_INFOS: Fields = {
    "profiles": ("profiles", "many:profile"),
    "rules": ("rules", "many:rule"),
    "infoGroups": ("info_groups", "many:infoGroup"),
    "infoLinks": ("info_links", "many:infoLink"),
}
_TARGET: Fields = {"targetId": ("target_id", "id")}
_INFORMED: Fields = _NODE | _INFOS | {"constraints": ("constraints", "many:constraint")}
_RELATIONS: Fields = {
    "categoryLinks": ("category_links", "many:categoryLink"),
    "costs": ("costs", "many:cost"),
    "associations": ("associations", "many:association"),
    "sortIndex": ("sort_index", "integer"),
}
_CHOICES: Fields = {
    "selectionEntries": ("entries", "many:selectionEntry"),
    "selectionEntryGroups": ("groups", "many:selectionEntryGroup"),
    "entryLinks": ("links", "many:entryLink"),
}
_CONTAINER: Fields = (
    _INFORMED
    | _RELATIONS
    | _CHOICES
    | {
        "collective": ("collective", "flag"),
        "import": ("exported", "flag"),
        "flatten": ("flatten", "flag"),
        "defaultAmount": ("default_amount", "text"),
    }
)
_FILE: Fields = {
    "id": ("id", "id"),
    "name": ("name", "text"),
    "revision": ("revision", "integer"),
    "readme": ("readme", "text"),
    "publications": ("publications", "many:publication"),
    "costTypes": ("cost_types", "many:costType"),
    "profileTypes": ("profile_types", "many:profileType"),
    "categoryEntries": ("category_entries", "many:categoryEntry"),
    "forceEntries": ("force_entries", "many:forceEntry"),
    "sharedForceEntries": ("shared_force_entries", "many:forceEntry"),
    "sharedSelectionEntries": ("shared_entries", "many:selectionEntry"),
    "sharedSelectionEntryGroups": ("shared_groups", "many:selectionEntryGroup"),
    "profiles": ("profiles", "many:profile"),
    "rules": ("rules", "many:rule"),
    "infoLinks": ("info_links", "many:infoLink"),
    "sharedProfiles": ("shared_profiles", "many:profile"),
    "sharedRules": ("shared_rules", "many:rule"),
    "sharedInfoGroups": ("shared_info_groups", "many:infoGroup"),
    "sharedAssociations": ("shared_associations", "many:association"),
    "catalogueLinks": ("catalogue_links", "many:catalogueLink"),
} | _CHOICES
_FILE_IGNORED: Ignored = {
    "type": None,  # repeats the element's name
    "battleScribeVersion": None,
    "authorName": None,
    "authorContact": None,
    "authorUrl": None,
    "gameSystemRevision": None,  # the one the authors had when they saved
    "publicationId": None,
    "hidden": "false",
}


def _column(id: str, name: str = "") -> tuple[str, str]:
    return id, name


def _system(**values: Any) -> model.Catalogue:
    return model.Catalogue(is_game_system=True, **values)


_VALUE = ElementKind(
    model.Characteristic,
    {
        "typeId": ("type_id", "id"),
        "name": ("name", "text"),
        "$text": ("value", "words"),
        "value": ("value", "text"),  # its name in the conformance protocol
    },
    # Conditions that an editor left inside some texts; they have no effect.
    _UNNAMED | {"hidden": "false", "conditionGroups": None},
)
_COLUMN = ElementKind(
    _column,
    _NAMED,
    # How an editor offers and renders a column; does not change the texts.
    {"hidden": "false", "kind": None, "defaultValue": None, "formatRules": None},
)

KINDS: Mapping[str, ElementKind] = {
    "gameSystem": ElementKind(_system, _FILE, _FILE_IGNORED),
    "catalogue": ElementKind(
        model.Catalogue,
        _FILE
        | {
            "library": ("library", "flag"),
            "gameSystemId": ("game_system_id", "id"),
            "gameSystemName": ("game_system_name", "text"),
        },
        _FILE_IGNORED,
    ),
    "catalogueLink": ElementKind(
        model.CatalogueLink,
        _NAMED | _TARGET | {"importRootEntries": ("import_root_entries", "flag")},
        {"type": "catalogue", "hidden": "false"},
    ),
    "publication": ElementKind(
        model.Publication,
        _NAMED
        | {
            "shortName": ("short_name", "text"),
            "publisher": ("publisher", "text"),
            "publicationDate": ("date", "text"),
            "publisherUrl": ("url", "text"),
        },
        {"hidden": "false"},
    ),
    "costType": ElementKind(
        model.CostType,
        _NAMED | _MODIFIERS | {"defaultCostLimit": ("default_limit", "amount"), "hidden": ("hidden", "flag")},
        {"limit": None},  # of the conformance protocol; shown nowhere
    ),
    "cost": ElementKind(
        model.Cost,
        {"typeId": ("type_id", "id"), "value": ("value", "number"), "name": ("name", "text")},
        _UNNAMED | {"hidden": "false"},
    ),
    "profileType": ElementKind(
        model.ProfileType,
        _NAMED
        | {
            "kind": ("kind", "text"),
            "sortIndex": ("sort_index", "integer"),
            "characteristicTypes": ("characteristics", "many:characteristicType"),
            "attributeTypes": ("attributes", "many:attributeType"),
        },
        {"hidden": "false"},
    ),
    "characteristicType": _COLUMN,
    "attributeType": _COLUMN,
    "profile": ElementKind(
        model.Profile,
        _NODE
        | {
            "typeId": ("type_id", "id"),
            "typeName": ("type_name", "text"),
            "characteristics": ("characteristics", "many:characteristic"),
            "attributes": ("attributes", "many:attribute"),
        },
        _STRAY | {"noindex": None},  # whether a search finds it
    ),
    "characteristic": _VALUE,
    "attribute": _VALUE,
    "rule": ElementKind(model.Rule, _NODE | {"description": ("description", "words")}),
    "infoLink": ElementKind(model.InfoLink, _NODE | _TARGET | {"type": ("type", "one:infoLink")}),
    "infoGroup": ElementKind(model.InfoGroup, _NODE | _INFOS),
    "categoryEntry": ElementKind(model.CategoryEntry, _INFORMED, {"description": ""}),
    "categoryLink": ElementKind(model.CategoryLink, _INFORMED | _TARGET | {"primary": ("primary", "flag")}),
    "association": ElementKind(
        model.Association,
        _NAMED
        | {
            "min": ("min", "number"),
            "max": ("max", "number"),
            "scope": ("scope", "open:scope"),
            "childId": ("child_id", "open:child"),
            "includeChildSelections": ("include_child_selections", "flag"),
        },
        {"field": "selections"},
    ),
    "selectionEntry": ElementKind(
        model.Entry,
        _CONTAINER | {"type": ("type", "one:entry"), "step": ("step", "number")},
        _EDITOR | _STRAY,
    ),
    "selectionEntryGroup": ElementKind(
        model.EntryGroup, _CONTAINER | {"defaultSelectionEntryId": ("default_id", "id")}, _EDITOR
    ),
    "entryLink": ElementKind(model.EntryLink, _CONTAINER | _TARGET | {"type": ("type", "one:entryLink")}, _EDITOR),
    "forceEntry": ElementKind(
        model.ForceEntry,
        _INFORMED
        | _RELATIONS
        | {
            "forceEntries": ("force_entries", "many:forceEntry"),
            "forceEntryLinks": ("force_links", "many:forceEntryLink"),
            "readme": ("readme", "words"),
            "childForcesLabel": ("child_forces_label", "text"),
        },
        {"exportable": None},  # whether an editor offers to export a roster of it
    ),
    "forceEntryLink": ElementKind(model.EntryLink, _CONTAINER | _TARGET | {"type": ("type", "one:forceLink")}),
    "constraint": ElementKind(
        model.Constraint,
        _QUERY
        | {
            "id": ("id", "id"),
            "type": ("type", "one:constraint"),
            "automatic": ("automatic", "flag"),
            "negative": ("negative", "flag"),
            "message": ("message", "text"),
        },
    ),
    "condition": ElementKind(model.Condition, _QUERY | {"type": ("type", "one:condition")}, _QUERY_NAMES),
    "conditionGroup": ElementKind(
        model.ConditionGroup,
        _CONDITIONS
        | _LOCAL
        | {
            "type": ("type", "one:group"),
            "min": ("value", "number"),
            "value": ("value", "number"),
            "repeats": ("repeats", "many:repeat"),
        },
        _UNNAMED,
    ),
    "localConditionGroup": ElementKind(
        model.LocalConditionGroup,
        _QUERY | _CONDITIONS | _LOCAL | {"type": ("type", "one:condition"), "repeats": ("repeats", "integer")},
        _QUERY_NAMES,
    ),
    "repeat": ElementKind(
        model.Repeat,
        _QUERY | {"repeats": ("repeats", "integer"), "roundUp": ("round_up", "flag")},
        _QUERY_NAMES,
    ),
    "modifier": ElementKind(
        model.Modifier,
        _GATE
        | {
            "type": ("type", "one:modifier"),
            "field": ("field", "open:changed"),
            "value": ("value", "text"),
            "scope": ("scope", "open:scope"),
            "affects": ("affects", "path:affected"),
            "join": ("join", "text"),
            "position": ("position", "integer"),
            "arg": ("arg", "text"),
        },
        _UNNAMED | {"automatic": None},  # set by an editor together with an automatic constraint
    ),
    "modifierGroup": ElementKind(
        model.ModifierGroup,
        _GATE | {"modifiers": ("modifiers", "many:modifier"), "modifierGroups": ("groups", "many:modifierGroup")},
        _UNNAMED | {"type": "and"},
    ),
}

# In XML, lists are elements: the list element -> the element that it holds.
LISTS: Mapping[str, str] = {
    key: reader[5:] for kind in KINDS.values() for key, (_, reader) in kind.fields.items() if reader.startswith("many:")
}
# Texts that are elements in XML.
TEXTS = frozenset({"comment", "description", "readme", "alias"})
