"""What the data say against more of a choice. They state some bounds in words alone ("Max 1 per 5 models"): no number bounds the
row then, and what is chosen beyond is an error of the choice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from listbuilder.i18n import Text
from listbuilder.roster.tree import Force, Selection
from listbuilder.session.rows import SEPARATOR

if TYPE_CHECKING:
    from listbuilder.engine.state import Violation
    from listbuilder.session.edits import Edits
    from listbuilder.session.views import Row

SAID = "error"  # the kind of violation that is a message of the data


def said_against(session: Edits, unit_id: str, row: Row, count: int) -> Text | None:
    """The message that comes with so many of a row, where it is about what the row chooses."""
    option = row.key.split(SEPARATOR)[1]
    known = {(one.message, _root(one)) for one in _said(session)}
    with session.trial():
        session.set_count(unit_id, row.key, count)
        new = [one for one in _said(session) if (one.message, _root(one)) not in known]
        nodes = {one.node.id for one in new if one.node is not None and _is_below(one.node, option)}
        if not nodes:
            return None
        found = session.builder.build().tree_findings
        return next((one.message for one in found if one.kind == SAID and one.node in nodes), None)


def _said(session: Edits) -> list[Violation]:
    return [one for one in session.engine.violations() if one.kind == SAID]


def _root(violation: Violation) -> str:
    return violation.node.root.id if isinstance(violation.node, Selection) else ""


def _is_below(node: Selection | Force, option: str) -> bool:
    """Whether it is a choice of this option, or in one."""
    here: Selection | Force | None = node
    while isinstance(here, Selection):
        if here.option.id == option:
            return True
        here = here.parent
    return False
