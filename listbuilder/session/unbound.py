"""What a list says that the data do not know cannot be counted: a "too few" may be wrong then, and is no verdict."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from listbuilder.rules.diagnostic import Diagnostic

UNJUDGED = "unjudged"


def soften(findings: Iterable[Diagnostic], problems: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """The findings; what lacks something in a unit (or army) of which something could not be bound is ``unjudged``, and
    nothing is proposed to mend it."""
    unknown = [problem for problem in problems if problem.severity == UNJUDGED]
    units = {problem.unit for problem in unknown}
    for finding in findings:
        lacking = finding.found is not None and finding.bound is not None and finding.found < finding.bound
        concerned = bool(unknown) if not finding.unit else finding.unit in units
        doubtful = finding.severity == "error" and lacking and concerned
        yield replace(finding, severity=UNJUDGED, fixes=()) if doubtful else finding
