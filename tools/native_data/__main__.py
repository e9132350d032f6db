"""Makes the native factions of a system anew from a community data set.

    python -m tools.native_data wh40k-10e ../shared/bsdata/wh40k-10e --date 2026-06-14 [FACTION …]

Writes `factions/<system>/<faction>/`, compares the result with the community data (see `compare`), leaves out what differs, and
prints what is left out. Without names, every faction that has an overlay.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from tools.native_data import overlay
from tools.native_data.bench import open_set
from tools.native_data.compare import Comparer
from tools.native_data.contingents import maker_of
from tools.native_data.faction import ROOT, write


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.native_data", description=__doc__.split("\n", 1)[0])
    parser.add_argument("system", help="id of the game system, such as wh40k-10e")
    parser.add_argument("data", type=Path, help="folder of the community data set")
    parser.add_argument("factions", nargs="*", help="ids; all that have an overlay when left out")
    parser.add_argument("--date", required=True, help="date of the points, ISO 8601")
    parser.add_argument("--set", default="", help="name of the set in `source`; BSData/<system> when left out")
    parser.add_argument("--samples", type=int, default=60, help="random units of each datasheet that are compared")
    parser.add_argument("--to", type=Path, default=ROOT / "factions", help="folder of the systems")
    arguments = parser.parse_intermixed_args()
    data = open_set(arguments.data)
    for name in arguments.factions or overlay.names(arguments.system):
        given = overlay.load(arguments.system, name)
        maker = maker_of(data, given, arguments.date, arguments.set or f"BSData/{arguments.system}")
        folder = arguments.to / arguments.system / maker.folder
        made = maker.make(maker.besides(folder))
        write(made, folder)
        differing = {item.datasheet: str(item) for item in Comparer(maker, folder).differences(arguments.samples)}
        if differing:
            made.leave_out({sheet: f"differs: {what}" for sheet, what in differing.items()})
            write(made, folder)
        print(f"{name}: {len(made.sheets)} datasheets, {len(made.facts.get('detachments', {}))} detachments")
        for sheet, reason in sorted(made.left_out.items()):
            print(f"  left out: {sheet}: {reason}")


if __name__ == "__main__":
    main()
