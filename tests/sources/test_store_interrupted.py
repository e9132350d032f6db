"""Changes of the installed sets that end anywhere, at each file that they touch: the old data are there or the new, and the
next command removes what was left."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from listbuilder.sources.store.installed import Store
from tests.conftest import ROOT

if not hasattr(os, "fork"):
    pytest.skip("needs fork", allow_module_level=True)

SETS = ROOT / "tests" / "data" / "bsdata"
EVERYWHERE = """
import os, shutil, sys
from pathlib import Path
from listbuilder.sources.cache import Cache
from listbuilder.sources.store.installed import Store

home, source, command = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
cache = Cache(home / "cache")
EVENTS = {"open", "os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.utime", "shutil.rmtree"}

def store(folder):
    return Store(folder, cache)

def prepared(folder):
    store(folder).add(source, "kept")
    if command != "add":
        store(folder).add(source, "coast")
    file = next(source.glob("*.gst"))
    file.write_text(file.read_text().replace('revision="', 'revision="9'))

def done(folder):
    match command:
        case "add":
            store(folder).add(source, "coast")
        case "remove":
            store(folder).remove("coast")
        case _:
            store(folder).update("coast", keep=command == "keep")

def ended_after(number, folder):
    def count(event, arguments):
        nonlocal number
        if event in EVENTS and str(folder) in str(arguments):
            number -= 1
            if number == 0:
                os._exit(9)
    sys.addaudithook(count)
    done(folder)
    os._exit(0)

def state(folder):
    return {item.name: (item.sha256, len(store(folder).opened(item.name)[0])) for item in store(folder).list()}

first = home / "first"
prepared(first)
old = state(first)
shutil.copytree(first, home / "last")
done(home / "last")
new = {"-".join(name.split("-")[:1]) if command != "keep" else name: found for name, found in state(home / "last").items()}
assert old != new
seen = set()
for number in range(1, 1000):
    folder = home / f"at-{number}"
    shutil.copytree(first, folder)
    child = os.fork()
    if child == 0:
        ended_after(number, folder)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    found = state(folder)
    between = {name: new[name] for name in new if name in old}  # what is kept is put in place by the next command
    assert found in (old, new, between), (number, found)
    store(folder).remove("kept")
    after = state(folder)
    assert after | {"kept": old["kept"]} in (old, new), (number, after)
    assert (found == old) == (after | {"kept": old["kept"]} == old), number
    for path in (folder / "sets").iterdir():
        assert path.name in after or path.name == ".lock", (number, path)
        if path.is_dir():
            assert sorted(one.name.partition("-")[0] for one in path.iterdir()) == ["files", "set.json"], (number, list(path.iterdir()))
    seen.add(found == old)
    shutil.rmtree(folder)
    if status == 0:
        print(number, "ends", sorted(seen))
        break
"""


@pytest.mark.parametrize("command", ["add", "update", "keep", "remove"])
def test_interrupted_anywhere(tmp_path: Path, command: str) -> None:
    source = tmp_path / "source"
    source.mkdir()
    for file in (SETS / "lantern-coast").iterdir():
        (source / file.name).write_bytes(file.read_bytes())
    done = subprocess.run(
        [sys.executable, "-c", EVERYWHERE, tmp_path, source, command], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    number, _ends, *seen = done.stdout.split()
    assert int(number) > 5
    assert seen == ["[False,", "True]"]


def test_of_two_that_add_at_once_one_is_told(tmp_path: Path) -> None:
    code = "import sys; from listbuilder.cli.main import run; sys.exit(run(['data', 'add', sys.argv[1], '--name', 'coast']))"
    environment = os.environ | {"LISTBUILDER_DATA_DIR": str(tmp_path)}
    both = [
        subprocess.Popen(
            [sys.executable, "-c", code, SETS / "lantern-coast"],
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    said = sorted((one.communicate(timeout=120)[1], one.returncode) for one in both)
    assert sorted(status for _text, status in said) == [0, 2]
    assert any("there is a data set coast already" in text for text, _status in said)
    assert [item.name for item in Store(tmp_path).list()] == ["coast"]


def test_what_is_the_users_stays(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.add(SETS / "lantern-coast", "coast")
    mine = [
        store.folder / "coast" / "notes.txt",
        store.folder / "coast" / "files-mine" / "a",
        store.folder / "mine" / "files-mine" / "a",
    ]
    newer = store.folder / "newer" / "files-01234567" / "a"
    for path in (*mine, newer):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("mine")
    (store.folder / "newer" / "set.json").write_text('{"format": 2}')
    store.update("coast")
    assert all(path.read_text() == "mine" for path in (*mine, newer))


def test_what_a_hostile_repository_left_is_removed_however_deep_it_is(tmp_path: Path) -> None:
    store = Store(tmp_path)
    left = store.folder / ".new-0123abcd" / "clone"
    left.mkdir(parents=True)
    with contextlib.chdir(left):
        for _ in range(sys.getrecursionlimit() + 100):
            Path("d").mkdir()
            os.chdir("d")
    store.add(SETS / "lantern-coast", "coast")
    assert sorted(path.name for path in store.folder.iterdir() if path.name != ".lock") == ["coast"]
