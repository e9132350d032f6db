"""Runs the tests once, measures coverage, and records which test executes which line.

Writes `.coverage` (for ``coverage report``) and `.contexts.json.gz` (for mutants.py). With arguments (``tests/rules``), runs
only these tests and replaces only their part of the record. Processes that tests start are measured as well. From Python 3.12 on
the interpreter reports each line once a test, which takes a tenth longer than no measuring; before, tracing takes more than twice
as long. Tests marked `sweep` or `unmeasured` run without: other tests execute the lines that they do.
"""

from __future__ import annotations

import argparse
import difflib
import gzip
import json
import os
import pickle
import subprocess
import sys
import zlib
from collections import defaultdict
from collections.abc import Collection, Generator, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from coverage import Coverage, CoverageData
from coverage.numbits import numbits_to_nums, nums_to_numbits

ROOT = Path(__file__).resolve().parent.parent
RECORD = Path(os.environ.get("CONTEXTS") or ROOT / ".contexts.json.gz")
PACKAGE = "listbuilder"
DURATIONS = "LISTBUILDER_TEST_DURATIONS"  # environment variable: where the pytest plugin below writes its file
EXECUTED = ".executed"  # beginning of the files of the plugin's processes: the lines that each test executed
UNMEASURED = ("sweep", "unmeasured")  # marks of tests
START = "COVERAGE_PROCESS_START"  # environment variable that makes coverage measure each Python process that starts
MONITORING = getattr(sys, "monitoring", None)  # of the interpreter, from Python 3.12 on

# --- what was recorded -----------------------------------------------------------------------------------------------


class Contexts:
    """The tests that execute each line, by the sources as they were when the tests ran."""

    def __init__(
        self, durations: dict[str, float], files: dict[str, dict[str, Any]], test_files: dict[str, int]
    ) -> None:
        self.durations = durations  # test id -> seconds
        self.files = files  # path -> {"source": text, "lines": {line number: test ids}}
        self.test_files = test_files  # path -> checksum

    @classmethod
    def read(cls) -> Contexts:
        if not RECORD.exists():
            others = [f"CONTEXTS={path}" for path in ROOT.parent.glob(f"*/{RECORD.name}")]
            sys.exit(" or set ".join([f"{RECORD.name} is missing: run `make contexts` first", *others]))
        with gzip.open(RECORD, "rt", encoding="utf-8") as stream:
            content = json.load(stream)
        names = content["tests"]
        for file in content["files"].values():
            file["lines"] = {int(line): {names[one] for one in tests} for line, tests in file["lines"].items()}
        return cls(content["durations"], content["files"], content["test_files"])

    def write(self) -> None:
        names = sorted({name for file in self.files.values() for tests in file["lines"].values() for name in tests})
        number = {name: position for position, name in enumerate(names)}
        files = {
            path: {
                "source": file["source"],
                "lines": {line: sorted(number[name] for name in tests) for line, tests in file["lines"].items()},
            }
            for path, file in self.files.items()
        }
        with gzip.open(RECORD, "wt", encoding="utf-8", compresslevel=5) as stream:
            content = {"tests": names, "durations": self.durations, "files": files, "test_files": self.test_files}
            json.dump(content, stream)

    def lines(self, path: str, source: str) -> dict[int, set[str]]:
        """The tests by line of the file as it is now; a file that moved is found by its name."""
        known = self.files.get(path)
        if known is None:
            same_name = [file for place, file in self.files.items() if Path(place).name == Path(path).name]
            known = max(same_name, key=lambda file: _likeness(file["source"], source), default=None)
        if known is None:
            return {}
        if known["source"] == source:
            return known["lines"]
        old, new = known["source"].splitlines(), source.splitlines()
        return {
            block.b + offset + 1: known["lines"].get(block.a + offset + 1, set())
            for block in difflib.SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks()
            for offset in range(block.size)
        }

    def update(self, other: Contexts, arguments: Iterable[str]) -> None:
        """Replaces what is known of the tests below these paths by a newer record."""
        stale = tuple(arguments)
        for path, file in other.files.items():
            old = self.lines(path, file["source"])
            for line, tests in old.items():
                kept = {name for name in tests if not name.startswith(stale)}
                file["lines"][line] = file["lines"].get(line, set()) | kept
        self.files |= other.files
        self.durations |= other.durations
        self.test_files |= {path: value for path, value in other.test_files.items() if path.startswith(stale)}


def test_files(root: Path) -> dict[str, int]:
    """The checksums of all test files."""
    return {
        path.relative_to(root).as_posix(): zlib.crc32(path.read_bytes()) for path in root.glob("tests/**/test_*.py")
    }


def _likeness(old: str, new: str) -> float:
    return difflib.SequenceMatcher(None, old.splitlines(), new.splitlines(), autojunk=False).quick_ratio()


# --- recording -------------------------------------------------------------------------------------------------------


