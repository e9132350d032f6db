"""Chooses the data that a read list is bound to: by the game systems it may be for, its faction, and the units it names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct

from listbuilder.army import roles
from listbuilder.catalogue.library import Library, Option
from listbuilder.catalogue.model import Catalogue
from listbuilder.errors import InputError
from listbuilder.exchange.binding.guess import likely
from listbuilder.exchange.binding.names import Names, plain, split_names, stem
from listbuilder.exchange.reading.record import ListRecord, Part, UnitRecord, Word
from listbuilder.expressions import expression
from listbuilder.i18n import Text
from listbuilder.listfile.foreign import lacks
from listbuilder.naming import suggestion
from listbuilder.replacing import replace
from listbuilder.sources import registry
from listbuilder.sources.dataset import DataSet, Loaded, Offer
from listbuilder.sources.registry import Sets

DETACHMENTS = "detachment"  # the kind of rule that says how many detachments an army has
BETWEEN = expression(r"\s[-–—|]\s|,\s|\s?[()]\s?")  # names of one line: faction and detachment
RULE = expression(r"(?<!\s)\s*+\([^()]*+\)\s*+$")


_Offered = tuple[DataSet, Offer, frozenset[str]]  # with the lines of a list's header that name it


class Choice(Struct, frozen=True):
    """The data of a list. ``said``: the lines of its header that name a faction, its own or a wider one; ``guessed``: none does,
    but its units are those of one. ``others``: the names of other data sets that have its faction."""

    data: Loaded
    said: frozenset[str]
    others: tuple[str, ...] = ()
    guessed: bool = False


def units_of(library: Library, catalogue_id: str) -> Names[Option]:
    """The units of a catalogue by name; kept with the library."""
    return library.kept_of(_units, catalogue_id)


def find_in(units: Names[Option], unit: UnitRecord) -> tuple[list[Option], Part | None]:
    """The datasheets of the unit's name; else of the name with what the unit states that it is devoted to ("Mark: Khorne"), and
    the line that states it. Those that only a mark such as [Legends] tells from the name come last."""
    for name, part in _names_of(unit):
        if found := units.find(name):
            return [*found, *(other for other in units.unmarked(name) if other not in found)], part
    return [], None


def _names_of(unit: UnitRecord) -> Iterator[tuple[str, Part | None]]:
    yield unit.name, None
    if unit.also:
        yield unit.also, None
    for part in unit.parts:
        label, separator, value = part.name.partition(": ")
        if separator and not part.stated and label:
            for name in (f"{value} {unit.name}", f"{unit.name} of {value}", f"{unit.name} ({value})"):
                yield name, part


def find_unit(library: Library, catalogue_id: str, unit: UnitRecord) -> tuple[list[Option], Part | None]:
    """As `find_in`, in the catalogue, else in the other factions of the system where the data set can read these."""
    found, part = find_in(units_of(library, catalogue_id), unit)
    if not found and not lacks(library, catalogue_id, unit.name):
        named = (other for name, _ in _names_of(unit) for other in library.factions_with(name))
        found, part = _first(library, named, unit) or _first(library, library.other_factions(), unit) or ([], None)
    return found, part


def find_ally(library: Library, detachments: Iterable[Option], unit: UnitRecord) -> tuple[list[Option], Part | None]:
    """As `find_in`, in the factions of which an army with these detachments may have allies."""
    words = {word.casefold() for one in detachments for word in (one.local_id, one.name)}
    return _first(library, library.allied_factions(words), unit) or ([], None)


def _first(
    library: Library, catalogues: Iterable[Catalogue], unit: UnitRecord
) -> tuple[list[Option], Part | None] | None:
    """What the first of the catalogues has that has any."""
    return next((one for other in catalogues if (one := find_in(units_of(library, other.id), unit))[0]), None)


def _units(library: Library, catalogue_id: str) -> Names[Option]:
    found = [option for option in library.root_options(catalogue_id) if roles.is_unit(option)]
    found.sort(key=lambda option: option.merged.hidden)
    return Names((name, option) for option in found for name in _spelled(library, _listed_name(option)))


def _spelled(library: Library, name: str) -> Iterator[str]:
    """The name in every language that the data have it in."""
    yield name
    for language in {language for file in library.files for language in file.glossary}:
        local = library.localise(name, language)
        if local != name:
            yield local


def _listed_name(option: Option) -> str:
    """The name that the data always show: authors link to one datasheet twice and rename a link ("Flayers (2 Models)")."""
    always = (one for one in option.merged.modifiers if one.field == "name" and one.type == "set" and not one.affects)
    names = [one.value for one in always if not (one.conditions or one.condition_groups or one.repeats or one.scope)]
    return names[-1] if names else option.name


def detachment_roots(library: Library, catalogue_id: str) -> list[Option]:
    """The root choices that hold detachments."""
    return [option for option in library.root_options(catalogue_id) if roles.is_detachment(option)]


def detachments_of(library: Library, catalogue_id: str) -> Names[tuple[Option, Option]]:
    """The detachments of a catalogue by name, each with the root choice that holds it; kept with the library."""
    return library.kept_of(_detachments, catalogue_id)


def _detachments(library: Library, catalogue_id: str) -> Names[tuple[Option, Option]]:
    return Names(
        (name, (root, entry))
        for root in detachment_roots(library, catalogue_id)
        for entry in root.entries
        for name in _spelled(library, entry.name)
    )


def choose(record: ListRecord, file: str, among: Sets = ()) -> Choice:
    """The data that know the most of a list's units, native ones first; among the sets given, all by default. A points document
    alone where no data set has the faction, or lacks catalogues that it needs and knows less of the list. Raises `InputError`
    where none fit."""
    choice = _choice(record, _sets(record, among))
    if not among and (choice is None or choice.data.library.missing_links()):
        alone = _choice(record, _alone(record))
        if choice is None or (alone is not None and _knows_more(alone, choice, record)):
            choice = alone
    if choice is None:
        raise _no_data(record, file, among)
    return choice


def _knows_more(alone: Choice, choice: Choice, record: ListRecord) -> bool:
    """Whether a points document knows more of the units of a list that names its faction, and if so of its detachments."""
    more, less = (_score(one.data, record, named=True, rank=0) for one in (alone, choice))
    return not alone.guessed and (more.known, more.detachment) > (less.known, less.detachment)


def _choice(record: ListRecord, known: Sequence[tuple[DataSet, str]]) -> Choice | None:
    """The best of these data sets of game systems; None where none fits."""
    named = list(_offers(record, known))
    sets = list(dict.fromkeys(data.name for data, _, _ in named))
    said = frozenset(word for _, _, words in named for word in words)
    best: tuple[_Score, Choice] | None = None
    for data, offer, words in named or _guesses(record, known):
        if best is not None and best[0].is_full(record, own=best[1].data.pin.set == data.name):
            break
        if data.name not in sets:
            sets.append(data.name)
        try:
            loaded = _loaded(data, offer.id, [system for one, system in known if one is data])
        except InputError:
            continue
        if len(record.systems) > 1 and has_too_many_detachments(loaded, record):
            continue  # another edition allows them
        score = _score(loaded, record, named=bool(words), rank=-sets.index(data.name))
        if best is None or score > best[0]:
            best = score, Choice(loaded, said, guessed=not words)
    if best is None:
        return None
    choice = best[1]
    return replace(choice, others=tuple(name for name in sets if name != choice.data.pin.set))


class _Score(NamedTuple):
    """How well a faction fits a list: the units it knows, with those of other factions where the list names it; whether it has
    the detachment; the place of its data set; the units of its own."""

    known: int
    detachment: bool
    rank: int
    own: int

    def is_full(self, record: ListRecord, *, own: bool) -> bool:
        """Whether nothing else can fit better: in another set, or with ``own`` in another faction of the same."""
        return self.detachment and (self.own if own else self.known) == len(record.units)


def _score(loaded: Loaded, record: ListRecord, *, named: bool, rank: int) -> _Score:
    library, faction = loaded.library, loaded.faction.id
    own = sum(bool(find_in(units_of(library, faction), unit)[0]) for unit in record.units)
    known = own
    if named and own < len(record.units):
        known = sum(bool(find_unit(library, faction, unit)[0]) for unit in record.units)
    return _Score(known, knows_detachments(loaded, record) and not _is_of_other_season(loaded, record), rank, own)


def _is_of_other_season(loaded: Loaded, record: ListRecord) -> bool:
    """Whether the head of a list names a season that native data are not for, and other data of the game may be."""
    others = set(map(stem, loaded.system.list_words.other_seasons)) if is_native(loaded) else set()
    return any(stem(word.text) in others for word in record.header)


def _loaded(data: DataSet, faction: str, systems: Iterable[str]) -> Loaded:
    """The faction in the first of the game systems that has it: several editions may have one of that id."""
    system = next(system for system in systems if any(one.id == faction for one in data.factions(system)))
    return data.load(system, faction)


def knows_detachments(loaded: Loaded, record: ListRecord) -> bool:
    """Whether the data have the detachments that the list names, and an army may have so many."""
    known = detachments_of(loaded.library, loaded.faction.id)
    if not record.detachments:
        words = record.header
        return any(known.find(word.text) or known.find(RULE.sub("", word.text)) for word in words) if words else True
    return all(_number_of(word.text, known) for word in record.detachments) and not has_too_many_detachments(
        loaded, record
    )


def has_too_many_detachments(loaded: Loaded, record: ListRecord) -> bool:
    """Whether the list labels more detachments that the data have than an army may have."""
    known = detachments_of(loaded.library, loaded.faction.id)
    rules = (spec for spec in loaded.system.rules if spec.kind == DETACHMENTS)
    most = min((spec.params.get("exactly", 1) for spec in rules), default=None)
    return most is not None and sum(_number_of(word.text, known) for word in record.detachments) > most


def _number_of(text: str, known: Names[tuple[Option, Option]]) -> int:
    """How many detachments a line names, which may end in the name of a rule; 0 where one is not known."""
    for part in (text, RULE.sub("", text)):
        found, lost = split_names(part, known)
        if found and not lost:
            return len(found)
    return 0


def _sets(record: ListRecord, among: Sets) -> list[tuple[DataSet, str]]:
    """The data sets of the game systems with what each calls them: the native one first, or those given in their order. Where
    none of those given has such a system, each of theirs is meant."""
    own = record.game is not None
    found = [one for system in record.systems for one in _sets_of(system, among, own=own)]
    return found or [(data, offer.id) for data in among for offer in data.systems()]


def has_sets(system: str, among: Sets) -> bool:
    """Whether a data set has that game system: one of those given, or any where none are."""
    return next(_sets_of(system, among, own=False), None) is not None


def _sets_of(system: str, among: Sets, *, own: bool) -> Iterator[tuple[DataSet, str]]:
    native = registry.native()
    known = native.known_system(system)
    ids = known.game_system_ids if known else ()
    for data in among or (native,):
        if data.has_system(system):
            if data is not native or own or (known is not None and known.binds_names):
                yield data, system
        else:
            yield from ((data, one) for one in ids if data.has_game_system(one))
    for game_system in ids if not among else ():
        for data in registry.of_game_system(game_system):
            yield data, game_system


def _alone(record: ListRecord) -> list[tuple[DataSet, str]]:
    """The points documents of the game systems that a list may be of, with what each calls them."""
    systems = [one for one in map(registry.native().known_system, record.systems) if one is not None]
    ids = (game for one in systems for game in one.game_system_ids)
    return [(data, game) for game in ids for data in registry.points_alone(game)]


def _offers(record: ListRecord, sets: Iterable[tuple[DataSet, str]]) -> Iterator[_Offered]:
    """The factions that a list names, in the order in which they are tried: where its header names none, those of its title."""
    sets = list(sets)
    title = [] if record.faction or record.title is None else [record.title]
    for words in ([record.faction] if record.faction else record.header, title):
        named = False
        for data, name in sets:
            found = [(offer, said) for offer in data.factions(name) if (said := _said(offer, words)) is not None]
            for one in _narrowed(record, data, name, [(offer, said.words) for offer, said in _ranked(found)]):
                named = True
                yield one
        if named:
            return


def _guesses(record: ListRecord, sets: Iterable[tuple[DataSet, str]]) -> Iterator[_Offered]:
    """The factions that a list may be of by its units, where it labels none."""
    for data, name in sets if record.faction is None else ():
        found = sorted(likely(data, name, record.units), key=lambda offer: bool(offer.extends))
        yield from _narrowed(record, data, name, [(offer, frozenset()) for offer in found])


def _narrowed(
    record: ListRecord, data: DataSet, system: str, found: Iterable[tuple[Offer, frozenset[str]]]
) -> Iterator[_Offered]:
    """The factions, each once; in place of one the faction that extends it where the list's units or detachments tell so."""
    held = _held(record)
    named = {data.narrowed(system, offer.id, held): said for offer, said in found}
    known = {offer.id: offer for offer in data.factions(system)}
    yield from ((data, known[faction], said) for faction, said in named.items())


