from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.documents.extraction.blame import blame
from simhash_gui.documents.extraction.progress import Phase, Step
from simhash_gui.documents.records import FileTask


def _chunk(names: str) -> list[FileTask]:
    return [FileTask(name) for name in names]


def _names(chunks: tuple[object, ...]) -> list[str]:
    return ["".join(task.path for task in chunk) for chunk in chunks]  # type: ignore[attr-defined]


_IDLE = Step(Phase.IDLE)


@pytest.mark.parametrize(
    ("chunks", "done", "step", "culprit", "again"),
    [
        ([], 0, _IDLE, None, []),
        (["abc", "de"], 0, _IDLE, None, ["abc", "de"]),
        (["abc"], 2, _IDLE, None, ["c"]),
        (["abc"], 0, Step(Phase.READING, 0), "a", ["bc"]),
        (["abcde", "fg"], 1, Step(Phase.READING, 3), "d", ["bc", "e", "fg"]),
        (["abc"], 0, Step(Phase.READING, 2), "c", ["ab"]),
        (["a"], 0, Step(Phase.FINGERPRINTING, 0), "a", []),
        (["abcde"], 1, Step(Phase.FINGERPRINTING, 1), "b", ["cde"]),
        (["abcde", "fg"], 1, Step(Phase.FINGERPRINTING, 3), None, ["b", "c", "d", "e", "fg"]),
    ],
)
def test_the_guilty_is_named_and_the_others_are_done_again(
    chunks: list[str], done: int, step: Step, culprit: str | None, again: list[str]
) -> None:
    found = blame([_chunk(names) for names in chunks], done, step)
    assert (found.culprit and found.culprit.path) == culprit
    assert _names(found.again) == again


@given(
    st.lists(st.text("abcdefgh", min_size=1, max_size=6), min_size=1, max_size=2),
    st.data(),
)
def test_no_document_is_lost_and_none_done_twice(names: list[str], data: st.DataObject) -> None:
    done = data.draw(st.integers(0, len(names[0]) - 1))
    position = data.draw(st.integers(done, len(names[0]) - 1))
    phase = data.draw(st.sampled_from(Phase))
    found = blame([_chunk(chunk) for chunk in names], done, Step(phase, position))
    left = _names(found.again) + ([found.culprit.path] if found.culprit else [])
    assert sorted("".join(left)) == sorted("".join(names)[done:])
    assert all(_names(found.again))
