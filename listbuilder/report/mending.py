"""Applies the fixes of a list, says why others are left, and proves that its file can state the result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from listbuilder import budget
from listbuilder.errors import InputError
from listbuilder.i18n import Text
from listbuilder.rules.diagnostic import Diagnostic, SetBattleSize, SetLimit
from listbuilder.session.comparing import identity
from listbuilder.session.fix_titles import with_lines
from listbuilder.session.session import Session
from listbuilder.session.views import Offer
from listbuilder.validation import Validated

MOST_FIXES = 200

Reread = Callable[[str], Validated]  # judges the text of a file as the list was judged


class Mender:
    """Mends one list. ``unsafe``: other fixes than safe ones are applied, too, but none changes the size of the game."""

    def __init__(self, session: Session, reread: Reread, *, unsafe: bool = False) -> None:
        self.session = session
        self.reread = reread
        self.unsafe = unsafe
        self.foreign = not session.now.bound.document.text  # read from a format that is not written
        self._share = budget.share()
        self._lossy: set[object] = set()  # actions whose result the file cannot state
        self.content = ""  # the file after the last fix that was applied; empty before the first

    def mend(self) -> list[str]:
        """Applies one fix after another, each of which leaves fewer findings, until none is left that may be applied; the
        titles of those applied."""
        titles: list[str] = []
        while not self.foreign and len(titles) < MOST_FIXES:
            title = next(self._steps(), None)
            if title is None:
                break
            titles.append(title)
        return titles

    def _steps(self) -> Iterator[str]:
        """Applies the next fix: a safe one where there is one. Findings about one unit come before those about the army, whose
        sums they change."""
        errors = sorted(_errors(self.session), key=lambda finding: not finding.unit)
        for wanted in (True, False) if self.unsafe else (True,):
            for finding in errors:
                offers = (
                    offer for offer in self.session.iter_fixes(finding) if offer.safe is wanted and self._may(offer)
                )
                offer = next((offer for offer in offers if offer.action not in self._lossy), None)
                if offer is not None and self._applied(offer):
                    yield with_lines(offer.title).render(self.session.localise)

    def _applied(self, offer: Offer) -> bool:
        """Applies a fix, unless the file cannot state the result."""
        self.session.apply_fix(offer)
        content = self._stated()
        if content:
            self.content = content
            return True
        self.session.undo()
        self._lossy.add(offer.action)
        return False

    def _may(self, offer: Offer) -> bool:
        return offer.safe or (self.unsafe and not isinstance(offer.action, SetBattleSize | SetLimit))

    def _stated(self) -> str:
        """The file as it would be saved; empty where, read again, it does not give the same findings: something that the data do
        not know would be lost."""
        try:
            with self._share.counting():
                content = self.session.content()
                found = self.reread(content).findings
        except InputError:
            return ""
        return content if Counter(map(identity, found)) == Counter(map(identity, self.session.findings)) else ""

    def reason(self, finding: Diagnostic) -> Text | None:
        """Why an error is left; None for other findings."""
        if finding.severity != "error":
            return None
        offers = self.session.fixes(finding)
        if self.session.unsought(finding):
            return Text("the budget of the search for fixes is spent")
        if not offers:
            return Text("no fix is known")
        if self.foreign:
            return Text(
                "lists in this format cannot be changed; save the list as YAML in the builder and fix that file"
            )
        if any(self._may(offer) for offer in offers):
            return Text(
                "the file cannot state the result without losing something, or its declarations are in another file"
            )
        if all(isinstance(offer.action, SetBattleSize) for offer in offers):
            return Text("the size of the game is for the players to choose")
        return Text("no fix of it is safe; --unsafe applies one")


def _errors(session: Session) -> Iterator[Diagnostic]:
    return (finding for finding in session.findings if finding.severity == "error")