class _Said(NamedTuple):
    """How words name a faction: the line of the last one that does, the part of that line (0: the first), whether the line begins
    with the name, and all lines that name it."""

    line: int
    part: int
    exact: bool
    words: frozenset[str]


def _ranked(found: Iterable[tuple[Offer, _Said]]) -> list[tuple[Offer, _Said]]:
    """The factions, the most specific name first, which comes later; without those that one named after them extends ("Space
    Marines", "Black Templars"), whose lines name that one as well."""
    ranked = sorted(found, key=lambda one: (one[1].line, one[1].exact, one[1].part), reverse=True)
    said = {offer.id: how for offer, how in ranked}
    wider = {offer.extends: offer.id for offer, how in ranked if offer.extends in said and said[offer.extends] < how}
    for host, offer_id in wider.items():
        said[offer_id] = said[offer_id]._replace(words=said[offer_id].words | said[host].words)
    return [(offer, said[offer.id]) for offer, _ in ranked if offer.id not in wider]


def _held(record: ListRecord) -> tuple[str, ...]:
    """The names of the list's units and, as far as it says which they are, detachments."""
    chosen = record.detachments or record.header
    return (*(RULE.sub("", word.text) for word in chosen), *(unit.name for unit in record.units))


def parts_of(line: str) -> list[str]:
    """The names that may stand on one line of a header."""
    return [part.strip() for part in BETWEEN.split(line) if part.strip()] or [line]


