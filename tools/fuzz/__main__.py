"""Fuzzes the program for a while: `make fuzz SECONDS=600`, or

    python -m tools.fuzz --seconds 600 [--seed 1] [--keep .fuzz] [TARGET …]
    python -m tools.fuzz --again FILE …

Inputs are tried in one other process, which is started again when it dies, hangs or uses too much memory. The first input that
breaks a place is kept, with a report beside it; the exit status is 1 then. `--again` tries kept inputs again. An input whose
defect is mended belongs into `tests/data/fuzz/`, which every run of the tests tries.
"""

from __future__ import annotations

import argparse
import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from tools.fuzz import worker
from tools.fuzz.targets import TARGETS

SILENCE = 300  # seconds without a word or work, after which a process counts as waiting without end
TELL = 300  # seconds between two lines about how far it is
MOST_INPUTS = 20_000  # of one process: what caches keep is not mistaken for what an input needs


class Fuzzer:
    """Runs workers and keeps what they find."""

    def __init__(self, names: list[str], keep: Path, scratch: Path) -> None:
        self.names = names
        self.keep = keep
        self.scratch = scratch
        self.inputs: Counter[str] = Counter()
        self.memory = 0
        self.told = time.monotonic()
        self.places: dict[str, int] = {}
        places = {"DATA": scratch / "data", "STATE": scratch / "state", "CACHE": keep.absolute() / "cache"}
        self.environment = os.environ | {f"LISTBUILDER_{name}_DIR": str(path) for name, path in places.items()}

    def run(self, seconds: float, seed: int) -> None:
        """Fuzzes for so long."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self._worker(until, seed)
            seed += 1

    def _worker(self, until: float, seed: int) -> None:
        command = [sys.executable, "-m", "tools.fuzz.worker", str(seed), str(self.scratch), *self.names]
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=self.environment, text=True
        )
        lines: queue.Queue[str] = queue.Queue()
        errors: list[str] = []
        readers = [
            threading.Thread(target=_pass_on, args=(process.stdout, lines), daemon=True),
            threading.Thread(target=lambda: errors.extend(process.stderr or ()), daemon=True),
        ]
        for reader in readers:
            reader.start()
        try:
            self._listen(process, lines, until)
            died = process.poll()
        finally:
            process.kill()
            process.wait()
        for reader in readers:
            reader.join(5)
        if died:
            place = "hang in native code" if died == -signal.SIGXCPU else f"died {died}"
            self._keep(place, "".join(errors)[-8000:], self._current())

    def _listen(self, process: subprocess.Popen[str], lines: queue.Queue[str], until: float) -> None:
        """Takes what a worker says, until it has ended, said and done nothing for long or done enough. On a busy machine the
        first word may take long, where the shipped data are not compiled yet."""
        done, heard, worked = 0, time.monotonic(), _worked(process.pid)
        while time.monotonic() < until and done < MOST_INPUTS:
            try:
                line = json.loads(lines.get(timeout=1))
            except queue.Empty:
                if process.poll() is not None and lines.empty():
                    return
                if time.monotonic() - heard > SILENCE:
                    before, worked = worked, _worked(process.pid)
                    if before == worked:
                        self._keep("waits without end", "no answer", self._current())
                        return
                    heard = time.monotonic()
                continue
            heard = time.monotonic()
            if "inputs" in line:
                done += sum(line["inputs"].values())
                self.inputs.update(line["inputs"])
                self.memory = max(self.memory, line["megabytes"])
                self._tell(heard)
            else:
                self._keep(line["place"], line["report"], bytes.fromhex(line["input"]))

    def _tell(self, now: float) -> None:
        """Says from time to time how far it is."""
        if now - self.told > TELL:
            self.told = now
            print(self.said(), flush=True)

    def said(self) -> str:
        """How far it is."""
        each = ", ".join(f"{name} {number}" for name, number in sorted(self.inputs.items()))
        return f"{self.inputs.total()} inputs ({each}), at most {self.memory} MB, {len(self.places)} places broken"

    def _current(self) -> bytes:
        try:
            return (self.scratch / "current").read_bytes()
        except OSError:
            return b""

    def _keep(self, place: str, report: str, data: bytes) -> None:
        seen = self.places[place] = self.places.get(place, 0) + 1
        if seen == 1:
            self.keep.mkdir(parents=True, exist_ok=True)
            file = self.keep / worker.file_name(place, data)
            file.write_bytes(data)
            file.with_suffix(".txt").write_text(report, encoding="utf-8", errors="backslashreplace")
            print(f"{place}: {file}", flush=True)


def _worked(process: int) -> str:
    """The processor time of another process, as Linux states it; empty where nobody does."""
    try:
        after_name = Path(f"/proc/{process}/stat").read_text("ascii", "replace").rpartition(")")[2]
    except OSError:
        return ""
    return " ".join(after_name.split()[11:13])


def _pass_on(stream: Iterable[str] | None, lines: queue.Queue[str]) -> None:
    for line in stream or ():
        lines.put(line)


def again(files: list[Path]) -> int:
    """Tries kept inputs again; how many still break something."""
    worker.limit()
    os.environ["LISTBUILDER_DEBUG"] = "1"
    broken = 0
    with tempfile.TemporaryDirectory() as scratch:
        for file in files:
            name, of = worker.unpacked(file.read_bytes())
            _told, found = worker.tried(name, of, Path(scratch) / "work")
            print(f"{file.name}: {found.place if found else 'passes'}")
            broken += found is not None
    return broken


def main() -> int:
    """Runs what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tools.fuzz", description="Fuzzes the program.")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--keep", type=Path, default=Path(".fuzz"), help="folder for inputs that break something")
    parser.add_argument("--again", type=Path, nargs="+", metavar="FILE", help="inputs that were kept")
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"of {', '.join(TARGETS)}; all when left out")
    given = parser.parse_args()
    if given.again:
        return min(1, again(given.again))
    if unknown := set(given.targets) - TARGETS.keys():
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    memory = Path("/dev/shm")  # noqa: S108 - only a faster place for temporary files
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None, prefix="listbuilder-fuzz-") as scratch:
        fuzzer = Fuzzer(given.targets or list(TARGETS), given.keep, Path(scratch))
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        signal.signal(signal.SIGINT, signal.default_int_handler)  # also where a shell started it in the background
        try:
            fuzzer.run(given.seconds, given.seed)
        except KeyboardInterrupt:
            print("ended early")
        finally:
            print(f"seed {given.seed}: {fuzzer.said()}")
            for place, times in fuzzer.places.items():
                print(f"{times:6} x {place}")
    return 1 if fuzzer.places else 0


if __name__ == "__main__":
    sys.exit(main())
