from __future__ import annotations

import time

from simhash_gui.workers.protocol import CELL_COUNT, IDLE, Phase, Step, WorkProgress


def _shared() -> tuple[WorkProgress, WorkProgress]:
    """The worker's end and the supervisor's end of the same cells."""
    cells = [0.0] * CELL_COUNT
    return WorkProgress(cells), WorkProgress(cells)


def test_a_worker_that_has_not_begun_is_idle() -> None:
    _, seen = _shared()
    assert seen.step() == IDLE


def test_a_piece_is_seen_with_its_position_and_time() -> None:
    worker, seen = _shared()
    before_s = time.monotonic()
    worker.one(0)
    step = seen.step()
    assert (step.phase, step.position) == (Phase.ONE, 0)
    assert before_s <= step.since_s <= time.monotonic()


def test_several_together_start_the_clock_again() -> None:
    worker, seen = _shared()
    worker.one(3)
    since_s = seen.step().since_s
    worker.together(3)
    assert (seen.step().phase, seen.step().position) == (Phase.TOGETHER, 3)
    assert seen.step().since_s > since_s


def test_the_clock_of_a_piece_that_is_alone_runs_on() -> None:
    worker, seen = _shared()
    worker.one(3)
    since_s = seen.step().since_s
    worker.together(3, keep_clock=True)
    assert seen.step() == Step(Phase.TOGETHER, 3, since_s)


def test_idle_again_is_seen() -> None:
    worker, seen = _shared()
    worker.one(3)
    worker.idle()
    assert seen.step() == IDLE


def test_the_note_is_about_the_piece_under_way() -> None:
    worker, seen = _shared()
    assert seen.noted() is None
    for note in (bytes(16), bytes(range(16)), b"\xff" * 16):
        worker.one(0)
        assert seen.noted() is None
        worker.note(note)
        assert seen.noted() == note
        worker.together(0, keep_clock=True)
        assert seen.noted() == note


def test_every_change_is_announced() -> None:
    announced: list[bool] = []
    progress = WorkProgress(on_step=announced.append)
    progress.one(0)
    progress.together(0)
    progress.idle()
    assert announced == [True, True, False]
