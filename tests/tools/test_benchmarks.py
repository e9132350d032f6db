"""The benchmarks say what is wrong with their arguments."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "benchmarks"


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("bench_edit", ["--set", "nope"]),
        ("bench_edit", ["--set", "whfb-8e", "--faction", "Space Marines"]),
        ("bench_event", ["--set", "nope"]),
        ("bench_fixes", ["make", "{folder}", "nope"]),
    ],
)
def test_what_is_not_there_is_told(
    name: str, arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(tmp_path))
    monkeypatch.syspath_prepend(str(FOLDER))
    monkeypatch.setattr(sys, "argv", [name, *(one.format(folder=tmp_path / "made") for one in arguments)])
    spec = importlib.util.spec_from_file_location(f"benchmarks_{name}", FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    with pytest.raises(SystemExit) as ended:
        module.main()
    assert ended.value.code == 2
    assert arguments[-1] in capsys.readouterr().err
