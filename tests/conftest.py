"""What all tests share: English messages, no colours, a cache and settings of their own."""

from __future__ import annotations

import gc
import os
import shutil
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from listbuilder.__main__ import THRESHOLDS
from listbuilder.i18n import set_language

ROOT = Path(__file__).resolve().parent.parent
LONG_ROOMS = {"play": "unmeasured", "tools": "unmeasured", "tui": "screen"}  # folders of tests -> their mark
SAMPLE = 3  # one test of so many is in a sample
QUICK = {"test_small_regiments.py", "test_small_sets.py"}  # in them
OF_TESTS = {"SHARED", "SNAPSHOT_DIR", "TEST_CACHE", "TEST_DURATIONS", "UPDATE_SNAPSHOTS"}

settings.register_profile("any machine", deadline=None)  # no test fails because the machine is busy
settings.load_profile("any machine")

gc.set_threshold(*THRESHOLDS)  # as the program itself has them

for name in [name for name in os.environ if name.startswith("LISTBUILDER_")]:
    if name.removeprefix("LISTBUILDER_") not in OF_TESTS:
        del os.environ[name]  # the caller's own data and settings are not under test


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--first-case", action="store_true", help="of each test with several cases only the first")
    parser.addoption("--sample", metavar="SEED", help=f"one test of {SAMPLE}, others with each seed")
    parser.addoption("--sample-sweeps", metavar="SEED", help="the same of those that are sweeps, and all others")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--first-case"):
        first = set({item.nodeid.partition("[")[0]: item for item in reversed(items)}.values())
        config.hook.pytest_deselected(items=[item for item in items if item not in first])
        items[:] = [item for item in items if item in first]
    for item in items:
        mark = LONG_ROOMS.get(item.path.relative_to(ROOT).parts[1])
        if mark and item.path.name not in QUICK:
            item.add_marker(mark)
    for option, mark in (("--sample", ""), ("--sample-sweeps", "sweep")):
        if (seed := config.getoption(option)) is not None:
            among = {item for item in items if not mark or item.get_closest_marker(mark)}
            left_out = {item for item in among if not in_sample(item.nodeid, seed)}
            config.hook.pytest_deselected(items=list(left_out))
            items[:] = [item for item in items if item not in left_out]


def in_sample(test: str, seed: str) -> bool:
    return zlib.crc32(f"{seed} {test}".encode()) % SAMPLE == 0


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One folder a run for cache, settings and data: compiled data are shared by all tests of it."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="session", autouse=True)
def _quiet_world(home: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    compiled = os.environ.get("LISTBUILDER_TEST_CACHE")  # data compiled before the run
    if compiled is None and "PYTEST_XDIST_WORKER" in os.environ:
        compiled = str(tmp_path_factory.getbasetemp().parent / "compiled")  # one folder for all processes of the run
    with pytest.MonkeyPatch.context() as patch:
        for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "FORCE_COLOR", "NO_COLOR"):
            patch.delenv(name, raising=False)
        patch.setenv("LANG", "C.UTF-8")
        for name in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
            patch.setenv(name, str(home / name.lower()))
        if compiled is not None:
            patch.setenv("XDG_CACHE_HOME", compiled)
            patch.setenv("XDG_STATE_HOME", compiled)  # holds the key of the cache
        patch.setenv("PYTHONPATH", str(ROOT))  # processes that tests start see the same checkout
        patch.setenv("LOCALAPPDATA", str(home / "local"))
        yield


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    set_language("en")
    yield
    set_language("en")


@pytest.fixture(scope="session")
def known_modules(_quiet_world: None) -> Path:
    """What the cache knows of the modules of the program. To find that out takes longer than most tests with a cache of their own."""
    from listbuilder.sources.cache import Cache
    from listbuilder.sources.compilers import BSDATA, NATIVE, POINTS, record_name, version_of

    shared = Cache()
    for compiler in (NATIVE, BSDATA, POINTS):
        version_of(compiler, shared)
    return shared.folder / record_name()


@pytest.fixture
def cache_folder(tmp_path: Path, known_modules: Path) -> Path:
    """A folder for a cache of the test's own, which knows the modules of the program and no data."""
    folder = tmp_path / "cache"
    (folder / "compiled").mkdir(mode=0o700, parents=True)
    shutil.copy(known_modules, folder / "compiled")
    return folder


@pytest.fixture
def own_cache(cache_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Such a folder, as the cache that everything uses."""
    monkeypatch.setenv("LISTBUILDER_CACHE_DIR", str(cache_folder))
    return cache_folder


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return ROOT


@pytest.fixture(scope="session")
def shared() -> Path:
    """Reference material beside the repository; a fresh clone alone has none."""
    folder = ROOT.parent / "shared"
    if not folder.is_dir():
        pytest.skip("the reference material is not beside the repository")
    return folder


@pytest.fixture(scope="session")
def small_sets(home: Path) -> Path:
    """The folder that the small sets are installed in."""
    from listbuilder.sources.store.installed import Store

    folder = home / "small-sets"
    for name in ("lantern-coast", "kite-hill"):
        Store(folder).add(ROOT / "tests" / "data" / "bsdata" / name, name)
    return folder
