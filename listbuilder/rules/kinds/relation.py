"""A leader is attached only to units that its datasheet names.

So is a unit that joins another as a part of it, which may also ask for a leader of that unit, or for no other leaders.

When the Leader text of the data could not be read, the finding is ``unjudged`` instead of an error.

Parameters: none; which units a leader may join is data of its datasheet.

Passes: a Captain, whose datasheet names the Intercessor Squad, joins Intercessors.
Fails: the Captain joins a Redemptor Dreadnought; one without a plasma pistol joins Hellblasters.
"""

from functools import partial

from listbuilder.army import Unit
from listbuilder.catalogue.facts import Leader, StandIn
from listbuilder.i18n import Text
from listbuilder.rules import fixes
from listbuilder.rules.diagnostic import Fix, Proposals
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.muster import Muster


def check(rule: BoundRule[Parameters], muster: Muster) -> Findings:
    for leader, target in muster.joined:
        if target is leader:  # reported by kind ``states``
            continue
        text, severity = _objection(leader, target, muster)
        text = text or _objection_of_company(leader, target, muster)
        if text is not None:
            offered = () if severity else Proposals(partial(_elsewhere, leader, target))
            place = muster.place(f"declarations.attach.{leader.id}")
            yield rule.finding(text, leader, fixes=offered, place=place, severity=severity)


def _elsewhere(leader: Unit, target: Unit, muster: Muster) -> tuple[Fix, ...]:
    """Join another unit, where it must join one; else none."""
    terms = leader.leader
    others = [one for one in muster.units if one not in (leader, target) and may_lead(leader, one)]
    instead = fixes.attach((leader, one) for one in others) if terms is not None and terms.must else ()
    return (*instead, *fixes.detach((leader,)))


def _objection(leader: Unit, target: Unit, muster: Muster) -> tuple[Text | None, str]:
    """Why the attachment is not allowed, and the severity when it differs from the rule's."""
    names: dict[str, object] = {"leader": leader.name, "unit": muster.called(target)}
    if not may_lead(leader, target):
        if leader.leader_unread:
            return Text(
                "{leader}: the text on whom it leads could not be read, so it is not known whether it may join {unit}",
                names,
            ), "unjudged"
        if leader.leader is None or not (leader.leader.leads or leader.leader.leads_keywords):
            part = muster.vocabulary.terms.part
            if part is not None:
                return Text("{leader}: is no {part} and cannot join {unit}", {**names, "part": part}), ""
            return Text("{leader}: is not a leader and cannot join {unit}", names), ""
        names["leads"] = ", ".join((*leader.leader.leads, *(" ".join(words) for words in leader.leader.leads_keywords)))
        return Text("{leader}: cannot join {unit}, only {leads}", names), ""
    for name, item in leader.leader.requires.items() if leader.leader else ():
        if target.has(name) and item.casefold() not in leader.held:
            return Text("{leader}: may join {unit} only with {item}", {**names, "item": item}), ""
    return None, ""


def _objection_of_company(joined: Unit, target: Unit, muster: Muster) -> Text | None:
    """What speaks against joining the unit as a part of it: those that have joined it, or that have not."""
    terms = joined.leader
    if terms is None or not terms.retinue:
        return None
    others = [unit for unit, other in muster.joined if unit is not joined and other is target]
    leaders = [unit for unit in others if unit.leader is not None and not unit.leader.retinue]
    names: dict[str, object] = {"leader": joined.name, "unit": muster.called(target)}
    if terms.led_by and not any(muster.fits(unit, match) for unit in leaders for match in terms.led_by):
        wanted = tuple(" ".join(match.keywords) for match in terms.led_by)
        return Text("{leader}: may join {unit} only while {leaders} leads it", {**names, "leaders": wanted})
    if terms.only_with:
        barred = [unit for unit in leaders if not any(unit.has(word) for word in terms.only_with)]
    else:
        barred = [unit for unit in others if any(unit.has(word) for word in terms.not_beside)]
    barred += [unit for unit in others if terms.unique and unit.datasheet == joined.datasheet and unit not in barred]
    if barred:
        return Text("{leader}: cannot be in {unit} together with {other}", {**names, "other": muster.called(barred[0])})
    return None


def may_lead(leader: Unit, target: Unit) -> bool:
    """Whether the leader's datasheet names the unit or its keywords, or the unit's own data admit the leader."""
    if leader.leader is None:
        return False
    if leader.leader.whole:  # names of datasheets, which are keywords of other units, too
        named = any(name.casefold() == target.datasheet.casefold() for name in leader.leader.leads)
    else:
        named = any(target.has(name) or name == target.datasheet_id for name in leader.leader.leads)
    if named or _by_keywords(leader, leader.leader, target):
        return True
    others = target.bodyguard.stand_in if target.bodyguard is not None and not leader.leader.whole else ()
    return any(_substitutes(one, leader) for one in others)


def _by_keywords(leader: Unit, terms: Leader, target: Unit) -> bool:
    """Whether the unit has the keywords that the leader's datasheet asks for."""
    if any(target.has(word) for word in terms.excludes):
        return False
    if terms.shares and not any(leader.has(word) and target.has(word) for word in terms.shares):
        return False
    return any(target.has_all(words) for words in terms.leads_keywords)


def _substitutes(substitute: StandIn, leader: Unit) -> bool:
    """Whether the unit's own data let the leader join in place of one that the data name."""
    if (substitute.who and not any(leader.has(word) for word in substitute.who)) or any(
        leader.has(word) for word in substitute.excludes
    ):
        return False
    leads = {name.casefold() for name in leader.leader.leads} if leader.leader else set()
    return not substitute.instead_of or any(name.casefold() in leads for name in substitute.instead_of)
