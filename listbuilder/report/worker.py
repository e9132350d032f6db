"""The process that judges lists for another one: reads them from its standard input, answers on its standard output.

It is started anew, never forked: a fork of a process with several threads may deadlock. It ends with the process that started it,
however that one ends.
"""

from __future__ import annotations

import os
import pickle  # between a process and its own children
import queue
import struct
import threading
from collections.abc import Callable
from typing import IO, Any

LENGTH = struct.Struct("!Q")  # before each message, its length in bytes
Work = Callable[[Any, Any], Any]


class Broken(Exception):
    """Work raised something. The text names it."""


def send(stream: IO[bytes], message: object) -> None:
    """Writes a message. Raises `OSError` when nobody reads it."""
    content = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    stream.write(LENGTH.pack(len(content)) + content)
    stream.flush()


def receive(stream: IO[bytes]) -> Any:
    """Reads a message. Raises `EOFError` when the other side has ended."""
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        raise EOFError
    (length,) = LENGTH.unpack(head)
    content = stream.read(length)
    if len(content) < length:
        raise EOFError
    return pickle.loads(content)  # noqa: S301


def serve() -> None:
    """Does what it is told until the word None."""
    inbox = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints is no answer
    waiting: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(inbox, waiting), daemon=True).start()
    work, task = _begun(waiting.get())
    _answer(answers, True)
    from listbuilder.report.collecting import between_lists

    with between_lists() as collecting:
        while (entry := waiting.get()) is not None:
            _answer(answers, _done(work, entry, task))
            collecting.after_list()


def _begun(start: tuple[str, tuple[int, ...], Work, Any]) -> tuple[Work, Any]:
    from listbuilder import budget
    from listbuilder.i18n import set_language

    language, limits, work, task = start
    set_language(language)
    budget.use(budget.Budget(*limits))
    return work, task


def _answer(answers: IO[bytes], message: object) -> None:
    try:
        send(answers, message)
    except OSError:
        os._exit(1)  # nobody is there to be told


def _done(work: Work, entry: Any, task: Any) -> Any:
    try:
        return work(entry, task)
    except Exception as error:
        if os.environ.get("LISTBUILDER_DEBUG"):
            raise
        return Broken(f"{type(error).__name__}: {error}")


def _read(inbox: IO[bytes], waiting: queue.SimpleQueue[Any]) -> None:
    """Passes on what comes. Where the other side ends without a word, so does this process, whatever it is doing."""
    try:
        while True:
            message = receive(inbox)
            waiting.put(message)
            if message is None:
                return
    except BaseException:
        os._exit(1)
