"""The record of one unit over native data, from what a text states of its models and wargear."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from listbuilder.exchange.binding.cover import LEFT_OVER, Cover, Covering, Loadout
from listbuilder.exchange.binding.items import Bag, bag_of
from listbuilder.exchange.binding.levels import levelled
from listbuilder.exchange.binding.names import stem
from listbuilder.exchange.binding.native_marks import Facts, Marks
from listbuilder.exchange.binding.native_sheet import Sheet, lacking, loadouts_of
from listbuilder.exchange.binding.native_sparse import armed, without_doubling
from listbuilder.exchange.binding.problems import Problems
from listbuilder.exchange.binding.wrapped import rejoin
from listbuilder.exchange.reading.record import Part, UnitRecord, Word
from listbuilder.i18n import Text
from listbuilder.listfile.sheet import ModelSheet


class UnitRecorder:
    """The models and wargear of one unit. ``whole``: the text states all of them."""

    def __init__(
        self, record: UnitRecord, sheet: Sheet, unit_id: str, problems: Problems, marks: Marks, *, whole: bool
    ) -> None:
        self.whole = whole
        self.record = record
        self.sheet = sheet
        self.unit_id = unit_id
        self.problems = problems
        self.marks = marks
        self.gifts = list(record.enhancements)
        self.strange = False  # the list names items that the data do not know

    def facts(self) -> Facts:
        rejoin(self.record.parts, self.sheet.known.union(self.sheet.gifts))
        parts = levelled(self.record.parts, self._is_model) if self.record.flat else self.record.parts
        models = [self._named(part) for part in parts if self._is_model(part)]
        loose = [part for part in parts if not self._is_model(part)]
        bag = self._bag(loose)
        if not models:
            models = [Part("", self._size(), self.record.line, named=False)]
            self._unstated()
        counts: Counter[str] = Counter()
        loadouts: dict[str, list[Facts]] = {}
        bags = [(part, self._bag(part.parts)) for part in models]
        carried = [self._carried(self._meant(part, inner)) for part, inner in bags]
        self._moved([inner for _, inner in bags], carried)
        self._shared_out(bag, bags, carried)
        for part, inner in bags:
            self._arm(part, inner, counts, loadouts)
        return self._stated(counts, loadouts)

    def _stated(self, counts: Counter[str], loadouts: dict[str, list[Facts]]) -> Facts:
        """The models and wargear as the list file states them."""
        wargear = {model: (found[0] if len(found) == 1 else found) for model, found in loadouts.items() if found}
        for held in wargear.values():
            if isinstance(held, list):
                self.marks.found[id(held)] = [self.marks.found[id(one)]["items"][0] for one in held]
        stated: Facts = {"models": {model: counts.get(model, 0) for model in self.sheet.sheet.models}}
        self.marks.set(stated["models"], self.record.line)
        if wargear:
            stated["wargear"] = wargear
            self.marks.set(wargear, self.record.line)
        return stated if counts else {}

    def sparse(self, doubling: Sequence[str]) -> Facts:
        """The unit of a text that lists only what was chosen. ``doubling``: words that double its models."""
        parts, factor = without_doubling(self.record.parts, doubling)
        bag = self._bag(parts)
        found = armed(self.sheet, factor, bag.counts)
        counts: Counter[str] = Counter()
        loadouts: dict[str, list[Facts]] = {}
        for loadout, number in found.chosen:
            counts[loadout.owner] += number
            items = sorted(loadout.tree.elements()) if isinstance(loadout.tree, Counter) else []
            self._note(loadouts, loadout.owner, number, items, self.record.line)
        self._excess(found, bag, loadouts, Part("", counts.total(), self.record.line, named=False))
        return self._stated(counts, loadouts)

    def _carried(self, models: Iterable[ModelSheet]) -> set[str]:
        """What models may have."""
        return {item for model in models for item in self.sheet.shared(Counter(model.carried))}

    def _meant(self, part: Part, bag: Bag) -> list[ModelSheet]:
        """The models of exactly a part's name; where they cannot have what it lists, all that have the name but for what they
        carry and that can."""
        named = self.sheet.named(part.name)
        if bag.counts.keys() <= self._carried(named):
            return named
        alike = self.sheet.alike(part.name)
        able = [model for model in alike if bag.counts.keys() <= self._carried([model])]
        return able or (alike if bag.counts.keys() <= self._carried(alike) else named)

    def _moved(self, bags: Sequence[Bag], carried: Sequence[set[str]]) -> None:
        """Moves gear that the models of a part can never have to the part whose models can: lists write icons and instruments
        under any model of the unit."""
        for at, bag in enumerate(bags):
            for item in [item for item in bag.counts if item in self.sheet.gear and item not in carried[at]]:
                target = next((other for other, known in zip(bags, carried, strict=True) if item in known), None)
                if target is not None:
                    target.counts[item] += bag.counts.pop(item)
                    target.parts.setdefault(item, bag.parts[item])

    @staticmethod
    def _shared_out(loose: Bag, bags: Sequence[tuple[Part, Bag]], carried: Sequence[set[str]]) -> None:
        """Gives what the list names beside the models to those that may have it, if there are enough of them; else to the first
        that may, else to the first."""
        for item, number in loose.counts.items():
            able = [(part, bag) for (part, bag), known in zip(bags, carried, strict=True) if item in known]
            _part, target = next((one for one in able if one[0].count >= number), (able or bags)[0])
            target.counts[item] += number
            target.inside[item] += loose.inside[item]
            if item in loose.parts:
                target.parts.setdefault(item, loose.parts[item])

    def _named(self, part: Part) -> Part:
        """Models by the name of their unit are models of any of its kinds, unless one has that name."""
        if not part.named or self.sheet.named(part.name) or not self.sheet.is_called(part.name):
            return part
        return Part("", part.count, part.line, part.parts, part.stated, named=False)

    def _is_model(self, part: Part) -> bool:
        if not part.named:
            return True
        if self.sheet.is_called(part.name) and part.stated and stem(part.name) not in self.sheet.known:
            return True
        is_item = stem(part.name) in self.sheet.known
        return (bool(self.sheet.named(part.name)) and not (is_item and not part.parts)) or (
            bool(part.parts) and not is_item
        )

    def _bag(self, parts: Iterable[Part]) -> Bag:
        bag = bag_of(parts, self.sheet.known.union(self.sheet.gifts))
        for part in bag.unknown:
            self.strange = True
            self.problems.unknown("item", part.name, part.line, self.sheet.names, self.unit_id)
        for key in bag.counts:
            if key not in self.sheet.items:
                self.gifts.append(Word(self.sheet.gifts[key], bag.parts[key].line))
        held = {self.sheet.items[key]: part for key, part in bag.parts.items() if key in self.sheet.items}
        return Bag(self.sheet.found(bag.counts), held, inside=self.sheet.found(bag.inside))

    def _unstated(self) -> None:
        """Notes a unit of several models that lists neither these nor wargear, though it may choose."""
        sheets = self.sheet.sheet.models.values()
        chooses = any(sheet.additions or any(slots[0].choices for slots in sheet.slots.values()) for sheet in sheets)
        if not self.whole and not self.record.parts and chooses:
            text = Text("the list does not state the models and wargear of {unit}", {"unit": self.record.name})
            self.problems.note(text, self.record.line, "incomplete", self.unit_id)

    def _size(self) -> int:
        return self.record.models or sum(self.sheet.sheet.default_counts().values())

    def _arm(self, part: Part, bag: Bag, counts: Counter[str], loadouts: dict[str, list[Facts]]) -> None:
        """Adds the models of a part with what they carry."""
        models = self._meant(part, bag) if part.name else list(self.sheet.sheet.models.values())
        if not models:
            rest = [model for model in self.sheet.sheet.models.values() if model.id not in counts]
            models = rest if len(rest) == 1 else []
        if not models:
            self.problems.unknown("model", part.name, part.line, self.sheet.models.words, self.unit_id)
            return
        found = (
            self._cover(models, part.count, bag.counts) if part.name else self._squad(models, part.count, bag.counts)
        )
        for loadout, number in found.chosen:
            counts[loadout.owner] += number
            items = sorted(loadout.tree.elements()) if isinstance(loadout.tree, Counter) else []
            self._note(loadouts, loadout.owner, number, items, part.line)
        lost = part.count - sum(number for _, number in found.chosen)
        if lost > 0:
            counts[models[0].id] += lost
        self._excess(found, bag, loadouts, part)

    def _squad(self, models: Sequence[ModelSheet], count: int, wanted: Counter[str]) -> Covering[str]:
        """Models of any kind: each kind as often as the smallest unit has it, when nothing is stated."""
        if wanted:
            return self._cover(models, count, wanted)
        counts = self.sheet.sheet.default_counts()
        missing = count - sum(counts.values())
        for model in models:
            added = max(0, min(missing, model.most - counts[model.id]))
            counts[model.id] += added
            missing -= added
        chosen = [(Loadout(model.id, Counter(), tree=Counter(model.default)), counts[model.id]) for model in models]
        return Covering([(loadout, number) for loadout, number in chosen if number], Counter(), 0)

    def _cover(self, models: Sequence[ModelSheet], count: int, wanted: Counter[str]) -> Covering[str]:
        wanted = self.sheet.completed(models, wanted)
        found: list[Loadout[str]] = []
        excess = max(0, count - sum(model.most for model in models))  # more than there may be are armed alike
        widest = max(models, key=lambda model: model.most)
        for model in models:
            mine, most = self.sheet.own(model, wanted), model.most + (excess if model is widest else 0)
            for loadout in loadouts_of(model, mine):
                used = loadout & mine
                found.append(Loadout(model.id, self.sheet.shared(used), (loadout - used).total(), most, loadout))
        best = Cover(found, count, wanted).solve()
        if best.cost >= LEFT_OVER:  # the list states fewer items than its models carry
            again = Cover([*found, *lacking(found)], count, wanted).solve()
            best = min(best, again, key=lambda covering: covering.cost)
        return best

    def _note(self, loadouts: dict[str, list[Facts]], model: str, number: int, items: list[str], line: int) -> None:
        if Counter(items) == self.sheet.sheet.models[model].default:
            loadouts.setdefault(model, [])
            return
        facts: Facts = {"count": number, "items": items}
        self.marks.set(items, line)
        self.marks.set(facts, line)
        loadouts.setdefault(model, []).append(facts)

    def _excess(self, found: Covering[str], bag: Bag, loadouts: dict[str, list[Facts]], part: Part) -> None:
        """Items that no allowed loadout takes are given to one model of the part, for the data to judge; but not in a unit that
        has other items the data do not know: they describe it differently."""
        left = bag.without_echoes(found.left)
        if found.cost < LEFT_OVER or not left or not found.chosen:
            return
        if self.strange:
            for key in left:
                held = bag.parts.get(key, part)
                self.problems.no_place(held.name, held.line, self.unit_id)
            return
        loadout, number = found.chosen[-1]
        items = sorted(
            [
                *(loadout.tree.elements() if isinstance(loadout.tree, Counter) else ()),
                *self.sheet.own(self.sheet.sheet.models[loadout.owner], left).elements(),
            ]
        )
        line = next((bag.parts[key].line for key in left if key in bag.parts), part.line)
        given = loadouts.setdefault(loadout.owner, [])
        plain = sorted(loadout.tree.elements()) if isinstance(loadout.tree, Counter) else []
        same = next((facts for facts in given if facts["items"] == plain and facts["count"] == number), None)
        if same is not None and number > 1:
            same["count"] -= 1
        elif same is not None:
            given.remove(same)
        self._note(loadouts, loadout.owner, 1, items, line)
