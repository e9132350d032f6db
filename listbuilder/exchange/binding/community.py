"""Binds a unit of a read list to a unit of community data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Sequence
from functools import cached_property, partial

from msgspec import Struct

from listbuilder.catalogue.library import Option
from listbuilder.catalogue.system import DocumentNames
from listbuilder.errors import Place
from listbuilder.exchange.binding.cover import LACK, LEFT_OVER, Cover, Covering, Loadout
from listbuilder.exchange.binding.items import Bag, bag_of
from listbuilder.exchange.binding.leftovers import Leftovers
from listbuilder.exchange.binding.levels import levelled
from listbuilder.exchange.binding.marks import Marks
from listbuilder.exchange.binding.names import stem
from listbuilder.exchange.binding.problems import Problems
from listbuilder.exchange.binding.remembered import remembered
from listbuilder.exchange.binding.selecting import grow, put
from listbuilder.exchange.binding.spelled import item_of, names_within
from listbuilder.exchange.binding.trees import UNFILLED, Way, bounds, bounds_in, is_model, items_of, ways_below
from listbuilder.exchange.binding.unit_sheet import Model, sheet_of
from listbuilder.exchange.binding.wrapped import rejoin
from listbuilder.exchange.reading.record import Part, UnitRecord, Word
from listbuilder.i18n import Text
from listbuilder.roster.tree import Selection


class Armed(Struct, frozen=True):
    """How the models of one part are armed: what they state, and the distribution found."""

    part: Part
    bag: Bag
    covering: Covering[Model]


class UnitBinder:
    """Binds one unit. ``detachments``: names of those chosen, None where the list says that there are none; ``catalogue_id``:
    that of the army; ``sparse``: the list leaves out what is usual; ``names``: what a points document calls what the data call
    otherwise."""

    def __init__(
        self,
        record: UnitRecord,
        option: Option,
        unit_id: str,
        problems: Problems,
        detachments: Sequence[str] | None = (),
        *,
        catalogue_id: str = "",
        sparse: bool = False,
        names: DocumentNames | None = None,
    ) -> None:
        self.record = record
        self.sheet = sheet_of(option.library, option)
        self.library = option.library
        self.problems = problems
        self.sparse = sparse
        self.place = Place(problems.file, record.line or 1, 1)
        self.unit = Selection(option, 1, unit_id)
        self.unit.place = self.place
        marked = None if sparse else detachments
        self.marks = Marks(self.unit, self.sheet, problems, marked, names, catalogue_id=catalogue_id)
        self.gifts: list[Word] = list(record.enhancements)
        self._leftovers = Leftovers(self.unit, problems, record.line)
        self.strange = False  # the list names items that the data do not know

    def reduce(self, names: DocumentNames) -> None:
        """Leaves of what the list states the models and what costs something: a points document knows no other names."""
        from listbuilder.exchange.binding.alone import Known  # few lists need it

        known = Known(self.record, self.sheet, self.marks, names)
        known.note(self.problems, self.unit.id)
        self.gifts += known.gifts
        self.record.parts = known.parts

    def bind(self) -> Selection:
        rejoin(self.record.parts, self.sheet.known)
        models, items = self._sorted(
            levelled(self.record.parts, self._is_model) if self.record.flat else self.record.parts
        )
        if (
            not self.sheet.models and stem(self.record.name) not in self.sheet.known
        ):  # it may be listed as its only model
            items = [part for part in items if part.parts or stem(part.name) != stem(self.record.name)]
        bag = self._bag(items)
        if not self.sheet.models:
            self._single(bag, models)
        else:
            self._squad(bag, models)
        if self.record.warlord:
            self.marks.warlord(self.record.name, self.record.line)
        for gift in self.gifts:
            self.marks.enhancements(gift)
        return self.unit

    # --- what is what ---------------------------------------------------------------------------------------------------------

    def _is_model(self, part: Part) -> bool:
        return bool(self.sheet.models and (self.sheet.named(part.name) or self.sheet.alike(part.name)))

    def _sorted(self, parts: Sequence[Part]) -> tuple[list[Part], list[Part]]:
        """Parts that are models, and those that are wargear of the unit."""
        models: list[Part] = []
        items: list[Part] = []
        for part in parts:
            has_level = bool(part.parts) or not part.named
            known_item = has_level and stem(part.name) in self.sheet.known and not self._is_model(part)
            is_models = self.sheet.models and not known_item and (has_level or self._is_model(part))
            (models if is_models else items).append(part)
        return models, items

    def _bag(self, items: Iterable[Part]) -> Bag:
        """The stated items; those that are enhancements are set apart, those unknown are reported."""
        items = list(items)
        if self.marks.unfounded:
            gifts = [part for part in items if self.marks.is_of_enhancement(part.name)]
            self.gifts += [Word(part.name, part.line) for part in gifts]
            items = [part for part in items if part not in gifts]
        bag = bag_of(items, self.sheet.known)
        for part in bag.unknown:
            if self.marks.is_enhancement(part.name) or self.marks.is_of_others(part.name):
                self.gifts.append(Word(part.name, part.line))
            else:
                self.strange = True
                self.problems.unknown("item", part.name, part.line, self._words, self.unit.id)
        return bag

    @cached_property
    def _words(self) -> list[str]:
        """Names of the items of the unit."""
        holders = [self.unit.option, *(model.option for model in self.sheet.models)]
        return [entry.name for holder in holders for _, entry in items_of(holder)]

    # --- models ---------------------------------------------------------------------------------------------------------------

    def _single(self, bag: Bag, loose: Sequence[Part]) -> None:
        """A unit that is one model."""
        for part in loose:
            extra = self._bag([part])
            bag.counts += extra.counts
            bag.parts |= extra.parts
            bag.after |= extra.after
            bag.inside += extra.inside
        way = self._own(bag.counts, bag)
        grow(self.unit, way.chosen)
        self._leftovers.select(bag, bag.counts - way.used, [self.unit], strange=self.strange)
        self._incomplete(way.lacking, self.record.line)

    def _squad(self, bag: Bag, parts: list[Part]) -> None:
        """A unit that has models. What its own line states may be the models', and what models cannot take may be its own."""
        stated = [(part, self._bag(part.parts)) for part in parts or self._unstated()]
        plans = [self._plan(bag, stated, models) for models in self.sheet.alternatives]
        armed, shared = min(plans, key=lambda plan: self._cost(plan[0]))
        placed = [(one.bag, self._arm(one), one.covering.left) for one in armed]
        own = self._own(bag.counts + sum((left for _, _, left in placed), Counter[str]()), bag)
        grow(self.unit, own.chosen)
        spare = own.used - (bag.counts - shared)
        for inner, nodes, left in [*placed, (bag, [self.unit, *self.unit.selections], shared)]:
            self._leftovers.select(inner, left - spare, nodes, strange=self.strange)
            spare = spare - left

    def _plan(
        self, bag: Bag, stated: Sequence[tuple[Part, Bag]], models: Sequence[Model]
    ) -> tuple[list[Armed], Counter[str]]:
        """How the parts are armed with these models, and what of the unit's own items no model takes."""
        shared = bag.counts - self._own(bag.counts, bag).used
        armed: list[Armed] = []
        for part, inner in stated:
            claimed = Counter[Model]()
            for one in armed:
                claimed.update(_numbers(one.covering))
            candidates = self._candidates(part, models, claimed)
            taken = self._share(shared, candidates[-1] if candidates else models)
            shared -= taken
            after = {**bag.after, **inner.after}
            both = Bag(inner.counts + taken, {**bag.parts, **inner.parts}, [], after, bag.inside + inner.inside)
            armed.append(Armed(part, both, self._best(candidates, part.count, both, claimed)))
        return armed, shared

    @staticmethod
    def _cost(armed: Sequence[Armed]) -> int:
        """How badly a plan fits: what is left over, and models too few or too many."""
        counts: Counter[Model] = Counter()
        for one in armed:
            counts.update(_numbers(one.covering))
        models = set(counts)
        around = next((model.around for model in models if model.around), ())
        wrong = 0
        for model in models:
            least, most, *_ = bounds(model.option)
            wrong += max(0, least - counts[model]) + (max(0, counts[model] - most) if most >= 0 else 0)
        for option in around:
            wrong += sum(
                bounds(entry).least
                for entry in option.entries
                if is_model(entry) and entry not in {m.option for m in models}
            )
        return sum(one.covering.cost for one in armed) + LEFT_OVER * wrong

    def _own(self, counts: Counter[str], bag: Bag) -> Way:
        """What the unit itself takes of stated items."""
        return _richest(ways_below(self.library, self.unit.option, counts, bag.after))

    @cached_property
    def _around(self) -> frozenset[str]:
        """Ids and categories of the unit, and ids of its own entries, no models, that the list names."""
        named = {stem(part.name) for part in self.record.parts}
        unit = self.unit.option
        there = not named.isdisjoint(names_within(self.library, unit.merged))
        entries = (entry for key, entry in (items_of(unit) if there else ()) if key in named)
        categories = (link.target_id for link in unit.merged.category_links)
        return unit.ids.union(categories, *(entry.ids for entry in entries))

    def _unstated(self) -> list[Part]:
        """The models of a unit that lists none: those it must have, and the usual ones up to the size it states."""
        models = self.sheet.alternatives[0]
        needed = {model: bounds_in(model.option, self._around).least for model in models}
        missing = self.record.models - sum(needed.values())
        usual = max(models, key=lambda model: bounds(model.option).usual)
        if missing > 0 or not any(needed.values()):
            needed[usual] += max(1, missing)
        if not (self.record.parts or self.sparse) and (self.sheet.known or not self.record.models):
            text = Text("the list does not state the models and wargear of {unit}", {"unit": self.record.name})
            self.problems.note(text, self.record.line, "incomplete", self.unit.id)
        named: Counter[str] = Counter()  # several kinds may have one name: which of them carries what is found together
        for model, number in needed.items():
            named[model.name] += number
        return [Part(name, number, self.record.line) for name, number in named.items() if number]

    def _share(self, left: Counter[str], models: Sequence[Model]) -> Counter[str]:
        """What the unit's own line states and these models can carry."""
        known = frozenset().union(*(item_of(self.library, model.option).below for model in models))
        return Counter({key: number for key, number in left.items() if key in known})

    def _candidates(self, part: Part, models: Sequence[Model], claimed: Container[Model]) -> list[list[Model]]:
        """The models that a part may mean: those of its name; else, or where these cannot carry what it lists, wider sets."""
        if not part.name:
            return [list(models)]
        exact = [model for model in self.sheet.named(part.name) if model in models]
        alike = [model for model in self.sheet.alike(part.name) if model in models]
        found = [exact, [*exact, *(model for model in alike if model not in exact)]]
        if not alike and not exact:
            kin = [model for model in self.sheet.kin(part.name) if model in models]
            found = [kin, [model for model in models if model not in claimed]]
        return [some for place, some in enumerate(found) if some and some not in found[:place]]

    def _best(
        self, candidates: Sequence[Sequence[Model]], count: int, bag: Bag, claimed: Counter[Model]
    ) -> Covering[Model]:
        """The best distribution, with the models that are left beside those of other parts where that is a full one."""
        if any(model in claimed for some in candidates for model in some):
            found = self._best_beside(candidates, count, bag, claimed)
            if found.cost < LEFT_OVER:
                return found
        return self._best_beside(candidates, count, bag, Counter())

    def _best_beside(
        self, candidates: Sequence[Sequence[Model]], count: int, bag: Bag, claimed: Counter[Model]
    ) -> Covering[Model]:
        best: Covering[Model] = Covering([], Counter(bag.counts), LEFT_OVER * (bag.counts.total() + count))
        stated = count, frozenset(bag.counts.items()), frozenset(bag.after.items()), self._around
        for models in candidates:
            taken = Counter({model: claimed[model] for model in models if claimed[model]})
            key = "covering", tuple(models), frozenset(taken.items()), *stated
            found = remembered(self.library, key, partial(self._cover, models, count, bag, taken))
            if found.cost < best.cost:
                best = found
            if best.cost < LEFT_OVER:
                break
        return best

    def _arm(self, armed: Armed) -> list[Selection]:
        """Selects the models of one part with what they carry."""
        part, chosen = armed.part, armed.covering.chosen
        if not chosen:
            self.problems.unknown("model", part.name, part.line, self.sheet.model_names.words, self.unit.id)
            return []
        nodes = [self._model(loadout, number, part) for loadout, number in chosen]
        lost = part.count - sum(number for _, number in chosen)
        if lost > 0:
            nodes[-1].amount += lost  # more than the data allow: the engine says so
        self._incomplete(max(loadout.lacking for loadout, _ in chosen), part.line)
        return nodes

    def _cover(self, models: Iterable[Model], count: int, bag: Bag, taken: Counter[Model]) -> Covering[Model]:
        """The best distribution among these models, of which so many are ``taken``. Most often all are armed alike: that is tried
        first."""
        models = list(models)
        if all(number % count == 0 for number in bag.counts.values()):
            each = Counter({key: number // count for key, number in bag.counts.items()})
            alike = [one for one in self._loadouts(models, each, bag, count, taken) if one.used == each]
            alike.sort(key=lambda loadout: (count - min(loadout.most, count), loadout.lacking))
            if alike and alike[0].most >= count:
                return Covering([(alike[0], count)], Counter(), LACK * alike[0].lacking * count + 1)
            found = Cover(self._loadouts(models, bag.counts, bag, count, taken), count, bag.counts).solve()
            if (
                alike and found.left
            ):  # more of these models than the data usually allow: the engine knows whether they do here
                return Covering([(alike[0], count)], Counter(), LEFT_OVER * (count - alike[0].most))
            return found
        return Cover(self._loadouts(models, bag.counts, bag, count, taken), count, bag.counts).solve()

    def _loadouts(
        self, models: Iterable[Model], wanted: Counter[str], bag: Bag, count: int, taken: Counter[Model]
    ) -> list[Loadout[Model]]:
        found = []
        for model in models:
            allowed = bounds_in(model.option, self._around)
            most = allowed.usual if allowed.least == allowed.usual else allowed.most
            for group in model.option.group_chain:  # however many of them it holds
                limit = bounds(group).most
                most = most if limit < 0 else limit if most < 0 else min(most, limit)
            if taken[model]:
                most = max(0, (allowed.usual if most < 0 else most) - taken[model])
            found += [
                Loadout(model, way.used, way.lacking, most if most >= 0 else count, way.chosen)
                for way in ways_below(self.library, model.option, wanted, bag.after)
            ]
        return found

    def _model(self, loadout: Loadout[Model], number: int, part: Part) -> Selection:
        holder = self.unit
        for option in loadout.owner.around:
            holder = next((node for node in holder.selections if node.option is option), None) or self._put(
                holder, option
            )
        node = self._put(holder, loadout.owner.option, number, part.line)
        assert isinstance(loadout.tree, tuple)
        grow(node, loadout.tree)
        return node

    # --- selections -----------------------------------------------------------------------------------------------------------

    def _put(self, parent: Selection, option: Option, amount: int = 1, line: int = 0) -> Selection:
        return put(parent, option, amount, Place(self.problems.file, line, 1) if line else None)

    def _incomplete(self, lacking: int, line: int) -> None:
        if lacking >= UNFILLED and not self.sparse:
            text = Text(
                "the list does not say which wargear {unit} takes where it must choose", {"unit": self.record.name}
            )
            self.problems.note(text, line, "incomplete", self.unit.id)


def _numbers(covering: Covering[Model]) -> dict[Model, int]:
    """How many models of each kind."""
    found: Counter[Model] = Counter()
    for loadout, number in covering.chosen:
        found[loadout.owner] += number
    return dict(found)


def _richest(ways: Sequence[Way]) -> Way:
    """The way that takes most of what is stated."""
    return max(ways, key=lambda way: (way.used.total(), -way.lacking)) if ways else Way(Counter())
