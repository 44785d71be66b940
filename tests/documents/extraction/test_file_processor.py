from __future__ import annotations

import logging
import pickle
from pathlib import Path

import pytest
from xxhash import xxh3_128_digest

from simhash_gui.core.fingerprint.recipe import InvalidRecipeError, recipe_named
from simhash_gui.documents.comparison.deriving import comparison_data, derive
from simhash_gui.documents.extraction import file_processor
from simhash_gui.documents.extraction.file_processor import FileProcessor
from simhash_gui.documents.readers import read_source
from simhash_gui.documents.readers.reader import Source
from simhash_gui.documents.records import (
    EncodingSource,
    Extracted,
    FailureReason,
    FileOutcome,
    FileTask,
    Limits,
)
from simhash_gui.documents.segmentation.pipeline import TextPipeline
from simhash_gui.workers.protocol import CELL_COUNT, Phase, WorkProgress
from tests.documents.processed import process_files
from tests.documents.samples import sample_text
from tests.helpers.logfail import ExpectLog

_RECIPE = recipe_named("default")


def _tasks(folder: Path, *contents: bytes) -> list[FileTask]:
    paths = [folder / f"{number}.txt" for number in range(len(contents))]
    for path, content in zip(paths, contents, strict=True):
        path.write_bytes(content)
    return [FileTask(str(path)) for path in paths]


def _outcome(folder: Path, content: bytes) -> FileOutcome:
    [outcome] = process_files(_tasks(folder, content), _RECIPE.recipe_id)
    return outcome


def test_a_file_gives_everything_that_is_to_be_stored(tmp_path: Path) -> None:
    text = sample_text("zh-Hans")
    data = text.encode("gb18030")
    outcome = _outcome(tmp_path, data)
    fingerprint = TextPipeline(_RECIPE).trace_text(text).fingerprint
    assert outcome.path == str(tmp_path / "0.txt")
    assert (outcome.size_bytes, outcome.digest) == (len(data), xxh3_128_digest(data))
    assert outcome.mtime_ns == (tmp_path / "0.txt").stat().st_mtime_ns
    assert (outcome.failure, outcome.detail) == (None, "")
    assert (outcome.word, outcome.rest) == (fingerprint.word, fingerprint.rest)
    assert outcome.character_count == len(text)
    assert (outcome.language, outcome.reader) == ("zh-Hans", "text")
    assert (outcome.encoding, outcome.encoding_source) == ("gb18030", EncodingSource.STATISTICS)
    assert outcome.text() == text
    assert outcome.comparison == comparison_data(text)


@pytest.mark.parametrize(
    "content",
    [
        b" \t\r\n" * 100,
        b"\xef\xbb\xbf",
        b"\xff\xfe",
        b"\xef\xbb\xbf\n\n",
        "\u3000\u3000\n\u00a0\u200b".encode(),
        "\ufeff\u3000".encode("utf-16-be"),
        b"<html><body> &nbsp; </body></html>",
        b"{\\rtf1 \\par }",
    ],
)
def test_a_file_without_anything_to_see_is_empty(tmp_path: Path, content: bytes) -> None:
    outcome = _outcome(tmp_path, content)
    assert outcome.failure is FailureReason.EMPTY
    assert outcome.detail
    assert not outcome.too_short


def test_a_single_mark_is_a_text_though_too_short(tmp_path: Path) -> None:
    outcome = _outcome(tmp_path, b" .\n")
    assert (outcome.failure, outcome.too_short) == (None, True)


def test_a_letter_without_a_text_may_carry_something(tmp_path: Path) -> None:
    path = tmp_path / "a.eml"
    path.write_bytes(
        b"From: a@b.c\nMIME-Version: 1.0\nContent-Type: text/plain\n"
        b'Content-Disposition: attachment; filename="a.txt"\n\nharbour\n'
    )
    [outcome] = process_files([FileTask(str(path))], _RECIPE.recipe_id)
    assert outcome.failure is None
    assert [member.name for member in outcome.members or ()] == ["a.txt"]


def test_a_fingerprint_of_128_bits_has_a_rest(tmp_path: Path) -> None:
    recipe = recipe_named("wide")
    [outcome] = process_files(_tasks(tmp_path, b"some words"), recipe.recipe_id)
    fingerprint = TextPipeline(recipe).trace_text("some words").fingerprint
    assert (outcome.word, outcome.rest) == (fingerprint.word, fingerprint.rest)


@pytest.mark.parametrize("content", [b"\xef\xbb\xbf!", b"..."])
def test_a_text_without_words_is_too_short_but_no_failure(tmp_path: Path, content: bytes) -> None:
    outcome = _outcome(tmp_path, content)
    assert outcome.too_short
    assert (outcome.word, outcome.failure) == (None, None)
    assert outcome.digest is not None


def test_a_failure_before_reading_has_neither_size_nor_digest(tmp_path: Path) -> None:
    [outcome] = process_files([FileTask(str(tmp_path / "nothing"))], _RECIPE.recipe_id)
    assert (outcome.failure, outcome.digest) == (FailureReason.GONE, None)
    assert outcome.detail == "There is no such file any more."


def test_a_failure_after_reading_knows_the_content(tmp_path: Path) -> None:
    outcome = _outcome(tmp_path, bytes(100))
    assert (outcome.failure, outcome.size_bytes) == (FailureReason.NOT_TEXT, 100)
    assert outcome.digest == xxh3_128_digest(bytes(100))
    assert outcome.mtime_ns > 0


