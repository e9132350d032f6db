"""What a comparison of native data with the community data found, and the command line that comparisons share."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from listbuilder.sources.store.dataset import FileSet
from tools.native_data import overlay
from tools.native_data.bench import open_set

LEGAL, ILLEGAL = "legal", "illegal"


@dataclass(frozen=True)
class Disagreement:
    """A step that the two judge differently."""

    step: str
    native: str
    community: str

    def __str__(self) -> str:
        return f"{self.step}: native {self.native}, community {self.community}"


@dataclass
class Outcome:
    """What was tried. ``expected``: the differences that the overlays know;
    ``steps``: (kind of step, verdict of both) -> how often;
    ``known``: reasons of differences that are known; ``skipped``: what could not be translated;
    ``reasons``: (kind of step, rules that find it illegal natively, rules by the community data) -> how often."""

    expected: list[dict[str, str]] = field(default_factory=list)
    steps: Counter[tuple[str, str]] = field(default_factory=Counter)
    differences: list[Disagreement] = field(default_factory=list)
    known: Counter[str] = field(default_factory=Counter)
    skipped: Counter[str] = field(default_factory=Counter)
    reasons: Counter[tuple[object, ...]] = field(default_factory=Counter)

    def differ(self, step: str, native: object, community: object) -> None:
        """Counts a difference: with its reason where it is known."""
        found = Disagreement(step, str(native), str(community))
        why = overlay.reason(self.expected, str(found))
        if why:
            self.known[why] += 1
        else:
            self.differences.append(found)

    def report(self) -> Iterator[str]:
        """A line for each kind of step, known reason and difference."""
        for (step, verdict), count in sorted(self.steps.items()):
            yield f"  {step}: {verdict} in both: {count}"
        for why, count in self.known.most_common():
            yield f"  known: {why}: {count}"
        for one in self.differences:
            yield f"  DIFFERS {one}"


def arguments(about: str, program: str) -> argparse.ArgumentParser:
    """A command line that names a game system, its community data set and some of its factions."""
    parser = argparse.ArgumentParser(prog=f"python -m tools.native_data.{program}", description=about.split("\n", 1)[0])
    parser.add_argument("system", help="id of the game system")
    parser.add_argument("data", type=Path, help="folder of the community data set")
    parser.add_argument("factions", nargs="*", help="ids; all that have an overlay when left out")
    return parser


def main(
    of: Callable[[FileSet, str, str, int, int], Outcome],
    about: str,
    program: str,
    what: str = "armies",
    number: int = 10,
) -> None:
    """Runs a comparison from the command line. ``of``: data set, system, faction, number of ``what``, seed -> outcome."""
    parser = arguments(about, program)
    parser.add_argument(f"--{what}", type=int, default=number, dest="number", help=f"random {what} of each faction")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_intermixed_args()
    data = open_set(given.data)
    for faction in given.factions or overlay.names(given.system):
        print(f"{faction}, seed {given.seed}")
        for line in of(data, given.system, faction, given.number, given.seed).report():
            print(line)
