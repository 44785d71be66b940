"""requirements.lock pins what pyproject.toml asks for, by hash, and never says where from."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

REPOSITORY = Path(__file__).resolve().parents[2]
PYPROJECT = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))
LOCK = (REPOSITORY / "requirements.lock").read_text(encoding="utf-8")
PINS = re.findall(r"^([A-Za-z0-9._-]+)==(\S+)", LOCK, flags=re.MULTILINE)
BUILD_TOOLS, EVERYTHING_ELSE = re.split(r"^# --- .*\n", LOCK, flags=re.MULTILINE)[1:]


def asked_for() -> list[Requirement]:
    groups = PYPROJECT["dependency-groups"]
    lines = [*PYPROJECT["project"]["dependencies"], *groups["build"], *groups["dev"]]
    return [Requirement(line) for line in lines if isinstance(line, str)]


@pytest.mark.parametrize("requirement", asked_for(), ids=lambda requirement: requirement.name)
def test_a_requirement_is_pinned_within_its_bounds(requirement: Requirement) -> None:
    pinned = [version for name, version in PINS if name == canonicalize_name(requirement.name)]
    assert pinned
    assert all(requirement.specifier.contains(version) for version in pinned)


@pytest.mark.parametrize("requirement", asked_for(), ids=lambda requirement: requirement.name)
def test_a_requirement_has_a_lower_and_an_upper_bound(requirement: Requirement) -> None:
    assert {bound.operator for bound in requirement.specifier} == {">=", "<"}


def test_every_pin_has_a_hash() -> None:
    entries = re.split(r"^(?=[A-Za-z0-9])", LOCK, flags=re.MULTILINE)[1:]
    assert len(entries) == len(PINS)
    assert all("--hash=sha256:" in entry for entry in entries)


def test_no_address_and_no_option_is_recorded() -> None:
    assert "://" not in LOCK
    assert not re.search(r"^-", LOCK, flags=re.MULTILINE)


def test_the_tools_that_build_come_first() -> None:
    assert {"hatchling", "setuptools"} <= {line.split("==")[0] for line in BUILD_TOOLS.splitlines()}
    assert "jieba==" in EVERYTHING_ELSE
