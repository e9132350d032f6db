"""Names of files that would be commands or colours, in what the program says of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Call
from tests.nasty import BREAKING, forges


@pytest.mark.parametrize(
    "name", ["::error::pwned.yaml", "##[error]x.yaml", "a\n::error::pwned.yaml", "\x1b[31m.yaml", "[b].yaml"]
)
def test_names_of_files(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    for one in (name, f".{name}", name.replace(".yaml", ".py")):
        (tmp_path / one).write_text("system: x\nunits: [\n", "utf-8")
    for form in ("text", "line", "table"):
        result = call("check", "--format", form, ".")
        assert forges(result.out + result.err) == []
        assert not BREAKING & set(result.out + result.err)
    assert forges(call("check", name, "--pack", name).err) == []
