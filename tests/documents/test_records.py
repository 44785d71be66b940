from __future__ import annotations

import pickle

import pytest

from simhash_gui.documents.compression import compress_text
from simhash_gui.documents.records import FailureReason, FileOutcome, ReadFailure


def test_a_failure_says_its_reason_and_detail() -> None:
    failure = ReadFailure(FailureReason.GONE, "There is no such file any more.")
    assert str(failure) == "gone: There is no such file any more."


def test_a_failure_survives_the_way_to_another_process() -> None:
    failure = pickle.loads(pickle.dumps(ReadFailure(FailureReason.EMPTY, "Nothing.")))
    assert (failure.reason, failure.detail) == (FailureReason.EMPTY, "Nothing.")


def test_an_outcome_gives_its_text_back() -> None:
    outcome = FileOutcome("a.txt", compressed_text=compress_text("一\r\n二"), feature_count=2)
    assert outcome.text() == "一\r\n二"


def test_a_failed_outcome_has_no_text() -> None:
    assert FileOutcome("a.txt", failure=FailureReason.GONE).text() == ""


@pytest.mark.parametrize(
    ("outcome", "expected"),
    [
        (FileOutcome("no features"), True),
        (FileOutcome("one feature", feature_count=1), False),
        (FileOutcome("failed", failure=FailureReason.EMPTY), False),
    ],
)
def test_only_a_document_without_features_is_too_short(
    outcome: FileOutcome, expected: bool
) -> None:
    assert outcome.too_short is expected
