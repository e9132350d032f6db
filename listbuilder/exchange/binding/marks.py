"""The marks of a unit over community data: enhancements and the Warlord."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property

from msgspec import Struct

from listbuilder.army import roles
from listbuilder.catalogue.library import Library, Option
from listbuilder.catalogue.system import DocumentNames
from listbuilder.errors import Place
from listbuilder.exchange.binding.choice import units_of
from listbuilder.exchange.binding.names import Names, split_names, stem
from listbuilder.exchange.binding.problems import Problems
from listbuilder.exchange.binding.selecting import grow, put
from listbuilder.exchange.binding.trees import Ways, is_model
from listbuilder.exchange.binding.unit_sheet import UnitSheet, sheet_of
from listbuilder.exchange.reading.record import Word
from listbuilder.i18n import Text
from listbuilder.roster.tree import Selection


class Elsewhere(Struct, frozen=True):
    """The marks that units of a catalogue may have: what the Warlord's is called, empty where there is none, and the stems of the
    enhancements."""

    warlord: str
    enhancements: frozenset[str]


def _marks_of(library: Library, catalogue_id: str) -> Elsewhere:
    units = [option for _, option in units_of(library, catalogue_id).things]
    holders = [*units, *(model.option for unit in units for model in sheet_of(library, unit).models)]
    entries = (mark.name for holder in holders for mark in roles.warlord_marks_of(holder))
    gifts = (gift.name for holder in holders for gift in roles.gifts_of(holder))
    return Elsewhere(next(entries, ""), frozenset(map(stem, gifts)))


class Marks:
    """Finds and selects the marks of one unit. ``detachments``: names of those chosen; None where the list need not name any.
    ``names``: what a points document calls enhancements that the data call otherwise; ``catalogue_id``: that of the army."""

    def __init__(
        self,
        unit: Selection,
        sheet: UnitSheet,
        problems: Problems,
        detachments: Sequence[str] | None,
        names: DocumentNames | None = None,
        *,
        catalogue_id: str,
    ) -> None:
        self.unit = unit
        self.catalogue_id = catalogue_id
        self.sheet = sheet
        self.problems = problems
        self.detachments = detachments
        self.names = names

    def warlord(self, name: str, line: int) -> None:
        """Marks the unit as the Warlord. ``name``: what the list calls it."""
        for holder in self._holders():
            if marks := roles.warlord_marks_of(holder.option):
                put(holder, marks[0])
                return
        elsewhere = self._elsewhere.warlord
        if elsewhere:
            self._not_offered(elsewhere, line)
            return
        text = Text("{unit}: the data have no mark of the Warlord for it", {"unit": name})
        self.problems.note(text, line, "unknown-name", self.unit.id)

    def enhancements(self, gift: Word) -> None:
        """Selects the enhancements of one line; not where the list names no detachment that could have them."""
        if self.unfounded:
            names = {"name": gift.text}
            text = Text("{name}: the list names no detachment that the data know, so it cannot be judged", names)
            self.problems.note(text, gift.line, "incomplete", self.unit.id)
            return
        known = self._known()
        found, lost = split_names(gift.text, known)
        for holder, option in found:
            if holder is not None:
                way = Ways(option.library, Counter()).of_entry(option)[0]
                grow(put(holder, option, 1, Place(self.problems.file, gift.line or 1, 1)), way.chosen[0].below)
        if lost and stem(gift.text) in self._elsewhere.enhancements:  # its name has a comma
            lost = [gift.text]
        for name in lost:
            if stem(name) in self._elsewhere.enhancements:
                self._not_offered(name, gift.line)
                continue
            self.problems.unknown("enhancement", name, gift.line, known.words, self.unit.id)

    @property
    def _elsewhere(self) -> Elsewhere:
        return self.unit.option.library.kept_of(_marks_of, self.catalogue_id)

    def _not_offered(self, name: str, line: int) -> None:
        """Notes a mark that other units of the army's catalogue may have."""
        text = Text("{unit}: the data do not offer it {item}", {"unit": self.unit.option.name, "item": name})
        self.problems.note(text, line, "not-offered", self.unit.id, severity="error")

    @property
    def unfounded(self) -> bool:
        """Whether nothing says which enhancements the unit may have."""
        return self.detachments is not None and not self.detachments

    @property
    def words(self) -> list[str]:
        """The names of the enhancements."""
        return self._known().words

    def is_enhancement(self, name: str) -> bool:
        """Whether it is the name of an enhancement."""
        return bool(self._known().find(name))

    def is_of_others(self, name: str) -> bool:
        """Whether it is the name of an enhancement that other units of the army's catalogue may have."""
        return stem(name) in self._elsewhere.enhancements

    def is_of_enhancement(self, name: str) -> bool:
        """Whether it is an enhancement, or called after one."""
        wanted = stem(name)
        return any(gift and (wanted == gift or wanted.startswith(f"{gift} ")) for gift in self._stems)

    @cached_property
    def _stems(self) -> frozenset[str]:
        return frozenset(stem(name) for name in self._known().words)

    def _holders(self) -> list[Selection]:
        return [self.unit, *(node for node in self.unit.walk() if node is not self.unit and is_model(node.option))]

    def _known(self) -> Names[tuple[Selection | None, Option]]:
        """The enhancements by name, each with the selection that may hold it once the unit is bound."""
        held: list[tuple[Selection | None, Option]] = [(node, node.option) for node in self._holders()]
        held += [(None, model.option) for model in self.sheet.models]
        gifts = [(gift.name, (node, gift)) for node, option in held for gift in roles.gifts_of(option)]
        if self.names is not None:
            own = {name: self.names.stated(name) for name in {name for name, _ in gifts}}
            gifts += [(own[name], found) for name, found in gifts if own[name] != name]
        return Names(sorted(gifts, key=lambda gift: self._likelihood(gift[1][1])))

    def _likelihood(self, option: Option) -> tuple[bool, bool]:
        """Sorts enhancements of one name: that of a chosen detachment first, hidden ones last."""
        around = {
            stem(word)
            for group in option.group_chain
            for word in (group.name, group.name.removesuffix(" Enhancements"))
        }
        return option.merged.hidden, not any(stem(name) in around for name in self.detachments or ())
