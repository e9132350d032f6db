"""The event's size of game in a list over data that have the size among their own choices."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.army import roles
from listbuilder.army.build import ArmyBuilder
from listbuilder.engine import actions
from listbuilder.errors import ASSUMED_SIZE
from listbuilder.i18n import Localised, Text
from listbuilder.listfile.bound import BoundList
from listbuilder.roster.edits import Remove
from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.validation.pack.record import Pack


def played(pack: Pack, bound: BoundList, builder: ArmyBuilder) -> Iterator[Diagnostic]:
    """Chooses the event's size where another is chosen; the finding that says so, unless that was only assumed. What a list file
    of ours states is kept for when it is saved: nothing is changed in it that its player did not ask for."""
    nodes = [node for force in bound.roster.walk_forces() for node in force.selections]
    new = not any(roles.is_unit(node.option) for node in nodes)
    assumed = new or any(problem.rule == ASSUMED_SIZE for problem in bound.problems)
    if pack.limit is not None:
        bound.problems[:] = [problem for problem in bound.problems if problem.rule != ASSUMED_SIZE]
    if pack.size is None or bound.data.form == "units":
        return
    for node in nodes:
        if not roles.is_battle_size(node.option):
            continue
        sizes = [option for option in node.option.entries if builder.size_points(option) == pack.size.points]
        if not sizes or any(child.option is sizes[0] for child in node.selections):
            continue
        stated = list(node.selections)
        if bound.document.text and len(stated) != 1:
            continue
        names = {"size": ", ".join(roles.plain_title(child.option.name) for child in stated)}
        for child in stated:
            Remove(child).apply(bound.roster)
        edit, chosen = actions.select(builder.engine, node, sizes[0])
        edit.apply(bound.roster)
        if bound.document.text:
            bound.roster.stand_ins[chosen.id] = stated[0]
        if not assumed and names["size"]:
            text = Text("the list is made for {size}; it is judged for {wanted}, which {event} plays")
            words = {**names, "wanted": Localised(pack.size.name), "event": pack.name}
            source, place = pack.source("event-size"), stated[0].place
            yield Diagnostic("event-size", Text(text.template, words), "info", place=place, source=source)
