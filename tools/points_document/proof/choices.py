"""Detachments and enhancements: what they cost and grant, and who is offered them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from listbuilder.army import roles
from listbuilder.catalogue.library import Option
from listbuilder.roster.tree import Selection
from listbuilder.rules.kinds.relation import may_lead
from listbuilder.session.detachments import DetachmentChoice
from listbuilder.sources.points.army import plain
from listbuilder.sources.points.record import DetachmentLine, EnhancementLine
from tools.points_document.proof.army import PageArmy
from tools.points_document.proof.findings import Difference, PageProof, Part, Reason


def absent(lines: Iterable[DetachmentLine], reason: Reason, proof: PageProof) -> None:
    """Counts detachments that could not be measured, with their enhancements."""
    for line in lines:
        proof.differ(Difference(Part.DETACHMENTS, reason, line.name))
        for one in line.enhancements:
            proof.differ(Difference(Part.ENHANCEMENTS, Reason.MISSING_DETACHMENT, line.name, one.name))


class PageChoices:
    """``units``: the army's, one of each."""

    def __init__(self, army: PageArmy, units: Sequence[Selection], lacking: Reason, proof: PageProof) -> None:
        self._army = army
        self._units = units
        self._lacking = lacking
        self._proof = proof
        lines = army.page.detachments
        self._dispositions = {plain(line.disposition) for line in lines} - {""}
        self._tags = {plain(line.tag) for line in lines} - {""}
        self._heroes = {plain(word) for word in army.session.system.vocabulary.heroes}

    def measure(self) -> None:
        offered = {plain(one.name): one for one in self._army.session.detachment_offer().choices}
        for line in self._army.page.detachments:
            found = next((offered[name] for name in self._army.called(line.name) if name in offered), None)
            if found is None:
                absent([line], self._lacking, self._proof)
            else:
                self._proof.agree(Part.DETACHMENTS)
                self._detachment(line, found)

    def _detachment(self, line: DetachmentLine, found: DetachmentChoice) -> None:
        proof = self._proof
        proof.compare(Part.DETACHMENT_POINTS, line.name, "", line.points, found.cost)
        if line.disposition:
            words = [word for word in found.words if plain(word) in self._dispositions]
            self._word(Part.DISPOSITIONS, line.name, line.disposition, words)
        words = [word for word in found.words if plain(word) in self._tags]
        if line.tag or words:
            self._word(Part.TAGS, line.name, line.tag, words)
        with self._army.trial():
            self._army.session.set_detachment(found.id)
            for one in line.enhancements:
                self._enhancement(line, one)

    def _word(self, part: Part, of: str, stated: str, words: list[str]) -> None:
        if [plain(stated)] * bool(stated) == [plain(word) for word in words]:
            self._proof.agree(part)
        else:
            self._proof.differ(Difference(part, Reason.OTHER_VALUE, of, "", stated, ", ".join(words)))

    # --- enhancements -----------------------------------------------------------------------------------------------------

    def _enhancement(self, detachment: DetachmentLine, line: EnhancementLine) -> None:
        proof = self._proof
        known = list(self._possible(line))
        bearers = [one for one in known if self._is_shown(*one)]
        if not known:
            reason = Reason.MISSING_CATALOGUE if self._army.lacking else Reason.MISSING_CHOICE
            proof.differ(Difference(Part.ENHANCEMENTS, reason, detachment.name, line.name))
            return
        holder, option = (bearers or known)[0]
        if not roles.is_enhancement(option):
            proof.differ(Difference(Part.BEARERS, Reason.NO_ENHANCEMENT, detachment.name, line.name))
        with self._army.trial():
            before = self._army.points(holder.root)
            self._army.select(holder, option)
            more = self._army.points(holder.root) - before
            proof.compare(Part.ENHANCEMENTS, detachment.name, line.name, line.points, more)
            self._granted(line, holder.root)
        if roles.is_enhancement(option):
            self._bearers(detachment, line, [one for one, _ in bearers])

    def _bearers(self, detachment: DetachmentLine, line: EnhancementLine, bearers: Sequence[Selection]) -> None:
        """Whether units that are no Characters are offered it, and are meant to be."""
        proof = self._proof
        if not bearers:
            if any(self._would_bear(unit, line) for unit in self._units) or self._is_for_others(line):
                proof.agree(Part.BEARERS)
            else:
                proof.differ(Difference(Part.BEARERS, Reason.NO_BEARER, detachment.name, line.name))
            return
        others = [one for one in bearers if not self._is_hero(one.root)]
        if bool(others) == line.upgrade:
            proof.agree(Part.BEARERS)
            return
        reason = Reason.ONLY_CHARACTERS if line.upgrade else Reason.OTHERS_THAN_CHARACTERS
        found = ", ".join(sorted({one.root.option.name for one in others}))
        proof.differ(Difference(Part.BEARERS, reason, detachment.name, line.name, "", found))

    def _would_bear(self, unit: Selection, line: EnhancementLine) -> bool:
        """Whether a unit is offered it once a choice of its own makes it a Character."""
        if self._is_hero(unit) or not any(True for _ in self._offered(unit, line)):
            return False
        shown = (one for one in unit.option.entries if not one.options and self._is_shown(unit, one))
        for option in [one for one in shown if not roles.is_enhancement(one)]:
            with self._army.trial():
                self._army.select(unit, option)
                if self._is_hero(unit) and any(self._is_shown(*one) for one in self._offered(unit, line)):
                    return True
        return False

    def _is_for_others(self, line: EnhancementLine) -> bool:
        """Whether units that are not on the page are offered it, such as those of an ally."""
        session, own = self._army.session, {unit.option for unit in self._units}
        roots = session.roster.library.root_options(self._army.force.catalogue_id)
        for option in roots:
            if roles.is_unit(option) and option not in own and not self._army.is_hidden(option):
                with self._army.trial():
                    unit = self._army.add(option)
                    if any(self._is_shown(*one) for one in self._offered(unit, line)):
                        return True
        return False

    def _granted(self, line: EnhancementLine, bearer: Selection) -> None:
        """Whom the bearer may join with it."""
        stated = (*line.leads.names, *line.supports.names)
        if not stated:
            return
        leader = self._army.read(bearer)
        for name in stated:
            called = self._army.called(name)
            units = [one for one in self._units if plain(self._army.names.bare(one.option.name)) in called]
            if not units:
                self._proof.unmeasured += 1
            elif may_lead(leader, self._army.read(units[0])):
                self._proof.agree(Part.PAIRS)
            else:
                self._proof.differ(Difference(Part.PAIRS, Reason.REFUSED, f"{leader.name} with {line.name}", name))

    def _possible(self, line: EnhancementLine) -> Iterator[tuple[Selection, Option]]:
        """The units and models that have a choice of the name."""
        for unit in self._units:
            yield from self._offered(unit, line)

    def _offered(self, unit: Selection, line: EnhancementLine) -> Iterator[tuple[Selection, Option]]:
        """The same of one unit."""
        called = self._army.called(line.name)
        for node in unit.walk():
            for option in node.option.entries:
                if plain(self._army.names.bare(option.name)) in called:
                    yield node, option

    def _is_shown(self, holder: Selection, option: Option) -> bool:
        engine = self._army.session.engine
        return not any(engine.choice(holder, one).hidden for one in (option, *option.group_chain))

    def _is_hero(self, unit: Selection) -> bool:
        return any(plain(one.name) in self._heroes for one in self._army.session.engine.state(unit).categories)
