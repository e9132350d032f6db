"""Detachments to choose from, grouped by what fits now; what one gives, as text."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from textual import on
from textual.app import ComposeResult
from textual.content import Content

from listbuilder.army.prices import priced
from listbuilder.i18n import _
from listbuilder.session import Session
from listbuilder.session.detachments import DetachmentChoice, DetachmentOffer, DetachmentPage
from listbuilder.tui.army_marks import spent_on
from listbuilder.tui.glyphs import glyphs
from listbuilder.tui.rules_text import HEAD, nothing_told, told
from listbuilder.tui.screens.paged import Paged
from listbuilder.tui.search import Item
from listbuilder.tui.widgets.filter_list import FilterList
from listbuilder.tui.widgets.hints import Hint
from listbuilder.tui.wording import literal, local, number


def detachment_items(session: Session, offer: DetachmentOffer) -> list[Item]:
    """Those that are chosen, those that fit, and those that do not."""
    return [
        *_items(session, offer, True, False),
        *_items(session, offer, False, False),
        *_items(session, offer, False, True),
    ]


def _items(session: Session, offer: DetachmentOffer, is_chosen: bool, is_over: bool) -> Iterator[Item]:
    any_chosen = any(one.chosen for one in offer.choices)
    group = (
        _("Chosen") if is_chosen else _("Do not fit now") if is_over else _("Fit") if offer.currency else _("Others")
    )
    for one in offer.choices:
        if one.chosen is is_chosen and bool(one.over) is is_over:
            yield Item(
                one.id,
                local(session.army, one.name),
                _note(session, one, offer),
                more=" ".join(one.words),
                also=one.name,
                mark=_mark(one, offer),
                dim=is_over,
                group=group if any_chosen or offer.currency else "",
            )


def _mark(one: DetachmentChoice, offer: DetachmentOffer) -> str:
    if offer.several:
        return f" {glyphs().dash} " if one.over else "[x]" if one.chosen else "[ ]"
    return f"({glyphs().picked})" if one.chosen else "( )"


def _note(session: Session, one: DetachmentChoice, offer: DetachmentOffer) -> str:
    """What the data sort it under, by how much it is too dear, and what it costs."""
    words = [local(session.army, word) for word in one.words]
    if one.over:
        words.append(_("{n} over").format(n=number(one.over)))
    if offer.currency:
        words.append(f"{number(one.cost):>2}")
    return "  ".join(words)


def page_text(session: Session, page: DetachmentPage) -> Content:
    """What a detachment gives, for the pane beside the list."""
    army, terms = session.army, session.system.vocabulary.terms
    blocks: list[Content] = []
    for name, text in page.rules:
        blocks.append(told(local(army, name), text))
    if page.enhancements:
        lines = [f"{local(army, name)}  {priced(army, points)}" for name, points in page.enhancements]
        blocks.append(Content.assemble((terms.enhancement.many.title, HEAD), "\n", "\n".join(lines)))
    if page.stratagems:
        lines = [f"{local(army, one.name)}  {one.cp}" for one in page.stratagems]
        pools = army.vocabulary.battle.pools
        cost = (f"  {pools[0].title}" if pools else "", "$dim")  # what the numbers are
        blocks.append(Content.assemble((terms.stratagem.many.title, HEAD), cost, "\n", "\n".join(lines)))
    if not blocks:
        return nothing_told()
    return Content("\n\n").join(blocks)


class ChooseDetachments(Paged[str]):
    """Chooses detachments of a list that exists: one closes the dialog, of several each is one edit of its own."""

    def __init__(self, session: Session, toggle: Callable[[str], object]) -> None:
        """``toggle`` edits the list."""
        self._session, self._toggle = session, toggle
        self._offer = session.detachment_offer()
        keys = Hint("enter", _("choose")), Hint("escape", _("done") if self._offer.several else _("cancel"))
        self._pages: dict[str, Content] = {}  # of detachments that were looked at
        super().__init__(session.system.vocabulary.terms.detachment.many.title, *keys)

    def content(self) -> ComposeResult:
        yield from self.beside(detachment_items(self._session, self._offer))

    def on_mount(self) -> None:
        self._show_spent()

    def _show_spent(self) -> None:
        title = self._session.system.vocabulary.terms.detachment.many.title
        said = spent_on(self._session, self._offer)
        self.query_one(".box").border_title = literal(f"{title} · {said}" if said else title)

    def page(self, item: Item) -> Content:
        """What the detachment gives."""
        if item.id not in self._pages:
            self._pages[item.id] = page_text(self._session, self._session.detachment_page(item.id))
        return self._pages[item.id]

    @on(FilterList.Chosen)
    @on(FilterList.Toggled)
    def _chosen(self, event: FilterList.Chosen | FilterList.Toggled) -> None:
        event.stop()
        found = next(one for one in self._offer.choices if one.id == event.item.id)
        if not self._offer.several and found.chosen:
            self.dismiss("")
            return
        self._toggle(found.id)
        if not self._offer.several:
            self.dismiss(found.id)
            return
        self._offer = self._session.detachment_offer()
        shown = self.query_one(FilterList)
        shown.clear_search()  # the next one is searched for anew
        shown.set_items(detachment_items(self._session, self._offer))
        shown.point_at(found.id)
        self._show_spent()
