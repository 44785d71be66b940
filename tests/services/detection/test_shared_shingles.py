"""What stored shingles settle, the texts would not confirm; and it is much."""

from __future__ import annotations

import random
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from simhash_gui.core.text.classes import DEFAULT_THRESHOLDS
from simhash_gui.core.text.commonness import Commonness
from simhash_gui.core.text.shingles import shingles_of
from simhash_gui.documents.comparison.texts import comparison_hashes_of
from simhash_gui.services.detection import shared_shingles
from simhash_gui.services.detection.classes import PARTIAL_CLASSES
from simhash_gui.services.detection.comparison_arrays import ComparisonArrays
from simhash_gui.services.detection.pair_measurer import MeasuringOptions, PairMeasurer
from simhash_gui.services.detection.pairs import CLASSES
from simhash_gui.services.detection.shared_shingles import rare_shingles, share_too_little
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import Library
from simhash_gui.store.repositories.present_files import document_ids
from tests.services.conftest import Import

FORM = " ".join(f"form{number}" for number in range(80))
SHARED_WORDS = (4, 6, 8, 9, 10, 11, 12, 14, 20, 40)


def documents(chance: random.Random) -> list[str]:
    """Texts of 20 to 300 words, most on a form; each but the first has words of an earlier one."""
    texts: list[list[str]] = []
    for number in range(24):
        own = [f"own{number}x{place}" for place in range(chance.choice((20, 60, 150, 300)))]
        if texts:
            source = chance.choice(texts)
            length = min(chance.choice(SHARED_WORDS), len(source))
            start = chance.randrange(len(source) - length + 1)
            passage = source[start : start + length]
            if chance.random() < 0.3:
                passage[length // 2] = f"changed{number}"
            place = chance.randrange(len(own) + 1)
            own[place:place] = passage
        texts.append(own)
    return [f"{FORM} {' '.join(own)}" if chance.random() < 0.7 else " ".join(own) for own in texts]


@pytest.fixture(params=range(3))
def arrays(
    request: pytest.FixtureRequest, tmp_path: Path, library: Library, import_now: Import
) -> ComparisonArrays:
    (tmp_path / "docs").mkdir()
    texts = documents(random.Random(request.param))
    texts += ["On Monday Ann wrote:\n> " + texts[0], "one two", "--\n" + FORM]
    for number, text in enumerate(texts):
        (tmp_path / "docs" / f"{number:02}.txt").write_text(text, encoding="utf-8")
    import_now(tmp_path / "docs")
    with library.read() as connection:
        ids = document_ids(connection)
    return ComparisonArrays(library, ids, JobControl())


def common() -> Commonness:
    halves = shingles_of(comparison_hashes_of([FORM])[0]).distinct.astype(np.uint32)
    return Commonness(np.sort(halves), np.sort(halves))


def none_of(pairs: NDArray[np.int64]) -> NDArray[np.bool_]:
    return np.zeros(len(pairs), np.bool_)


def test_what_stored_shingles_settle_is_no_copy_by_the_texts(arrays: ComparisonArrays) -> None:
    every = np.array(list(combinations(range(len(arrays.ids)), 2)), np.int64)
    left, right = every.T

    flags = share_too_little(
        arrays, left, right, none_of(left), common().template, DEFAULT_THRESHOLDS, JobControl()
    )

    measurer = PairMeasurer(arrays.library, MeasuringOptions(common=common()))
    classes = measurer.measure(arrays.ids[left], arrays.ids[right]).classes
    is_confirmed = np.isin(classes, [CLASSES.index(each) for each in PARTIAL_CLASSES])
    assert not (flags & is_confirmed).any()
    assert flags.mean() > 0.1
    assert is_confirmed.any()


def test_marked_and_short_texts_are_left_to_be_read(arrays: ComparisonArrays) -> None:
    others = np.arange(24)
    marked, short = len(arrays.ids) - 3, len(arrays.ids) - 2

    for place in (marked, short):
        own, template = np.full(24, place), common().template
        assert not share_too_little(
            arrays, own, others, none_of(own), template, DEFAULT_THRESHOLDS, JobControl()
        ).any()


def test_who_is_known_to_share_enough_is_not_asked_again(arrays: ComparisonArrays) -> None:
    left, right = np.array(list(combinations(range(len(arrays.ids)), 2)), np.int64).T
    asked, rest = (arrays, left, right), (common().template, DEFAULT_THRESHOLDS, JobControl())
    flags = share_too_little(*asked, none_of(left), *rest)
    is_known = np.arange(len(left)) % 2 == 0

    again = share_too_little(*asked, is_known, *rest)

    assert flags[is_known].any()
    assert again.tolist() == (flags & ~is_known).tolist()


def test_of_too_many_shingles_nothing_is_settled(
    arrays: ComparisonArrays, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_shingles, "_MOST_SHINGLES", 10)
    left, right = np.zeros(23, np.int64), np.arange(1, 24)

    flags = share_too_little(
        arrays, left, right, none_of(left), common().template, DEFAULT_THRESHOLDS, JobControl()
    )

    assert not flags.any()


def test_rare_shares_are_those_of_the_texts_or_not_known(arrays: ComparisonArrays) -> None:
    left, right = np.array(list(combinations(range(len(arrays.ids)), 2)), np.int64).T
    measurer = PairMeasurer(arrays.library, MeasuringOptions(common=common()))
    containment = measurer.measure(arrays.ids[left], arrays.ids[right]).containment_a

    found = rare_shingles(arrays, left, right, containment, common().frequent, JobControl())
    shares = found.shares

    texts = [measurer.text(number) for number in arrays.ids.tolist()]
    own = [np.empty(0, np.uint64) if text is None else text.own_shingles for text in texts]
    expected = [
        len(np.intersect1d(own[a], own[b])) / max(1, min(len(own[a]), len(own[b])))
        for a, b in zip(left.tolist(), right.tolist(), strict=True)
    ]
    is_marked = arrays.has_marks[left] | arrays.has_marks[right]
    assert is_marked.any()
    assert np.isnan(shares[is_marked]).all()
    assert shares[~is_marked].tolist() == np.array(expected)[~is_marked].tolist()
    assert (shares > 0).mean() > 0.05


def test_where_shingles_share_more_than_the_texts_nothing_is_told(arrays: ComparisonArrays) -> None:
    left, right = np.zeros(23, np.int64), np.arange(1, 24)
    measurer = PairMeasurer(arrays.library, MeasuringOptions())
    containment = measurer.measure(arrays.ids[left], arrays.ids[right]).containment_a
    fewer = containment - np.float32(0.02)
    nothing = np.empty(0, np.uint32)

    asked = arrays, left, right
    is_known, is_not = (
        np.isfinite(rare_shingles(*asked, shares, nothing, JobControl()).shares)
        for shares in (containment, fewer)
    )
    assert is_known.any()
    assert not is_not[containment > 0.02].any()
