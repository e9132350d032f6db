"""Makes the native factions of a game of army books anew from its community data set.

    python -m tools.native_data.army_book whfb-8e ../shared/bsdata/whfb --date 2021-12-05 [FACTION …]

Writes `factions/<system>/<faction>/` as the overlays say, and prints what could not be stated. `--items` prints the items
that all books share, as the system's file states them.
"""

from __future__ import annotations

from pathlib import Path

from tools.native_data import overlay
from tools.native_data.army_book.faction import BookMaker, shared_items
from tools.native_data.bench import open_set
from tools.native_data.faction import ROOT
from tools.native_data.outcome import arguments
from tools.native_data.yaml import flow


def main() -> None:
    parser = arguments(__doc__, "army_book")
    parser.add_argument("--date", required=True, help="date of the points, ISO 8601")
    parser.add_argument("--items", action="store_true", help="print the shared items instead")
    parser.add_argument("--to", type=Path, default=ROOT / "factions", help="folder of the systems")
    given = parser.parse_intermixed_args()
    data = open_set(given.data)
    makers = []
    for name in given.factions or overlay.names(given.system):
        book = overlay.load(given.system, name)
        makers.append(BookMaker(data, overlay.common(given.system), book, given.date))
    if given.items:
        for item, record in shared_items(makers).items():
            print(f"  {item}: {flow(record)}")
        return
    for maker in makers:
        maker.write(given.to / given.system / maker.id)
        for note in maker.notes:
            print(f"{maker.id}: {note}")


if __name__ == "__main__":
    main()
