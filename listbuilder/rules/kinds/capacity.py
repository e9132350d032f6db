"""Passengers are in a transport that admits them and has enough places.

Which units may embark, how many places a model takes and how wargear changes the capacity is data of the transport. A unit
that the transport does not admit takes no place, so that each mistake is reported once. When the transport's text could not be
read, the finding is ``unjudged``.

Parameters: none.

Passes: five Intercessors and a Lieutenant in an Impulsor (7 places).
Fails: ten Intercessors in it; a Terminator Squad in it.
"""

from collections.abc import Iterable, Iterator
from functools import partial

from listbuilder.army import Unit
from listbuilder.errors import Place
from listbuilder.i18n import Text
from listbuilder.rules import fixes
from listbuilder.rules.diagnostic import Deploy, Embark, Proposal, Proposals
from listbuilder.rules.formation import Load
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.kinds.occupied import riders_for
from listbuilder.rules.muster import Muster
from listbuilder.rules.transport import Rider, admits, allowed, denied, places


def check_load(rule: BoundRule[Parameters], muster: Muster, load: Load) -> Findings:
    if any(group.bodyguard != load.transport for group in load.groups):
        yield from _judge(rule, muster, load.carrier, load)


def _judge(rule: BoundRule[Parameters], muster: Muster, transport: Unit, load: Load) -> Findings:
    names = {"transport": transport.name, "unit": muster.called(load.groups[0].units[0])}
    if not transport.transport:
        if transport.transport_unread:
            text = Text("{transport}: the rules text for its passengers could not be read", names)
            yield rule.finding(text, transport, severity="unjudged")
        else:
            text = Text("{transport}: is not a transport; {unit} cannot embark in it", names)
            leave = fixes.deploy_some([group.units[0] for group in load.groups])
            yield rule.finding(text, transport, fixes=leave, place=_place(muster, load.groups[0].bodyguard))
        return
    out = Proposals(partial(_relieved, transport, load))
    for group in load.groups:
        part = next((part for part in group.units if part.leader and not part.leader.rides), None)
        if part is not None:
            text = Text(
                "{unit}: neither it nor a unit that it joined can embark in {transport}",
                {"transport": muster.called(transport)},
            )
            place = _place(muster, group.bodyguard)
            yield rule.finding(text, part, fixes=(fixes.deploy(group.units[0]),), place=place)
    for unit in load.refused:
        rider = next(group.units[0] for group in load.groups if unit in group.units)
        offered, place = Proposals(partial(_left, rider, transport, load)), _place(muster, rider.id)
        yield rule.finding(_barred(muster.called(transport), transport, unit), unit, fixes=offered, place=place)
    for bay in load.bays:
        if bay.used > bay.capacity:
            text = Text("{transport}: {found} places needed, at most {bound} available", names)
            place = _place(muster, load.groups[-1].bodyguard)
            yield rule.finding(text, transport, found=bay.used, bound=bay.capacity, fixes=out, place=place)


def _relieved(transport: Unit, load: Load, muster: Muster) -> tuple[Proposal, ...]:
    """Some leave the transport, or a leader its unit, or another unit embarks instead: a Dedicated Transport must not be empty;
    a unit becomes as small as it must be; at last the transport goes."""
    riders = [group.units[0] for group in load.groups]
    leaders = [leader for group in load.groups for leader in group.units[1:]]
    others = (
        fixes.together([*(Deploy(one.id) for one in riders), Embark(other.id, transport.id)])
        for other in riders_for(muster, transport)
    )
    smaller = _smaller(transport, load)
    return (*fixes.deploy_some(riders), *fixes.detach(leaders), *smaller, *others, *fixes.remove((transport,)))


def _smaller(transport: Unit, load: Load) -> Iterator[Proposal]:
    """Each unit with as many models less as take the places that are lacking in its bay."""
    bays = list(zip(transport.transport, load.bays, strict=True))
    for unit in (group.units[0] for group in load.groups):
        rider = Rider(unit)
        open_to = [(places(bay, rider), there.used - there.capacity) for bay, there in bays if admits(bay, rider)]
        taken, lacking = open_to[0] if open_to else (0, 0)  # of riders that do not fit each is counted in the first
        fewer = -(-lacking * unit.model_count // taken) if taken > 0 else 0
        if 0 < fewer < unit.model_count and not unit.half_of:
            yield from fixes.resize(unit, unit.model_count - fewer)


def _left(rider: Unit, transport: Unit, load: Load, muster: Muster) -> Iterable[Proposal]:
    """The unit leaves the transport; else what frees places in it."""
    return dict.fromkeys((fixes.deploy(rider), *_relieved(transport, load, muster)))


def _barred(called: object, transport: Unit, unit: Unit) -> Text:
    """The message for a unit that the transport does not admit, with the keywords that decide it."""
    names: dict[str, object] = {"transport": called}
    bays = [bay for bay in transport.transport if allowed(bay, unit)]
    barred = dict.fromkeys(word for bay in bays for word in denied(bay, unit))
    if barred:
        names["keywords"] = tuple(barred)
        return Text("{unit}: cannot embark in {transport}, which does not admit {keywords}", names)
    if not bays:
        wanted = dict.fromkeys(" + ".join(words) for bay in transport.transport for words in bay.allow)
        names["keywords"] = " / ".join(wanted)
        return Text("{unit}: cannot embark in {transport}, which admits only {keywords}", names)
    return Text("{unit}: cannot embark in {transport}", names)


def _place(muster: Muster, rider: str) -> Place | None:
    return muster.place(f"declarations.embark.{rider}")
