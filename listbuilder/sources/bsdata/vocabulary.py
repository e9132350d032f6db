"""The one table of BSData's vocabulary: which element and attribute becomes which field of which record.

A *kind* is an element's name (in XML; in JSON it follows from the list that holds it). Each of its keys, an XML attribute or
child list and a JSON property alike, names a record's field and how the value is read:

``text``, ``words`` (a stripped text), ``id`` (a text that names something), ``flag``, ``number``, ``integer``, ``amount``
(a limit, where negative is none), ``lines`` (repeated texts), ``one:WORDS`` (one of a closed set), ``open:WORDS`` (one of a
set, or an id), ``path:WORDS`` (dotted steps, each a word, an id or a name) and ``many:KIND`` (child elements).

The builder counts whatever is in none of the tables as unknown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
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
    "changed": _words(
        "name hidden page category description annotation error warning info defaultAmount readme defaultCostLimit"
    ),
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


def _meanings(**readers: str) -> Fields:
    """Keys by how they are read. The field has the name of the key, in snake case, or the one after ``=``."""
    found: Fields = {}
    for how, keys in readers.items():
        for text in keys.split():
            key, _, field = text.partition("=")
            found[key] = (field or _snake(key), how)
    return found


def _lists(keys: str) -> Fields:
    """Lists of elements, as ``key:KIND`` or ``key:KIND=field``."""
    found: Fields = {}
    for text in keys.split():
        key, _, rest = text.partition(":")
        kind, _, field = rest.partition("=")
        found[key] = (field or _snake(key), f"many:{kind}")
    return found


def _snake(key: str) -> str:
    return re.sub(r"[A-Z]", lambda match: "_" + match[0].lower(), key)


# What a key means wherever nothing else is stated for it.
_USUAL: Fields = {
    **_meanings(
        id="id typeId targetId publicationId gameSystemId defaultSelectionEntryId=default_id",
        text="name readme page kind typeName shortName publisher publicationDate=date publisherUrl=url gameSystemName"
        " childForcesLabel defaultAmount message join arg",
        words="description $text=value",
        lines="alias",
        flag="hidden library importRootEntries collective import=exported flatten primary negative roundUp"
        " shared percentValue=percent includeChildSelections includeChildForces",
        number="value min max step",
        integer="revision sortIndex position",
        amount="defaultCostLimit=default_limit",
    ),
    **_lists(
        "publications:publication costTypes:costType profileTypes:profileType categoryEntries:categoryEntry"
        " characteristicTypes:characteristicType=characteristics attributeTypes:attributeType=attributes"
        " characteristics:characteristic attributes:attribute"
        " forceEntries:forceEntry sharedForceEntries:forceEntry forceEntryLinks:forceEntryLink=force_links"
        " selectionEntries:selectionEntry=entries selectionEntryGroups:selectionEntryGroup=groups entryLinks:entryLink=links"
        " sharedSelectionEntries:selectionEntry=shared_entries sharedSelectionEntryGroups:selectionEntryGroup=shared_groups"
        " profiles:profile rules:rule infoGroups:infoGroup infoLinks:infoLink"
        " sharedProfiles:profile sharedRules:rule sharedInfoGroups:infoGroup sharedAssociations:association"
        " catalogueLinks:catalogueLink categoryLinks:categoryLink costs:cost associations:association"
        " constraints:constraint modifiers:modifier modifierGroups:modifierGroup repeats:repeat"
        " conditions:condition conditionGroups:conditionGroup localConditionGroups:localConditionGroup"
    ),
    "scope": ("scope", "open:scope"),
    "childId": ("child_id", "open:child"),
    "field": ("field", "open:count"),
    "affects": ("affects", "path:affected"),
}


def _keys(usual: str, **special: str) -> Fields:
    """Keys with their usual meaning, and others with the reader (or reader and ``=field``) that is theirs here."""
    found = {key: _USUAL[key] for key in usual.split()}
    for key, how in special.items():
        reader, _, field = how.partition("=")
        found[key] = (field or _snake(key), reader)
    return found


_QUERY = _keys("field scope childId shared percentValue includeChildSelections includeChildForces value")
_PARTS = _keys(  # of a group of conditions
    "conditions",
    conditionGroups="many:conditionGroup=groups",
    localConditionGroups="many:localConditionGroup=local_groups",
)
_GATE = _keys("conditions conditionGroups localConditionGroups repeats")
_NAMED = _keys("id name")
_NODE = _NAMED | _keys("modifiers modifierGroups hidden page publicationId alias")
_INFOS = _keys("profiles rules infoGroups infoLinks")
_INFORMED = _NODE | _INFOS | _keys("constraints")
_RELATIONS = _keys("categoryLinks costs associations sortIndex")
_CHOICES = _keys("selectionEntries selectionEntryGroups entryLinks")
_CONTAINER = _INFORMED | _RELATIONS | _CHOICES | _keys("collective import flatten defaultAmount")
_FILE = (
    _NAMED
    | _CHOICES
    | _keys(
        "revision readme publications costTypes profileTypes categoryEntries forceEntries sharedForceEntries"
        " sharedSelectionEntries sharedSelectionEntryGroups profiles rules infoLinks sharedProfiles sharedRules"
        " sharedInfoGroups sharedAssociations catalogueLinks"
    )
)
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


_VALUE = ElementKind(
    model.Characteristic,
    # Its value is the text in files, an attribute in the conformance protocol.
    _keys("typeId name $text", value="text"),
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
    "gameSystem": ElementKind(partial(model.Catalogue, is_game_system=True), _FILE, _FILE_IGNORED | {"library": None}),
    "catalogue": ElementKind(model.Catalogue, _FILE | _keys("library gameSystemId gameSystemName"), _FILE_IGNORED),
    "catalogueLink": ElementKind(
        model.CatalogueLink, _keys("id name targetId importRootEntries"), {"type": "catalogue", "hidden": "false"}
    ),
    "publication": ElementKind(
        model.Publication, _keys("id name shortName publisher publicationDate publisherUrl"), {"hidden": "false"}
    ),
    "costType": ElementKind(
        model.CostType,
        _keys("id name modifiers modifierGroups defaultCostLimit hidden"),
        {"limit": None},  # of the conformance protocol; shown nowhere
    ),
    "cost": ElementKind(model.Cost, _keys("typeId value name"), _UNNAMED | {"hidden": "false"}),
    "profileType": ElementKind(
        model.ProfileType, _keys("id name kind sortIndex characteristicTypes attributeTypes"), {"hidden": "false"}
    ),
    "characteristicType": _COLUMN,
    "attributeType": _COLUMN,
    "profile": ElementKind(
        model.Profile,
        _NODE | _keys("typeId typeName characteristics attributes"),
        _STRAY | {"$text": None, "noindex": None},  # text outside all characteristics; whether a search finds it
    ),
    "characteristic": _VALUE,
    "attribute": _VALUE,
    "rule": ElementKind(model.Rule, _NODE | _keys("description"), {"noindex": None}),
    "infoLink": ElementKind(model.InfoLink, _NODE | _keys("targetId", type="one:infoLink")),
    "infoGroup": ElementKind(model.InfoGroup, _NODE | _INFOS),
    "categoryEntry": ElementKind(model.CategoryEntry, _INFORMED, {"description": ""}),
    "categoryLink": ElementKind(model.CategoryLink, _INFORMED | _keys("targetId primary"), {"type": "category"}),
    "association": ElementKind(
        model.Association, _keys("id name min max scope childId includeChildSelections"), {"field": "selections"}
    ),
    "selectionEntry": ElementKind(
        model.Entry, _CONTAINER | _keys("step", type="one:entry", subType="one:entry=subtype"), _EDITOR | _STRAY
    ),
    "selectionEntryGroup": ElementKind(model.EntryGroup, _CONTAINER | _keys("defaultSelectionEntryId"), _EDITOR),
    "entryLink": ElementKind(model.EntryLink, _CONTAINER | _keys("targetId", type="one:entryLink"), _EDITOR),
    "forceEntry": ElementKind(
        model.ForceEntry,
        _INFORMED | _RELATIONS | _keys("forceEntries forceEntryLinks childForcesLabel", readme="words"),
        {"exportable": None},  # whether an editor offers to export a roster of it
    ),
    "forceEntryLink": ElementKind(model.EntryLink, _CONTAINER | _keys("targetId", type="one:forceLink")),
    "constraint": ElementKind(
        model.Constraint,
        _QUERY | _keys("id negative message", type="one:constraint"),
        {"automatic": None},  # whether the other program supplies what is missing: here a minimum always does
    ),
    "condition": ElementKind(model.Condition, _QUERY | _keys("", type="one:condition"), _QUERY_NAMES),
    "conditionGroup": ElementKind(
        model.ConditionGroup, _PARTS | _keys("value repeats", min="number=value", type="one:group"), _UNNAMED
    ),
    "localConditionGroup": ElementKind(
        model.LocalConditionGroup, _QUERY | _PARTS | _keys("", type="one:condition", repeats="integer"), _QUERY_NAMES
    ),
    "repeat": ElementKind(model.Repeat, _QUERY | _keys("roundUp", repeats="integer"), _QUERY_NAMES),
    "modifier": ElementKind(
        model.Modifier,
        _GATE | _keys("scope affects join position arg", type="one:modifier", field="open:changed", value="text"),
        _UNNAMED | {"automatic": None},  # set by an editor together with an automatic constraint
    ),
    "modifierGroup": ElementKind(
        model.ModifierGroup,
        _GATE | _keys("modifiers", modifierGroups="many:modifierGroup=groups"),
        _UNNAMED | {"type": "and"},
    ),
}

# In XML, lists are elements: the list element -> the element that it holds.
LISTS: Mapping[str, str] = {
    key: reader[5:] for kind in KINDS.values() for key, (_, reader) in kind.fields.items() if reader.startswith("many:")
}
# Texts that are elements in XML.
TEXTS = frozenset({"comment", "description", "readme", "alias"})
