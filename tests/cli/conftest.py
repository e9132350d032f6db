"""Runs commands as the program does, and catches what they print."""

from __future__ import annotations

import io
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from listbuilder.cli.main import run
from listbuilder.resources import shipped

EXAMPLES = shipped("factions") / "wh40k-10e" / "examples"


@dataclass
class Result:
    """What a command did."""

    status: int
    out: str
    err: str
    out_bytes: bytes


Call = Callable[..., Result]


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch) -> Call:
    """``call("check", "a.yaml", stdin=b"...")``"""

    def act(*arguments: str | Path, stdin: bytes = b"") -> Result:
        out, err = io.BytesIO(), io.BytesIO()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), "utf-8"))
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(out, "utf-8", newline="", write_through=True))
        monkeypatch.setattr(sys, "stderr", io.TextIOWrapper(err, "utf-8", newline="", write_through=True))
        status = run(["--lang", "en", *map(str, arguments)] if "--lang" not in arguments else list(map(str, arguments)))
        return Result(status, out.getvalue().decode("utf-8", "replace"), err.getvalue().decode("utf-8"), out.getvalue())

    return act


@pytest.fixture
def lists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own with the two example lists in it; the working directory."""
    for name in ("legal", "illegal"):
        shutil.copy(EXAMPLES / f"{name}.yaml", tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path
