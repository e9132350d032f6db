"""A check starts fast: it imports neither the terminal, nor the PDF library, nor what only editors and importers need."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from listbuilder.exchange.ros_xml import NAMESPACE
from listbuilder.resources import shipped

pytestmark = pytest.mark.covered

LEGAL = shipped("factions") / "wh40k-10e" / "examples" / "legal.yaml"
SLOW = {"textual", "rich", "reportlab", "jsonschema", "referencing", "lxml", "ruamel", "babel", "asyncio", "hypothesis"}
ROOMS = ["army", "catalogue", "engine", "errors", "events", "exchange", "files", "i18n", "report", "roster", "rules", "session",
         "sources", "strictyaml", "validation"]  # fmt: skip


def modules_after(code: str, *arguments: str) -> set[str]:
    """The modules that a process has imported by the end of the code."""
    report = "import sys, json; sys.stderr.write('\\n' + json.dumps(sorted(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\n{report}", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.stderr.strip(), done.stdout
    return set(json.loads(done.stderr.splitlines()[-1]))


@pytest.mark.parametrize("room", ROOMS)
def test_headless_rooms_import_no_front_end(room: str):
    assert not modules_after(f"import listbuilder.{room}") & {"textual", "rich", "reportlab", "click"}


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is compiled in a first run is there in the second, whatever other tests do at the same time."""
    monkeypatch.setenv("LISTBUILDER_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.mark.usefixtures("own_cache")
@pytest.mark.parametrize("form", ["text", "json"])
def test_check_imports_what_it_needs_only(form: str):
    run = "import sys; from listbuilder.cli.main import run; run(sys.argv[1:])"
    modules_after(run, "check", str(LEGAL))  # the first run may compile data

    assert not modules_after(run, "check", "--format", form, str(LEGAL)) & SLOW


@pytest.mark.parametrize("command", ["check", "show", "print"])
def test_what_only_looks_at_a_list_opens_no_session(command: str, tmp_path: Path):
    run = "import sys; from listbuilder.cli.main import run; run(sys.argv[1:])"
    output = ("-o", str(tmp_path / "list.pdf")) if command == "print" else ()
    found = modules_after(run, command, str(LEGAL), *output)

    assert "listbuilder.validation" in found
    assert not {"listbuilder.session", "listbuilder.roster.history"} & found


@pytest.mark.usefixtures("own_cache")
def test_a_roster_over_an_installed_set_loads_neither_the_network_nor_openssl(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Neither is needed to read one, and each takes a tenth of the time of a check."""
    monkeypatch.delenv("COVERAGE_PROCESS_START", raising=False)  # what measures loads both
    text = f'<roster xmlns="{NAMESPACE}" name="x" gameSystemId="lc-system" gameSystemName="Lantern Coast"><forces/></roster>'
    path = tmp_path / "list.ros"
    path.write_text(text, encoding="utf-8")
    run = "import sys; from listbuilder.cli.main import run; run(sys.argv[1:])"
    modules_after(run, "check", str(path))  # the first run may compile data
    found = modules_after(run, "check", str(path))
    assert {"listbuilder.exchange.ros_read", "listbuilder.sources.store.dataset"} <= found
    assert not {"urllib.request", "http.client", "_hashlib"} & found


def test_version_and_completion_are_cheap():
    run = "import sys; from listbuilder.cli.main import run; run(sys.argv[1:])"

    assert not modules_after(run, "completion", "bash") & (SLOW | {"msgspec", "yaml"})


def test_package_is_where_the_tests_think():
    assert Path(sys.modules["listbuilder"].__file__ or "").parent.name == "listbuilder"
