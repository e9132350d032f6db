"""Plants random small faults, one at a time, and tells which of them no test notices.

    python .ci/mutants.py rules -n 20 --seed 1

Each fault is planted in a copy of the repository. A forked process that has the libraries imported already runs the tests
that execute the faulty line, those of its room and the quickest first, until one fails; `contexts.py` recorded which they
are. Faults listed in `equivalent-mutants.txt` are not counted.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest
from contexts import PACKAGE, ROOT, Contexts, test_files
from faults import Fault, faults_of

EQUIVALENT = ROOT / ".ci" / "equivalent-mutants.txt"
PROOF = "tests/test_house_packaging.py"  # quick tests that pass without any fault
FIRST = 12  # tests run alone first: most faults are noticed before the modules of all other tests are imported
NEIGHBOURS = 60  # tests: so many are tried at least, of those that execute anything in the same module
MOST = 200  # tests for one fault
BUDGET = 60.0  # seconds of tests (as recorded, under coverage) for one fault
PATIENCE = 30  # seconds of processor time beyond what the tests took when recorded: then the fault made them hang
MEMORY = 6 << 30  # bytes of addresses that the tests of one fault may take: the machine has other work
LONGER = 3  # times as much for tests that took too long: only a fault that makes them hang never ends
DEADLOCK = 6  # times as many seconds on the clock: other work on the machine may slow the tests down
OF_LIMIT = (signal.SIGXCPU, signal.SIGKILL)  # what ends a process that takes too much time; others end one that crashes
OPTIONS = ["-x", "-q", "--no-header", "-p", "no:xdist", "-p", "no:randomly", "-p", "no:cacheprovider"]
LIBRARIES = (
    "click", "filelock", "hypothesis", "jsonschema", "msgspec", "platformdirs", "pypdf", "pytest_asyncio.plugin",
    "rapidfuzz", "reportlab.platypus", "ruamel.yaml", "textual.app", "textual.pilot", "textual.widgets", "yaml",
)  # fmt: skip
KILLED, SURVIVED, TIMEOUT, HANG, SLOW = "killed", "survived", "timeout", "hang", "slow"
NOTICED = (KILLED, HANG)


@dataclass
class Outcome:
    """What became of a fault: ``test`` noticed it, or ``tests`` did not. ``HANG``: they never ended; ``SLOW``: they took too long
    at first and passed when they had more time, which nobody would notice."""

    fault: Fault
    state: str
    test: str = ""
    tests: int = 0


class Chosen:
    """A pytest plugin: runs these tests in this order, then tests that the record does not know; logs how they end."""

    def __init__(self, order: list[str], unknown: frozenset[str], skip: frozenset[str], log: Path) -> None:
        self.place = {name: position for position, name in enumerate(order)}
        self.unknown = unknown  # test files that changed since the record
        self.skip = skip
        self.log = log

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        later = len(self.place)
        wanted = [
            item
            for item in items
            if item.nodeid not in self.skip
            and (item.nodeid in self.place or item.nodeid.partition("::")[0] in self.unknown)
        ]
        items[:] = sorted(wanted, key=lambda item: self.place.get(item.nodeid, later))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed or report.when == "call":
            with self.log.open("a", encoding="utf-8") as stream:
                stream.write(f"{report.outcome} {report.nodeid}\n")


class Laboratory:
    """A copy of the repository, in which faults are planted and tests run."""

    def __init__(self, folder: Path, contexts: Contexts) -> None:
        self.folder = folder
        self.repository = folder / "repository"
        self.log = folder / "log"
        self.contexts = contexts
        self.unreliable: frozenset[str] = frozenset()  # tests that fail without any fault
        self.clock = int(time.time())  # each planted file gets a time of its own, so that no stale bytecode is used
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT, check=True, capture_output=True, text=True,
        )  # fmt: skip
        for name in filter(None, listed.stdout.split("\0")):
            if (ROOT / name).is_file():
                (self.repository / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, self.repository / name)
        if (ROOT.parent / "shared").is_dir():
            (folder / "shared").symlink_to((ROOT.parent / "shared").resolve())
        self.changed = frozenset(self._changed_tests())
        self.cache = folder / "cache"  # compiled data of the sound program: each run gets a copy
        check = [sys.executable, "-m", "listbuilder", "check", "factions"]
        environment = os.environ | {"XDG_CACHE_HOME": str(self.cache), "PYTHONPATH": str(self.repository)}
        subprocess.run(check, cwd=self.repository, env=environment, check=False, capture_output=True)

    def _changed_tests(self) -> list[str]:
        """Test files that are not as they were when they were recorded."""
        known = self.contexts.test_files
        return [path for path, checksum in test_files(self.repository).items() if known.get(path) != checksum]

    def tests_for(self, fault: Fault, source: str) -> list[str]:
        """The tests that execute the line, those of its room before others and the quickest first; then such that execute
        other lines of the same module; of a module that the record does not know, quick ones of its room.
        """
        lines = self.contexts.lines(fault.path, source)
        cost = self.contexts.durations
        home = f"tests/{room_of(fault)}/"

        def rank(test: str) -> tuple[bool, float, str]:
            return not test.startswith(home), cost.get(test, 1.0), test

        on_line = {test for line in fault.lines for test in lines.get(line, ())} - self.unreliable
        in_module = {test for tests in lines.values() for test in tests} - on_line - self.unreliable
        if not on_line and not in_module:
            in_module = {test for test in cost if test.startswith(home)} - self.unreliable
        order = sorted(on_line, key=rank)
        order += sorted(in_module, key=rank)[: max(0, NEIGHBOURS - len(order))]
        spent, affordable = 0.0, []
        for test in order[:MOST]:
            spent += cost.get(test, 1.0)
            if affordable and spent > BUDGET:
                break
            affordable.append(test)
        return affordable

    def new_tests(self, fault: Fault) -> frozenset[str]:
        """Files of the same room's tests that the record does not know yet."""
        homes = (f"tests/{room_of(fault)}/", f"tests/test_{room_of(fault)}")
        return frozenset(path for path in self.changed if path.startswith(homes))

    def prove(self) -> None:
        """Runs tests without any fault: if they do not run or pass in the copy, no verdict would mean anything."""
        state, failed = self.run([], frozenset({PROOF}))
        if state != SURVIVED or failed or not self.log.read_text("utf-8"):
            sys.exit(f"{PROOF} does not pass in a copy of the repository")

    def attempt(self, fault: Fault) -> Outcome:
        """Plants the fault, runs the tests, removes it."""
        path = self.repository / fault.path
        source = path.read_text("utf-8")
        times = path.stat().st_atime, path.stat().st_mtime
        tests, new = self.tests_for(fault, source), self.new_tests(fault)
        path.write_text(fault.plant(source), "utf-8")
        self.clock += 1
        os.utime(path, (self.clock, self.clock))
        try:
            state, failed = self._ended(tests[:FIRST])
            if state not in NOTICED and (new or tests[FIRST:]):
                first = state
                state, failed = self._ended(tests[FIRST:], new)
                state = first if state == SURVIVED else state
        finally:
            path.write_text(source, "utf-8")
            os.utime(path, times)
        return Outcome(fault, state, failed[0] if failed else "", len(tests))

    def _ended(self, tests: list[str], new: frozenset[str] = frozenset()) -> tuple[str, list[str]]:
        """Runs tests, once more with a longer limit where they took too long."""
        state, failed = self.run(tests, new)
        if state == TIMEOUT:
            state, failed = self.run(tests, new, longer=LONGER)
            state = {TIMEOUT: HANG, SURVIVED: SLOW}.get(state, state)
        return state, failed

    def run(
        self, tests: list[str], new: frozenset[str] = frozenset(), *, go_on: bool = False, longer: int = 1
    ) -> tuple[str, list[str]]:
        """Runs tests in a forked process: what became of the fault, and the tests that failed."""
        self.log.write_text("")
        files = sorted({test.partition("::")[0] for test in tests} | new)
        files = [file for file in files if file.endswith(".py") and (self.repository / file).exists()]
        if not files:
            return SURVIVED, []
        patience = longer * (PATIENCE + int(sum(self.contexts.durations.get(test, 1.0) for test in tests)))
        child = os.fork()
        if child == 0:
            os.setsid()
            resource.setrlimit(resource.RLIMIT_CPU, (patience, patience))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            status = int(pytest.ExitCode.INTERNAL_ERROR)
            try:
                status = self._pytest(files, Chosen(tests, new, self.unreliable, self.log), go_on=go_on)
            finally:
                os._exit(status)
        status = wait(child, patience * DEADLOCK)
        lines = self.log.read_text("utf-8").split("\n")[:-1]
        failed = [line.removeprefix("failed ") for line in lines if line.startswith("failed ")]
        if status is None or -status in OF_LIMIT:
            return TIMEOUT, failed
        if status in {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED}:
            return SURVIVED, failed
        return KILLED, failed

    def _pytest(self, files: list[str], chosen: Chosen, *, go_on: bool) -> int:
        with Path(os.devnull).open("r+b", buffering=0) as null:
            for stream in (0, 1, 2):
                os.dup2(null.fileno(), stream)
        os.chdir(self.repository)
        cache = Path(tempfile.mkdtemp(dir=self.folder))
        if self.cache.is_dir():
            shutil.copytree(self.cache, cache, dirs_exist_ok=True)
        os.environ |= {"PYTHONPATH": str(self.repository), "LISTBUILDER_TEST_CACHE": str(cache)}
        checkout = {"", str(ROOT), str(ROOT / ".ci")}
        sys.path[:] = [str(self.repository), *(entry for entry in sys.path if entry not in checkout)]
        options = OPTIONS[1:] if go_on else OPTIONS
        return int(pytest.main([*options, "--basetemp", str(cache / "temporary"), *files], plugins=[chosen]))


