"""A points document as a data set, for lists of factions that no installed set has data for."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cached_property

from msgspec.structs import replace

from listbuilder.catalogue.library import Library
from listbuilder.catalogue.pin import DataPin
from listbuilder.catalogue.system import DocumentNames, System
from listbuilder.errors import InputError, Problem
from listbuilder.i18n import Text
from listbuilder.naming import fold, suggestion
from listbuilder.sources.dataset import Loaded, Offer
from listbuilder.sources.points.army import ArmyPages, plain
from listbuilder.sources.points.documents import Document
from listbuilder.sources.points.record import Page

ENDING = "-points"  # of its name, which begins with the id of the game


class PointsSet:
    """The pages of one document, but those whose faction other data have (``without``: their ids). What it lacks, lists are not
    judged for: see `Loaded.alone`. ``changed_in``: the user's folders that change what is shipped of the game."""

    def __init__(
        self, document: Document, rules: System, without: Collection[str] = (), changed_in: tuple[str, ...] = ()
    ) -> None:
        assert rules.points_document is not None
        self._document = document
        self._rules = rules
        self._names: DocumentNames = rules.points_document
        self._without = frozenset(without)
        self._changed_in = changed_in
        self._loaded: dict[str, Loaded] = {}

    @property
    def name(self) -> str:
        return name_of(self._rules.id)

    @property
    def date(self) -> str:
        return self._document.date

    @property
    def revision(self) -> str:
        return self._document.version

    @property
    def sha256(self) -> str:
        return self._document.sha256

    @property
    def problems(self) -> list[Problem]:
        return list(self._document.problems)

    def systems(self) -> list[Offer]:
        return [Offer(self._rules.id, self._rules.name, self.date)]

    def has_system(self, word: str) -> bool:
        return fold(word) in map(fold, (self._rules.id, self.name, *self._rules.name.values()))

    def has_game_system(self, game_system_id: str) -> bool:
        return game_system_id in self._rules.game_system_ids

    @cached_property
    def rules(self) -> System:
        """The game with the rules alone that it can decide."""
        decided = frozenset(self._names.decides)
        return replace(self._rules, rules=tuple(one for one in self._rules.rules if one.id in decided))

    def system(self, _word: str) -> System:
        return self.rules

    def factions(self, _system: str = "") -> list[Offer]:
        pages = (page for page in self._pages if page.id not in self._without)
        keywords = self._names.pages
        return [Offer(page.id, {"en": page.name}, page.date, tuple(keywords.get(page.id, ()))) for page in pages]

    def lacking(self, _system: str = "", _faction: str = "") -> tuple[str, ...]:
        return ()

    def units(self, _system: str = "") -> dict[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for page in self._pages:
            if page.id not in self._without:
                army = self._army(page)
                for line in filter(army.offers_unit, army.every_unit()):
                    found[line.name] = (*found.get(line.name, ()), page.id)
        return found

    def narrowed(self, _system: str, faction: str, _names: Iterable[str]) -> str:
        return faction

    def load(self, system: str, faction: str) -> Loaded:
        """The data for a list of one faction. Raises `InputError` where the document has no page of it, or has mistakes."""
        if self._document.problems:
            raise InputError(problems=list(self._document.problems))
        page = next((one for one in self._pages if self._is_called(one, faction)), None)
        if page is None or page.id in self._without:
            message = Text("unknown faction: {name}", {"name": faction}) if faction else Text("no faction is named")
            raise InputError(message, hint=suggestion(faction, [one.name for one in self._pages]))
        if page.id not in self._loaded:
            self._loaded[page.id] = self._read(page)
        return self._loaded[page.id]

    def _read(self, page: Page) -> Loaded:
        from listbuilder.sources.points.compiling import Game, catalogue, game_system  # few lists need it

        game = Game(self._rules, self._names)
        system, own = game_system(game, self._pages), catalogue(page, self._army(page), game)
        pin = DataPin(self.name, self.date, "", self.sha256, self._document.version, self.date)
        return Loaded(
            system=self.rules,
            faction=own,
            library=Library(system, [own]),
            pin=pin,
            form="forces",
            faction_word=page.name,
            stated={"set": pin.set, "date": pin.date, "sha256": pin.sha256, "points": pin.document},
            changed_in=self._changed_in,
            alone=True,
        )

    def _army(self, page: Page) -> ArmyPages:
        return ArmyPages(self._pages, self._names, page.name)

    def _is_called(self, page: Page, word: str) -> bool:
        """Whether a word, or the last part of one ("Imperium - …"), names a page."""
        words = {plain(word), plain(word.rpartition(" - ")[2])}
        return not words.isdisjoint(map(plain, (page.id, page.name, *self._names.pages.get(page.id, ()))))

    @cached_property
    def _pages(self) -> tuple[Page, ...]:
        return tuple(self._document.pages)


def name_of(system: str) -> str:
    """What the set of a game is called in lists."""
    return f"{system}{ENDING}"


def pages_of(document: Document, catalogues: Iterable[str]) -> frozenset[str]:
    """The ids of the pages that are called as one of these catalogues, or the last part of its name."""
    known = {plain(word) for name in catalogues for word in (name, name.rpartition(" - ")[2])}
    return frozenset(line.id for line in document.lines if plain(line.name) in known)
