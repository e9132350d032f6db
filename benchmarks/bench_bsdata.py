"""Reading BSData: parsing and compiling a set, opening one army, memory.

    python benchmarks/bench_bsdata.py [folder of data files] [part of a catalogue's name]

Times are ratios to parsing the same files with xml.etree in the same run (JSON sets: with json.loads), because machines
differ and other processes interfere. Without arguments: wh40k-10e beside the repository and its Space Marines.
"""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import msgspec

ROOT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("LISTBUILDER_SHARED") or ROOT.parent / "shared")
sys.path.insert(0, str(ROOT))

from listbuilder.sources.bsdata.header_reader import read_header  # noqa: E402
from listbuilder.sources.bsdata.loading import SUFFIXES  # noqa: E402
from listbuilder.sources.bsdata.reader import read_bytes  # noqa: E402
from listbuilder.sources.cache import Cache  # noqa: E402
from listbuilder.sources.store import FileSet  # noqa: E402

ROUNDS = 3
OPEN = """
import sys; sys.path.insert(0, {root!r})
from pathlib import Path
from listbuilder.sources.cache import Cache
from listbuilder.sources.store import FileSet
data = FileSet({folder!r}, cache=Cache(Path({cache!r})))
loaded = data.game().with_links({army!r})
"""
OPEN_ALL = """
import sys; sys.path.insert(0, {root!r})
from pathlib import Path
from listbuilder.sources.cache import Cache
from listbuilder.sources.store import FileSet
data = FileSet({folder!r}, cache=Cache(Path({cache!r})))
loaded = [data.game().game_system(), *(data.game().catalogue(info.id) for info in data.game().catalogues())]
"""
# Not getrusage: its peak is inherited from the process that started this one.
PEAK = """
from pathlib import Path
status = Path("/proc/self/status")
lines = status.read_text().splitlines() if status.exists() else []
print(next((int(line.split()[1]) >> 10 for line in lines if line.startswith("VmHWM")), "?"))
"""


def best(work: Callable[[], object], clock: Callable[[], float] = time.process_time) -> float:
    """The shortest of a few runs, in seconds of the processor: waiting for neighbours does not count."""
    times = []
    for _ in range(ROUNDS):
        gc.collect()
        start = clock()
        work()
        times.append(clock() - start)
    return min(times)


def each(work: Callable[[bytes], object], blobs: list[bytes]) -> float:
    """The shortest time for all files, one after the other; what is made of one goes before the next."""

    def run_all() -> None:
        for blob in blobs:
            work(blob)

    return best(run_all)


def run(script: str) -> str:
    """A script's output in a process of its own."""
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    return done.stdout.strip()


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else SHARED / "bsdata" / "wh40k-10e"
    wanted = sys.argv[2] if len(sys.argv) > 2 else "Adeptus Astartes - Space Marines"
    if not folder.is_dir():
        sys.exit(f"{folder} is not here: name a folder of BSData files")
    blobs = [path.read_bytes() for path in sorted(folder.iterdir()) if path.suffix in SUFFIXES]
    is_json = blobs[0].lstrip()[:1] == b"{"
    plain: Callable[[bytes], object] = json.loads if is_json else ET.fromstring
    base = each(plain, blobs)
    print(f"{folder.name}: {len(blobs)} files, {sum(map(len, blobs)) / 1e6:.1f} MB; Python {sys.version.split()[0]}\n")

    def line(name: str, seconds: float) -> None:
        print(f"{name:<56} {seconds:8.3f} s {seconds / base:8.2f} x")

    line("json.loads" if is_json else "xml.etree", base)
    line("heads of all files (index)", each(read_header, blobs))
    line("all files parsed and built", each(read_bytes, blobs))
    encode = msgspec.msgpack.encode
    line("all files parsed, built and compiled", each(lambda blob: encode(read_bytes(blob)), blobs))
    with tempfile.TemporaryDirectory() as scratch:
        army(folder, wanted, Path(scratch), line)


def army(folder: Path, wanted: str, scratch: Path, line: Callable[[str, float], None]) -> None:
    """Opening one army, without and with its compiled form, in this process and as a process; peak memory."""
    infos = FileSet(folder, cache=Cache(scratch / "index")).game().catalogues()
    info = next((info for info in infos if wanted in info.name), infos[0])
    cache = scratch / "cache"

    def open_army() -> int:
        return len(FileSet(folder, cache=Cache(cache)).game().with_links(info.id))

    start = time.process_time()
    count = open_army()
    cold = time.process_time() - start
    line(f"{info.name}: {count} files, cold", cold)
    line("the same, warm", best(open_army))
    places = {"root": str(ROOT), "folder": str(folder), "cache": str(cache), "army": info.id}
    line("the same as a process (wall clock)", best(lambda: run(OPEN.format(**places)), time.perf_counter))
    line("bare Python as a process (wall clock)", best(lambda: run(""), time.perf_counter))
    print()
    print(f"{'peak memory, one army, warm':<56} {run(OPEN.format(**places) + PEAK):>8} MB")
    places["cache"] = str(scratch / "fresh")
    print(f"{'peak memory, all files, cold':<56} {run(OPEN_ALL.format(**places) + PEAK):>8} MB")
    print(f"{'peak memory, all files, warm':<56} {run(OPEN_ALL.format(**places) + PEAK):>8} MB")
    print(f"{'bare Python':<56} {run('import sys' + PEAK):>8} MB")


if __name__ == "__main__":
    main()
