"""The user's folders are those that `platformdirs` names."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import platformdirs
import pytest

from listbuilder.sources import places

FOLDERS: dict[str, tuple[Callable[[], Path], Callable[[], str]]] = {
    "DATA": (places.data_dir, lambda: platformdirs.user_data_dir("listbuilder", appauthor=False)),
    "CACHE": (places.cache_dir, lambda: platformdirs.user_cache_dir("listbuilder", appauthor=False)),
    "STATE": (places.state_dir, lambda: platformdirs.user_state_dir("listbuilder")),
}


@pytest.mark.parametrize("kind", FOLDERS)
@pytest.mark.parametrize("given", [None, "", "/some/where", "/some//where/", "relative", "~/x", " /a", "/a "])
@pytest.mark.parametrize("folder", ["/home/somebody", "/home/some body/", "", None])
def test_they_are_the_usual_ones(
    kind: str, given: str | None, folder: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in ((f"XDG_{kind}_HOME", given), ("HOME", folder), (f"LISTBUILDER_{kind}_DIR", None)):
        if value is None:
            monkeypatch.delenv(name, raising=False)
        else:
            monkeypatch.setenv(name, value)
    ours, usual = FOLDERS[kind]

    assert ours() == Path(usual())


@pytest.mark.parametrize("kind", FOLDERS)
def test_a_variable_says_another(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(f"LISTBUILDER_{kind}_DIR", str(tmp_path))

    assert FOLDERS[kind][0]() == tmp_path
