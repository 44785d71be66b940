"""A file is there whole, or as it was before."""

from pathlib import Path

import pytest

from simhash_gui.services.library.whole_files import replacing


def test_the_new_content_replaces_the_old(tmp_path: Path) -> None:
    target = tmp_path / "a.txt"
    target.write_text("old", encoding="utf-8")

    with replacing(target) as part:
        part.write_text("new", encoding="utf-8")
        assert target.read_text(encoding="utf-8") == "old"

    assert target.read_text(encoding="utf-8") == "new"
    assert list(tmp_path.iterdir()) == [target]


def test_a_failure_leaves_the_old_content_and_nothing_else(tmp_path: Path) -> None:
    target = tmp_path / "a.txt"
    target.write_text("old", encoding="utf-8")

    def write_half() -> None:
        with replacing(target) as part:
            part.write_text("ne", encoding="utf-8")
            raise ValueError("half way")

    with pytest.raises(ValueError, match="half way"):
        write_half()

    assert target.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [target]
