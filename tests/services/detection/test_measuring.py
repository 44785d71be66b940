"""Pairs measured from stored texts: here, in processes, in bounded memory, with accidents."""

from __future__ import annotations

import logging
import os
import random
import zlib
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.core.text.classes import PairClass, Thresholds, classify
from simhash_gui.core.text.comparison_data import COMPARISON_VERSION
from simhash_gui.core.text.shingles import Hashes, shingles_of
from simhash_gui.core.text.token_bytes import tokens_to_bytes
from simhash_gui.documents.comparison.texts import comparison_tokens, tokens_of
from simhash_gui.services import jobs
from simhash_gui.services.comparison.evidence import ComparedText, evidence_between
from simhash_gui.services.detection import measuring, pair_measurer
from simhash_gui.services.detection.classes import in_order_of_texts
from simhash_gui.services.detection.measuring import PairsToMeasure, effort_tokens, measure_pairs
from simhash_gui.services.detection.pair_measurer import (
    UNREADABLE,
    Measures,
    MeasuringOptions,
    PairMeasurer,
)
from simhash_gui.services.detection.pairs import CLASSES, DetectionOptions
from simhash_gui.services.detection.search import detect
from simhash_gui.services.importing import reading
from simhash_gui.services.jobs import JobCancelledError, JobControl, WorkersKeepDyingError
from simhash_gui.services.library.libraries import Library, document_text
from simhash_gui.store.repositories import texts
from simhash_gui.store.repositories.comparison_data import load_marks
from simhash_gui.store.repositories.present_files import document_ids
from simhash_gui.workers.worker import OneByOne
from tests.helpers.examples import examples
from tests.helpers.logfail import ExpectLog
from tests.services.conftest import Import

_COLUMNS = ("left_ids", "right_ids", "tokens")
WORDS = [f"{stem}{ending}" for stem in ("fe", "is", "le", "sa") for ending in "ryndtk"]


def hashes_of(text: str) -> Hashes:
    """The hashes of the comparison tokens of a text."""
    return comparison_tokens(text).hashes