def room_of(fault: Fault) -> str:
    return fault.path.split("/")[1].removesuffix(".py")


def wait(child: int, patience: float) -> int | None:
    """The status of a child and the end of all that it started; nothing when it took too long."""
    end, status = time.monotonic() + patience, None
    while time.monotonic() < end:
        done, code = os.waitpid(child, os.WNOHANG)
        if done:
            status = os.waitstatus_to_exitcode(code)
            break
        time.sleep(0.01)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child, signal.SIGKILL)
    if status is None:
        os.waitpid(child, 0)
    return status


def sample(room: str, number: int, seed: str) -> list[Fault]:
    """Random faults of a room (a folder or module of the package), the same ones for the same seed and code."""
    top = ROOT / PACKAGE / room
    if not top.exists():
        top = top.with_suffix(".py")
    modules = sorted(top.rglob("*.py")) if top.is_dir() else [top]
    faults = [
        fault
        for module in modules
        for fault in faults_of(module.relative_to(ROOT).as_posix(), module.read_text("utf-8"))
    ]
    known = equivalent()
    faults = [fault for fault in faults if fault.name not in known]
    return random.Random(f"{room} {seed}").sample(faults, min(number, len(faults)))


def equivalent() -> set[str]:
    lines = EQUIVALENT.read_text("utf-8").splitlines()
    return {line.partition(" # ")[0].strip() for line in lines if line and not line.startswith("#")}


