"""Documents are read and compared in a process of their own, with the same outcome as here."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event, Timer

import pytest

from simhash_gui.services.comparison.evidence import Thresholds
from simhash_gui.services.comparison.loading import FailureReason, Limits, ReadFailure
from simhash_gui.services.library.libraries import DocumentNotFoundError
from simhash_gui.ui.compare import desk as desk_module
from simhash_gui.ui.compare.desk import Desk, FromDisk, FromLibrary, Reading, RemoteDesk
from simhash_gui.ui.reading.text_differences import (
    Side,
    cut_differences,
    find_differences,
    put_together,
)
from simhash_gui.ui.session.session import Session
from simhash_gui.workers.resident import StoppedError
from tests.documents.bad_documents import pdf_that_inflates_quietly
from tests.helpers.calls import counted_calls
from tests.ui.filled_library import Doc, put
from tests.ui.texts_in_common import joined, paragraph

FIRST = joined(*(paragraph(name) for name in ("stone", "river", "cloud")))
SECOND = joined(*(paragraph(name) for name in ("stone", "cloud", "amber")))


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Reading, Reading]:
    """Two readings of files."""
    paths = tmp_path / "first.txt", tmp_path / "second.txt"
    for path, text in zip(paths, (FIRST, SECOND), strict=True):
        path.write_text(text, encoding="utf-8")
    a, b = (Reading(number, FromDisk(path)) for number, path in enumerate(paths))
    return a, b


@pytest.fixture
def far() -> Iterator[RemoteDesk]:
    desk = RemoteDesk(None)
    yield desk
    desk.end()


def test_a_process_finds_what_is_found_here(far: RemoteDesk, pair: tuple[Reading, Reading]) -> None:
    here, stop, thresholds = Desk(None), Event(), Thresholds(near_edit_share=1.0)
    bits, far_bits = here.prepare(*pair).bits, far.prepare(*pair, stop).bits
    measured, far_measured = here.measure(*pair, thresholds), far.measure(*pair, thresholds, stop)
    votes, far_votes = here.votes(*pair, 7), far.votes(*pair, 7)
    loaded = [far.load(reading, pair, stop) for reading in pair]
    differences = far.differences(*pair, stop)

    assert [side.name for side in loaded] == ["first.txt", "second.txt"]
    assert (far_bits.a, far_bits.b) == (bits.a, bits.b)
    assert far_measured.evidence == measured.evidence
    assert far_measured.thresholds == measured.thresholds == thresholds
    assert far_measured.passages == measured.passages
    assert far_votes == votes
    assert differences == find_differences(FIRST, SECOND)


def test_the_beginning_of_a_document_is_known_before_it_is_fingerprinted(
    open_session: Session,
) -> None:
    assert open_session.library is not None
    ids = put(open_session.library, [Doc("first.txt", 1, FIRST), Doc("second.txt", 2, SECOND)])
    a, b = (Reading(number, FromLibrary(each)) for number, each in enumerate(ids.values()))
    desk = Desk(open_session.library.place)

    with counted_calls() as calls:
        beginnings = [desk.load(reading, (a, b)).beginning for reading in (a, b)]
        before = calls["TextPipeline.trace_text"]
        desk.prepare(a, b)

    assert beginnings == [FIRST, SECOND]
    assert (before, calls["TextPipeline.trace_text"]) == (0, 2)


def test_the_reason_why_a_file_cannot_be_read_comes_from_the_process(
    far: RemoteDesk, tmp_path: Path
) -> None:
    path = tmp_path / "noise.txt"
    path.write_bytes(bytes(range(256)) * 40)
    with pytest.raises(ReadFailure) as failure:
        far.load(Reading(0, FromDisk(path)), (), Event())

    assert failure.value.reason is FailureReason.NOT_TEXT


def test_work_that_nobody_wants_is_ended_and_the_next_is_done(
    far: RemoteDesk, pair: tuple[Reading, Reading], tmp_path: Path
) -> None:
    long = tmp_path / "long.txt"
    long.write_text(joined(*(paragraph(f"w{n}x") for n in range(20_000))))
    stop = Event()
    timer = Timer(0.2, stop.set)
    timer.start()
    with pytest.raises(StoppedError):
        far.load(Reading(9, FromDisk(long)), (), stop)
    timer.join()
    bits = far.prepare(*pair, Event()).bits

    assert bits.a == Desk(None).prepare(*pair).bits.a


def test_nothing_is_begun_after_the_end(far: RemoteDesk, pair: tuple[Reading, Reading]) -> None:
    far.end()

    with pytest.raises(StoppedError):
        far.prepare(*pair, Event())


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        (Limits(time_s=0.2), FailureReason.TIMEOUT),
        (Limits(memory_bytes=100 << 20), FailureReason.MEMORY),
    ],
)
def test_a_document_beyond_a_limit_is_given_up_whatever_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limits: Limits, reason: FailureReason
) -> None:
    monkeypatch.setattr(desk_module, "_LIMITS", limits)
    path = tmp_path / "a pdf.txt"
    path.write_bytes(pdf_that_inflates_quietly())
    desk = RemoteDesk(None)
    with pytest.raises(ReadFailure) as failure:
        desk.load(Reading(0, FromDisk(path)), (), Event())
    desk.end()

    assert failure.value.reason is reason


def test_without_a_library_there_are_no_documents_of_one(far: RemoteDesk) -> None:
    with pytest.raises(DocumentNotFoundError):
        far.load(Reading(0, FromLibrary(1)), (), Event())


def test_a_desk_forgets_what_is_not_kept(pair: tuple[Reading, Reading]) -> None:
    desk, (a, b) = Desk(None), pair
    desk.load(a, ())
    assert isinstance(a.source, FromDisk)
    a.source.path.write_text(SECOND, encoding="utf-8")
    desk.load(b, ())

    assert put_together(desk.differences(a, b)).are_equal


@pytest.mark.parametrize("lines", [1, 5_000])
def test_differences_survive_being_cut(lines: int) -> None:
    text = "\n".join(f"line {number}" for number in range(lines))
    found = find_differences(text, f"{text}\nmore")

    assert put_together(cut_differences(found)) == found


def test_pieces_without_the_last_are_refused() -> None:
    found = find_differences("one", "two")
    pieces = [*cut_differences(replace(found, stretches=()))]

    with pytest.raises(ValueError, match="last piece"):
        put_together(pieces[: len(Side)])
