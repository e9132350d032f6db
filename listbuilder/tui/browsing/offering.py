"""What may be added to a force now: which of it is shown for a query, in which order, and what each comes to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from msgspec import Struct

from listbuilder.army import Unit
from listbuilder.army.prices import price_word
from listbuilder.catalogue.base import Number
from listbuilder.errors import InputError
from listbuilder.i18n import Text, language
from listbuilder.replacing import replace
from listbuilder.session import DatasheetChoice, Session
from listbuilder.session.quotes import Quote, Size
from listbuilder.shelf.collection import Collection, Holding
from listbuilder.terminal import one_line
from listbuilder.tui.browsing.query import Query
from listbuilder.tui.search import Item, SearchIndex
from listbuilder.tui.wording import local, role_name

GHOST = "+"  # id of the unit that would be added
MOST_QUOTED = 24  # of those that a search finds, to put what is legal first: about as many as are seen


class Heading(Struct, frozen=True):
    """A role, above its datasheets."""

    text: str


@dataclass(slots=True)
class Switches:
    """What is shown besides the query: ``all`` also what the data hide now and Legends."""

    fits: bool = False
    owned: bool = False
    favourites: bool = False
    all: bool = False


class Offering:
    """One force's offer. `read` brings it up to date; prices and reasons are worked out one by one, by `quote`."""

    def __init__(self, session: Session, collection: Collection, force_id: str = "") -> None:
        self.session = session
        self.collection = collection
        self.force_id = force_id
        self.switches = Switches()
        self.choices: dict[str, DatasheetChoice] = {}
        self.found: list[str] = []
        self._quotes: dict[str, Quote] = {}
        self._fresh: set[str] = set()  # quoted for the list as it is now
        self._sizes: dict[str, int] = {}  # the place of the size that was chosen
        self._index = SearchIndex(())
        self._alike: set[str] = set()  # names that several of the choices have
        self._used: Counter[str] = Counter()
        self._revision = -1
        self._language = ""

    def turn_to(self, force_id: str) -> None:
        """Offers what may be added to this force; what is switched on stays so."""
        self.force_id, self._revision = force_id, -1
        self.choices, self._quotes, self._sizes = {}, {}, {}

    @property
    def is_open(self) -> bool:
        """Whether the force is still there."""
        return not self.force_id or any(line.id == self.force_id for line in self.session.forces.lines())

    # --- what there is --------------------------------------------------------------------------------------------------

    def read(self) -> None:
        """Reads again what may be added where the list has changed."""
        session = self.session
        if (self._revision, self._language) == (session.revision, language()):
            return
        self._revision, self._language = session.revision, language()
        self._fresh.clear()
        self.choices = {one.id: one for one in session.datasheets(self.force_id)}
        names = Counter(one.name for one in self.choices.values())
        self._alike = {name for name, number in names.items() if number > 1}
        self._used = Counter()
        for unit in session.army.units:
            self._used[unit.datasheet] += 0 if unit.half_of else unit.model_count
        self._index = SearchIndex([self._item(one) for one in self.choices.values()])

    def _item(self, choice: DatasheetChoice) -> Item:
        army = self.session.army
        words = (choice.name, choice.faction, role_name(army, choice.role), *choice.keywords)
        more = " ".join((*words, *(local(army, word) for word in choice.keywords)))
        also = choice.name if self.name(choice) != choice.name else ""
        return Item(choice.id, self.name(choice), more=more, also=also, later=bool(choice.faction))

    def name(self, choice: DatasheetChoice) -> str:
        """Its name, and its faction where the army's own has a datasheet of that name, too."""
        army = self.session.army
        name = local(army, choice.name)
        return f"{name} · {local(army, choice.faction)}" if choice.faction and choice.name in self._alike else name

    @property
    def has_prices(self) -> bool:
        return bool(price_word(self.session.army))

    @property
    def left(self) -> Number | None:
        """Points that may still be spent; below zero where there are too many; None where nothing limits them."""
        limit = self.session.limit
        return limit - self.session.points if limit is not None and self.session.army.has_points else None

    def holding(self, choice: DatasheetChoice) -> Holding:
        return self.collection.of(self.session.army.system, choice.name)

    def used(self, choice: DatasheetChoice) -> int:
        """How many models of it stand in the army."""
        return self._used[choice.name]

    # --- what it comes to -----------------------------------------------------------------------------------------------

    def quoted(self, choice_id: str) -> Quote | None:
        """What is known of it; for a moment after a change that of before."""
        return self._quotes.get(choice_id)

    def quote(self, choice_id: str) -> Quote | None:
        """The same for the list as it is now, worked out where it is not known yet; None where it cannot be added at all."""
        if choice_id not in self._fresh and choice_id in self.choices:
            self._fresh.add(choice_id)
            try:
                self._quotes[choice_id] = self.session.quote(choice_id, self.force_id)
            except (InputError, LookupError) as error:
                own = self.choices[choice_id].points
                self._quotes[choice_id] = Quote((Size(1, own),), against=(Text("{reason}", {"reason": str(error)}),))
        return self._quotes.get(choice_id)

    def unquoted(self, visible: Iterable[str], query: Query) -> Iterator[str]:
        """Whose quotes are wanted and not worked out yet: what is seen first, then what filters and a search depend on: what is
        likely to pass them, then what might all the same."""
        yield from (one for one in visible if one in self.choices and one not in self._fresh)
        if self.filters_by_quotes(query):
            meant = [one for one in self.choices if one not in self._fresh and self._is_meant(one, query)]
            yield from sorted(meant, key=lambda one: not self.passes(one, query))
        elif query.words:
            yield from (one for one in self.found[:MOST_QUOTED] if one not in self._fresh)

    def filters_by_quotes(self, query: Query) -> bool:
        """Whether what is shown depends on prices and reasons."""
        return self.switches.fits or query.below is not None

    def against(self, choice_id: str) -> str:
        """What speaks against adding it, in words; empty where nothing does, or where it is not known yet."""
        quote = self._quotes.get(choice_id)
        if quote is None or not quote.against:
            return ""
        said, choice = quote.against[0], self.choices[choice_id]
        return one_line(said.render(self.session.localise, beside=choice.name, grouped=True))

    def fits(self, choice_id: str) -> bool:
        """Whether its smallest size may be added; by its own price as long as that is all that is known."""
        quote, left = self._quotes.get(choice_id), self.left
        points = quote.points if quote is not None else self.choices[choice_id].points
        return not (quote is not None and quote.against) and (left is None or points <= left)

    # --- sizes ----------------------------------------------------------------------------------------------------------

    def size(self, choice_id: str) -> int:
        """The place of the size chosen. While only what fits is shown, by default that of the largest one that does, and at most
        that."""
        quote = self._quotes.get(choice_id)
        if quote is None:
            return 0
        largest = self._largest(quote)
        return min(self._sizes.get(choice_id, largest if self.is_filling else 0), largest)

    @property
    def is_filling(self) -> bool:
        """Whether the points that are left are to be spent: only what fits is shown."""
        return self.switches.fits and self.left is not None

    def _largest(self, quote: Quote) -> int:
        """The place of the largest size that may be chosen."""
        if not self.is_filling:
            return len(quote.sizes) - 1
        left = self.left
        return max((place for place, one in enumerate(quote.sizes) if left is None or one.points <= left), default=0)

    @property
    def most_sizes(self) -> int | None:
        """How many sizes any of those shown has, as far as that is known; None as long as it is known of none."""
        return max((len(self._quotes[one].sizes) for one in self.found if one in self._quotes), default=None)

    @property
    def most_over(self) -> Number:
        """By how many points any of those shown is too dear in the size chosen, as far as that is known; 0 where none is."""
        left = self.left
        if left is None:
            return 0
        quotes = ((self._quotes[one].sizes, self.size(one)) for one in self.found if one in self._quotes)
        return max((sizes[place].points - left for sizes, place in quotes), default=0)

    def resize(self, choice_id: str, step: int) -> bool:
        """Chooses the next size; whether there is one."""
        quote = self.quote(choice_id)
        place = self.size(choice_id) + step
        if quote is None or not 0 <= place <= self._largest(quote):
            return False
        self._sizes[choice_id] = place
        return True

    def models(self, choice_id: str) -> int:
        """So many models to add; 0 for as many as it starts with."""
        place, quote = self.size(choice_id), self._quotes.get(choice_id)
        return quote.sizes[place].models if quote is not None and place else 0

    def ghost(self, choice_id: str) -> Unit | None:
        """The unit as it would stand in the army, in the size chosen; None where it cannot be added."""
        if choice_id not in self.choices:
            return None
        try:
            unit = self.session.preview(choice_id, self.force_id, self.models(choice_id))
        except (InputError, LookupError):
            return None
        quote = self.quote(choice_id)
        if quote is None:
            return unit
        force = self.force_id or next((line.id for line in self.session.forces.lines()), "")
        return replace(unit, id=GHOST, points=quote.sizes[self.size(choice_id)].points, force=force)

    # --- what is shown --------------------------------------------------------------------------------------------------

    def lines(self, query: Query) -> Sequence[Heading | str]:
        """Ids under the headings of their roles, by name; for words the best first, while only what fits is shown what leaves the
        fewest points first, both without headings."""
        army = self.session.army
        if query.words:
            self.found = [
                item.id for item in self._index.find(query.words, self._is_illegal) if self._shows(item.id, query)
            ]
            return self.found
        found = [one for one in self.choices.values() if self._shows(one.id, query)]
        if self.is_filling:
            found.sort(key=lambda one: (-self._spent(one), self.name(one).casefold()))
            self.found = [one.id for one in found]
            return self.found
        roles = {role: place for place, role in enumerate(dict.fromkeys(one.role for one in self.choices.values()))}
        found.sort(key=lambda one: (roles[one.role], self.name(one).casefold()))
        self.found = [one.id for one in found]
        lines: list[Heading | str] = []
        for place, one in enumerate(found):
            if not place or one.role != found[place - 1].role:
                lines.append(Heading(role_name(army, one.role)))
            lines.append(one.id)
        return lines

    def _spent(self, choice: DatasheetChoice) -> Number:
        """What it costs in the largest size that fits; by its own price as long as that is all that is known."""
        quote = self._quotes.get(choice.id)
        return quote.sizes[self._largest(quote)].points if quote is not None else choice.points

    def _is_illegal(self, item: Item) -> bool:
        quote = self._quotes.get(item.id)
        return quote is not None and bool(quote.against)

    def _shows(self, choice_id: str, query: Query) -> bool:
        return self._is_meant(choice_id, query) and self.passes(choice_id, query)

    def passes(self, choice_id: str, query: Query) -> bool:
        """Whether it is shown by its price and what speaks against it, as far as these are known by now."""
        if self.switches.fits and not self.fits(choice_id):
            return False
        quote = self._quotes.get(choice_id)
        points = quote.points if quote is not None else self.choices[choice_id].points
        return query.below is None or points < query.below

    def _is_meant(self, choice_id: str, query: Query) -> bool:
        """Whether it is shown by all else."""
        choice, army, switches = self.choices[choice_id], self.session.army, self.switches
        if (choice.hidden or choice.legends) and not switches.all:
            return False
        held = self.holding(choice)
        if (switches.owned and not held.owned) or (switches.favourites and not held.favourite):
            return False
        if query.has_words:
            keywords = (*choice.keywords, *(local(army, word) for word in choice.keywords))
            return query.fits(keywords, (choice.role, role_name(army, choice.role)))
        return True

    def with_switch(self, switch: str, query: Query, *, on: bool) -> list[str]:
        """What would be shown with one of the switches on or off."""
        was = getattr(self.switches, switch)
        setattr(self.switches, switch, on)
        try:
            return [one for one in self.lines(query) if isinstance(one, str)]
        finally:
            setattr(self.switches, switch, was)
            self.lines(query)
