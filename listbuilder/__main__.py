"""The program: `listbuilder`, `python -m listbuilder`."""

from __future__ import annotations

import sys


def main() -> None:
    """Runs the command line and leaves with its exit status."""
    from listbuilder.cli.main import run

    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