def examine(room: str, number: int, seed: str, laboratory: Laboratory, *, verbose: bool) -> tuple[int, int]:
    """Tries a sample, prints what survived: how many faults were noticed, of how many."""
    outcomes = []
    for fault in sample(room, number, seed):
        start = time.monotonic()
        outcomes.append(laboratory.attempt(fault))
        if verbose:
            print(f"  {outcomes[-1].state:<8} {time.monotonic() - start:5.1f}s  {fault.name}", flush=True)
    killers = sorted({outcome.test for outcome in outcomes if outcome.test})
    unreliable = laboratory.run(killers, go_on=True)[1] if killers else []
    if unreliable:
        print(f"  fail without any fault, and count for nothing: {', '.join(unreliable)}")
        laboratory.unreliable |= set(unreliable)
        outcomes = [
            laboratory.attempt(outcome.fault) if outcome.test in laboratory.unreliable else outcome
            for outcome in outcomes
        ]
    counts = Counter(outcome.state for outcome in outcomes)
    noticed = sum(counts[state] for state in NOTICED)
    share = 100 * noticed // max(1, len(outcomes))
    print(f"{room}: {noticed} of {len(outcomes)} noticed ({share} %); seed {seed}")
    if counts[HANG] or counts[SLOW]:
        print(
            f"  {counts[HANG]} noticed because tests hang, also with {LONGER} times as long; "
            f"{counts[SLOW]} only took too long at first, and count as not noticed"
        )
    for outcome in outcomes:
        if outcome.state not in NOTICED:
            fault = outcome.fault
            print(f"  {fault.path}:{fault.start[0]}: {outcome.state}, {outcome.tests} tests\n    {fault.name}")
    return noticed, len(outcomes)


def main() -> int:
    """1 when too many faults survive."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rooms", nargs="+", help="folders or modules of the package")
    parser.add_argument("-n", "--number", type=int, default=20, help="faults a room (20)")
    parser.add_argument("--seed", default="1", help="chooses the sample (1)")
    parser.add_argument("--floor", type=int, default=85, help="percentage of all faults that have to be noticed (85)")
    parser.add_argument("-v", "--verbose", action="store_true", help="print each fault as it is tried")
    options = parser.parse_args()
    for library in LIBRARIES:
        with contextlib.suppress(ImportError):
            __import__(library)
    contexts = Contexts.read()
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        laboratory = Laboratory(Path(folder), contexts)
        laboratory.prove()
        done = [
            examine(room, options.number, options.seed, laboratory, verbose=options.verbose) for room in options.rooms
        ]
    noticed, tried = (sum(numbers) for numbers in zip(*done, strict=True))
    return 1 if 100 * noticed < options.floor * tried else 0


if __name__ == "__main__":
    if os.environ.get("PYTHONHASHSEED") != "0":  # the same sets in the same order each time
        os.execve(sys.executable, [sys.executable, *sys.argv], os.environ | {"PYTHONHASHSEED": "0"})
    sys.exit(main())
