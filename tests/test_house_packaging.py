"""The package's metadata: ranges of versions and the files that pin them, licences of everything inside."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
DEPENDENCIES = [Requirement(line) for line in PROJECT["dependencies"]]
TOOLS = [Requirement(line) for line in PROJECT["optional-dependencies"]["dev"]]
NOT_OLDEST = {
    "build",
    "coverage",
    "import-linter",
    "mypy",
    "ruff",
    "types-jsonschema",
    "types-pyyaml",
}  # no test runs with them


def pins(name: str) -> dict[str, Version]:
    lines = (ROOT / name).read_text("utf-8").splitlines()
    pairs = [line.split("==") for line in lines if line and not line.startswith("#")]
    return {canonicalize_name(package): Version(version) for package, version in pairs}


def lower_bound(requirement: Requirement) -> Version:
    return next(Version(part.version) for part in requirement.specifier if part.operator == ">=")


@pytest.mark.parametrize("requirement", DEPENDENCIES, ids=lambda requirement: requirement.name)
def test_dependencies_are_ranges(requirement: Requirement):
    assert {part.operator for part in requirement.specifier} == {">=", "<"}


@pytest.mark.parametrize("requirement", [*DEPENDENCIES, *TOOLS], ids=lambda requirement: requirement.name)
def test_pins_are_allowed_versions(requirement: Requirement):
    name = canonicalize_name(requirement.name)
    assert pins("constraints.txt")[name] in requirement.specifier
    if name not in NOT_OLDEST:
        assert pins("constraints-oldest.txt")[name] == lower_bound(requirement)


def test_every_font_has_its_licence_in_the_metadata():
    fonts = ROOT / "listbuilder" / "print" / "fonts"
    licences = {path.name: path for pattern in PROJECT["license-files"] for path in ROOT.glob(pattern)}
    for font in fonts.glob("*.ttf"):
        assert any(name.startswith(font.stem.split("-")[0]) for name in licences), font.name
    expression = PROJECT["license"].split(" AND ")
    names = {"OFL-1.1": "OFL", "Apache-2.0": "Apache", "Bitstream-Vera": "DejaVu"}
    assert set(expression) == {"MIT", *names}
    assert all(any(part in name for name in licences) for part in names.values())


def locked() -> dict[str, tuple[Version, int]]:
    """The packages of the lock file: version, and number of hashes."""
    found: dict[str, tuple[Version, int]] = {}
    for block in re.split(r"\n(?=\S)", (ROOT / "requirements.lock").read_text("utf-8")):
        if not block.startswith("#"):
            name, version = block.split()[0].split("==")
            found[canonicalize_name(name)] = Version(version), len(re.findall(r"--hash=sha256:[0-9a-f]{64}\b", block))
    return found


def test_the_lock_has_a_hash_for_every_pin():
    """`make lock` makes it anew after a change of constraints.txt."""
    versions = locked()
    assert {name: versions[name][0] for name in pins("constraints.txt")} == pins("constraints.txt")
    assert {canonicalize_name(requirement.name) for requirement in [*DEPENDENCIES, *TOOLS]} <= versions.keys()
    assert "hatchling" in versions  # what builds the package is locked as well
    assert all(hashes for _version, hashes in versions.values())
