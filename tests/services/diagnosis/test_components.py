"""Packages are named with version and licence, wherever they state it."""

from __future__ import annotations

from pathlib import Path

import pytest

from simhash_gui.services.diagnosis.components import component, components


@pytest.mark.parametrize(
    ("fields", "line"),
    [
        ("License-Expression: MIT", "made-up 1.0 · MIT"),
        ("Classifier: License :: OSI Approved :: BSD License", "made-up 1.0 · BSD License"),
        ("License: Zlib\n long text", "made-up 1.0 · Zlib"),
        (f"License: {'word ' * 20}", "made-up 1.0"),
        ("Summary: none given", "made-up 1.0"),
    ],
)
def test_a_licence_is_found_wherever_a_package_states_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fields: str, line: str
) -> None:
    folder = tmp_path / "made_up-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text(
        f"Metadata-Version: 2.4\nName: made-up\nVersion: 1.0\n{fields}\n"
    )
    monkeypatch.syspath_prepend(tmp_path)

    assert component("made-up") == line


def test_a_package_without_metadata_is_named_all_the_same() -> None:
    assert component("not-installed-anywhere") == "not-installed-anywhere"


def test_what_the_program_needs_is_listed_behind_python_and_the_others() -> None:
    first, second, *rest = components("Qt 6.0")

    assert first.startswith("Python 3.")
    assert second == "Qt 6.0"
    assert [line for line in rest if line.startswith("numpy ")]
