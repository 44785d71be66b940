from __future__ import annotations

import time

from simhash_gui.documents.extraction.progress import CELL_COUNT, Phase, Progress, Step


def _shared() -> tuple[Progress, Progress]:
    """The worker's end and the supervisor's end of the same cells."""
    cells = [0.0] * CELL_COUNT
    return Progress(cells), Progress(cells)


def test_a_worker_that_has_not_begun_is_idle() -> None:
    _, seen = _shared()
    assert seen.step() == Step(Phase.IDLE)
    assert seen.base_bytes == 0


def test_reading_is_seen_with_its_position_and_time() -> None:
    worker, seen = _shared()
    before_s = time.monotonic()
    worker.reading(0)
    step = seen.step()
    assert (step.phase, step.position) == (Phase.READING, 0)
    assert before_s <= step.since_s <= time.monotonic()


def test_fingerprinting_several_starts_the_clock_again() -> None:
    worker, seen = _shared()
    worker.reading(3)
    read_since_s = seen.step().since_s
    worker.fingerprinting(3, alone=False)
    assert (seen.step().phase, seen.step().position) == (Phase.FINGERPRINTING, 3)
    assert seen.step().since_s > read_since_s


def test_the_clock_of_a_document_that_is_alone_runs_on() -> None:
    worker, seen = _shared()
    worker.reading(3)
    read_since_s = seen.step().since_s
    worker.fingerprinting(3, alone=True)
    assert seen.step() == Step(Phase.FINGERPRINTING, 3, read_since_s)


def test_idle_again_is_seen() -> None:
    worker, seen = _shared()
    worker.reading(3)
    worker.idle()
    assert seen.step() == Step(Phase.IDLE)


def test_the_memory_at_the_start_is_seen() -> None:
    worker, seen = _shared()
    worker.ready(123_456_789)
    assert seen.base_bytes == 123_456_789


def test_the_digest_is_that_of_the_document_under_way() -> None:
    worker, seen = _shared()
    assert seen.digest() is None
    for digest in (bytes(16), bytes(range(16)), b"\xff" * 16):
        worker.reading(0)
        assert seen.digest() is None
        worker.tell_digest(digest)
        assert seen.digest() == digest
        worker.fingerprinting(0, alone=True)
        assert seen.digest() == digest


def test_every_change_is_announced() -> None:
    announced: list[bool] = []
    progress = Progress(on_step=announced.append)
    progress.reading(0)
    progress.fingerprinting(0, alone=True)
    progress.idle()
    assert announced == [True, True, False]
