"""What a list states twice, as the number of a unit's models: where it contradicts itself, it is not judged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from listbuilder.army import roles
from listbuilder.exchange.binding.problems import Problems
from listbuilder.exchange.reading.record import ListRecord
from listbuilder.i18n import Text
from listbuilder.roster.tree import Roster, Selection


def compare(record: ListRecord, ids: Sequence[str], roster: Roster, problems: Problems) -> None:
    """Notes units that have another number of models than their lines say; not those of which something else is open."""
    doubtful = {problem.unit for problem in problems.found}
    for unit_id, unit in zip(ids, record.units, strict=True):
        node = roster.nodes.get(unit_id) if unit.models and unit_id not in doubtful else None
        if not isinstance(node, Selection):
            continue
        models = sum(_models(node, 1)) or node.amount
        if models != unit.models:
            names = {"unit": unit.name, "stated": unit.models, "bound": models}
            text = Text("{unit}: models: {stated} by the list's count, {bound} by their names", names)
            problems.note(text, unit.line, "roster-file", unit_id)


def _models(node: Selection, times: int) -> Iterator[int]:
    for child in node.selections:
        number = times * child.amount
        if roles.is_model(child):
            yield number
        yield from _models(child, number)
