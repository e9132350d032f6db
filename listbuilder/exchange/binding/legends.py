"""Units that a list marks as of Legends: some data hide them as long as a setting of the army does not allow them, and other data
have another datasheet of that name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from listbuilder.army import roles
from listbuilder.army.switches import lacking_switch_id
from listbuilder.catalogue.library import Option
from listbuilder.catalogue.terms import Terms
from listbuilder.engine import Engine
from listbuilder.exchange.binding.problems import Problems
from listbuilder.exchange.binding.settings import Settings
from listbuilder.exchange.reading.record import ListRecord, UnitRecord
from listbuilder.i18n import Text
from listbuilder.naming import unmarked
from listbuilder.roster.tree import Roster, Selection


def allow(record: ListRecord, ids: Sequence[str], settings: Settings) -> None:
    """Chooses the settings without which the data hide such units: texts have no line for them."""
    engine = Engine.of(settings.roster)
    for _, node in _marked(record, ids, settings.roster):
        switch = lacking_switch_id(engine, node.option) if engine.state(node).hidden else ""
        if switch:
            settings.switch(switch)


def compare(record: ListRecord, ids: Sequence[str], roster: Roster, terms: Terms, problems: Problems) -> None:
    """Notes units of Legends that the data know as something else."""
    for unit, node in _marked(record, ids, roster):
        if not _is_legends(node.option, terms):
            words = {"unit": unmarked(unit.name), "legends": terms.legends}
            text = Text("{unit}: the list marks it as {legends}, the data do not", words)
            problems.note(text, unit.line, "unknown-name", node.id)


def _marked(record: ListRecord, ids: Sequence[str], roster: Roster) -> Iterator[tuple[UnitRecord, Selection]]:
    for unit_id, unit in zip(ids, record.units, strict=True):
        node = roster.nodes.get(unit_id) if unit.legends or unmarked(unit.name) != unit.name else None
        if isinstance(node, Selection):
            yield unit, node


def _is_legends(option: Option, terms: Terms) -> bool:
    known = option.library.categories
    words = (known[link.target_id].name for link in option.merged.category_links if link.target_id in known)
    return roles.is_legends(option) or any(roles.marks_legends(word, terms) for word in words)
