"""What an army is besides its units, as lines that open a dialog: size, limit, detachments, data, note; what detachments give."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from listbuilder.army import Army
from listbuilder.i18n import _, in_language
from listbuilder.replacing import replace
from listbuilder.session import Row, Session
from listbuilder.session.detachments import DetachmentOffer, DetachmentPage
from listbuilder.session.views import Setting
from listbuilder.terminal import one_line
from listbuilder.tui.rules_text import explained
from listbuilder.tui.sheet import Section, packed
from listbuilder.tui.surroundings import stratagems_of
from listbuilder.tui.unit_marks import Mark, mark_lines
from listbuilder.tui.widgets.list_pane import ListLine
from listbuilder.tui.wording import dated, local, not_offered, number, points, price

COMMANDS: dict[Setting, str] = {
    "battle-size": "choose-size",
    "detachment": "choose-detachment",
}  # of the settings that have lines of their own


def is_whole_army(session: Session, force_id: str) -> bool:
    """Whether the force is the army itself, or its first one, where the settings of all of it stand."""
    return force_id == next((line.id for line in session.forces.lines() if not line.depth), "")


def left_to_rows(session: Session, rows: Sequence[Row]) -> tuple[Row, ...]:
    """The rows of an army without those of settings that have a command and so a line of their own."""
    lacking = not_offered(session)
    return rows_without(rows, {setting for setting, action in COMMANDS.items() if action not in lacking})


def rows_without(rows: Sequence[Row], shown: Container[Setting]) -> tuple[Row, ...]:
    """The rows without those of settings that are shown elsewhere; what is chosen below one of these stays."""
    kept: list[Row] = []
    taken: list[int] = []  # depths of the rows that are left out around the present one
    for row in rows:
        while taken and taken[-1] >= row.depth:
            taken.pop()
        if row.setting is not None and row.setting in shown:
            taken.append(row.depth)
        else:
            kept.append(replace(row, depth=row.depth - len(taken)))
    return tuple(kept)


class ArmySheet:
    """The lines of a whole army. What takes some milliseconds is read by `read`."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._pages: list[DetachmentPage] = []
        self._spent: tuple[str, ...] = ()
        self.is_shown = False

    def show(self, force_id: str, *, is_other: bool) -> None:
        """The pane shows this force now, or a unit."""
        self.is_shown = bool(force_id) and is_whole_army(self._session, force_id)
        if is_other:
            self._pages, self._spent = [], ()

    def read(self) -> None:
        """What the detachments of the army give and cost."""
        session = self._session
        self._pages = [session.detachment_page(one.id) for one in session.army.detachments]
        spent = spent_on(session, session.detachment_offer()) if self._pages else ""
        self._spent = (spent, spent_on(session, session.detachment_offer(), named=False)) if spent else ()

    def marks(self, width: int) -> list[ListLine]:
        """The lines that open a dialog, their values in one column."""
        lacking = not_offered(self._session)
        return list(mark_lines([mark for mark in self._marks() if mark.action not in lacking], {}, width))

    def sections(self, width: int) -> list[Section]:
        """What the detachments give, to stand below the settings."""
        army = self._session.army
        found = [
            section
            for detachment, page in zip(army.detachments, self._pages, strict=False)
            for section in _given(army, local(army, detachment.name), page, width)
        ]
        found += stratagems_of(army, width, lambda _one: True) if self._pages else ()
        return [section for section in found if section.paragraphs]

    def _marks(self) -> Iterator[Mark]:
        session, army, terms = self._session, self._session.army, self._session.system.vocabulary.terms
        size = army.battle_size
        own, limit = terms.battle_size.title, _("Points limit")
        yield Mark("choose-size", own, local(army, size.name) if size is not None else "")
        if own != limit or "choose-size" in not_offered(session):  # some games call their sizes so
            stated = points(army, session.limit) if session.limit is not None else ""
            yield Mark("choose-limit", limit, stated, _("none"))
        names = [local(army, one.name) for one in army.detachments]
        title = terms.detachment.many.title if len(names) > 1 else terms.detachment.title
        yield Mark("choose-detachment", title, ", ".join(names), beside=self._spent)
        if army.data is not None:
            yield Mark("choose-data", _("Game data"), dated(session))
        yield Mark("annotate-list", _("Note"), one_line(session.notes()))


def spent_on(session: Session, offer: DetachmentOffer, *, named: bool = True) -> str:
    """What detachments cost, in the words of the game: Detachment Points 2 / 3; or without these words."""
    spent = next((one for one in session.spending if one.currency == offer.currency), None)
    if spent is None:
        return ""
    most = f" / {number(spent.limit)}" if spent.limit is not None else ""
    return f"{in_language(spent.name) if named else ''} {number(spent.spent)}{most}".lstrip()


def _given(army: Army, name: str, page: DetachmentPage, width: int) -> tuple[Section, Section]:
    rules = [explained(local(army, rule), text, width) for rule, text in page.rules]
    bought = [f"{local(army, one)} {price(cost)}".strip() for one, cost in page.enhancements]
    title = army.vocabulary.terms.enhancement.many.title
    return Section(name, tuple(rules)), Section(title, packed(bought, width))
