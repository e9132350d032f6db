"""Writes the page of all game systems: which rules each has and how they are kept, how many datasheets each faction has, and
which rule kinds are used where. A test compares the page with what this would write.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from listbuilder import strictyaml
from listbuilder.catalogue.system import RuleSpec, System
from listbuilder.resources import shipped
from listbuilder.rules.kind import all_kinds
from listbuilder.sources.native import NativeSet, locate

PAGE = Path(__file__).resolve().parent.parent / "docs" / "systems" / "README.md"
FIRST = "wh40k-10e"
LEGENDS = re.compile(r"^status: legends$", re.MULTILINE)
NOTHING_CHECKED = {"definition", "coherency"}
# kinds that the first system does not use: why they were added
ADDED = {
    "allowance": "magic items: points and types that an entry allows, instead of one enhancement of a detachment",
    "characteristic": "vehicles of a kill team, whose armour values may have a certain sum at most",
    "choices": "pieces of equipment, of which some players allow fewer than the data do",
    "chosen": "lists over community data that are made for another way of playing",
    "followers": "regiments, whose units are named by the warscroll of their leader",
    "force-leader": "regiments, which a Hero leads",
    "force-size": "regiments, which are larger when the general leads them",
    "force-terms": "allied detachments: where a force may stand, of whose units, and who never fights side by side",
    "forces": "how many regiments, detachments or fire teams an army has, also for each other force",
    "highest": "the General, who has the highest Leadership of those that could be it",
    "permitted": "factions that an edition or an event names",
    "placed": "armies of several forces: every unit stands in one of the right kind",
    "relation-size": "detachments of a parent unit, of which each has at most a part of its models",
    "slots": "force organisation: the least and the most units of a role, in the army or in each force",
    "subfactions": "dynasties and clans, one for each detachment",
    "top-n": "To the Last: the most expensive units are marked on the list",
}
HEAD = """# Game systems

Written from `factions/*/system.yaml` by `make kinds`. `listbuilder explain RULE --system SYSTEM` says what a rule means and
where it is from; the page of a system says what is not covered, and where its sources and the data disagree.
"""


def how(rule: RuleSpec) -> str:
    """How the program keeps a rule."""
    if rule.kind in NOTHING_CHECKED:
        return "not checked: it says how others count, or is about the battle"
    found = {"error": "checked", "warning": "warning", "info": "remark", "unjudged": "checked: unjudged without it"}[
        rule.severity
    ]
    if rule.kind == "engine":
        found = "checked by the data"
    if not rule.enabled:
        found = "option"
    if rule.stage == "declaration":
        found += ", with declarations"
    if rule.sizes:
        found += f", only {', '.join(rule.sizes)}"
    if rule.readings:
        found += f"; readings: {', '.join(f'`{name}`' for name in rule.readings)}"
    return found


def page() -> str:
    """The page, in Markdown."""
    native = NativeSet([shipped("factions")])
    systems = native.all_systems()
    parts = [HEAD, *_overview(systems, native), *_counts(systems, native)]
    for system in systems:
        parts += _rules(system)
    return "\n".join([*parts, *_kinds(systems)])


def _overview(systems: list[System], native: NativeSet) -> Iterator[str]:
    yield "| system | rules | checked | by the data | option | warning or remark | not checked | factions | datasheets |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
    for system in systems:
        sorts = Counter(how(rule).partition(",")[0].partition(";")[0].partition(":")[0] for rule in system.rules)
        files = native.files[system.id].factions.values()
        numbers = [
            len(system.rules),
            sorts["checked"],
            sorts["checked by the data"],
            sorts["option"],
            sorts["warning"] + sorts["remark"],
            sorts["not checked"],
            len(files),
            sum(len(one.datasheets) for one in files),
        ]
        yield f"| [{system.name['en']}](#{system.id}) | " + " | ".join(map(str, numbers)) + " |"
    yield ""


def _counts(systems: list[System], native: NativeSet) -> Iterator[str]:
    yield "## Datasheets\n"
    yield "| system | faction | datasheets | of them Legends |\n| --- | --- | --- | --- |"
    for system in systems:
        for files in native.files[system.id].factions.values():
            assert files.faction is not None
            name = strictyaml.load(files.faction.read_bytes(), str(files.faction)).value["name"]
            called = name["en"] if isinstance(name, dict) else name
            yield f"| {system.id} | {called} | {len(files.datasheets)} | {_legends(files) or ''} |"
    yield ""


def _legends(files: locate.FactionFiles) -> int:
    return sum(1 for path in files.datasheets.values() if LEGENDS.search(path.read_text("utf-8")))


def _rules(system: System) -> Iterator[str]:
    yield f"## {system.id}\n"
    own = PAGE.parent / f"{system.id}.md"
    yield f"{system.name['en']}" + (f"; [its page]({own.name})" if own.exists() else "") + ".\n"
    yield "| rule | says | how | kind |\n| --- | --- | --- | --- |"
    for rule in system.rules:
        yield f"| `{rule.id}` | {rule.name.get('en', rule.id)} | {how(rule)} | {rule.kind} |"
    yield ""


def _kinds(systems: list[System]) -> Iterator[str]:
    yield "## Rule kinds\n"
    yield f"[Rule kinds](../rules/kinds.md) explains the parameters of each. Most were made for the first system, `{FIRST}`;"
    yield "the others were added for the systems that came after it.\n"
    yield "| kind | systems | added for |\n| --- | --- | --- |"
    for kind in all_kinds():
        users = [system.id for system in systems if any(rule.kind == kind.name for rule in system.rules)]
        yield f"| `{kind.name}` | {', '.join(users) or 'events'} | {ADDED.get(kind.name, '')} |"
    yield ""


def main() -> None:
    """Writes the page."""
    PAGE.write_text(page(), "utf-8")


if __name__ == "__main__":
    main()
