"""Checks lists: from a file to its record. A file that cannot be judged does not stop the others."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from listbuilder import files
from listbuilder.errors import InputError
from listbuilder.exchange import formats
from listbuilder.i18n import Text, language, set_language
from listbuilder.report.record import ListReport, failed, report, with_excerpts
from listbuilder.validation import Validated, validate, validate_bytes, validate_file

if TYPE_CHECKING:
    from multiprocessing.context import BaseContext

    from listbuilder.session.session import Session

STDIN = "-"
WORTH_ANOTHER_CORE = 150  # lists per core; with fewer, starting processes costs more than it saves
EXCERPT_LIMIT = 1 << 20  # bytes of a file that are searched for the line a finding points at
CHUNK = 8  # lists that a process gets at a time and finishes even after an interrupt


class Job(Struct, frozen=True):
    """How lists are to be checked: optional rules switched on, a declaration file; whether safe fixes are applied, unsafe ones
    as well, and whether the result is shown as a difference instead of being saved."""

    rules: tuple[str, ...] = ()
    declaration: Path | None = None
    fix: bool = False
    unsafe: bool = False
    diff: bool = False


def check_all(files: Sequence[str], job: Job, *, jobs: int = 0, stdin: bytes = b"") -> Iterator[ListReport]:
    """The records of the files in their order, on ``jobs`` cores (0: chosen by their number)."""
    worthwhile = max(1, min(os.cpu_count() or 1, len(files) // WORTH_ANOTHER_CORE))
    workers = min(jobs or worthwhile, len(files))
    if workers <= 1:
        yield from (check_one(file, job, stdin) for file in files)
        return
    from concurrent.futures import ProcessPoolExecutor

    yield check_one(files[0], job, stdin)  # reads the data once: forked workers inherit them
    with ProcessPoolExecutor(workers, _context(), _start, (language(), job, stdin)) as pool:
        yield from pool.map(_check, files[1:], chunksize=CHUNK)


def check_one(file: str, job: Job, stdin: bytes = b"") -> ListReport:
    """The record of one file; ``-`` is what was read from standard input."""
    try:
        validated = open_list(file, job.rules, stdin, job.declaration)
        record = _judged(file, validated, job)
    except InputError as error:
        record = failed(file, error)
    except Exception as error:
        if os.environ.get("LISTBUILDER_DEBUG"):
            raise
        what = f"{type(error).__name__}: {error}"
        record = failed(file, InputError(Text("this is a bug in listbuilder: {error}", {"error": what}), rule="bug"))
    return with_excerpts(record, _line_reader(stdin))


def _judged(file: str, validated: Validated, job: Job) -> ListReport:
    """The record of a list that was read, mended where that is asked for."""
    if not any(finding.fixes or finding.cause for finding in validated.findings):
        return report(validated.army, validated.findings, validated.verdict, file=file)
    from listbuilder.session.session import Session  # only fixes need one

    session = Session(validated, validated.bound.document.path)
    if job.fix:
        return _mended(file, session, job)
    return report(
        session.army,
        session.findings,
        session.verdict,
        file=file,
        fixes=lambda finding: [offer.title for offer in session.fixes(finding)],
    )


def _mended(file: str, session: Session, job: Job) -> ListReport:
    """The record of a list after its fixes: saved, or with the new content where it is written elsewhere."""
    from listbuilder.report.mending import Mender

    def reread(text: str) -> Validated:
        return open_text(text.encode("utf-8"), file, job)

    mender = Mender(session, reread, unsafe=job.unsafe)
    titles = mender.mend()
    content = session.content() if titles else ""
    if titles and not job.diff and file != STDIN:
        session.save()
    return report(
        session.army,
        session.findings,
        session.verdict,
        file=file,
        fixed=titles,
        fixes=lambda finding: [offer.title for offer in session.fixes(finding)],
        left=mender.reason,
        content=content,
        diff=files.difference(session.now.bound.document.text, content, file) if titles and job.diff else "",
    )


def open_text(content: bytes, name: str, job: Job) -> Validated:
    """The list in the text of a file of ours, judged as the job asks for."""
    if job.declaration is None:
        return validate_bytes(content, name, job.rules)
    bound = formats.read_bytes(content, name)
    bound.declare(job.declaration)
    return validate(bound, job.rules)


def open_list(file: str, rules: Sequence[str], stdin: bytes = b"", declaration: Path | None = None) -> Validated:
    """The list in a file, or in what was read from standard input, judged."""
    if file == STDIN:
        return validate_bytes(stdin, STDIN, rules)
    return validate_file(Path(file), rules, declaration)


def _context() -> BaseContext:
    """Forked workers share the data that was read already; where forking does not exist (Windows) or is not safe (macOS),
    they read it themselves."""
    import multiprocessing

    return multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")


_job = Job()
_stdin = b""


def _start(code: str, job: Job, stdin: bytes) -> None:
    global _job, _stdin
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl-C and ends the workers
    set_language(code)
    _job, _stdin = job, stdin


def _check(file: str) -> ListReport:
    return check_one(file, _job, _stdin)


def _line_reader(stdin: bytes) -> Callable[[str, int], str]:
    """Reads lines of the files that findings point at; each file is read once, up to `EXCERPT_LIMIT`."""

    @cache
    def lines(file: str) -> list[str]:
        if file == STDIN:
            return _split(stdin[:EXCERPT_LIMIT])
        try:
            with Path(file).open("rb") as stream:
                return _split(stream.read(EXCERPT_LIMIT))
        except OSError:
            return []

    def line(file: str, number: int) -> str:
        return lines(file)[number - 1] if 0 < number <= len(lines(file)) else ""

    return line


def _split(data: bytes) -> list[str]:
    return data.decode("utf-8", "replace").removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
