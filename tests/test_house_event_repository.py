"""The page about an event's repository and the files that CI systems read: their commands are run as they stand."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "event-repository.md").read_text("utf-8")
ACTION = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))

pytestmark = pytest.mark.skipif(not (shutil.which("bash") and shutil.which("git")), reason="needs bash and git")


@pytest.fixture(scope="module")
def tools(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment in which `listbuilder` is this checkout, and `python` the one that runs the tests: a machine may have none of
    that name."""
    folder = tmp_path_factory.mktemp("bin")
    for name, arguments in (("listbuilder", "-m listbuilder "), ("python", "")):
        program = folder / name
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" {arguments}"$@"\n')
        program.chmod(0o755)
    return os.environ | {
        "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "LANG": "C.UTF-8",
    }


def shell(script: str, folder: Path, tools: dict[str, str], **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script],
        cwd=folder, env=tools | more, capture_output=True, text=True, encoding="utf-8", check=False,
    )  # fmt: skip


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory, tools: dict[str, str]) -> Path:
    """The repository that the page makes."""
    folder = tmp_path_factory.mktemp("scratch")
    done = shell("\n".join(re.findall(r"^```sh\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)), folder, tools)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(
        r"^lists/ann.yaml: Two Trukks, \d+/1000 points, Trukk Cup: legal \[by listbuilder.toml: pack\]$",
        done.stdout,
        re.MULTILINE,
    )
    return folder / "cup"


def test_the_page_makes_what_it_shows(cup: Path):
    shown = re.search(r"^```\n(cup/\n.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert shown
    for line in shown[1].splitlines()[1:]:
        assert (cup / line.split()[0]).exists(), line
    assert "Nothing has to be changed." in (cup / "results" / "lists-ann-yaml.txt").read_text("utf-8")
    assert (cup / "report.html").read_text("utf-8").startswith("<!DOCTYPE html>")
    verdicts = (cup / "verdicts.csv").read_text("utf-8")
    assert "list 1,player 1,team 1" in verdicts
    assert "Ann" not in verdicts


def test_its_workflow_uses_the_inputs_of_the_action(cup: Path):
    workflow = yaml.safe_load((cup / ".github/workflows/lists.yml").read_text("utf-8"))
    (step,) = [one for one in workflow["jobs"]["check"]["steps"] if "listbuilder" in one["uses"]]

    assert set(step["with"]) <= set(ACTION["inputs"])


def action(cup: Path, tools: dict[str, str], base: str = "", **inputs: str) -> subprocess.CompletedProcess[str]:
    """Runs the last step of the action as a runner does: inputs replaced in its environment. ``base``: the branch that a pull
    request is for."""
    step = ACTION["runs"]["steps"][-1]
    values = {name: str(one["default"]) for name, one in ACTION["inputs"].items()} | inputs
    environment = {
        key: re.sub(
            r"\$\{\{ inputs\.(\w+) \}\}", lambda found: values[found[1]], value.replace("${{ github.base_ref }}", base)
        )
        for key, value in step["env"].items()
    }
    assert "${{" not in step["run"]  # nothing is pasted into the script
    return shell(step["run"], cup, tools, **environment)


def test_the_action_annotates(cup: Path, tools: dict[str, str]):
    assert action(cup, tools).returncode == 0
    bad = cup / "bad dir"
    bad.mkdir(exist_ok=True)
    (bad / "b.yaml").write_text((cup / "lists/ann.yaml").read_text("utf-8").replace("warlord: true", "warlord: false"))

    done = action(cup, tools, lists="lists\nbad dir\n", report="again.html", options="--strict\n--jobs=1")

    assert done.returncode == 1
    assert "::error file=bad dir/b.yaml," in done.stdout
    assert (cup / "again.html").exists()


def test_inputs_of_the_action_are_never_commands(cup: Path, tools: dict[str, str]):
    done = action(cup, tools, lists="$(touch pwned)\n; touch pwned\n--output=pwned", pack="`touch pwned`")

    assert done.returncode == 2
    assert not (cup / "pwned").exists()


@pytest.mark.parametrize(("file", "section"), [("listbuilder.toml", ""), ("pyproject.toml", "[tool.listbuilder]\\n")])
def test_a_pull_request_is_judged_by_settings_and_pack_of_its_base(
    cup: Path, tools: dict[str, str], tmp_path: Path, file: str, section: str
) -> None:
    made = shell(
        f"""
        git init -q -b main repository && cd repository && git config user.name a && git config user.email a@example.invalid
        mkdir lists && cp {cup}/lists/ann.yaml lists/ && cp {cup}/*.yaml . 2>/dev/null || true
        printf '{section}limit = 100\\n' > {file} && git add -A && git commit -qm base && cd ..
        git clone -q --bare repository origin.git && cd repository && git remote add origin ../origin.git
        git checkout -q -b request && printf '{section}limit = 9000\\n' > {file} && git commit -qam request
        """,
        tmp_path,
        tools,
    )
    assert made.returncode == 0, made.stderr
    scratch = tools | {"RUNNER_TEMP": str(tmp_path / "runner")}
    own = action(tmp_path / "repository", scratch)
    judged = action(tmp_path / "repository", scratch, base="main")
    assert own.returncode == 0, own.stderr
    assert judged.returncode == 1, judged.stderr
    assert "points-limit" in judged.stdout


def test_installing_runs_nothing_of_the_repository(tmp_path: Path, tools: dict[str, str]) -> None:
    """`python -m` runs a module of the working directory where that has one."""
    for name in ("pip.py", "site.py", "sitecustomize.py", "runpy.py"):
        (tmp_path / name).write_text("open('pwned', 'w')\n")
    (step,) = [one for one in ACTION["runs"]["steps"] if "PROGRAM" in one.get("env", ())]
    done = shell(step["run"], tmp_path, tools, PROGRAM=str(tmp_path / "absent"), PYTHONPATH="")
    assert "absent" in done.stderr + done.stdout
    assert not (tmp_path / "pwned").exists()


PACKS = "for pack in cup cup.yaml sub/cup.yaml; do printf 'name: Cup\\nsystem: wh40k-10e\\npoints: {limit}\\n' > $pack; done"


@pytest.fixture(scope="module")
def request_of_packs(cup: Path, tools: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository at a pull request that makes its packs generous."""
    folder = tmp_path_factory.mktemp("request")
    made = shell(
        f"""
        git init -q -b main repository && cd repository && git config user.name a && git config user.email a@example.invalid
        mkdir sub lists && cp {cup}/lists/ann.yaml lists/ && {PACKS.format(limit=100)} && git add -A && git commit -qm base && cd ..
        git clone -q --bare repository origin.git && cd repository && git remote add origin ../origin.git
        git checkout -q -b request && {PACKS.format(limit=9000)} && cp cup.yaml new.yaml && cp cup.yaml trukk && mkdir native
        git add -A && git commit -qm request
        """,
        folder,
        tools,
    )
    assert made.returncode == 0, made.stderr
    return folder / "repository"


@pytest.mark.parametrize(
    ("pack", "options", "times"),
    [
        ("cup.yaml", "", 2),  # one job may use the action twice
        ("sub/cup.yaml", "--strict", 1),
        ("{here}/cup.yaml", "", 1),
        ("", "--pack=cup.yaml", 1),
        ("", "--strict\n--pack\nsub/cup.yaml\n--jobs\n1", 1),
    ],
)
def test_a_pull_request_is_judged_by_files_of_its_base_alone(
    request_of_packs: Path, tools: dict[str, str], tmp_path: Path, pack: str, options: str, times: int
) -> None:
    scratch = tools | {"RUNNER_TEMP": str(tmp_path / "runner")}
    given = {"pack": pack.format(here=request_of_packs), "options": options}
    assert action(request_of_packs, scratch, **given).returncode == 0
    for _ in range(times):
        judged = action(request_of_packs, scratch, base="main", **given)
        assert (judged.returncode, "points-limit" in judged.stdout) == (1, True), judged.stderr


def test_files_that_only_a_pull_request_has_are_not_used(
    request_of_packs: Path, tools: dict[str, str], tmp_path: Path
) -> None:
    scratch = tools | {"RUNNER_TEMP": str(tmp_path / "runner")}
    for new in ("new.yaml", "trukk"):  # the second could be the name of a shipped pack
        judged = action(request_of_packs, scratch, base="main", pack=new)
        assert (judged.returncode, judged.stdout) == (2, ""), judged.stdout
    judged = action(request_of_packs, scratch, base="main", options="--data=native")
    assert judged.returncode == 2, judged.stdout


def test_hooks_check_the_files_that_they_are_given(cup: Path, tools: dict[str, str]):
    hooks = {hook["id"]: hook for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))}
    configured = yaml.safe_load((cup / ".pre-commit-config.yaml").read_text("utf-8"))

    assert {hook["id"] for hook in configured["repos"][0]["hooks"]} <= set(hooks)
    for hook in hooks.values():
        assert re.search(hook["files"], "lists/ann.yaml")
        assert not re.search(hook["files"], "cup.yaml")
        assert not re.search(hook.get("exclude", "^$"), "lists/Reds/ann.yaml")
        done = shell(f"{hook['entry']} {shlex.quote('lists/ann.yaml')}", cup, tools)
        assert done.returncode == 0, done.stderr


def test_hooks_are_not_given_what_a_folder_has_besides_lists():
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    for hook in hooks:
        for name in ("lists/.gitkeep", "lists/README.md", "lists/Reds/readme.txt", "lists/.DS_Store", "lists/LICENSE"):
            given = re.search(hook["files"], name) and not re.search(hook.get("exclude", "^$"), name)
            assert not given, (hook["id"], name)


def test_the_container_copies_what_a_build_needs():
    text = (ROOT / "Containerfile").read_text("utf-8")
    copied = [word for line in re.findall(r"^COPY (.*) \S+$", text, re.MULTILINE) for word in line.split()]

    assert all((ROOT / name).exists() for name in copied)
    assert {"pyproject.toml", "README.md", "LICENSE", "listbuilder", "factions", "schemas"} == set(copied)
