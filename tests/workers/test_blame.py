from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.workers.protocol import IDLE, Phase, Step, blame


@pytest.mark.parametrize(
    ("chunk", "done", "step", "culprit", "again"),
    [
        ("abc", 0, IDLE, None, ["abc"]),
        ("abc", 2, IDLE, None, ["c"]),
        ("abc", 0, Step(Phase.ONE, 0), "a", ["bc"]),
        ("abcde", 1, Step(Phase.ONE, 3), "d", ["bc", "e"]),
        ("abc", 0, Step(Phase.ONE, 2), "c", ["ab"]),
        ("a", 0, Step(Phase.TOGETHER, 0), "a", []),
        ("abcde", 1, Step(Phase.TOGETHER, 1), "b", ["cde"]),
        ("abcde", 1, Step(Phase.TOGETHER, 3), None, ["b", "c", "d", "e"]),
    ],
)
def test_the_guilty_is_named_and_the_others_are_done_again(
    chunk: str, done: int, step: Step, culprit: str | None, again: list[str]
) -> None:
    found = blame(list(chunk), done, step)
    assert found.culprit == culprit
    assert ["".join(each) for each in found.again] == again


@given(st.text("abcdefgh", min_size=1, max_size=6), st.data())
def test_no_piece_is_lost_and_none_done_twice(chunk: str, data: st.DataObject) -> None:
    done = data.draw(st.integers(0, len(chunk) - 1))
    position = data.draw(st.integers(done, len(chunk) - 1))
    phase = data.draw(st.sampled_from(Phase))
    found = blame(list(chunk), done, Step(phase, position))
    left = ["".join(each) for each in found.again] + ([found.culprit] if found.culprit else [])
    assert sorted("".join(left)) == sorted(chunk[done:])
    assert all(found.again)
