"""Processor time, wall time and memory of whole processes, run as the program is installed."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple

Command = Sequence[str]
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
BARE = (sys.executable, "-c", "pass")
LISTBUILDER = (sys.executable, "-m", "listbuilder", "--lang", "en")


class Cost(NamedTuple):
    """Of one process and those that it waited for: seconds of processor and wall time, peak memory of the largest (MB)."""

    processor: float
    wall: float
    memory: float


def cost(command: Command, folder: str | None = None) -> Cost:
    """What one process costs in a folder. Needs `os.wait4` (no Windows). Raises `RuntimeError` where it judges nothing."""
    start = time.perf_counter()
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=ENVIRONMENT, cwd=folder
    )
    _pid, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1, 2):
        raise RuntimeError(f"{' '.join(command)}: status {process.returncode}")
    scale = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return Cost(usage.ru_utime + usage.ru_stime, time.perf_counter() - start, usage.ru_maxrss / scale)


def costs(commands: Mapping[str, Command], runs: int) -> dict[str, Cost]:
    """The medians of several commands, whose runs alternate, so that what else the machine does weighs on all alike; after one
    run of each that fills caches. They run in a folder of their own, as players' lists do not lie in this repository."""
    found: dict[str, list[Cost]] = {name: [] for name in commands}
    with tempfile.TemporaryDirectory() as folder:
        for command in commands.values():
            cost(command, folder)
        for _run in range(runs):
            for name, command in commands.items():
                found[name].append(cost(command, folder))
    return {name: Cost(*map(statistics.median, zip(*several, strict=True))) for name, several in found.items()}
