"""Whether a verdict has grounds: that something limits the points of the list, and that anything was checked at all."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from listbuilder.army import Army
from listbuilder.errors import UNJUDGED
from listbuilder.i18n import Text
from listbuilder.rules.checker import Ruleset, verdict
from listbuilder.rules.diagnostic import Decide, Diagnostic

SIZE = "battle-size"  # the kind of rule that reports a missing limit in the words of its game


def lacking(army: Army, ruleset: Ruleset, found: Collection[Diagnostic]) -> Iterator[Diagnostic]:
    """What is missing for a verdict, as findings that make a list ``unjudged`` that nothing is wrong with."""
    if not army.units:
        if verdict(found) == "legal":
            yield Diagnostic(
                "nothing-judged",
                Text(
                    "the list has no {units}, so there is nothing to judge", {"units": army.vocabulary.terms.unit.many}
                ),
                UNJUDGED,
            )
    elif army.has_points and army.limit is None and not army.unlimited:
        if not any(rule.kind.name == SIZE for rule in ruleset.rules):
            text = Text(
                "nothing limits the points of this list: it states no limit and no size, and the data have no default"
            )
            yield Diagnostic("no-limit", text, UNJUDGED, fixes=(Decide("limit"),))
    elif not army.has_points and not army.bounded and not ruleset.rules:
        text = Text("the data constrain nothing in this list, and no rules are known for it")
        yield Diagnostic("nothing-judged", text, UNJUDGED)
