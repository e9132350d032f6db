"""Writes what follows from the rule kinds and the languages: the schema of system files, the page of kinds, the languages
that the other schemas allow. A test compares the files with what this would write.
"""

from __future__ import annotations

import inspect
import json
import re
from pathlib import Path
from typing import Any

import msgspec

from listbuilder.catalogue.battle import ENDS, PLACES, SIDES, SORTS, WHOSE
from listbuilder.catalogue.columns import MEANINGS, REACHES, WEAPON_MEANINGS
from listbuilder.catalogue.terms import Terms
from listbuilder.catalogue.vocabulary import MARKS, REMINDED
from listbuilder.i18n import LANGUAGES
from listbuilder.rules.diagnostic import SEVERITIES
from listbuilder.rules.kind import Kind, all_kinds
from listbuilder.rules.quotas import AllyRule

ROOT = Path(__file__).resolve().parent.parent
CODES = re.compile(r'(?<="propertyNames": \{"enum": )\["en"[^]]*\]')
USED = ("id", "names", "Where", "Quota")  # by the rules of an event
DECLARATIONS = ("attach", "embark", "reserves", "strategic_reserves", "hover", "split", "deployed", "marks")
BASE = "https://listbuilder.invalid/schemas/"
TEMPLATE = "#/$defs/{name}"
# marks of texts by which files mean units and abilities (`listbuilder.sources.native.written`)
UNITS, ABILITIES = {"words": "unit"}, {"words": "ability"}
ID = {
    "type": "string",
    "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$",
    "description": "Kebab-case id.",
    "examples": ["sr-quarter"],
}
NAMES = {
    "title": "Name",
    "description": "A text in several languages, or a plain string, which is English.",
    "oneOf": [
        {"type": "string", "minLength": 1},
        {
            "type": "object",
            "properties": {code: {"type": "string", "minLength": 1} for code in LANGUAGES},
            "required": ["en"],
            "additionalProperties": False,
        },
    ],
    "examples": ["Warlord", {"en": "Warlord", "zh": "主将", "ru": "Военачальник"}],
}


def system_schema() -> dict[str, Any]:
    """The whole schema of ``system.yaml``."""
    kinds = all_kinds()
    params, shared = msgspec.json.schema_components([k.params for k in kinds] + [AllyRule], ref_template=TEMPLATE)
    definitions: dict[str, Any] = {"id": ID, "names": NAMES, "number": _number(), **_records(), **_words()}
    own = [reference["$ref"].rsplit("/", 1)[1] for reference in params[: len(kinds)]]
    definitions.update(
        {f"params-{kind.name}": _params(kind, shared[name]) for kind, name in zip(kinds, own, strict=True)}
    )
    definitions.update(
        {
            name: {**one, "description": inspect.cleandoc(one["description"])}
            for name, one in shared.items()
            if name not in own
        }
    )
    definitions["AllyRule"]["properties"]["id"] = {"$ref": "#/$defs/id"}
    for name in ("AllyRule", "Quota"):
        definitions[name]["properties"]["name"] = {"$ref": "#/$defs/names"}
    definitions["rule"] = _rule(kinds)
    schema: dict[str, Any] = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": BASE + "system.schema.json",
        "title": "Game system",
        "description": "What is true of a whole game: its sizes, its rules of army building, its stratagems and its words.",
        "type": "object",
        "properties": _top(),
        "required": ["id", "name"],
        "additionalProperties": False,
        "$defs": definitions,
    }
    return schema


def schema_text() -> str:
    """The schema of system files as it is committed."""
    return json.dumps(_null_last(system_schema()), indent=2, ensure_ascii=False) + "\n"


def event_schema_text() -> str:
    """The schema of event packs as it is committed: what it says of rules is that of the system files."""
    schema = json.loads((ROOT / "schemas" / "event.schema.json").read_text("utf-8"))
    shared = system_schema()["$defs"]
    rule = {**shared["rule"], "required": ["id", "kind"]}  # an event is its own source
    used = {"rule": rule, **{name: one for name, one in shared.items() if name in USED or name.startswith("params-")}}
    schema["$defs"] = {**schema["$defs"], **used}
    return json.dumps(_null_last(schema), indent=2, ensure_ascii=False) + "\n"


def _null_last(part: Any) -> Any:
    """The same schema with null as the last alternative: versions of msgspec differ in their order."""
    if isinstance(part, list):
        return [_null_last(one) for one in part]
    if not isinstance(part, dict):
        return part
    ordered = {key: _null_last(value) for key, value in part.items()}
    if isinstance(ordered.get("anyOf"), list):
        ordered["anyOf"].sort(key=lambda one: one.get("type") == "null")
    return ordered


