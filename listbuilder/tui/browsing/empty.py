"""What the browser says where it shows nothing: why that is so, and what would show something."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content
from textual.timer import Timer
from textual.widgets import Static

from listbuilder.i18n import _
from listbuilder.session.elsewhere import places
from listbuilder.tui.actions import BY_ID, key_names
from listbuilder.tui.browsing.offering import Offering
from listbuilder.tui.browsing.query import Query
from listbuilder.tui.later import later
from listbuilder.tui.wording import local

KEYS = {"fits": "F", "owned": "O", "favourites": "V"}  # of the switches that hide datasheets
HIDDEN = "H"  # of that which shows what the data hide
REST = 0.3  # seconds without a key until what takes a while is tried out
MOST_UNITS, MOST_NAMES = 2, 4


class Nothing(Static):
    """Takes the place of the table. Why something is not offered here is worked out when no key comes."""

    def __init__(self, offering: Offering) -> None:
        super().__init__(id="nothing")
        self._offering = offering
        self._timer: Timer | None = None
        self._about: tuple[str, int] | None = None  # what is said, and of which state of the list

    def show(self, query: Query, typed: str) -> None:
        """``typed``: the query as it stands in its line. What was worked out of the same list and query stays."""
        said = nothing_found(self._offering, query, typed)
        about = (said.plain, self._offering.session.revision)
        if self.display and about == self._about:
            return
        self.hide()
        self.display, self._about = True, about
        self.update(said)
        if query.words:
            self._timer = later(self, REST, lambda: self._explain(said, query))

    def hide(self) -> None:
        self.display = False
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _explain(self, said: Content, query: Query) -> None:
        if self.app.screen is self.screen:
            self.update(Content("\n").join((said, *(Content(line) for line in _elsewhere(self._offering, query)))))


def nothing_found(offering: Offering, query: Query, typed: str) -> Content:
    """That nothing is, and which keys would show something."""
    switches = offering.switches
    words = {"fits": _("fits"), "owned": _("owned"), "favourites": _("favourites")}
    on = [name for name in words if getattr(switches, name)]
    if typed and on:
        said = _('Nothing matches "{query}" with {filters}.')
    elif typed:
        said = _('Nothing matches "{query}".')
    elif switches.owned and offering.collection.is_empty(offering.session.army.system):
        return Content(_("Nothing entered: # enters how many models you own."))
    else:
        said = _("Nothing here with {filters}.")
    text = said.format(query=typed, filters=", ".join(words[name] for name in on))
    ways = [_("^u clear")] if typed else []
    fewer = ((name, len(offering.with_switch(name, query, on=False))) for name in on)
    way = _('{key} without "{filter}": {number}')
    ways += [way.format(key=KEYS[name], filter=words[name], number=number) for name, number in fewer if number]
    if hidden := len(offering.with_switch("all", query, on=True)):
        ways.append(_("{key} with what is not offered now: {number}").format(key=HIDDEN, number=hidden))
    return Content("\n").join([Content(text), *(Content.styled(way, "$dim") for way in ways)])


def _elsewhere(offering: Offering, query: Query) -> Iterator[str]:
    """Of what would be found and is not offered here, where it has its place."""
    session, army = offering.session, offering.session.army
    hidden = (offering.choices[one] for one in offering.with_switch("all", query, on=True))
    for choice in [one for one in hidden if not one.legends][:MOST_UNITS]:
        found = places(session, offering.force_id, choice.id)
        unit, words = offering.name(choice), army.vocabulary.terms.words()
        if found.forces:
            text = _("{unit}: there is room in {names}")
            yield text.format(unit=unit, names=_listed([local(army, name) for name in found.forces]))
        if found.beside:
            text = _("{unit}: first add one of {names}")
            yield text.format(unit=unit, names=_listed([local(army, name) for name in found.beside]))
        elif found.apart:
            key = key_names(BY_ID["add-force"].keys)[0]
            text = _("{name}: add another {force} for it: esc, {key}")
            if found.leaders:
                text = _("{name}: add another {force} for it: esc, {key}; first of all one of {names}")
            names = _listed([local(army, name) for name in found.leaders])
            yield text.format(name=unit, key=key, force=words["force"], names=names)


def _listed(names: list[str]) -> str:
    """As many of the names as can be read at a glance."""
    left = len(names) - MOST_NAMES
    if left < 2:
        return ", ".join(names)
    return _("{names} and {number} others").format(names=", ".join(names[:MOST_NAMES]), number=left)
