"""The program: `listbuilder`, `python -m listbuilder`."""

# nothing is imported beside what Python has loaded: the working directory goes first, and Ctrl+C is answered from there on
from __future__ import annotations

import sys


def _forget_working_directory() -> None:
    """`python -m` looks for modules in the working directory first, where strangers may have left a ``csv.py``. It stays where
    the program itself is found there."""
    if not sys.flags.safe_path and sys.path[0] != __file__.rpartition("listbuilder")[0].rstrip("/\\"):
        del sys.path[0]


if __name__ == "__main__":
    _forget_working_directory()

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

# of the cyclic collector: 200,000 objects are made before it looks, because data are very many objects without cycles
THRESHOLDS = 200_000, 20, 50
INTERRUPTED = 130  # exit status


def main() -> NoReturn:
    """Runs the command line and leaves with its exit status."""
    try:
        import gc

        gc.set_threshold(*THRESHOLDS)
        from listbuilder.cli.main import run

        status = run(sys.argv[1:])
    except KeyboardInterrupt:  # while modules are loaded, or after the command: `run` answers it in between
        status = INTERRUPTED
    leave(status)


def leave(status: int) -> NoReturn:
    """Ends the process as `sys.exit` does, but does not take apart all that was loaded, which the system frees at once."""
    import atexit
    import contextlib
    import os
    import threading

    if threading.active_count() > 1:
        sys.exit(status)
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, OSError, ValueError):  # closed, or gone: `run` has dealt with it
            stream.flush()
    os._exit(status)


if __name__ == "__main__":
    main()
