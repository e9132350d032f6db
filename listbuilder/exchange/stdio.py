"""The adapter protocol of WarHub's conformance suite: one JSON message per line on stdin, one answer per line on stdout.

It lets other programs drive the engine; the community's specs test the engine through it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, Any, TextIO

from listbuilder import budget
from listbuilder.catalogue.library import Library
from listbuilder.engine import Engine
from listbuilder.engine.actions import add_force, duplicate, options_of, select, set_amount
from listbuilder.exchange.ros import write
from listbuilder.exchange.ros_read import RosReader, find
from listbuilder.exchange.ros_xml import parse_roster
from listbuilder.exchange.stdio_state import errors, roster_costs, state
from listbuilder.roster.edits import Edit, Remove, SetCostLimit, SetText
from listbuilder.roster.tree import Force, Roster, Selection, nodes_of
from listbuilder.sources.bsdata.reader import from_setup, read_bytes
from listbuilder.strictjson import TwinError, first_twin, unique

if TYPE_CHECKING:
    from listbuilder.catalogue.model import Catalogue

Message = Mapping[str, Any]
Answer = dict[str, Any]
MOST_LINE = 64 << 20  # characters: a message may hold a whole data set
MOST_DIGITS = 30  # before the point of a number
REMOVING = frozenset({"removeForce", "deselectSelection", "setSelectionCount"})
GENERATOR = "https://newrecruit.eu"  # the suite expects the roster file as New Recruit writes it


class ProtocolError(Exception):
    """A request that cannot be carried out."""


class Adapter:
    """One conversation: the data it was set up with and the current roster."""

    def __init__(self) -> None:
        self.engine: Engine | None = None
        self.seen: dict[str, None] = {}  # cost types that the roster ever mentioned
        self.handlers: dict[str, Callable[[Message], Answer]] = {
            "describe": self.describe,
            "setup": self.setup,
            "setupFromFiles": self.setup_from_files,
            "action": self.action,
            "getState": lambda _: {"type": "state", **state(self.current, self.seen)},
            "getErrors": lambda _: {"type": "errors", "errors": errors(self.current)},
            "exportRosterXml": lambda _: {
                "type": "rosterXmlResult",
                "xml": write(self.current, generator=GENERATOR, notes=False),
            },
            "teardown": self.teardown,
        }

    @property
    def current(self) -> Engine:
        if self.engine is None:
            raise ProtocolError("no setup yet")
        return self.engine

    def answer(self, message: Message) -> Answer:
        """The answer to one message; errors are answers, too."""
        handler = self.handlers.get(str(message.get("type")), self.unknown)
        try:
            with budget.metered():
                answer = handler(message)
        except Exception as error:
            answer = {"type": "error", "message": f"{type(error).__name__}: {error}"}
        if "corrId" in message:
            answer["corrId"] = message["corrId"]
        return answer

    def unknown(self, message: Message) -> Answer:
        raise ProtocolError(f"unknown message type {message.get('type')!r}")

    # --- setting up -----------------------------------------------------------------------------------------------------

    def describe(self, message: Message) -> Answer:
        return {
            "type": "describeResult",
            "name": "listbuilder",
            "version": "0.1",
            "protocolVersion": "1.1",
            "domains": ["roster"],
            "capabilities": {"screenshot": False, "record": False, "rosterXml": True, "maxParallel": 0},
        }

    def setup(self, message: Message) -> Answer:
        self._begin(from_setup(message), str(message.get("specId", "")))
        return {"type": "setupResult", "errors": []}

    def setup_from_files(self, message: Message) -> Answer:
        files = [item for item in message["files"] if str(item["fileName"]).endswith((".gst", ".cat"))]
        catalogues = [read_bytes(item["content"].encode(), item["fileName"]) for item in files]
        self._begin(catalogues, str(message.get("specId", "")))
        return {"type": "setupResult", "errors": []}

    def _begin(self, catalogues: list[Catalogue], name: str) -> None:
        system = next((item for item in catalogues if item.is_game_system), catalogues[0])
        library = Library(system, [item for item in catalogues if item is not system])
        roster = Roster(library, name)
        for cost_type in library.cost_types.values():
            if cost_type.default_limit is not None and cost_type.default_limit >= 0:
                roster.cost_limits[cost_type.id] = cost_type.default_limit
        self.engine, self.seen = Engine(roster), {}

    def teardown(self, message: Message) -> Answer:
        self.engine = None
        return {"type": "teardownResult"}

    # --- actions --------------------------------------------------------------------------------------------------------

    def action(self, message: Message) -> Answer:
        actions: dict[str, Callable[[Message], Answer | None]] = {
            "addForce": self._add_force,
            "addChildForce": self._add_force,
            "removeForce": lambda m: self._do(Remove(self._force(m))),
            "selectEntry": lambda m: self._select(self._force(m), m),
            "selectChildEntry": lambda m: self._select(self._selection(m), m),
            "deselectSelection": self._deselect,
            "setSelectionCount": self._set_count,
            "duplicateSelection": lambda m: self._added(*duplicate(self._selection(m))),
            "duplicateForce": lambda m: self._added(*duplicate(self._force(m))),
            "setCostLimit": self._set_limit,
            "setCustomization": self._customise,
            "loadRoster": lambda m: self._load(str(m.get("xml") or "")),
            "reload": lambda _: self._load(write(self.current)),
        }
        name = str(message.get("action"))
        if name not in actions:
            raise ProtocolError(f"unknown action {name!r}")
        if name in REMOVING:  # what it costs stays listed, also where nobody asked for it meanwhile
            roster_costs(self.current, self.seen)
        outputs = actions[name](message)
        answer: Answer = {"type": "actionResult", "ok": True}
        if outputs:
            answer["outputs"] = outputs
        return answer

    def _do(self, edit: Edit) -> None:
        edit.apply(self.current.roster)

    def _added(self, edit: Edit, node: Force | Selection) -> Answer:
        """Makes an edit that adds a node, unless the roster becomes too large; the answer names what was added."""
        roster, added = self.current.roster, list(nodes_of(node))
        new = sum(isinstance(item, Force) for item in added)
        forces = sum(1 for _ in roster.walk_forces())
        budget.allow("forces", forces + new)
        budget.allow("selections", len(roster.nodes) - forces + len(added) - new)
        self._do(edit)
        selections = {item.option.id: item.id for item in reversed(list(node.walk())) if item is not node}
        key = "forceId" if isinstance(node, Force) else "selectionId"
        return {key: node.id, "selections": selections}

    def _force(self, message: Message) -> Force:
        node = self.current.roster.nodes.get(str(message.get("forceId")))
        if not isinstance(node, Force):
            raise ProtocolError(f"no force {message.get('forceId')!r}")
        return node

    def _selection(self, message: Message) -> Selection:
        node = self.current.roster.nodes.get(str(message.get("selectionId")))
        if not isinstance(node, Selection):
            raise ProtocolError(f"no selection {message.get('selectionId')!r}")
        return node

    def _add_force(self, message: Message) -> Answer:
        library = self.current.roster.library
        parent = self._force(message) if message.get("forceId") else None
        entry_id, catalogue_id = str(message.get("forceEntryId")), str(message.get("catalogueId"))
        entry = library.forces.entry(entry_id)
        if parent is not None:
            entry = next((item for item in parent.entry.force_entries if item.id == entry_id), entry)
        if entry is None:
            raise ProtocolError(f"no force entry {entry_id!r}")
        return self._added(*add_force(self.current, entry, catalogue_id, parent))

    def _select(self, parent: Force | Selection, message: Message) -> Answer:
        option = find(options_of(self.current, parent), str(message.get("entryId")))
        if option is None:
            raise ProtocolError(f"no entry {message.get('entryId')!r} there")
        return self._added(*select(self.current, parent, option))

    def _set_count(self, message: Message) -> None:
        selection, count = self._selection(message), int(message["count"])
        budget.allow("amount", count)
        self._do(set_amount(selection, count))

    def _deselect(self, message: Message) -> None:
        selection = self._selection(message)
        self._do(set_amount(selection, selection.amount - 1))

    def _set_limit(self, message: Message) -> None:
        value = message["value"]
        limit = int(value) if value == int(value) else Decimal(str(value))
        self._do(SetCostLimit(str(message["costTypeId"]), limit if limit >= 0 else None))

    def _customise(self, message: Message) -> None:
        if message.get("categoryEntryId"):
            return  # New Recruit does not name the categories of a force
        node = self._selection(message) if message.get("selectionId") else self._force(message)
        for field, key in (("custom_name", "customName"), ("custom_notes", "customNotes")):
            if message.get(key) is not None:
                self._do(SetText(node, field, str(message[key])))

    def _load(self, text: str) -> None:
        reader = RosReader(self.current.roster.library, keep_ids=True)
        roster = reader.roster(parse_roster(text.encode()))
        if reader.problems:
            raise ProtocolError("; ".join(str(problem.message) for problem in reader.problems))
        self.current.close()
        self.engine = Engine(roster)


def serve(stdin: TextIO, stdout: TextIO) -> None:
    """Answers line after line until the input ends. A line that is no message is answered, too, so that nobody waits for
    ever; an empty one is passed over."""
    adapter = Adapter()
    while line := stdin.readline(MOST_LINE):
        if not line.strip():
            continue
        answer = _too_long(stdin) if len(line) >= MOST_LINE and not line.endswith("\n") else _answered(adapter, line)
        stdout.write(json.dumps(answer, default=str) + "\n")  # ASCII: U+2028 ends a line for some
        stdout.flush()


def _answered(adapter: Adapter, line: str) -> Answer:
    try:
        message = json.loads(line, parse_float=_number, parse_constant=_number, object_pairs_hook=unique)
    except TwinError:
        return _refused(f"duplicate key {first_twin(line.encode('utf-8', 'surrogatepass')).key}")
    except (ValueError, ArithmeticError, RecursionError):  # no JSON, or nested without end
        return _refused("a line that is no JSON, or holds a number or a nesting without end")
    return adapter.answer(message) if isinstance(message, dict) else _refused("a line that is no JSON object")


def _too_long(stdin: TextIO) -> Answer:
    """The answer to a line that is too long, whose rest is passed over."""
    while (rest := stdin.readline(MOST_LINE)) and not rest.endswith("\n"):
        pass
    return _refused(f"a line of more than {MOST_LINE} characters")


def _refused(message: str) -> Answer:
    return {"type": "error", "message": message}


def _number(text: str) -> Decimal:
    """A decimal. Raises `ValueError` for one that is infinite, or as an integer would fill the memory."""
    number = Decimal(text)
    if not number.is_finite() or number.adjusted() > MOST_DIGITS:
        raise ValueError(text)
    return number


if __name__ == "__main__":
    serve(sys.stdin, sys.stdout)