def _top() -> dict[str, Any]:
    glossary = {"type": "object", "additionalProperties": {"type": "string"}}
    return {
        "id": {"$ref": "#/$defs/id", "examples": ["wh40k-10e"]},
        "name": {"$ref": "#/$defs/names"},
        "collections": {
            **_strings(
                "Names of forces of community data that are no army of the game: a new list begins with another one."
            ),
            "examples": [["Roster"]],
        },
        "army_rules": {
            **_strings(
                "What community data call entries, before a colon and a name, whose rules every army of the faction has, whether "
                "or not its list names them."
            ),
            "examples": [["Battle Traits"]],
        },
        "faction_groups": {
            **_strings("What community data put, with a dash behind it, before the names of factions of a group."),
            "examples": [["Imperium", "Chaos"]],
        },
        "game_system_ids": {
            **_strings("Ids of community data sets of the same game, to which the rules apply as well."),
            "examples": [["sys-352e-adc2-7639-d6a9"]],
        },
        "short": {
            "$ref": "#/$defs/names",
            "description": "Its name where there is little room, such as a column of the library.",
            "examples": [{"en": "40k 10e"}],
        },
        "points_name": {
            "type": "string",
            "description": "What points are called in short; empty where the game has none.",
            "examples": ["pts"],
        },
        "currencies": _list("currency", "What lists spend besides points; rules of the kind `total` limit it."),
        "default_size": {"$ref": "#/$defs/id", "description": "Size of a new roster.", "examples": ["strike-force"]},
        "battle_sizes": _list("battle_size", "From small to large."),
        "binds_names": {
            "type": "boolean",
            "description": "Whether lists of other programs, which have names only, can be judged by the shipped data. They are "
            "judged by community data otherwise.",
        },
        "binds_saved": {
            "type": "boolean",
            "default": True,
            "description": "Whether `binds_names` means saved rosters, too, whose community set is not installed.",
        },
        "forces": _list(
            "force",
            "The kinds of force that units stand in, in the order of the choice. Left out: the army is one force.",
        ),
        "choices": _list(
            "choice",
            "What an army chooses besides its size and detachment. Factions add entries of their own. Findings about too many "
            "carry the id `army-choices`; a rule of the kind `engine` gives them a name.",
        ),
        "figures": _list("figure", "What is counted in a list and not limited; it stands beside the points."),
        "points_document": _points_document(),
        "rules": _list("rule", "In the order of checking."),
        "ally_rules": _list(
            "AllyRule", "Who may join whom, and how much; used by rules of the kinds `faction` and `ally-cap`."
        ),
        "absent": {
            **_strings(
                "Names and keywords of units that the files of the game mean although none of them has these, such as those of "
                "datasheets that only community data have."
            ),
            "gives": "unit",
            "examples": [["Proteus Kill Team"]],
        },
        "covers": _list("cover", "What community data check as well; one finding remains, that of the rule here."),
        "faction_keywords": _list(
            "faction_keywords",
            "Keywords of armies over community data, where the names of catalogues do not give them.",
        ),
        "stratagems": _list("stratagem", "Core stratagems, as facts."),
        "items": {
            "type": "object",
            "description": "Items that the units of every faction bear, by id, within the allowances of their datasheets.",
            "propertyNames": {"$ref": "#/$defs/id"},
            "additionalProperties": {"$ref": "#/$defs/item"},
            "examples": [{"dawnstone": {"name": "Dawnstone", "type": "talisman", "points": 25}}],
        },
        "glossary": {
            "type": "object",
            "description": "Language -> English name -> name in that language.",
            "additionalProperties": glossary,
            "examples": [{"zh": {"Infantry": "步兵"}}],
        },
        "list_words": {
            "type": "object",
            "description": "Words in texts of other programs that mean no unit and no item.",
            "properties": {
                "doubled": {
                    **_strings("Choices of a unit that give it twice the models of the smallest one."),
                    "examples": [["Reinforced"]],
                },
                "seasons": {
                    **_strings("Lines at the head of a list that name the season that these data are for."),
                    "examples": [["Season of Rain"]],
                },
                "other_seasons": {
                    **_strings("Lines that name another one: other data of the game come first for such a list."),
                    "examples": [["Season of Fire"]],
                },
                "settings": {
                    **_strings("Labels of settings that only other data have, and that change nothing in a list."),
                    "examples": [["Show Options"]],
                },
            },
            "additionalProperties": False,
        },
        "list_names": {
            "type": "object",
            "description": "Names of units, bundles, items and lores that lists of other programs write -> what the data call "
            "them, where the data do not have the first. Compared without case, punctuation and plurals.",
            "additionalProperties": {"type": "string"},
            "examples": [{"Ogor Gluttons": "Gluttons"}],
        },
        "read_as": {
            "type": "object",
            "description": "What printed texts of community data say -> what they mean: misspelt names, and names that the data"
            " do not have. Found in any case; the longest first.",
            "additionalProperties": {"type": "string"},
            "examples": [{"Legionaires": "Legionaries"}],
        },
        **_vocabulary(),
    }


