"""Inputs that broke the program once do not again, and the fuzzer notices what breaks it."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

if os.name == "nt":
    pytest.skip("limits of time and memory are set as Unix does it", allow_module_level=True)

from tests.conftest import ROOT
from tools.fuzz import __main__ as main
from tools.fuzz import mutate, targets, worker
from tools.fuzz.targets import Input, Target

CORPUS = sorted((ROOT / "tests" / "data" / "fuzz").iterdir())


@pytest.fixture(autouse=True)
def _limits(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("LISTBUILDER_DEBUG", "1")  # what is a bug is raised
    before = signal.signal(signal.SIGPROF, worker._too_long)
    yield
    signal.signal(signal.SIGPROF, before)


@pytest.fixture
def breaking(monkeypatch: pytest.MonkeyPatch) -> str:
    """A target that breaks as its input says."""

    def run(of: Input, _folder: Path) -> str:
        match of.content:
            case b"raise":
                raise ZeroDivisionError
            case b"hang":
                while True:
                    time.process_time()
            case b"grow":
                return str(len(bytearray(b"x") * (60 << 20)))
        return "fine"

    monkeypatch.setitem(targets.TARGETS, "breaking", Target("breaking", lambda: [Input("", b"fine")], run))
    monkeypatch.setattr(worker, "SECONDS", 2.0)
    monkeypatch.setattr(worker, "MEGABYTES", 40)
    return "breaking"


@pytest.mark.parametrize("file", CORPUS, ids=lambda file: file.name)
def test_what_broke_the_program_once(file: Path, tmp_path: Path) -> None:
    name, of = worker.unpacked(file.read_bytes())
    _told, found = worker.tried(name, of, tmp_path / "work")
    assert found is None, found.report


@pytest.mark.parametrize("name", targets.TARGETS)
def test_every_target_takes_what_the_fuzzer_makes(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "SECONDS", 120.0)  # the first may have to compile the shipped data
    pool, chance = worker.Pool(name), Random(1)
    told, found = worker.tried(name, pool.inputs[0], tmp_path / "work")
    assert found is None, found.report
    assert told
    for _ in range(3):
        of = pool.next(chance)
        assert worker.unpacked(worker.packed(name, of)) == (name, of)
        assert len(of.content) <= mutate.MOST * 2


@pytest.mark.parametrize("change", dict.fromkeys(mutate.CHANGES), ids=lambda change: change.__name__)
@pytest.mark.parametrize(
    "content", [b"name: Tin\nunits: [{id: gull, count: 2}]\n", b'{"name": "Tin", "units": [1, 2]}', b"", b"7"]
)
def test_each_change_changes_what_it_can(change: mutate.Change, content: bytes) -> None:
    made = {change(content, Random(number), (b"other: 1\n",)) for number in range(40)}
    assert len(made - {content}) > 1 or len(content) < 2


@pytest.mark.parametrize(
    ("content", "place"),
    [(b"fine", ""), (b"raise", "ZeroDivisionError"), (b"hang", "hang"), (b"grow", "memory breaking")],
)
def test_what_breaks_is_noticed(breaking: str, tmp_path: Path, content: bytes, place: str) -> None:
    _told, found = worker.tried(breaking, Input("", content), tmp_path / "work")
    assert (found.place.strip() if found else "") == place


def test_what_says_something_new_is_mutated_again(breaking: str) -> None:
    pool = worker.Pool(breaking)
    for told in ("new", "new", "newer"):
        pool.learn(Input("", told.encode()), told)
    assert [of.content for of in pool.inputs] == [b"fine", b"new", b"newer"]


def test_the_fuzzer_runs_and_says_what_it_did(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tools.fuzz", "--again", *map(str, CORPUS[:1])]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, f"{CORPUS[0].name}: passes\n"), done.stderr


def test_what_does_not_get_back_to_python_is_ended_after_its_processor_time(tmp_path: Path) -> None:
    code = """
import sys
from pathlib import Path
from tools.fuzz import targets, worker
targets.TARGETS["stuck"] = targets.Target("stuck", list, lambda _of, _folder: str(sum(range(1 << 60))))
worker.SECONDS, worker.NATIVE = 0.1, 1
worker.limit()
worker.tried("stuck", targets.Input("", b""), Path(sys.argv[1]))
"""
    command = [sys.executable, "-c", code, str(tmp_path / "work")]
    done = subprocess.run(command, cwd=ROOT, check=False, timeout=120)
    assert done.returncode == -signal.SIGXCPU


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="this system does not tell what a process has worked")
@pytest.mark.parametrize(("does", "found"), [("while True: pass", []), ("input()", ["waits without end"])])
def test_who_works_in_silence_does_not_hang(
    does: str, found: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a busy machine the shipped data are compiled for minutes before the first word."""
    monkeypatch.setattr(main, "SILENCE", 0.5)
    fuzzer = main.Fuzzer([], tmp_path / "kept", tmp_path)
    with subprocess.Popen([sys.executable, "-c", does], stdin=subprocess.PIPE, text=True) as process:
        fuzzer._listen(process, queue.Queue(), time.monotonic() + 3.5)
        process.kill()
    assert list(fuzzer.places) == found