def test_the_chosen_encoding_is_used(tmp_path: Path) -> None:
    [task] = _tasks(tmp_path, "да".encode("cp1251"))
    [outcome] = process_files([FileTask(task.path, "cp1251")], _RECIPE.recipe_id)
    assert (outcome.text(), outcome.encoding_source) == ("да", EncodingSource.OVERRIDE)


def test_limits_of_size_are_kept(tmp_path: Path) -> None:
    tasks = _tasks(tmp_path, b"1234", b"12345")
    outcomes = process_files(tasks, _RECIPE.recipe_id, Limits(size_bytes=4))
    assert [outcome.failure for outcome in outcomes] == [None, FailureReason.TOO_LARGE]


def test_outcomes_come_in_the_order_of_the_tasks_failed_or_not(tmp_path: Path) -> None:
    tasks = _tasks(tmp_path, b"one", b"", b"two", bytes(9), b"three")
    outcomes = process_files(tasks, _RECIPE.recipe_id)
    assert [outcome.path for outcome in outcomes] == [task.path for task in tasks]
    assert [outcome.feature_count > 0 for outcome in outcomes] == [True, False, True, False, True]


def test_no_tasks_give_no_outcomes() -> None:
    assert process_files([], _RECIPE.recipe_id) == []


def test_an_unknown_recipe_is_refused() -> None:
    with pytest.raises(InvalidRecipeError):
        process_files([], "v0:unknown")


def test_an_outcome_survives_the_way_to_another_process(tmp_path: Path) -> None:
    outcome = _outcome(tmp_path, "---\ntitle: x\n---\n文".encode())
    assert pickle.loads(pickle.dumps(outcome)) == outcome


def test_large_texts_are_not_heaped_up_before_they_are_fingerprinted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_processor, "_BATCH_CHARACTERS", 10)
    tasks = _tasks(tmp_path, b"123456", b"123456", b"1234567890", b"1")
    processor = FileProcessor(_RECIPE.recipe_id, Limits())
    assert [len(batch) for batch in processor(tasks, WorkProgress())] == [2, 1, 1]


def test_progress_follows_the_documents(tmp_path: Path) -> None:
    seen: list[tuple[Phase, int]] = []

    def look(_busy: bool) -> None:
        step = progress.step()
        seen.append((step.phase, step.position))

    progress = WorkProgress([0.0] * CELL_COUNT, look)
    processor = FileProcessor(_RECIPE.recipe_id, Limits())
    list(processor(_tasks(tmp_path, b"one", b"two"), progress))
    assert seen == [(Phase.ONE, 0), (Phase.ONE, 1), (Phase.TOGETHER, 1)]
    assert progress.noted() == xxh3_128_digest(b"two")


def _failing_reader(error: BaseException) -> file_processor.Extractor:
    def extract(source: Source) -> Extracted:
        if source.data == b"bad":
            raise error
        return read_source(source)

    return extract


@pytest.mark.parametrize("error", [ZeroDivisionError("a bug"), RecursionError("too deep")])
def test_a_reader_that_raises_costs_one_document_and_its_traceback_is_logged(
    tmp_path: Path, error: Exception, expect_log: ExpectLog
) -> None:
    processor = FileProcessor(_RECIPE.recipe_id, Limits(), _failing_reader(error))
    with expect_log(logging.WARNING, "a reader failed") as logged:
        [outcomes] = processor(_tasks(tmp_path, b"one", b"bad", b"two"), WorkProgress())
    assert [outcome.failure for outcome in outcomes] == [None, FailureReason.CRASHED, None]
    assert outcomes[1].detail == f"The reader failed: {type(error).__name__}: {error}"
    assert logged[0].exc_info is not None


def test_nothing_is_read_after_a_document_that_lacked_memory(tmp_path: Path) -> None:
    processor = FileProcessor(_RECIPE.recipe_id, Limits(), _failing_reader(MemoryError()))
    [outcomes] = processor(_tasks(tmp_path, b"one", b"bad", b"two"), WorkProgress())
    assert [outcome.failure for outcome in outcomes] == [None, FailureReason.MEMORY]


def _fail_for_the_large(
    monkeypatch: pytest.MonkeyPatch, error: type[Exception], folder: Path
) -> list[FailureReason | None]:
    def fail_for_the_large(
        texts: list[str], pipeline: TextPipeline, *, with_tokens: bool
    ) -> object:
        if any(len(text) > 10 for text in texts):
            raise error
        return derive(texts, pipeline, with_tokens=with_tokens)

    monkeypatch.setattr(file_processor, "derive", fail_for_the_large)
    outcomes = process_files(_tasks(folder, b"one", b"a large text", b"two"), _RECIPE.recipe_id)
    return [outcome.failure for outcome in outcomes]


def test_a_text_that_cannot_be_fingerprinted_costs_itself_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expect_log: ExpectLog
) -> None:
    with expect_log(logging.WARNING, "a reader failed"):
        failures = _fail_for_the_large(monkeypatch, ValueError, tmp_path)
    assert failures == [None, FailureReason.CRASHED, None]


def test_a_text_that_lacks_memory_to_be_fingerprinted_costs_itself_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failures = _fail_for_the_large(monkeypatch, MemoryError, tmp_path)
    assert failures == [None, FailureReason.MEMORY, None]
