"""Makes the native factions of a game of army books anew from its community data set.

    python -m tools.native_data.army_book whfb-8e ../shared/bsdata/whfb --date 2021-12-05 [FACTION …]

Writes `factions/<system>/<faction>/` as the overlays say, and prints what could not be stated. `--items` prints the items
that all books share, as the system's file states them.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from tools.native_data import overlay
from tools.native_data.army_book.faction import BookMaker, shared_items
from tools.native_data.bench import open_set
from tools.native_data.faction import ROOT
from tools.native_data.yaml import flow


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tools.native_data.army_book", description=__doc__.split("\n", 1)[0]
    )
    parser.add_argument("system", help="id of the game system, such as whfb-8e")
    parser.add_argument("data", type=Path, help="folder of the community data set")
    parser.add_argument("factions", nargs="*", help="ids; all that have an overlay when left out")
    parser.add_argument("--date", required=True, help="date of the points, ISO 8601")
    parser.add_argument("--items", action="store_true", help="print the shared items instead")
    parser.add_argument("--to", type=Path, default=ROOT / "factions", help="folder of the systems")
    arguments = parser.parse_intermixed_args()
    data = open_set(arguments.data)
    makers = []
    for name in arguments.factions or overlay.names(arguments.system):
        given = overlay.load(arguments.system, name)
        makers.append(BookMaker(data, overlay.common(arguments.system), given, arguments.date))
    if arguments.items:
        for item, record in shared_items(makers).items():
            print(f"  {item}: {flow(record)}")
        return
    for maker in makers:
        maker.write(arguments.to / arguments.system / maker.id)
        for note in maker.notes:
            print(f"{maker.id}: {note}")


if __name__ == "__main__":
    main()
