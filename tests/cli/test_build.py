"""What starting the builder leaves behind in the process."""

from __future__ import annotations

import importlib
import sys

import pytest

from listbuilder.cli.build import _without


def test_a_module_that_is_left_out_counts_as_missing_only_inside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "wave", raising=False)
    with _without("wave"), pytest.raises(ImportError):
        importlib.import_module("wave")
    assert importlib.import_module("wave").__name__ == "wave"


def test_a_module_that_is_there_already_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    module = importlib.import_module("wave")
    with _without("wave"):
        assert sys.modules["wave"] is module
    assert sys.modules["wave"] is module
