"""The folder of a batch: what was asked decides whether an earlier batch goes on."""

from __future__ import annotations

from pathlib import Path

from simhash_gui.services.checking.batch_results import BatchFolder
from simhash_gui.services.checking.report import ReportOptions


def key_of(asked: dict[str, object], compared: Path) -> str:
    return BatchFolder.of(compared.parent, [], [compared], asked, ReportOptions()).key


def test_the_order_of_a_set_does_not_keep_a_batch_from_going_on(tmp_path: Path) -> None:
    library = tmp_path / "l"
    library.touch()

    key = key_of({"filters": frozenset({"short", "footnotes", "phrases"})}, library)

    assert '["footnotes", "phrases", "short"]' in key


def test_another_question_or_another_library_begins_again(tmp_path: Path) -> None:
    library = tmp_path / "l"
    library.touch()
    before = key_of({"folder": "a"}, library)

    assert key_of({"folder": "b"}, library) != before
    library.write_text("more")
    assert key_of({"folder": "a"}, library) != before
