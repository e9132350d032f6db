"""Measures a check: start-up of the whole process compared with bare Python, then time and memory of many lists.

    python benchmarks/bench_check.py [--runs N] [--lists 1,100,1000]

Everything is processor time of whole processes as they are installed; the medians of several runs. Leaves with status 1 where
an aim (`aims.py`) is missed.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from listbuilder.resources import shipped

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from benchmarks.aims import Results
from benchmarks.processes import BARE, LISTBUILDER, costs

EXAMPLES = shipped("factions") / "wh40k-10e" / "examples"
CHECK = (*LISTBUILDER, "check")


def start_up(runs: int, results: Results) -> None:
    """Prints the cost of one cold check beside that of other processes."""
    legal = str(EXAMPLES / "legal.yaml")
    found = costs(
        {
            "python -c pass": BARE,
            "import yaml, click, msgspec": (sys.executable, "-c", "import yaml, click, msgspec"),
            "import textual.app": (sys.executable, "-c", "import textual.app"),
            "listbuilder --version": (*LISTBUILDER, "--version"),
            "listbuilder check, one list": (*CHECK, legal),
            "listbuilder check --no-cache": (*CHECK, "--no-cache", legal),
            "listbuilder check --format json": (*CHECK, "--format", "json", legal),
            "listbuilder show": (*LISTBUILDER, "show", legal),
        },
        runs,
    )
    bare = found["python -c pass"].processor
    print(f"{'process':34}{'median':>10}{'x python':>10}{'memory':>10}")
    for name, one in found.items():
        print(f"{name:34}{one.processor * 1000:7.0f} ms{one.processor / bare:10.1f}{one.memory:7.0f} MB")
    results.add("cold", found["listbuilder check, one list"].processor / bare)


def many(kind: str, counts: list[int], runs: int) -> tuple[float, float]:
    """Prints time and memory of checking folders of legal or of illegal lists on one core; the milliseconds of a further list in
    the largest folder, and how many times as much memory it takes as the one before."""
    text = (EXAMPLES / f"{kind}.yaml").read_text("utf-8")
    print(f"\n{kind + ' lists':>14}{'in all':>12}{'a further':>12}{'memory':>10}")
    with tempfile.TemporaryDirectory() as name:
        commands = {}
        for count in counts:
            folder = Path(name) / str(count)
            folder.mkdir()
            for number in range(count):
                (folder / f"{number:05}.yaml").write_text(text, "utf-8")
            commands[str(count)] = (*CHECK, "--jobs", "1", str(folder))
        found = costs(commands, runs)
    first = found[str(counts[0])]
    each = 0.0
    for count in counts[1:]:
        one = found[str(count)]
        each = 1000 * (one.processor - first.processor) / (count - counts[0])
        print(f"{count:14}{one.processor * 1000:9.0f} ms{each:9.1f} ms{one.memory:7.0f} MB")
    return each, found[str(counts[-1])].memory / found[str(counts[-2])].memory


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--lists", default="1,100,1000", help="sizes of folders, the smallest first")
    arguments = parser.parse_args()
    results = Results()
    start_up(arguments.runs, results)
    counts = [int(count) for count in arguments.lists.split(",")]
    if len(counts) < 2:
        parser.error("--lists needs two sizes")
    legal, memory = many("legal", counts, min(3, arguments.runs))
    illegal, _memory = many("illegal", counts[:2], min(3, arguments.runs))
    print()
    results.add("native-list", legal)
    results.add("memory", memory)
    results.add("illegal", illegal / legal)
    results.leave()


if __name__ == "__main__":
    main()
