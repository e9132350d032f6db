"""Several processes that check lists: none is left behind, none that dies stops the others, and no report is half written."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from listbuilder import stopping
from listbuilder.errors import InputError
from listbuilder.i18n import Text
from listbuilder.report import pool
from listbuilder.report.entry import Entry
from listbuilder.report.parallel import in_parallel
from listbuilder.resources import shipped
from tests.conftest import ROOT

if not Path("/proc/self/task").is_dir():
    pytest.skip("looks at processes as Linux shows them", allow_module_level=True)

LEGAL = shipped("factions") / "wh40k-10e" / "examples" / "legal.yaml"
NUMBER = 200
NEWER = ("--data", "native", "--data", "native")


@pytest.fixture(scope="module")
def lists(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("lists")
    for number in range(NUMBER):
        (folder / f"{number:03}.yaml").write_bytes(LEGAL.read_bytes())
    return folder


@contextlib.contextmanager
def _heard(*numbers: signal.Signals) -> Iterator[None]:
    """A program started meanwhile ignores none of these signals."""
    known = {number: signal.signal(number, signal.default_int_handler) for number in numbers}
    try:
        yield
    finally:
        for number, handler in known.items():
            signal.signal(number, handler)


class Run:
    """A run of the program with two more processes."""

    def __init__(self, folder: Path, *arguments: str, stdout: int = subprocess.DEVNULL) -> None:
        command = [
            sys.executable,
            "-W",
            "error::DeprecationWarning",
            "-m",
            "listbuilder",
            "--lang",
            "en",
            *arguments,
            "--jobs",
            "2",
        ]
        # Coverage ends what it measures by the signal itself, and whoever runs the tests may ignore signals (nohup does).
        environment = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}
        with _heard(signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
            self.process = subprocess.Popen(
                [*command, str(folder)],
                stdout=stdout,
                stderr=subprocess.PIPE,
                text=True,
                start_new_session=True,
                cwd=ROOT,
                env=environment,
            )
        self.workers = self._workers()

    def _workers(self) -> list[int]:
        until = time.monotonic() + 120
        while time.monotonic() < until:
            found = [
                int(word)
                for word in Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
            ]
            for task in Path(f"/proc/{self.process.pid}/task").iterdir():
                found += [int(word) for word in (task / "children").read_text().split()]
            if len(set(found)) >= 2:
                return sorted(set(found))
            time.sleep(0.01)
        raise AssertionError("no workers")

    def ended(self) -> tuple[int, str]:
        """The status and the messages, when nothing of it runs any more."""
        said = self.process.communicate(timeout=60)[1]
        until = time.monotonic() + 20
        while any(_runs(pid) for pid in self.workers):
            assert time.monotonic() < until, "workers are left behind"
            time.sleep(0.01)
        return self.process.returncode, said


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.fixture
def run() -> Iterator[type[Run]]:
    yield Run


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130), (signal.SIGKILL, -9)]
)
@pytest.mark.parametrize("command", [("check", "-o"), ("recheck", *NEWER)], ids=lambda command: command[0])
def test_no_process_is_left_behind(
    lists: Path, tmp_path: Path, command: tuple[str, ...], number: signal.Signals, status: int
) -> None:
    report = tmp_path / "report.json"
    started = Run(lists, *command, *([str(report)] if command[-1] == "-o" else ["--format", "json"]))
    started.process.send_signal(number)
    found, said = started.ended()
    assert (found, said.strip()) == (status, "")
    assert not list(tmp_path.iterdir())


def test_the_lists_of_processes_that_die_are_named_and_the_others_are_judged(lists: Path) -> None:
    started = Run(lists, "check", "--format", "text", stdout=subprocess.PIPE)
    assert started.process.stdout is not None
    first = started.process.stdout.readline()  # they have started to judge
    for pid in started.workers:
        os.kill(pid, signal.SIGKILL)
    out, said = started.process.communicate(timeout=300)
    rows = [first, *out.splitlines()]
    lost = [row for row in rows if "the process that judged this list ended" in row]
    assert (started.process.returncode, said) == (2, "")
    assert 1 <= len(lost) <= 2
    assert all("ended: SIGKILL" in row for row in lost)
    assert f"{NUMBER - len(lost)} legal" in out


# --- the pool itself ----------------------------------------------------------------------------------------------------


def work(entry: Entry, task: str) -> str:
    match entry.name:
        case "die":
            os.kill(os.getpid(), signal.SIGKILL)
        case "leave":
            os._exit(3)
        case "raise":
            raise ZeroDivisionError("nothing")
        case "print":
            sys.stdout.write("this is no answer\n")
    return f"{task} {entry.name}"


def lost(entry: Entry, task: str, reason: Text) -> str:
    return f"{task} lost {entry.name}: {reason}"


def results(*names: str, jobs: int = 2) -> list[str]:
    return list(in_parallel(work, [Entry(name) for name in names], "task", lost, jobs=jobs))


def test_results_come_in_the_order_of_the_lists() -> None:
    names = [str(number) for number in range(200)]
    assert results(*names, jobs=3) == [f"task {name}" for name in names]
    assert threading.active_count() < 10


def test_whatever_a_process_does_each_list_has_a_result() -> None:
    names = ["a", "die", "b", "leave", "die", "print", "raise", "c"]
    ended = "the process that judged this list ended"
    assert results(*names) == [
        "task a",
        f"task lost die: {ended}: SIGKILL",
        "task b",
        f"task lost leave: {ended}: status 3",
        f"task lost die: {ended}: SIGKILL",
        "task print",
        "task lost raise: this is a bug in listbuilder: ZeroDivisionError: nothing",
        "task c",
    ]


def test_what_a_process_answered_before_it_died_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is gone before it is given more, which then cannot be sent."""
    taken = pool.Pool._taken

    def slowly(self: pool.Pool, process: subprocess.Popen[bytes], *, wait: bool) -> int | None:
        if self.dealer.first() == 2:
            time.sleep(1)  # until "die" is taken up
        return taken(self, process, wait=wait)

    monkeypatch.setattr(pool.Pool, "_taken", slowly)
    entries = [Entry(name) for name in ("a", "die", "b", "c")]
    found = list(pool.Pool(work, entries, "task", lost).run(1))
    assert [one.split(":")[0] for one in found] == ["task a", "task lost die", "task b", "task c"]


def test_processes_that_do_not_start_are_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "CODE", "import sys; {path}; sys.exit(4)")
    with pytest.raises(InputError, match="does not start: status 4"):
        results("a", "b", "c")


def test_results_do_not_pile_up() -> None:
    """No more lists are done than their turn allows."""
    entries = [Entry(str(number)) for number in range(pool.WINDOW * 3)]
    tried = pool.Pool(work, entries, "task", lost)
    found = tried.run(2)
    assert next(found) == "task 0"
    time.sleep(1)
    assert len(tried.results) <= pool.WINDOW
    found.close()
    assert all(one.poll() is not None for one in tried.processes)


def test_the_handlers_of_signals_are_put_back() -> None:
    before = [signal.getsignal(number) for number in stopping.SIGNALS]
    results("a", "b")
    assert [signal.getsignal(number) for number in stopping.SIGNALS] == before
