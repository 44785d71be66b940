from __future__ import annotations

from pathlib import Path

import pytest

from simhash_gui.documents.readers.ole_container import OleContainer, has_stream, is_ole
from simhash_gui.documents.records import FailureReason, Metadata, ReadFailure

RICH = (Path(__file__).parent / "seeds" / "rich.doc").read_bytes()


def test_streams_are_found_by_name_and_read_whole() -> None:
    container = OleContainer(RICH)
    assert container.has("WordDocument")
    assert not container.has("Workbook")
    assert container.read("WordDocument").startswith(b"\xec\xa5")
    assert has_stream(RICH, "Workbook", "WordDocument")
    assert not has_stream(RICH, "Workbook")


def test_what_is_none_has_no_streams() -> None:
    assert not is_ole(b"text")
    assert not has_stream(b"text", "WordDocument")
    assert not has_stream(RICH[:100], "WordDocument")


@pytest.mark.parametrize("size", [8, 100, 600, 5000, len(RICH) - 1500])
def test_a_truncated_container_is_damaged(size: int) -> None:
    with pytest.raises(ReadFailure) as caught:
        OleContainer(RICH[:size])
    assert caught.value.reason is FailureReason.DAMAGED


def test_the_last_sector_may_be_shorter() -> None:
    assert OleContainer(RICH[:-100]).has("WordDocument")


def test_a_missing_stream_is_damage() -> None:
    with pytest.raises(ReadFailure) as caught:
        OleContainer(RICH).read("Nothing")
    assert caught.value.reason is FailureReason.DAMAGED


def test_a_summary_that_says_nothing_gives_no_metadata() -> None:
    assert OleContainer(RICH).metadata() == Metadata()
