"""The example that rechecks a season on a cluster: the same results as in one process, in the same order."""

from __future__ import annotations

import csv
import io
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from listbuilder.events.gathering import gather
from listbuilder.events.recheck import Twice, recheck
from listbuilder.report.checking import Job
from listbuilder.resources import shipped

pytest.importorskip("distributed", reason="needs the extra `cluster`")
ROOT = Path(__file__).resolve().parent.parent
SCRIPT = ROOT / "docs" / "examples" / "season.py"
LISTS = 5


@pytest.mark.unmeasured
def test_a_local_cluster_gives_what_one_process_gives(tmp_path: Path) -> None:
    folder = tmp_path / "season"
    folder.mkdir()
    example = shipped("factions") / "wh40k-10e" / "examples"
    for number in range(LISTS):
        shutil.copy(example / ("illegal.yaml" if number % 2 else "legal.yaml"), folder / f"{number}.yaml")
    older = tmp_path / "older" / "wh40k-10e"
    shutil.copytree(shipped("factions") / "wh40k-10e" / "space-marines", older / "space-marines")
    shutil.copy(shipped("factions") / "wh40k-10e" / "system.yaml", older)
    sheet = older / "space-marines" / "captain.yaml"
    sheet.write_text(sheet.read_text("utf-8").replace("points: {1: 80}", "points: {1: 70}"), "utf-8")

    done = subprocess.run(
        [sys.executable, SCRIPT, folder, "--data", tmp_path / "older", "--data", "native", "--workers", "1"],
        env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, encoding="utf-8", check=False,
    )  # fmt: skip
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    job = Twice(Job(data=(str(tmp_path / "older"),)), Job(data=("native",)))
    expected = list(recheck(gather([str(folder)]).entries, job, jobs=1))
    assert done.returncode == 0, done.stderr
    assert [(row["list"], row["after"], row["points before"], row["points after"]) for row in rows] == [
        (one.after.file, one.after.verdict, one.before.points, one.after.points) for one in expected
    ]
    assert rows[0]["points before"] == "1980"
    assert f"{LISTS} lists in " in done.stderr