def _vocabulary() -> dict[str, Any]:
    """What the game calls things."""
    return {
        "terms": {
            "type": "object",
            "description": inspect.cleandoc(Terms.__doc__ or ""),
            "properties": {name: {"$ref": "#/$defs/term"} for name in Terms.__struct_fields__},
            "additionalProperties": False,
            "examples": [{"warlord": {"en": "general"}}],
        },
        "heroes": {
            **_strings(
                "Keywords; units with one of them are offered the warlord's mark and enhancements. Left out: all units."
            ),
            **UNITS,
            "examples": [["Character"]],
        },
        "statline": _list("column", "The columns of a statline, in order."),
        "weapons": _list("weapon_type", "The types of weapons, in order; left out: ranged and melee with any columns."),
        "roles": _list("role", "The headings that units stand under, in order."),
        "item_types": _list("item_type", "The types of the items that units bear, in order; none when left out."),
        "states": _list("state", "Where a unit may be at the start of a battle, in the order of the choice."),
        "declarations": _names_by(
            "What is declared before a game -> its name. What is not named here the game does not have.",
            {"propertyNames": {"enum": list(DECLARATIONS), "examples": list(DECLARATIONS)}},
        ),
        "half_strength": {"$ref": "#/$defs/half_strength"},
        "core_abilities": {
            **_strings("Regular expressions; each core ability of a datasheet matches one. Left out: any."),
            "examples": [["Deep Strike", r"Scouts \d+\""]],
        },
        "stratagem_types": {**_strings("Types of stratagems. Left out: any."), "examples": [["Battle Tactic"]]},
        "phases": _names_by("Phase of a stratagem -> its name.", {"examples": [{"shooting": "shooting phase"}]}),
        "turns": _names_by(
            "Turn of a stratagem -> its name.", {"propertyNames": {"enum": ["own", "opponent", "either"]}}
        ),
        "battle": {"$ref": "#/$defs/battle"},
        "arrival": _list("arrival", "When and where reserves arrive, as the reference page says it."),
        "reference": _list("arrival", "Further lines of the reference page: what players look up at the table."),
        "reminders": _list("reminder", "What core abilities and keywords of weapons do, in own words, a line each."),
        "accents": {
            "type": "object",
            "additionalProperties": {"type": "string", "pattern": "^#[0-9A-Fa-f]{6}$"},
            "description": "Name or keyword of a faction -> the dark colour of its pages; `default` is that of all others.",
            "examples": [{"default": "#1F1F1F", "Orks": "#13300E"}],
        },
        "marks": {
            "type": "array",
            "items": {"enum": list(MARKS)},
            "description": "Which of these marks the game has; left out: both.",
            "examples": [["warlord"]],
        },
    }


def _names_by(description: str, more: dict[str, Any] | None = None) -> dict[str, Any]:
    names = {"additionalProperties": {"$ref": "#/$defs/names"}}
    return {"type": "object", "description": description, **names, **(more or {})}


