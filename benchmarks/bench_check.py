"""Measures a check: start-up of the whole process compared with bare Python and Textual, then time and memory of many lists.

    python benchmarks/bench_check.py [--runs N] [--lists 1,10,100,1000]

Every number is the median of whole processes; ratios to bare Python compare between machines, milliseconds do not.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from listbuilder.resources import shipped

EXAMPLES = shipped("factions") / "wh40k-10e" / "examples"
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}  # as installed
CHECK = (sys.executable, "-m", "listbuilder", "--lang", "en", "check")


def timed(command: tuple[str, ...]) -> tuple[float, float]:
    """Seconds and peak memory (MB; 0 where the system does not report it) of one process."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=ENVIRONMENT)
    if not hasattr(os, "wait4"):
        process.wait()
        return time.perf_counter() - start, 0.0
    _pid, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    scale = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return time.perf_counter() - start, usage.ru_maxrss / scale


def median(command: tuple[str, ...], runs: int) -> tuple[float, float]:
    """The median of several processes, after one that warms the caches."""
    timed(command)
    found = [timed(command) for _run in range(runs)]
    return statistics.median(seconds for seconds, _memory in found), max(memory for _seconds, memory in found)


def start_up(runs: int) -> float:
    """Prints the cost of one cold check; the seconds of a process that does nothing."""
    legal = str(EXAMPLES / "legal.yaml")
    rows = {
        "python -c pass": (sys.executable, "-c", "pass"),
        "import click": (sys.executable, "-c", "import click"),
        "import textual.app": (sys.executable, "-c", "import textual.app"),
        "listbuilder --version": (sys.executable, "-m", "listbuilder", "--version"),
        "listbuilder check, one list": (*CHECK, legal),
        "listbuilder check --format json": (*CHECK, "--format", "json", legal),
        "listbuilder show": (sys.executable, "-m", "listbuilder", "show", legal),
    }
    bare = 0.0
    print(f"{'process':34}{'median':>10}{'x python':>10}{'memory':>10}")
    for name, command in rows.items():
        seconds, memory = median(command, runs)
        bare = bare or seconds
        print(f"{name:34}{seconds * 1000:7.0f} ms{seconds / bare:10.1f}{memory:7.0f} MB")
    print(f"check aims at {0.35 / 0.015:.0f} x python (0.35 s where bare Python takes 15 ms)")
    return bare


def many(kind: str, counts: list[int], runs: int, bare: float) -> dict[int, float]:
    """Prints time and memory of checking folders of legal or of illegal lists, on one core and on all; the milliseconds that
    each list of a folder takes on one core."""
    found: dict[int, float] = {}
    text = (EXAMPLES / f"{kind}.yaml").read_text("utf-8")
    print(f"\n{kind + ' lists':>14}{'one core':>12}{'each':>10}{'all cores':>12}{'memory':>10}")
    with tempfile.TemporaryDirectory() as name:
        for count in counts:
            folder = Path(name) / str(count)
            folder.mkdir()
            for number in range(count):
                (folder / f"{number:05}.yaml").write_text(text, "utf-8")
            one, memory = median((*CHECK, "--jobs", "1", str(folder)), runs)
            cores, _memory = median((*CHECK, str(folder)), runs)
            each = found[count] = (one - bare) / count * 1000
            print(f"{count:14}{one * 1000:9.0f} ms{each:7.1f} ms{cores * 1000:9.0f} ms{memory:7.0f} MB")
            shutil.rmtree(folder)
    return found


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--lists", default="1,10,100,1000")
    arguments = parser.parse_args()
    bare = start_up(arguments.runs)
    counts = [int(count) for count in arguments.lists.split(",")]
    legal, illegal = (many(kind, counts, min(3, arguments.runs), bare) for kind in ("legal", "illegal"))
    print("1,000 legal lists aim at less than 3 ms each on one core")
    ratios = ", ".join(f"{illegal[count] / legal[count]:.1f} of {count}" for count in counts)
    print(
        f"an illegal list (six errors, twelve fixes tried) takes so many times as long as a legal one: {ratios}; aim 2"
    )


if __name__ == "__main__":
    main()
