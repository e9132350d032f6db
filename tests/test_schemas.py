"""The shape of files: what is wrong with it is said, but not thousands of times."""

from __future__ import annotations

import json

import pytest

from listbuilder import schemas, strictyaml

MANY = {f"k{number}": 1 for number in range(3000)}


@pytest.mark.parametrize("kind", ["event", "points", "datasheet", "system", "faction"])
@pytest.mark.parametrize("facts", [MANY, {"name": MANY}, {"rules": MANY}, {"units": MANY}, {"units": {"Boyz": MANY}}])
def test_a_file_of_unknown_keys_has_few_problems(kind: str, facts: object) -> None:
    found = schemas.check(kind, strictyaml.load(json.dumps(facts).encode()))
    assert 0 < len(found) <= schemas.MAX_PROBLEMS
    assert max(len(str(one)) for one in found) < 2000
