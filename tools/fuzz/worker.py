"""The process that tries one input after another. It says what it is about to try, so that its death names the input."""

from __future__ import annotations

import hashlib
import json
import os
import resource
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from types import FrameType
from typing import NamedTuple

from listbuilder import budget
from listbuilder.sources import registry
from listbuilder.sources.native import compiling
from listbuilder.strictyaml import Source
from tools.fuzz import mutate, seeds, targets
from tools.fuzz.targets import Input, Told

SECONDS = 10.0  # of the processor, for one input
NATIVE = 60  # the same, after which the system ends a process that does not get back to Python
BUDGET = budget.DEFAULT._replace(steps=500_000, seconds=4)  # what it does not stop is a hang
MEGABYTES = 350  # that an input may add to what the process has had before: 500 in all
POOL = 4000  # inputs of a target that are mutated again
PACKAGE = str(Path(mutate.__file__).resolve().parents[2] / "listbuilder")


class TooLongError(BaseException):
    """An input took more than `SECONDS`. Not an `Exception`, which the program may catch."""


class Found(NamedTuple):
    """What an input broke: ``place`` tells findings apart, ``report`` is for people."""

    place: str
    report: str


def limit() -> None:
    """Ends what takes too long, and refuses memory that would hurt the machine."""
    budget.use(BUDGET)
    signal.signal(signal.SIGPROF, _too_long)
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))


def _too_long(_number: int, _frame: FrameType | None) -> None:
    raise TooLongError


def warm() -> int:
    """Reads all shipped data, which takes long when they are not compiled yet; the memory that the process has then."""
    native = registry.native()
    for system in native.systems():
        for faction in native.factions(system.id):
            native.load(system.id, faction.id)
    return megabytes()


def _remembered(read: Callable[[str, Path, bytes], Source]) -> Callable[[str, Path, bytes], Source]:
    """Reads undamaged files of native data once: they are the same for each input, and checking them takes most of its time."""
    undamaged = {content for files in seeds.native_systems().values() for content in files.values()}
    found: dict[tuple[str, Path, bytes], Source] = {}

    def remembered(kind: str, path: Path, data: bytes) -> Source:
        key = (kind, path, data)
        if data not in undamaged:
            return read(*key)
        if key not in found:
            found[key] = read(*key)
        return found[key]

    return remembered


def tried(name: str, of: Input, folder: Path) -> tuple[Told, Found | None]:
    """Tries an input: what the program said, and what broke."""
    _forget_peak()
    before = megabytes()
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    _end_after(int(time.process_time()) + NATIVE)
    try:
        told = targets.run(name, of, folder)
    except TooLongError as error:
        return None, _found("hang", error)
    except Exception as error:
        return None, _found(type(error).__name__, error)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        _end_after(resource.RLIM_INFINITY)
    if megabytes() - before > MEGABYTES:
        return told, Found(f"memory {name}", f"{megabytes()} MB, {before} before")
    return told, None


def _end_after(seconds: int) -> None:
    """Lets the system end this process after so much processor time, however busy the machine is."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, resource.getrlimit(resource.RLIMIT_CPU)[1]))


def megabytes() -> int:
    """The most memory that this process has had, on Linux since it was last forgotten."""
    with suppress(OSError, StopIteration):
        lines = Path("/proc/self/status").read_text("ascii").splitlines()
        return int(next(line for line in lines if line.startswith("VmHWM:")).split()[1]) >> 10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10


def _forget_peak() -> None:
    """Lets the system count the most memory anew: inputs before this one may have had more."""
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5", "ascii")


def _found(kind: str, error: BaseException) -> Found:
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename.startswith(PACKAGE)]
    places = [f"{Path(frame.filename).relative_to(PACKAGE)}:{frame.name}" for frame in frames]
    where = places[3:5] if kind == "hang" else places[-1:]
    report = "".join(traceback.format_exception(error))
    return Found(
        f"{kind} {' '.join(where)}", report if len(report) < 20_000 else f"{report[:8000]}\n…\n{report[-8000:]}"
    )


class Pool:
    """The inputs of a target that are worth mutating: the seeds, and those that made the program say something new."""

    def __init__(self, name: str) -> None:
        self.inputs = targets.TARGETS[name].seeds()
        self.first = len(self.inputs)
        self.told: set[Told] = set()

    def learn(self, of: Input, told: Told) -> None:
        if told in self.told or told is None:
            return
        self.told.add(told)
        if len(self.inputs) - self.first < POOL:
            self.inputs.append(of)

    def next(self, chance: Random) -> Input:
        start = self.inputs[0 : self.first] if chance.random() < 0.3 else self.inputs
        chosen = chance.choice(start)
        others = [other.content for other in chance.sample(self.inputs, min(4, len(self.inputs)))]
        if chosen.slot == ".zip" and chance.random() < 0.2:
            return Input(".zip", mutate.archive([mutate.mutated(other, chance, others) for other in others], chance))
        return Input(chosen.slot, mutate.mutated(chosen.content, chance, others))


def serve(names: list[str], seed: int, folder: Path) -> None:
    """Tries inputs until it is stopped or has used too much memory; writes one line of JSON for each finding, and for every
    hundred inputs how many there were of each target. Each target gets the same processor time: what is quick to try is tried
    more often."""
    limit()
    os.environ["LISTBUILDER_DEBUG"] = "1"  # what is a bug is raised
    warm()
    vars(compiling)["_read"] = _remembered(compiling._read)
    chance = Random(seed)
    pools = {name: Pool(name) for name in names}
    current = folder / "current"
    spent = dict.fromkeys(names, 0.0)
    inputs: Counter[str] = Counter()
    for number in range(1, 1 << 62):
        name = min(spent, key=spent.__getitem__)
        started = time.process_time()
        of = pools[name].next(chance)
        current.write_bytes(packed(name, of))
        told, found = tried(name, of, folder / "work")
        pools[name].learn(of, told)
        spent[name] += time.process_time() - started
        inputs[name] += 1
        if found is not None:
            told_line({"target": name, "place": found.place, "report": found.report, "input": packed(name, of).hex()})
            if found.place.startswith(("memory", "MemoryError")):
                return
        if not number % 100:
            told_line(
                {"inputs": inputs, "megabytes": megabytes(), "pool": sum(len(pool.told) for pool in pools.values())}
            )
            inputs.clear()


def told_line(what: dict[str, object]) -> None:
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


def packed(name: str, of: Input) -> bytes:
    """An input as a file: a line with its target and slot, then the content as it is."""
    return f"{name} {of.slot}\n".encode() + of.content


def unpacked(data: bytes) -> tuple[str, Input]:
    """The target and the input in such a file."""
    head, _newline, content = data.partition(b"\n")
    name, _space, slot = head.decode().partition(" ")
    return name, Input(slot, content)


def file_name(place: str, data: bytes) -> str:
    """What an input is called that broke this place."""
    words = "".join(char if char.isalnum() else "-" for char in place.lower()).strip("-")
    return f"{words[:60]}-{hashlib.sha256(data).hexdigest()[:8]}"


if __name__ == "__main__":
    serve(sys.argv[3:], int(sys.argv[1]), Path(sys.argv[2]))