@pytest.fixture
def ids(tmp_path: Path, library: Library, import_now: Import) -> list[int]:
    """Eight documents: made of the same words in several orders, some of them versions."""
    folder = tmp_path / "made"
    folder.mkdir()
    for number in range(8):
        words = random.Random(number // 2).choices(WORDS, k=120)
        if number % 2:
            words[10:14] = ["something", "else", "stands", "here"]
        (folder / f"{number}.txt").write_text(" ".join(words), encoding="utf-8")
    import_now(folder)
    with library.read() as connection:
        found: list[int] = document_ids(connection).tolist()
    return found


def all_pairs(ids: list[int], processes: int = 10**9) -> PairsToMeasure:
    pairs = [(a, b) for place, a in enumerate(ids) for b in ids[place + 1 :]]
    left, right = np.array(pairs, np.int64).reshape(-1, 2).T
    return PairsToMeasure(left, right, np.full(len(pairs), 240), processes)


def expected(library: Library, pairs: PairsToMeasure) -> list[tuple[float, float, float, str]]:
    rows = []
    for a, b in zip(pairs.left_ids.tolist(), pairs.right_ids.tolist(), strict=True):
        own, other = (shingles_of(hashes_of(document_text(library, number))) for number in (a, b))
        verdict = classify(own, other)
        overlap = verdict.overlap
        rows.append(
            (overlap.jaccard, overlap.containment_a, overlap.containment_b, verdict.pair_class)
        )
    return [(*map(np.float32, row[:3]), str(row[3])) for row in rows]  # type: ignore[misc]


def as_rows(measures: Measures) -> list[tuple[float, float, float, str]]:
    return [
        (jaccard, a, b, str(CLASSES[number]))
        for jaccard, a, b, number in zip(
            measures.jaccard,
            measures.containment_a,
            measures.containment_b,
            measures.classes,
            strict=True,
        )
    ]


def test_pairs_get_the_measures_of_their_texts(library: Library, ids: list[int]) -> None:
    pairs = all_pairs(ids)

    measures = measure_pairs(library, pairs, MeasuringOptions(), JobControl())

    assert as_rows(measures) == expected(library, pairs)


def test_characters_and_words_get_the_classes_of_their_texts(
    tmp_path: Path, library: Library, import_now: Import
) -> None:
    # given two texts that share 20 characters, and two 28; two that share 10 words, and two 14
    folder = tmp_path / "shared"
    folder.mkdir()
    for number in range(4):
        characters = "".join(chr(0x4E00 + 150 * number + code) for code in range(150))
        words = " ".join(f"w{150 * number + code}" for code in range(150))
        shared = 20 + number // 2 * 8
        own_characters = "".join(chr(0x7000 + code) for code in range(shared))
        own_words = " ".join(f"s{code}" for code in range(shared // 2))
        (folder / f"{number}c.txt").write_text(f"{own_characters}{characters}", encoding="utf-8")
        (folder / f"{number}w.txt").write_text(f"{words} {own_words}", encoding="utf-8")
    import_now(folder)
    with library.read() as connection:
        found = document_ids(connection).tolist()
    thresholds = Thresholds(copied_share=0.01, least_copied_words=12)

    pairs = all_pairs(found)
    measures = PairMeasurer(library, MeasuringOptions(thresholds)).measure(
        pairs.left_ids, pairs.right_ids
    )

    read = {number: ComparedText.of(document_text(library, number)) for number in found}
    proofs = [
        evidence_between(read[a], read[b], thresholds)
        for a, b in zip(pairs.left_ids.tolist(), pairs.right_ids.tolist(), strict=True)
    ]
    expected_classes = [proof.pair_class for proof in proofs]
    assert [CLASSES[number] for number in measures.classes.tolist()] == expected_classes
    assert expected_classes.count(PairClass.PARTLY_COPIED) == 2


@pytest.mark.parametrize(("whole_only", "of_a_pair"), [(False, 240), (True, 48)])
def test_the_effort_is_to_read_each_text_once_and_to_measure_each_pair(
    whole_only: bool, of_a_pair: int
) -> None:
    pairs = all_pairs([3, 5, 8, 13])

    effort = effort_tokens(pairs, MeasuringOptions(whole_only=whole_only))

    assert effort == 4 * 120 + 6 * of_a_pair


def test_no_pairs_are_no_effort() -> None:
    assert effort_tokens(all_pairs([]), MeasuringOptions()) == 0


def test_processes_measure_the_same(library: Library, ids: list[int]) -> None:
    pairs = all_pairs(ids, processes=0)

    measures = measure_pairs(library, pairs, MeasuringOptions(), JobControl(), workers=2)

    assert as_rows(measures) == expected(library, pairs)


def test_near_duplicates_are_distinguished_without_looking_for_passages(
    library: Library, ids: list[int]
) -> None:
    pairs = all_pairs(ids)

    measures = measure_pairs(library, pairs, MeasuringOptions(whole_only=True), JobControl())

    whole = {PairClass.IDENTICAL, PairClass.NEAR_DUPLICATE}
    wanted = [
        (*row[:3], row[3] if row[3] in whole else str(PairClass.UNRELATED))
        for row in expected(library, pairs)
    ]
    assert as_rows(measures) == wanted


def test_little_memory_changes_nothing(
    library: Library, ids: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pair_measurer, "TOKENS_KEPT", 100)
    pairs = all_pairs(ids)

    measures = measure_pairs(library, pairs, MeasuringOptions(), JobControl())

    assert as_rows(measures) == expected(library, pairs)


def test_a_damaged_text_leaves_its_pairs_unmeasured(library: Library, ids: list[int]) -> None:
    with library.write() as connection:
        texts.put(connection, [(ids[0], b"no zlib")])
    library.recent_tokens.forget()

    measures = PairMeasurer(library, MeasuringOptions()).measure(
        np.array([ids[0], ids[1]]), np.array([ids[1], ids[2]])
    )

    assert measures.classes[0] == UNREADABLE
    assert measures.classes[1] != UNREADABLE


def test_the_text_of_another_document_leaves_its_pairs_unmeasured(
    library: Library, ids: list[int]
) -> None:
    with library.write() as connection:
        another = texts.get(connection, ids[5]) or ""
        texts.put(connection, [(ids[0], zlib.compress(another.encode("utf-8")))])
    library.recent_tokens.forget()

    measures = PairMeasurer(library, MeasuringOptions()).measure(
        np.array([ids[0], ids[1], ids[4]]), np.array([ids[1], ids[2], ids[5]])
    )

    assert (measures.classes == UNREADABLE).tolist() == [True, False, False]


def test_texts_that_were_just_read_are_not_read_again(library: Library, ids: list[int]) -> None:
    pairs = all_pairs(ids)
    from_memory = measure_pairs(library, pairs, MeasuringOptions(), JobControl())
    with library.read() as connection:
        _, digests = load_marks(connection, COMPARISON_VERSION, np.array(ids))
    library.recent_tokens.forget()
    from_texts = measure_pairs(library, pairs, MeasuringOptions(), JobControl())
    # Some from here, some from there.
    for number in ids[::3]:
        cut = tokens_of([document_text(library, number)])
        library.recent_tokens.keep(digests[number], tokens_to_bytes(*cut)[0])
        with library.write() as connection:
            texts.put(connection, [(number, b"no zlib")])
    from_both = measure_pairs(library, pairs, MeasuringOptions(), JobControl())

    for column in fields(Measures):
        expected_column = getattr(from_texts, column.name)
        np.testing.assert_array_equal(getattr(from_memory, column.name), expected_column)
        np.testing.assert_array_equal(getattr(from_both, column.name), expected_column)


def test_worker_processes_do_not_read_them_again_either(library: Library, ids: list[int]) -> None:
    with library.read() as connection:
        _, digests = load_marks(connection, COMPARISON_VERSION, np.array(ids))
    pairs = all_pairs(ids, processes=0)
    sides = [
        [int.from_bytes(digests[number], "little") for number in side.tolist()]
        for side in (pairs.left_ids, pairs.right_ids)
    ]
    pairs = replace(pairs, digests=np.array(sides, np.uint64))
    options, control = MeasuringOptions(), JobControl()
    here = measure_pairs(library, pairs, options, control, workers=1)
    with library.write() as connection:
        texts.put(connection, [(number, b"no zlib") for number in ids])

    there = measure_pairs(library, pairs, options, control, workers=2, takes_part=False)

    assert as_rows(there) == as_rows(here)
    assert not (there.classes == UNREADABLE).any()


def test_tokens_are_forgotten_after_a_search(library: Library, ids: list[int]) -> None:
    with library.read() as connection:
        _, digests = load_marks(connection, COMPARISON_VERSION, np.array(ids))
    assert all(map(library.recent_tokens.get, digests.values()))
    detect(library, DetectionOptions(), JobControl())
    assert not any(map(library.recent_tokens.get, digests.values()))


def test_of_many_files_no_tokens_are_kept(
    library: Library, tmp_path: Path, import_now: Import, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "_FEW_FILES", 1)
    for name in ("one", "two"):
        (tmp_path / f"{name}.txt").write_text(f"words of document {name}", encoding="utf-8")
    import_now(tmp_path)

    with library.read() as connection:
        _, digests = load_marks(connection, COMPARISON_VERSION, document_ids(connection))
    assert len(digests) == 2
    assert not any(map(library.recent_tokens.get, digests.values()))


def test_measuring_is_cancelled_while_processes_work(library: Library, ids: list[int]) -> None:
    control = JobControl()
    control.cancel()

    with pytest.raises(JobCancelledError):
        measure_pairs(library, all_pairs(ids, 0), MeasuringOptions(), control, workers=2)


def test_a_fault_in_a_process_is_raised_here(
    library: Library, ids: list[int], expect_log: ExpectLog
) -> None:
    measuring = MeasuringOptions(thresholds=None)  # type: ignore[arg-type]

    with expect_log(logging.WARNING, "AttributeError"), pytest.raises(AttributeError):
        measure_pairs(library, all_pairs(ids, 0), measuring, JobControl(), workers=2)


def test_processes_that_die_again_and_again_are_given_up(
    library: Library, ids: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measuring, "_make_work", _make_dying)
    monkeypatch.setattr(jobs, "_MAX_LOST", 3)

    with pytest.raises(WorkersKeepDyingError):
        measure_pairs(library, all_pairs(ids, 0), MeasuringOptions(), JobControl(), workers=2)


@pytest.mark.parametrize(("takes_part", "tokens"), [(True, 240), (True, 20_000), (False, 240)])
def test_this_process_takes_part_unless_pairs_are_long_or_others_wait_for_it(
    library: Library,
    ids: list[int],
    monkeypatch: pytest.MonkeyPatch,
    takes_part: bool,
    tokens: int,
) -> None:
    # given workers that die of whatever they measure
    monkeypatch.setattr(measuring, "_make_work", _make_dying)
    monkeypatch.setattr(measuring, "_GROUP_PAIRS", 2)
    monkeypatch.setattr(jobs, "_MAX_LOST", 100)
    pairs = all_pairs(ids, 0)
    pairs.tokens[-1] = tokens

    measures = measure_pairs(
        library, pairs, MeasuringOptions(), JobControl(), workers=2, takes_part=takes_part
    )

    is_measured = measures.classes != UNREADABLE
    assert not is_measured[0]
    assert is_measured.any() == (takes_part and tokens == 240)
    rows = as_rows(measures.take(np.flatnonzero(is_measured)))
    some = PairsToMeasure(*(getattr(pairs, name)[is_measured] for name in _COLUMNS))
    assert rows == expected(library, some)


def test_processes_that_are_shared_out_measure_the_same(
    library: Library, ids: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    # given so many groups that this process and another have some of them
    monkeypatch.setattr(measuring, "_GROUP_PAIRS", 2)
    pairs = all_pairs(ids, 0)

    measures = measure_pairs(library, pairs, MeasuringOptions(), JobControl(), workers=2)

    assert as_rows(measures) == expected(library, pairs)


@given(st.integers(1, 3_000), st.integers(2, 64))
def test_no_process_has_much_to_do_when_nothing_is_left_for_the_others(
    groups: int, processes: int
) -> None:
    sizes = measuring._shares(range(groups), processes)

    assert 1 <= next(sizes) <= max(1, min(4, groups // processes))


def test_a_pair_whose_process_dies_stays_unmeasured(
    library: Library, ids: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measuring, "_make_work", _make_dying)
    pairs = PairsToMeasure(np.array(ids[:1]), np.array(ids[1:2]), np.array([240]), 0)

    measures = measure_pairs(library, pairs, MeasuringOptions(), JobControl(), workers=2)

    assert measures.classes.tolist() == [UNREADABLE]


def _make_dying(*_: object) -> OneByOne[object, object]:
    """What a process has whose memory is gone."""
    return OneByOne(_die)


def _die(_: object) -> object:
    os._exit(1)


@examples(40)
@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=30),
    st.lists(st.integers(0, 50), min_size=10, max_size=10),
    st.integers(1, 200),
)
def test_every_pair_has_one_place_in_the_order(
    pairs: list[tuple[int, int]], tokens: list[int], kept: int
) -> None:
    left, right = np.array(pairs, np.int64).reshape(-1, 2).T

    order = in_order_of_texts(np.array(tokens), left, right, kept)

    assert sorted(order.tolist()) == list(range(len(pairs)))