def _said(offer: Offer, words: Iterable[Word]) -> _Said | None:
    """Whether and how words name a faction."""
    names = {plain(name) for name in (offer.id, *offer.names.values(), *offer.keywords)}
    tails = {plain(tail) for name in offer.names.values() for tail in name.split(" - ")[-1:]}
    best: tuple[int, bool, int] | None = None
    lines: set[str] = set()
    for line, word in enumerate(words):
        segments = parts_of(word.text)
        heads = [plain(" - ".join(segments[: part + 1])) for part in range(len(segments))]
        heads[-1] = plain(word.text)
        parts = [part for part, own in enumerate(map(plain, segments)) if {heads[part], own} & (names | tails)]
        if parts:
            lines.add(word.text)
            best = max(best or (0, False, 0), (line, not names.isdisjoint(heads), parts[-1]))
    return _Said(best[0], best[2], best[1], frozenset(lines)) if best else None


def _no_data(record: ListRecord, file: str, among: Sets) -> InputError:
    """Why there are no data, with what might help."""
    words = [record.faction] if record.faction else record.header
    sets = _sets(record, among)
    if not sets:
        hint: Text | str = Text("listbuilder data add installs a community data set")
        text = Text("no data for this game: {names}", {"names": tuple(record.systems)})
        return InputError(text, file, hint=hint, rule="no-data")
    known = [name for data, system in sets for offer in data.factions(system) for name in offer.names.values()]
    stated = [word.text for word in words]
    if not stated:
        return InputError(Text("the list names no faction, and its units fit none"), file, rule="no-data")
    line = words[0].line
    hint = suggestion(stated[0], known)
    lacking = {name: data.name for data, system in sets for name in data.lacking(system)}
    if lacking:  # the faction may be in one of those
        first = next(iter(lacking.values()))
        names = ", ".join(name for name, having in lacking.items() if having == first)
        missing = Text("the data set {set} lacks the catalogue {names}", {"set": first, "names": names})
        hint = Text("{one}; {other}", {"one": hint, "other": missing}) if hint else missing
    hint = hint or Text("listbuilder data add installs a community data set")
    return InputError(
        Text("no data for the faction of this list: {names}", {"names": tuple(stated)}),
        file,
        line,
        1 if line else 0,
        hint,
        rule="no-data",
    )


def is_native(data: Loaded) -> bool:
    """Whether list files over the data hold units, not a tree of entries."""
    return data.form == "units"
