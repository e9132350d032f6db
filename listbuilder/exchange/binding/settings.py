"""The settings of an army over community data: battle size, detachments, and whatever else a list labels."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from listbuilder.army import roles
from listbuilder.catalogue.library import Option
from listbuilder.engine import Engine
from listbuilder.engine.actions import select
from listbuilder.exchange.binding.names import Names, split_names, stem, with_others
from listbuilder.exchange.binding.problems import Problems
from listbuilder.exchange.binding.size import limit_of
from listbuilder.exchange.binding.trees import bounds
from listbuilder.exchange.reading.record import ListRecord, Word
from listbuilder.i18n import Text
from listbuilder.roster.edits import Insert, Remove, SetCostLimit
from listbuilder.roster.tree import Force, Roster, Selection
from listbuilder.sources.dataset import Loaded


class Settings:
    """Selects the settings of one army."""

    def __init__(self, record: ListRecord, data: Loaded, force: Force, roster: Roster, problems: Problems) -> None:
        self.record = record
        self.data = data
        self.library = data.library
        self.force = force
        self.roster = roster
        self.problems = problems

    def detachments(self, chosen: Iterable[tuple[Option, Option]]) -> None:
        """Selects detachments, each below its root choice."""
        cleared: set[str] = set()
        for root, option in chosen:
            node = self._root(root)
            if root.id not in cleared:
                cleared.add(root.id)
                self._clear(node)
            self._choose(node, option)

    def labelled(self, choices: Iterable[tuple[str, Word]], *, unsure: bool = False) -> None:
        """Selects the labelled settings that the data have. What is offered depends on the army: it must be there. ``unsure``:
        its detachment is not known, so that nothing is said of what is not offered."""
        choices = list(choices)
        if not choices:
            return
        roots = Names((option.name, option) for option in self.library.root_options(self.data.faction.id))
        engine = Engine.of(self.roster)
        foreign = set(map(stem, self.data.system.list_words.settings))
        for label, word in choices:
            found = roots.find(label)
            if found:
                self._labelled(engine, found[0], label, word, unsure=unsure)
            elif stem(label) not in foreign:
                line = {"line": f"{label}: {word.text}"}
                self.problems.warn(Text("this line was not understood: {line}", line), word.line, "unread-line")

    def _labelled(self, engine: Engine, root: Option, label: str, word: Word, *, unsure: bool) -> None:
        if engine.choice(self.force, root).hidden:
            if unsure:
                return
            text = Text("{label}: the data do not offer it to this army", {"label": label})
            self.problems.note(text, word.line, "unknown-name")
            return
        node = self._root(root)
        self._clear(node)
        hidden = {
            option: any(engine.choice(node, one).hidden for one in (option, *option.group_chain))
            for option in root.entries
        }
        options = sorted(root.entries, key=lambda option: hidden[option])
        known = Names((option.name, option) for option in options)
        found, lost = split_names(word.text, with_others(known, self.data.system.list_names))
        if lost and (whole := known.find(f"{label}: {word.text}")):
            found, lost = whole[:1], []  # data may repeat the label in the names
        if lost or not found or not _are_compatible(found):
            for name in lost if found else lost and [word.text]:
                self.problems.unknown("choice", name, word.line, known.words, shown=f"{label}: {name}")
            if not lost:
                names = {"label": label, "values": word.text}
                text = Text("{label}: the list does not say which one of {values} is chosen", names)
                self.problems.note(text, word.line, "incomplete")
            Remove(node).apply(self.roster)
            return
        for option in found:
            if unsure and hidden[option]:
                continue
            edit, _ = select(engine, node, option)
            edit.apply(self.roster)

    def switch(self, option_id: str) -> None:
        """Selects the setting of this id, at the root of the army or below one that is there, unless what is chosen already
        excludes it, as another battle size does."""
        roots = [option for option in self.library.root_options(self.data.faction.id) if not roles.is_unit(option)]
        for root in roots:
            if option_id in root.ids:
                self._root(root)
                return
        for root in roots:
            found = next((option for option in root.entries if option_id in option.ids), None)
            if found is not None:
                node = self._root(root)
                if _are_compatible((*(child.option for child in node.selections), found)):
                    self._choose(node, found)
                return

    # --- battle size ----------------------------------------------------------------------------------------------------------

    def size(self) -> None:
        """Selects the battle size that the list states, else the smallest that its points fit in; without a choice of sizes, its
        points are the limit."""
        limit = limit_of(self.record, self.data.system, self.problems)
        if limit is None:
            return
        for node in list(self.force.selections):
            if not roles.is_battle_size(node.option):
                continue
            sizes = [option for option in node.option.entries if _points_of(option, self.data) == limit]
            if sizes and all(child.option is not sizes[0] for child in node.selections):
                self._clear(node)
                self._choose(node, sizes[0])
            if sizes:
                return
        points = next(
            (key for key, kind in self.library.cost_types.items() if kind.name == self.data.system.points_name), ""
        )
        if points:
            SetCostLimit(points, limit).apply(self.roster)

    # --- the tree -------------------------------------------------------------------------------------------------------------

    def _root(self, root: Option) -> Selection:
        """The selection of a root choice, added where it is missing."""
        node = next((node for node in self.force.selections if node.option is root), None)
        if node is None:
            node = Selection(root, 1, f"@{root.target.id}")
            Insert(node, self.force, 0).apply(self.roster)
        return node

    def _clear(self, node: Selection) -> None:
        for child in list(node.selections):
            Remove(child).apply(self.roster)

    def _choose(self, root: Selection, option: Option) -> None:
        node = Selection(option, 1, f"{root.id}/{option.target.id}")
        if node.id not in self.roster.nodes:
            Insert(node, root).apply(self.roster)


def _are_compatible(chosen: Iterable[Option]) -> bool:
    """Whether no group around these choices would hold more of them than it may."""
    held = Counter(group for option in chosen for group in option.group_chain)
    return all(number <= bounds(group).usual for group, number in held.items())


def _points_of(option: Option, data: Loaded) -> int | None:
    stated = re.search(r"(?<![\d,.])[,.]*+(\d[\d,.]{0,20}+)\s*+(?:point|pts)", option.name, re.IGNORECASE)
    if stated:
        return int(re.sub(r"\D", "", stated[1]))
    size = data.system.size_called(option.name)
    return int(size.points) if size is not None else None
