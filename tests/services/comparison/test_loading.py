"""Documents from disk, read in a worker process within limits."""

from __future__ import annotations

from pathlib import Path

import pytest

from simhash_gui.core.fingerprint.recipe import recipe_named
from simhash_gui.services.comparison.loading import (
    Content,
    FailureReason,
    Limits,
    ReadFailure,
    TracedText,
    Unread,
    load,
    load_here,
    load_text,
)
from tests.documents.bad_documents import pdf_that_inflates_quietly
from tests.services.conftest import OTHER, STORY

DEFAULT = recipe_named("default")


def test_documents_come_in_the_order_that_was_asked_for(docs: Path) -> None:
    unread: list[Unread] = [docs / "story.txt", Content(OTHER.encode("gb18030"), "-")]
    story, other = load(unread, DEFAULT, Limits())

    assert isinstance(story, TracedText)
    assert isinstance(other, TracedText)
    assert (story.name, story.path, story.text) == ("story.txt", str(docs / "story.txt"), STORY)
    assert (other.name, other.text) == ("-", OTHER)
    assert story.fingerprint == load_text(STORY, "", DEFAULT).fingerprint


def test_each_failure_has_its_reason(docs: Path, tmp_path: Path) -> None:
    blank = Content("\ufeff\n".encode(), "-")
    unread = [Content(b"", "-"), tmp_path / "gone.txt", blank, docs / "story.txt"]
    *failures, story = load(unread, DEFAULT, Limits())

    reasons = [failure.reason for failure in failures if isinstance(failure, ReadFailure)]
    assert reasons == [FailureReason.EMPTY, FailureReason.GONE, FailureReason.EMPTY]
    assert isinstance(story, TracedText)


def test_a_document_beyond_a_limit_is_given_up(tmp_path: Path) -> None:
    bomb = tmp_path / "bomb.txt"  # the content decides, whatever the name says
    bomb.write_bytes(pdf_that_inflates_quietly())
    [hasty] = load([bomb], DEFAULT, Limits(time_s=0.2))
    [frugal] = load([bomb], DEFAULT, Limits(memory_bytes=100 << 20))

    assert isinstance(hasty, ReadFailure)
    assert isinstance(frugal, ReadFailure)
    assert (hasty.reason, frugal.reason) == (FailureReason.TIMEOUT, FailureReason.MEMORY)
    assert frugal.detail == "It needs more memory than the limit of 100 MB."


@pytest.mark.parametrize("data", [b"", b" \n\t", "\ufeff\n".encode()])
def test_bytes_without_text_are_reported(data: bytes) -> None:
    with pytest.raises(ReadFailure) as told:
        load_here(Content(data, "-"), DEFAULT)

    assert told.value.reason is FailureReason.EMPTY