def _points_document() -> dict[str, Any]:
    named = {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string", "minLength": 1}}}
    return {
        "type": "object",
        "description": "The game has a points document (files in the folder `points`): how what it names is found in community "
        "data.",
        "properties": {
            "detachment_points": {
                "type": "string",
                "description": "Id of the currency that detachments cost.",
                "examples": ["detachment-points"],
            },
            "enhancements": {
                "type": "string",
                "description": "Id of the currency that tells enhancements from other choices.",
                "examples": ["enhancements"],
            },
            "marks": {
                **_strings("Endings that data or document add to names and that are no part of them."),
                "examples": [["[Legends]"]],
            },
            "pages": {
                **named,
                "description": "Id of a page -> catalogues that it is for besides those that are called like it: their names, or "
                'parts of these between " - ".',
                "examples": [{"space-marines": ["Iron Hands", "Ultramarines"]}],
            },
            "names": {
                **named,
                "description": "Name of a unit, item or enhancement in the document -> what data call it.",
                "examples": [{"Incandaeum": ["Incandeum"]}],
            },
            "decides": {
                **_strings("Ids of the rules that document and list decide where no community data are installed."),
                "examples": [["points-limit", "detachment-points"]],
            },
            "copies": {
                "type": "object",
                "additionalProperties": {"type": "integer", "minimum": 1},
                "description": "Battle size -> the most units of one datasheet that any keyword allows, for lists that are "
                "judged without community data.",
                "examples": [{"incursion": 4, "strike-force": 6}],
            },
        },
        "additionalProperties": False,
    }


def _list(item: str, description: str) -> dict[str, Any]:
    return {"type": "array", "items": {"$ref": f"#/$defs/{item}"}, "description": description}


def _number() -> dict[str, Any]:
    return {
        "title": "Number",
        "description": "Exact: an integer, or a half written as text.",
        "oneOf": [{"type": "integer"}, {"type": "string", "pattern": r"^[0-9]+(\.[0-9]+)?$"}],
        "examples": [2000, "2.5"],
    }


def _object(title: str, description: str, required: list[str], /, **properties: Any) -> dict[str, Any]:
    return {
        "title": title,
        "description": description,
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def _strings(description: str) -> dict[str, Any]:
    return {"type": "array", "items": {"type": "string"}, "description": description}


def _records() -> dict[str, Any]:
    string = {"type": "string"}
    whole = {"type": "integer", "minimum": 0}
    return {
        "battle_size": _object(
            "Battle size",
            "A size of game.",
            ["id", "name", "points"],
            id={"$ref": "#/$defs/id"},
            name={"$ref": "#/$defs/names"},
            points={"$ref": "#/$defs/number"},
            table={
                "type": "array",
                "items": whole,
                "minItems": 2,
                "maxItems": 2,
                "description": "Sides of the table.",
            },
            hours={"$ref": "#/$defs/number", "description": "About how long a game takes."},
            and_more={
                "type": "boolean",
                "description": "Whether games of more points are of this size, too: a list may state a higher limit.",
            },
            aliases={
                **_strings("What community data call it, where that does not hold its English name."),
                "examples": [["Matched Play: Kill Team"]],
            },
            costs={
                "type": "object",
                "description": "Currency -> what an army of this size starts with; prices below 0 are paid from it.",
                "additionalProperties": {"type": "number", "multipleOf": 0.5},
                "examples": [{"cp": 12}],
            },
        ),
        "force": _object(
            "Kind of force",
            "A part of an army with units of its own: a detachment, a regiment. How many an army may have is said by rules of "
            "the kind `forces`.",
            ["id", "name"],
            id={"$ref": "#/$defs/id", "examples": ["battalion"]},
            name={"$ref": "#/$defs/names"},
            aliases={**_strings("What community data call it."), "examples": [["Battalion Detachment"]]},
            note={"$ref": "#/$defs/names", "description": "What distinguishes it, for the choice among several."},
            inside={
                **_strings("Ids of the kinds of force that may hold it; left out: the army itself."),
                "examples": [["battalion"]],
            },
            faction={
                "enum": ["own", "other", "any"],
                "default": "own",
                "description": "Whose units it has: the army's own, those of one other faction, or of any one.",
            },
            at_start={**whole, "default": 0, "description": "How many a new list has."},
            costs={
                "type": "object",
                "description": "Currency -> what one costs; below 0 it is a refund.",
                "additionalProperties": {"type": "number", "multipleOf": 0.5},
                "examples": [{"cp": 3}],
            },
            free_with_warlord={
                "type": "boolean",
                "default": False,
                "description": "Whether one that holds the Warlord costs nothing.",
            },
            surcharge={
                "type": "object",
                "description": "What its units cost an army beyond their prices: nothing for the first, and for each further one"
                " `step` more than for the one before. `armies`: forces of community data that it holds for.",
                "properties": {
                    "step": {"type": "number", "exclusiveMinimum": 0, "multipleOf": 0.5, "examples": [20]},
                    "armies": _strings("Names of outermost forces of community data."),
                },
                "required": ["step"],
                "additionalProperties": False,
                "examples": [{"step": 20}],
            },
            contingents={
                "type": "boolean",
                "default": False,
                "description": "Whether each of them is one of the `contingents` that factions state.",
            },
            compulsory={
                "type": "object",
                "description": "Of one of the roles, which the player chooses, it has at least so many units and may have more.",
                "properties": {
                    "roles": {
                        **_strings("Roles or keywords to choose one of."),
                        **UNITS,
                        "minItems": 1,
                        "examples": [["troops"]],
                    },
                    "at_least": {**whole, "description": "How many units of it."},
                    "more": {**whole, "description": "How many more units than its slots say it may have."},
                },
                "required": ["roles", "at_least"],
                "additionalProperties": False,
                "examples": [{"roles": ["troops", "elites"], "at_least": 3, "more": 3}],
            },
            slots={
                "type": "object",
                **UNITS,
                "description": "Role or keyword -> the least and the most units of it; null: no limit. `*`: all units together. "
                "A rule of the kind `slots` checks them.",
                "additionalProperties": {
                    "type": "array",
                    "prefixItems": [whole, {"anyOf": [whole, {"type": "null"}]}],
                    "minItems": 2,
                    "maxItems": 2,
                },
                "examples": [{"hq": [1, 2], "troops": [2, 6]}],
            },
        ),
        "choice": _object(
            "Kind of choice",
            "Something that an army has besides its size and detachment: a lore.",
            ["id", "name"],
            id={"$ref": "#/$defs/id", "examples": ["spell-lore"]},
            name={"$ref": "#/$defs/names"},
            plural={"$ref": "#/$defs/names", "description": "The heading of several; the name when left out."},
            aliases={
                **_strings("What community data call the setting that holds these choices."),
                "examples": [["Equipment Reference"]],
            },
            at_most={"type": "integer", "minimum": 1, "default": 1, "description": "How many an army may have."},
            entries={
                "type": "object",
                "description": "What armies of every faction may choose, by id.",
                "propertyNames": {"$ref": "#/$defs/id"},
                "additionalProperties": {"$ref": "#/$defs/choosable"},
                "examples": [{"primal-energy": {"name": "Primal Energy", "points": 10}}],
            },
        ),
        "choosable": _object(
            "Entry",
            "What an army may choose of a kind, with its price.",
            ["name"],
            name={"$ref": "#/$defs/names"},
            points={"$ref": "#/$defs/number"},
            costs={
                "type": "object",
                "description": "Currency -> what it costs.",
                "additionalProperties": {"type": "number", "multipleOf": 0.5},
                "examples": [{"cp": 1}],
            },
            unlimited={
                "type": "boolean",
                "default": False,
                "description": "An army that chooses it is not held to the points limit of its size.",
            },
        ),
        "figure": _object(
            "Figure",
            "A number that the game counts in a list and does not limit. Forces that hold no unit do not count.",
            ["id", "name", "source"],
            id={"$ref": "#/$defs/id", "examples": ["drops"]},
            name={"$ref": "#/$defs/names"},
            forces={
                **_strings("Ids of kinds of force; each force of them counts once."),
                "examples": [["regiment"]],
            },
            units_of={
                **_strings("Ids of kinds of force; each unit in a force of them counts once."),
                "examples": [["auxiliary"]],
            },
            other_forces={
                "type": "boolean",
                "default": False,
                "description": "Whether each force of community data that the system has no kind for counts once.",
            },
            source={"$ref": "#/$defs/names", "description": "Where it is said."},
        ),
        "currency": _object(
            "Currency",
            "What a list spends besides points: `costs` of datasheets, models, options, enhancements and detachments are in it.",
            ["id", "name"],
            id={"$ref": "#/$defs/id", "examples": ["ep"]},
            name={"$ref": "#/$defs/names"},
            aliases={**_strings("What community data call it."), "examples": [["EP"]]},
        ),
        "cover": _object(
            "Cover",
            "A finding of community data that a rule here makes too.",
            ["rules"],
            rules={**_strings("Rules that say the same."), "minItems": 1, "examples": [["warlord", "min-character"]]},
            what={
                **_strings("Names of the entries, groups, categories, forces or costs that the data bound."),
                "examples": [["Warlord"]],
            },
            of={
                "enum": ["datasheet", "detachment-tag", "enhancement", "model", "wargear"],
                "description": "Every one of these.",
            },
            any_unit={
                "type": "boolean",
                "default": False,
                "description": "Also where the rule says it of another unit, as of the mark that one unit of an army has.",
            },
        ),
        "faction_keywords": _object(
            "Faction keywords",
            "Which keywords make a unit one of the army's own; all other units are allies or do not belong.",
            ["of", "keywords"],
            of={
                **_strings('Names of catalogues, or parts of names between " - ".'),
                "minItems": 1,
                "examples": [["Chaos Daemons"]],
            },
            keywords={
                **_strings("One of these is enough; the first is the army's faction keyword."),
                "minItems": 1,
                "examples": [["Legiones Daemonica"]],
            },
            source={**string, "description": "Where it is from."},
        ),
        "stratagem": _object(
            "Stratagem",
            "What the reference page prints of a stratagem.",
            ["id", "name", "cp"],
            id={"$ref": "#/$defs/id"},
            name={"type": "string", "description": "English; other languages through the glossary."},
            cp={**whole, "description": "Command points."},
            type={**string, "examples": ["Battle Tactic"]},
            turn={"enum": ["own", "opponent", "either"]},
            phase={
                "description": "One of `phases`, or several of them.",
                "oneOf": [string, {**_strings("Phases."), "minItems": 2, "uniqueItems": True}],
                "examples": ["shooting", ["movement", "charge"]],
            },
            target={
                "type": "array",
                "items": _strings("All of these."),
                "description": "Keyword lists, one of which the target has; empty: any unit.",
            },
            target_state={**string, "description": "A state the target is in.", "examples": ["reserves"]},
            once_per_battle={"type": "boolean"},
            source=string,
        ),
    }


def _words() -> dict[str, Any]:
    """The records of the vocabulary."""
    names, key = {"$ref": "#/$defs/names"}, {"$ref": "#/$defs/id"}
    string = {"type": "string", "minLength": 1}
    count = {**names, "description": "With `{count}` where the number belongs."}
    term = _object("Word and plural", "Both forms.", ["name"], name=names, plural=names)
    return {
        "term": {
            "title": "Term",
            "description": "A word as it stands within a sentence; with `name` and `plural` where both differ.",
            "oneOf": [names, term],
            "examples": ["general", {"name": {"en": "regiment"}, "plural": {"en": "regiments"}}],
        },
        "column": _object(
            "Column",
            "A column of the statline or of a table of weapons.",
            ["key"],
            key={**string, "description": "As datasheets write it.", "examples": ["SV"]},
            name={**names, "description": "Its heading; the key when left out."},
            meaning={
                "enum": list(dict.fromkeys((*MEANINGS, *WEAPON_MEANINGS))),
                "description": "What the program does with it; nothing when left out.",
            },
            aliases={**_strings("What community data call it."), "examples": [["Save", "Sv"]]},
            words={"type": "boolean", "default": False, "description": "Whether it holds a list of words."},
            prose={
                "type": "boolean",
                "default": False,
                "description": "Whether it holds a text, which stands behind the figures of its table.",
            },
            low={
                "type": "boolean",
                "default": False,
                "description": "Whether of two figures the lower one is the better, as of an armour penetration below 0.",
            },
            required={"type": "boolean", "default": True, "description": "Whether every row has it."},
            pattern={**string, "description": "Regular expression that a value matches.", "examples": [r"[2-7]\+"]},
            example={**string, "description": "A value as it should be.", "examples": ["3+"]},
        ),
        "weapon_type": _object(
            "Type of weapons",
            "A table of weapons.",
            ["id", "name", "columns"],
            id=key,
            name=names,
            columns=_list("column", "Its columns, in order."),
            reach={"enum": list(REACHES), "description": "How its weapons are used; left out: both ways."},
            aliases={**_strings("What community data call it besides."), "examples": [["Melee Weapon"]]},
            bare=_object(
                "Bare weapon",
                "What a model without a weapon of this type uses; it is added to the unit's weapons.",
                ["name"],
                name=names,
                values={
                    "type": "object",
                    "description": "Column -> what stands there; left out: a dash.",
                    "additionalProperties": {"type": ["string", "integer"]},
                    "examples": [{"A": 1, "D": 1}],
                },
            ),
        ),
        "role": _object(
            "Role",
            "A heading that units stand under.",
            ["id", "name"],
            id={**key, "gives": "unit"},
            name={**names, "gives": "unit"},
            one={**names, "description": "What a single unit of it is, where that is another word: Hero under Heroes."},
            aliases=_strings("What community data call it."),
            keyword={
                "type": "string",
                **UNITS,
                "description": "A unit with this keyword, as by a choice of the player, has this role whatever its data state.",
                "examples": ["Leader"],
            },
            slot={
                "type": "boolean",
                "description": "It says what a unit is taken as, and is no keyword of it: Troops.",
                "default": False,
            },
        ),
        "item": _object(
            "Item",
            "An item that a unit bears.",
            ["name", "type"],
            name=names,
            type={**key, "description": "One of the types of items.", "examples": ["talisman"]},
            points={"$ref": "#/$defs/number", "description": "Its price; nothing when left out."},
            weapon={
                "type": "object",
                "minProperties": 1,
                "description": "How it is used, of an item that is a weapon: the columns of its type, or `profiles`, as of the "
                "weapons of datasheets.",
                "examples": [{"type": "melee", "S": 5, "AP": -2}],
            },
            gear=_strings("Wargear (names), one of which the bearer has."),
            replaces=_strings("Wargear (names), one of which the bearer has and gives up for it."),
            warlord={
                **_strings("Keywords or datasheets, one of which the army's Warlord has; left out: any Warlord."),
                **UNITS,
            },
            page={
                "type": "string",
                "minLength": 1,
                "description": "Where it is printed: book and page.",
                "examples": ["BRB 503"],
            },
            requires={
                "type": "array",
                **UNITS,
                "items": _strings("Keywords."),
                "description": "The bearer has all keywords of one of the lists.",
            },
            excludes={**_strings("Keywords, none of which the bearer has."), **UNITS},
        ),
        "item_type": _object(
            "Type of items",
            "A type of the items that units bear, such as magic weapons.",
            ["id", "name"],
            id=key,
            name=names,
            per_unit={
                "type": "integer",
                "minimum": 0,
                "default": 1,
                "description": "How many one unit may have; 0 is any number.",
            },
            repeated={
                "type": "boolean",
                "default": False,
                "description": "Whether several units may have the same one.",
            },
            aliases=_strings("What community data call it."),
            costs={
                "type": "object",
                "minProperties": 1,
                "additionalProperties": {"type": "number", "multipleOf": 0.5},
                "description": "Currency -> what each of them costs besides its own price; below 0 where the army pays it from "
                "what it has.",
                "examples": [{"cp": -1}],
            },
            free={
                "type": "integer",
                "minimum": 0,
                "default": 0,
                "description": "How many of an army do not cost that.",
            },
            free_with_warlord={
                "type": "boolean",
                "default": False,
                "description": "Whether those of the Warlord do not cost that.",
            },
        ),
        "state": _object(
            "State",
            "Where a unit may be at the start of a battle. The program knows `deployed`, `embarked`, `attached` and "
            "`strategic-reserves`; all others are reserves.",
            ["id", "name"],
            id=key,
            name=names,
            phrase={**names, "description": 'What follows "starts the battle"; the name when left out.'},
            reserves={"type": "boolean", "default": False, "description": "Whether the unit is off the table."},
            ability={**string, **ABILITIES, "description": "The ability that units need for it."},
            keyword={**string, **UNITS, "description": "The keyword that units need for it."},
        ),
        "half_strength": _object(
            "Half strength",
            "When a unit is below half of its strength; left out where the game knows no such thing.",
            ["models", "model", "wounds", "wound"],
            models=count,
            model={**names, "description": "The same for one model."},
            wounds={**count, "description": "For a single model, with `{count}` where the number belongs."},
            wound={**names, "description": "The same for one wound."},
            short={**count, "description": "The same in few words, for any number: what stands beside printed boxes."},
            boxes={**names, "description": "How to read the printed boxes."},
        ),
        **_battle(),
        "reminder": _object(
            "Reminder",
            "What a core ability or a keyword of weapons does.",
            ["name", "of", "text"],
            name={
                **string,
                "description": "As data write it, without numbers behind it.",
                "examples": ["Feel No Pain"],
            },
            of={"enum": list(REMINDED)},
            text=names,
        ),
        "arrival": _object(
            "Arrival",
            "A line of the reference page.",
            ["what", "how"],
            what=names,
            how=names,
            ability={**string, **ABILITIES, "description": "Shown only when some unit has it."},
        ),
    }


def _battle() -> dict[str, Any]:
    """How a battle goes."""
    names, key = {"$ref": "#/$defs/names"}, {"$ref": "#/$defs/id"}
    whole, flag = {"type": "integer", "minimum": 0}, {"type": "boolean", "default": False}
    return {
        "battle": _object(
            "Battle",
            "How a battle goes, as far as players keep track of it. What is left out the game does not have; victory points are "
            "one number then.",
            [],
            round={**names, "description": "What a round is called; left out: battle round."},
            rounds={
                **whole,
                "default": 0,
                "description": "How many there are at most; 0: any number.",
                "examples": [5],
            },
            turns={
                "enum": [1, 2],
                "default": 2,
                "description": "Turns of a round: 2 where each player has one, 1 where they act together.",
            },
            phases={
                **_strings("Phases of a turn in their order, ids of `phases`."),
                "uniqueItems": True,
                "examples": [["command", "movement"]],
            },
            pools=_list("pool", "What players gain and spend during a battle."),
            scores=_list("score", "What victory points are scored for, in order."),
            states=_list("condition", "States of units that players mark, in order."),
            reserves_from={
                **whole,
                "default": 0,
                "description": "The round in which units may first arrive; 0: nothing is said of it.",
                "examples": [2],
            },
            once={
                **_strings("Regular expressions; an ability whose printed text matches one is used once in a battle."),
                "examples": [["(?i)once per battle"]],
            },
            once_of_army={
                **_strings("The same, of which the army has one use, whichever of its units that is of."),
                "examples": [["(?i)once per battle \\(army\\)"]],
            },
            once_weapons={
                **_strings("Abilities of weapons that are used once in a battle."),
                "examples": [["One Shot"]],
            },
            sorts={
                "type": "object",
                "description": "Phase -> what is done in it, which decides the sign that is printed beside it.",
                "additionalProperties": {"enum": list(SORTS)},
                "examples": [{"assault": "fight"}],
            },
            acts=_list("act", "What players do in the phases, in order."),
            timing={
                **_strings(
                    "What data call the part of an ability that says when it is used; left out: the texts of abilities say it."
                ),
                "examples": [["Timing"]],
            },
        ),
        "act": _object(
            "Act",
            "What a player does or minds in a phase. With an ability, a keyword, a weapon or a place it is about the units that "
            "have it, and does not concern an army without any.",
            ["phase", "what"],
            phase={"type": "string", "description": "The phase.", "examples": ["movement"]},
            what={**names, "description": "A few words of one's own."},
            turn={"enum": list(SIDES), "default": "own", "description": "In whose turn."},
            ability={"type": "string", "minLength": 1, **ABILITIES, "description": "Of units with this ability."},
            keyword={
                "type": "string",
                "minLength": 1,
                "words": "numbered",
                "description": "Of units with this keyword; a number in brackets behind it does not count.",
            },
            weapon={"type": "string", "minLength": 1, "description": "Of units with a weapon of this ability."},
            place={
                "enum": list(PLACES),
                "description": "Of units that start the battle there: in reserves, in a transport.",
            },
        ),
        "pool": _object(
            "Pool",
            "What players gain and spend during a battle, such as command points.",
            ["id", "name"],
            id={**key, "examples": ["command-points"]},
            name=names,
            start={**whole, "default": 0, "description": "How much each has at the start."},
            currency={**key, "description": "Instead of `start`: what the army has left of this currency of lists."},
            gains={**whole, "default": 0, "description": "How much comes each time.", "examples": [1]},
            at={"type": "string", "description": "When: `round`, `turn` or a phase.", "examples": ["command"]},
            whose={
                "enum": list(WHOSE),
                "default": "both",
                "description": "To whom: the player whose own turn it is, or both.",
            },
            at_most={**whole, "default": 0, "description": "Nobody has more; 0: no limit."},
            lapses={**flag, "description": "Whether what is left is lost before more comes."},
        ),
        "score": _object(
            "Score",
            "What victory points are scored for.",
            ["id", "name"],
            id=key,
            name=names,
            once={
                "type": "boolean",
                "default": False,
                "description": "Whether it is scored once in a battle, not round by round.",
                "examples": [True],
            },
        ),
        "condition": _object(
            "State in battle",
            "A state of a unit that players mark.",
            ["id", "name"],
            id={**key, "examples": ["fell-back"]},
            name=names,
            key={
                "type": "string",
                "pattern": "^[a-z]$",
                "description": "The letter that marks it. Letters that the screen uses are not taken: j k m o q r t u w x.",
                "examples": ["f"],
            },
            ends={"enum": list(ENDS), "description": "With what it ends; left out: the player ends it."},
            phase={"type": "string", "description": "Which phase, of `own-phase`: the unit's next one of that name."},
            grave={**flag, "description": "Whether it is a drawback that must not be overlooked."},
        ),
    }


def _params(kind: Kind, schema: dict[str, Any]) -> dict[str, Any]:
    labels = {"title": f"Parameters of `{kind.name}`", "description": kind.doc}
    return {**labels, **schema, **labels}


def _rule(kinds: tuple[Kind, ...]) -> dict[str, Any]:
    examples = {"type": "object", "properties": {w: {"$ref": "#/$defs/names"} for w in ("legal", "illegal")}}
    rule = _object(
        "Rule",
        "An instance of a rule kind.",
        ["id", "kind", "source"],
        id={"$ref": "#/$defs/id"},
        kind={"enum": [kind.name for kind in kinds], "description": "The rule kind."},
        name={"$ref": "#/$defs/names"},
        help={"$ref": "#/$defs/names", "description": "One line in own words."},
        severity={"enum": list(SEVERITIES), "default": "error"},
        stage={
            "enum": ["muster", "declaration"],
            "default": "muster",
            "description": "`declaration` rules are judged only for a list with declarations.",
        },
        params={"type": "object", "description": "The kind's own parameters."},
        source={"$ref": "#/$defs/names", "description": "Where the rule is from."},
        enabled={"type": "boolean", "default": True, "description": "False: only on request."},
        readings={
            "type": "object",
            "description": "Name of another reading -> the parameters that it changes.",
            "additionalProperties": {"type": "object"},
            "examples": [{"battle-size-limit": {"base": "battle-size-limit"}}],
        },
        meanings={
            "type": "object",
            "description": "What each reading means; `default`: what the rule means without them.",
            "additionalProperties": {"$ref": "#/$defs/names"},
            "examples": [{"default": "a quarter of the army's points", "battle-size-limit": "a quarter of the limit"}],
        },
        replaces=_strings("Ids of the rules that it replaces when enabled."),
        in_any_detachment={
            "type": "boolean",
            "default": False,
            "description": "What it finds holds whatever the detachment is: it also judges lists whose detachment the data do "
            "not know.",
        },
        doubted={
            "type": "object",
            "description": "Faction keyword -> why the sources contradict each other for its armies; where these break the rule, "
            "they are unjudged.",
            "additionalProperties": {"$ref": "#/$defs/names"},
            "examples": [{"Adeptus Titanicus": "no Titan is a Character, but the data let a Titan be the Warlord"}],
        },
        sizes=_strings("Ids of the battle sizes it applies to; all when left out."),
        gauge={
            "$ref": "#/$defs/names",
            "description": "The short name under which the builder shows how much of what the rule allows is used (kinds "
            "`marker`, `share` and `total`).",
        },
        sign={
            "enum": ["leader", "upgrades", "reserves"],
            "description": "What the gauge is about, which decides on the sign before its name.",
        },
        unless={
            **_strings(
                "Names of settings, kinds of forces or factions of community data; the rule does not apply to a list that has "
                "one of them."
            ),
            "examples": [["Matched Play: Command Roster"]],
        },
        examples={**examples, "additionalProperties": False},
    )
    rule["allOf"] = [_if_kind(kind) for kind in kinds]
    return rule


def _if_kind(kind: Kind) -> dict[str, Any]:
    reference = {"$ref": f"#/$defs/params-{kind.name}"}
    then: dict[str, Any] = {"properties": {"params": reference}}
    required = [f.name for f in msgspec.structs.fields(kind.params) if f.required]
    if required:
        then["required"] = ["params"]
    return {"if": {"properties": {"kind": {"const": kind.name}}, "required": ["kind"]}, "then": then}


def kinds_page() -> str:
    """The documentation of all rule kinds, in Markdown."""
    head = "# Rule kinds\n\nGenerated from `listbuilder/rules/kinds/` by `make kinds`.\n"
    return head + "".join(f"\n## {kind.name}\n\n{kind.doc}\n" for kind in all_kinds())


def main() -> None:
    """Writes all of it; the files that change are the ones to commit."""
    (ROOT / "schemas" / "system.schema.json").write_text(schema_text(), "utf-8")
    (ROOT / "schemas" / "event.schema.json").write_text(event_schema_text(), "utf-8")
    (ROOT / "docs" / "rules" / "kinds.md").write_text(kinds_page(), "utf-8")
    for path in (ROOT / "schemas").glob("*.schema.json"):
        old = path.read_text("utf-8")
        path.write_text(CODES.sub(json.dumps(list(LANGUAGES)), old), "utf-8")


if __name__ == "__main__":
    main()