def record(arguments: Sequence[str], workers: str, marks: str) -> int:
    """Runs the tests under coverage, in this and all other processes; the status of pytest."""
    durations = ROOT / ".durations.json"
    environment = os.environ | {
        "COVERAGE_FILE": str(ROOT / ".coverage"),
        START: str(ROOT / "pyproject.toml"),
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / ".ci")]),
        DURATIONS: str(durations),
        "COVERAGE_CORE": "ctrace" if MONITORING is None else "sysmon",
    }
    for old in (*ROOT.glob(".coverage.*.*"), *ROOT.glob(f"{EXECUTED}.*")):
        old.unlink()
    tests = [sys.executable, "-m", "pytest", "-q", "-p", "contexts", "-n", workers, "--dist", "worksteal", *arguments]
    if marks:
        tests += ["-m", marks]
    status = subprocess.run(tests, cwd=ROOT, env=environment, check=False).returncode
    del environment[START]
    combine = [sys.executable, "-m", "coverage", "combine", "--quiet"]
    subprocess.run(combine, cwd=ROOT, env=environment, check=True)
    new = Contexts(json.loads(durations.read_text("utf-8")), measured(ROOT / ".coverage"), test_files(ROOT))
    durations.unlink()
    if arguments and RECORD.exists():
        known = Contexts.read()
        known.update(new, arguments)
        new = known
    new.write()
    return status


def measured(data_file: Path) -> dict[str, dict[str, Any]]:
    """File by file the source, and the tests that executed each line, in a process of the plugin's or one that they started."""
    data = CoverageData(str(data_file))
    data.read()
    lines: dict[str, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
    for path in ROOT.glob(f"{EXECUTED}.*"):
        executed: Executed = pickle.loads(path.read_bytes())
        for name, found in executed.items():
            for numbers, tests in found.items():
                for line in numbits_to_nums(numbers):
                    lines[name][line].update(tests)
        path.unlink()
    for name in data.measured_files():
        executing = lines[name]
        for line, contexts in data.contexts_by_lineno(name).items():
            executing[line] |= {test for context in contexts if (test := test_of(context))}
    return {
        Path(name).relative_to(ROOT).as_posix(): {
            "source": Path(name).read_text("utf-8"),
            "lines": {line: tests for line, tests in found.items() if line > 0},
        }
        for name, found in lines.items()
        if Path(name).is_relative_to(ROOT / PACKAGE)
    }


def test_of(context: str) -> str:
    """The test's id: coverage's dynamic context, or (processes that tests start) what PYTEST_CURRENT_TEST said."""
    static, _, dynamic = context.rpartition("|") if context.count("|") == 1 else ("", "", context)
    name = dynamic or static
    for phase in (" (setup)", " (call)", " (teardown)"):
        name = name.removesuffix(phase)
    return name


# --- the pytest plugin (``-p contexts``) -----------------------------------------------------------------------------

Executed = dict[
    str, dict[bytes, list[str]]
]  # file -> lines (coverage's "numbits") -> the tests that executed just these


class Recorder:
    """Stands in for coverage's data while tests run, which are a database: rows for what each test executes took a quarter of the
    time of the tests and 90 seconds to put together."""

    def __init__(self) -> None:
        self._test = ""
        self._lines: dict[str, set[int]] = defaultdict(set)
        self._executed: dict[str, dict[bytes, list[str]]] = defaultdict(lambda: defaultdict(list))

    def set_context(self, context: str | None) -> str | None:
        before, self._test = self._test, context or ""
        return before

    def add_lines(self, found: Mapping[str, Collection[int]]) -> None:
        for file, lines in found.items():
            self._lines[file].update(lines)
            if self._test and lines:
                self._executed[file][nums_to_numbits(lines)].append(self._test)

    def add_file_tracers(self, _tracers: object) -> None:
        pass

    def end(self, data: CoverageData) -> None:
        """Hands over what all tests did, and leaves beside it which test did what."""
        data.add_lines(self._lines)
        executed = {file: dict(found) for file, found in self._executed.items()}
        (ROOT / f"{EXECUTED}.{os.getpid()}").write_bytes(pickle.dumps(executed))


_durations: dict[str, float] = defaultdict(float)
_recorder = Recorder()
_data: CoverageData


def _record_into(current: Coverage, data: Any) -> None:
    current._collector.use_data(data, "")  # coverage has no public way to say where what is measured goes


def _switch(current: Coverage, test: str) -> None:
    """What is executed from now on is the test's."""
    current._collector.switch_context(test)  # the public way refuses where the interpreter reports lines …
    if MONITORING is not None:
        MONITORING.restart_events()  # … because it would report each once a process


def pytest_sessionstart() -> None:
    global _data
    if (current := Coverage.current()) is not None:
        _data = current.get_data()
        _record_into(current, _recorder)


def pytest_runtest_logstart(nodeid: str) -> None:
    if (current := Coverage.current()) is not None:
        _switch(current, nodeid)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Measures nothing while such a test runs, here and in the processes that it starts."""
    current = Coverage.current()
    if current is None or not any(map(item.get_closest_marker, UNMEASURED)):
        return (yield)
    config = os.environ.pop(START)
    current.stop()
    try:
        return (yield)
    finally:
        os.environ[START] = config
        current.start()


def pytest_runtest_logreport(report: Any) -> None:
    _durations[report.nodeid] += report.duration


def pytest_sessionfinish() -> None:
    if (current := Coverage.current()) is not None:
        _switch(current, "")
        _record_into(current, _data)
        _recorder.end(_data)
    if "PYTEST_XDIST_WORKER" not in os.environ:
        Path(os.environ[DURATIONS]).write_text(json.dumps(_durations), "utf-8")


def main() -> int:
    """The status of the tests."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tests", nargs="*", help="paths of tests (all)")
    parser.add_argument("-n", "--workers", default="2")
    parser.add_argument("-m", "--marks", default="", help="only tests with these marks, as for pytest")
    options = parser.parse_args()
    return record(options.tests, options.workers, options.marks)


if __name__ == "__main__":
    sys.exit(main())
