"""What the browser says where it shows nothing: why that is so, and what would show something."""

from __future__ import annotations

from textual.content import Content

from listbuilder.i18n import _
from listbuilder.tui.browsing.offering import Offering
from listbuilder.tui.browsing.query import Query

KEYS = {"fits": "F", "owned": "O", "favourites": "V"}  # of the switches that hide datasheets


def nothing_found(offering: Offering, query: Query, typed: str) -> Content:
    """``typed``: the query as it stands in its line."""
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
    fewer = ((name, offering.without(name, query)) for name in on)
    way = _('{key} without "{filter}": {number}')
    ways += [way.format(key=KEYS[name], filter=words[name], number=number) for name, number in fewer if number]
    return Content("\n").join([Content(text), *(Content.styled(way, "$dim") for way in ways)])
