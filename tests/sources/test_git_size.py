"""A repository that is larger than any data set is not cloned to the end, and no git outlives the program."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Thread

import pytest

from listbuilder.errors import Stopped
from listbuilder.sources.errors import SourceError
from listbuilder.sources.store import git


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    place = tmp_path / "repository"
    place.mkdir()
    (place / "data.cat").write_bytes(b"\0" * 3_000_000)  # which git packs into nothing

    def run(*words: str) -> None:
        subprocess.run(["git", "-C", str(place), *words], check=True, capture_output=True)

    run("init", "-q")
    run("add", "-A")
    run("-c", "user.name=a", "-c", "user.email=a@example.invalid", "commit", "-q", "-m", "data")
    return place


def test_what_is_small_enough_is_cloned(repository: Path, tmp_path: Path) -> None:
    assert len(git.clone(str(repository), tmp_path / "clone").id) == 40


def test_what_is_too_large_is_refused(repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(git, "LARGEST", 1 << 20)
    with pytest.raises(SourceError, match="the repository has more than 1 MB"):
        git.clone(str(repository), tmp_path / "clone")


def test_git_is_ended_while_it_still_fills_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A git that never ends and writes on."""
    program = tmp_path / "bin" / "git"
    program.parent.mkdir()
    program.write_text(
        f"#!/bin/sh\nmkdir -p {tmp_path}/clone; head -c 2000000 /dev/zero >{tmp_path}/clone/x; sleep 60\n"
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:/usr/bin:/bin")
    monkeypatch.setattr(git, "LOOK_EVERY", 0.1)
    monkeypatch.setattr(git, "LARGEST", 1 << 20)
    begun = time.monotonic()
    with pytest.raises(SourceError, match="more than 1 MB"):
        git.clone("https://example.invalid/x.git", tmp_path / "clone")
    monkeypatch.setattr(git, "LARGEST", 1 << 30)
    monkeypatch.setattr(git, "TIMEOUT", 0.3)
    with pytest.raises(SourceError, match="did not finish"):
        git.clone("https://example.invalid/x.git", tmp_path / "clone")
    monkeypatch.setattr(git, "TIMEOUT", 60)
    monkeypatch.setattr(git, "STILL_FOR", 0.3)
    with pytest.raises(SourceError, match="nothing has arrived for 0.3 seconds"):
        git.clone("https://example.invalid/x.git", tmp_path / "clone")
    assert time.monotonic() - begun < 20  # what git started, which keeps its pipes open, is ended, too


@pytest.mark.skipif(sys.platform != "linux", reason="where git's memory is limited")
def test_the_memory_of_git_has_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Trees of trees of a few hundred bytes would make it list more files than any memory holds."""
    program = tmp_path / "bin" / "git"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\nulimit -d >{tmp_path}/limit; exit 1\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:/usr/bin:/bin")
    monkeypatch.setattr(git, "MEMORY", 512 << 20)
    with pytest.raises(SourceError, match="git failed"):
        git.clone("https://example.invalid/x.git", tmp_path / "clone")
    assert (tmp_path / "limit").read_text() == f"{512 << 10}\n"


def test_many_small_files_take_what_the_disk_needs_for_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(10):
        (tmp_path / f"{number}.cat").write_text("x")
    assert git._size(tmp_path) == 10 * 4096


@pytest.mark.parametrize(
    "answer", [b"", b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n0"], ids=["silent", "dripping"]
)
def test_a_server_that_does_not_go_on_is_given_up(
    answer: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in os.environ if name.casefold().endswith("_proxy")]:
        monkeypatch.delenv(name)
    monkeypatch.setattr(git, "SLOW_FOR", 1)
    with socket.create_server(("127.0.0.1", 0)) as server:
        held = []
        Thread(target=lambda: held.append(_answered(server, answer)), daemon=True).start()
        begun = time.monotonic()
        with pytest.raises(SourceError, match="too slow"):
            git.clone(f"http://127.0.0.1:{server.getsockname()[1]}/x.git", tmp_path / "clone")
        assert time.monotonic() - begun < 20


def _answered(server: socket.socket, answer: bytes) -> socket.socket:
    connection, _ = server.accept()
    connection.sendall(answer)
    return connection


def test_a_signal_ends_git_and_what_git_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "bin" / "git"
    program.parent.mkdir()
    program.write_text(
        f"#!/bin/sh\nsleep 60 &\nsleep 0.5; kill -TERM {os.getpid()}; wait\n"
    )  # the first keeps the pipes of git open
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:/usr/bin:/bin")
    begun = time.monotonic()
    known = signal.signal(signal.SIGTERM, signal.SIG_DFL)  # what measures tests has a handler of its own
    try:
        with pytest.raises(Stopped):
            git.clone("https://example.invalid/x.git", tmp_path / "clone")
    finally:
        signal.signal(signal.SIGTERM, known)
    assert time.monotonic() - begun < 20


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSEGV])
def test_what_kills_the_program_ends_git_and_what_git_started(tmp_path: Path, number: signal.Signals) -> None:
    program = tmp_path / "bin" / "git"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\nsleep 60 &\necho $$ $! >{tmp_path}/new; mv {tmp_path}/new {tmp_path}/begun; wait\n")
    program.chmod(0o755)
    code = "import sys; from listbuilder.cli.main import run; sys.exit(run(['data', 'add', 'https://example.invalid/x.git']))"
    environment = os.environ | {
        "PATH": f"{program.parent}:/usr/bin:/bin",
        "LISTBUILDER_DATA_DIR": str(tmp_path / "data"),
    }
    with subprocess.Popen([sys.executable, "-c", code], env=environment) as running:
        begun = tmp_path / "begun"
        assert _soon(begun.exists)
        running.send_signal(number)
    started = [int(one) for one in begun.read_text().split()]
    assert len(started) == 2
    assert _soon(lambda: not any(map(_lives, started)))


def _soon(what: Callable[[], bool]) -> bool:
    until = time.monotonic() + 30
    while not what() and time.monotonic() < until:
        time.sleep(0.02)
    return what()


def _lives(process: int) -> bool:
    """Whether a process runs, other than as a zombie that nobody has waited for yet."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    with suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return True
