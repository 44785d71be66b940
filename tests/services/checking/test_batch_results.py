"""The folder of a batch: what was asked decides whether an earlier batch goes on."""

from __future__ import annotations

from pathlib import Path

from simhash_gui.services.checking.batch_results import BatchFolder
from simhash_gui.services.checking.report_texts import ReportOptions
from simhash_gui.services.library.libraries import open_library


def key_of(asked: dict[str, object], documents: list[Path]) -> str:
    folder = BatchFolder.of(Path("reports"), documents, None, asked, ReportOptions())
    return folder.key


def test_the_order_of_a_set_does_not_keep_a_batch_from_going_on() -> None:
    key = key_of({"filters": frozenset({"short", "footnotes", "phrases"})}, [])

    assert '["footnotes", "phrases", "short"]' in key


def test_another_question_or_another_document_begins_again(tmp_path: Path) -> None:
    document = tmp_path / "a.txt"
    document.touch()
    before = key_of({"folder": "a"}, [document])

    assert key_of({"folder": "b"}, [document]) != before
    document.write_text("more")
    assert key_of({"folder": "a"}, [document]) != before


def test_a_library_that_has_changed_begins_again(tmp_path: Path) -> None:
    with open_library(tmp_path / "a.simhash") as one, open_library(tmp_path / "b.simhash") as other:
        keys = {
            BatchFolder.of(tmp_path, [], each, {}, ReportOptions()).key for each in (one, other)
        }

    assert len(keys) == 2
