"""A question to the library itself: exact at every distance, and through the block indexes."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Connection

from simhash_gui.core.hamming.distances import InvalidDistanceError
from simhash_gui.store.engine.types import DocumentState, to_signed
from simhash_gui.store.library import Library
from simhash_gui.store.repositories import documents, search
from simhash_gui.store.repositories.search import SearchPlan, find_within, plan_search
from tests.helpers.examples import examples
from tests.store.builders import (
    OTHER_RECIPE,
    RECIPE,
    document,
    stored,
    unfingerprinted,
)

QUESTION = 0x9F3A_04C1_7BE0_51D8
STRANGERS = 20_000
Matches = list[tuple[int, int]]


def matches(connection: Connection, word: int, k: int, rest: int | None = None) -> Matches:
    """Distances and ids, in the order in which they come."""
    found = find_within(connection, word, k, RECIPE, rest=rest)
    return list(zip(found.distances.tolist(), found.ids.tolist(), strict=True))


def brute_force(words: dict[int, int], word: int, k: int) -> Matches:
    distances = ((one ^ word).bit_count() for one in words.values())
    pairs = zip(distances, words, strict=True)
    return sorted((distance, document_id) for distance, document_id in pairs if distance <= k)


def flipped(word: int, bits: int, source: random.Random) -> int:
    for bit in source.sample(range(64), bits):
        word ^= 1 << bit
    return word


def library_of(library: Library, words: list[int]) -> dict[int, int]:
    """Store words and return them by document id."""
    with library.write() as connection:
        documents.insert(
            connection, (document(number, word=word) for number, word in enumerate(words))
        )
    return dict(enumerate(words, start=1))


@pytest.fixture(scope="module")
def uniform(shared_library: Library) -> dict[int, int]:
    """Random words, and relatives of the question at every distance."""
    source = random.Random(1)
    relatives = [flipped(QUESTION, bits, source) for bits in range(33) for _ in range(3)]
    strangers = [source.getrandbits(64) for _ in range(STRANGERS)]
    return library_of(shared_library, relatives + strangers)


@pytest.fixture(scope="module")
def skewed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Library, dict[int, int]]]:
    """Words that share most of their bits, as those of real documents do."""
    source = random.Random(2)
    words = [flipped(QUESTION, source.randrange(24), source) for _ in range(2000)]
    with Library.create(tmp_path_factory.mktemp("skewed") / "library.simhash") as library:
        yield library, library_of(library, words)


@pytest.mark.parametrize("k", range(33))
def test_all_within_any_distance_are_found_among_random_words(
    shared_library: Library, uniform: dict[int, int], k: int
) -> None:
    with shared_library.read() as connection:
        assert matches(connection, QUESTION, k) == brute_force(uniform, QUESTION, k)


@pytest.mark.parametrize("k", range(33))
def test_all_within_any_distance_are_found_among_crowded_words(
    skewed: tuple[Library, dict[int, int]], k: int
) -> None:
    library, words = skewed
    with library.read() as connection:
        assert matches(connection, QUESTION, k) == brute_force(words, QUESTION, k)


@examples(40)
@given(
    words=st.lists(st.integers(0, 2**64 - 1), max_size=12),
    question=st.integers(0, 2**64 - 1),
    flips=st.lists(st.lists(st.integers(0, 63), max_size=33), max_size=12),
    k=st.integers(0, 32),
)
def test_a_small_library_answers_as_comparing_all_does(
    small_library: Library, words: list[int], question: int, flips: list[list[int]], k: int
) -> None:
    relatives = [question ^ sum(1 << bit for bit in set(bits)) for bits in flips]
    with small_library.write() as connection:
        connection.exec_driver_sql("DELETE FROM documents")
        new = [document(number, word=word) for number, word in enumerate(words + relatives)]
        by_id = dict(zip(stored(connection, *new), words + relatives, strict=True))

        assert matches(connection, question, k) == brute_force(by_id, question, k)


@pytest.fixture(scope="module")
def small_library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with Library.create(tmp_path_factory.mktemp("small") / "library.simhash") as library:
        yield library


@pytest.mark.parametrize("word", [0, 1, 2**63 - 1, 2**63, 2**64 - 1])
@pytest.mark.parametrize("question", [0, 2**63, 2**64 - 1])
def test_words_at_the_edges_have_their_true_distance(
    connection: Connection, word: int, question: int
) -> None:
    (document_id,) = stored(connection, document(1, word=word))
    distance = (word ^ question).bit_count()

    expected = [(distance, document_id)] if distance <= 32 else []
    assert matches(connection, question, 32) == expected


def test_numpy_words_are_taken_as_questions(connection: Connection) -> None:
    (document_id,) = stored(connection, document(1, word=2**64 - 1))

    found = find_within(connection, np.uint64(2**64 - 1), 3, RECIPE)  # type: ignore[arg-type]

    assert found.ids.tolist() == [document_id]


def test_only_fingerprints_of_the_recipe_are_found(connection: Connection) -> None:
    wanted, *_ = stored(
        connection,
        document(1, word=7),
        document(2, word=7, recipe_id=OTHER_RECIPE),
        unfingerprinted(3, DocumentState.TOO_SHORT),
    )

    assert matches(connection, 7, 32) == [(0, wanted)]
    assert len(find_within(connection, 7, 3, "unknown")) == 0


def test_a_document_without_a_fingerprint_is_passed_over_at_any_distance(
    connection: Connection,
) -> None:
    (wanted, _) = stored(
        connection,
        document(1, word=7),
        document(2, state=DocumentState.TOO_SHORT, word=None, rest=None),
    )

    assert [matches(connection, 7, k) for k in (3, 12, 32)] == [[(0, wanted)]] * 3


def test_an_empty_library_answers_nothing(connection: Connection) -> None:
    assert matches(connection, QUESTION, 3) == []
    assert matches(connection, QUESTION, 20) == []


def test_a_document_that_agrees_in_several_blocks_is_found_once(connection: Connection) -> None:
    (document_id,) = stored(connection, document(1, word=QUESTION))

    assert matches(connection, QUESTION, 3) == [(0, document_id)]


def test_with_a_rest_the_distance_is_that_of_the_whole_fingerprint(connection: Connection) -> None:
    near, _, far = stored(
        connection,
        document(1, word=QUESTION ^ 1, rest=0b11),
        document(2, word=QUESTION, rest=0b1111),
        document(3, word=QUESTION, rest=2**64 - 1),
    )

    assert matches(connection, QUESTION, 3, rest=0b10) == [(2, near), (3, near + 1)]
    assert matches(connection, QUESTION, 0, rest=2**64 - 1) == [(0, far)]
    assert matches(connection, QUESTION, 0) == [(0, near + 1), (0, far)]


@pytest.mark.parametrize("k", [-1, 33])
def test_a_distance_that_cannot_be_searched_is_refused(connection: Connection, k: int) -> None:
    with pytest.raises(InvalidDistanceError):
        find_within(connection, QUESTION, k, RECIPE)


def plan_of(connection: Connection, statement: str, keys: int) -> list[str]:
    """What SQLite says it will do."""
    parameters = (to_signed(QUESTION), 3, RECIPE, *["[1]"] * keys)
    rows = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
    return [row[3] for row in rows]


@pytest.mark.file_only
@pytest.mark.parametrize("radii", [(0, 0, 0, 0), (1, 0, 2, 3)])
def test_a_question_is_answered_from_all_four_block_indexes_and_never_from_the_table(
    shared_library: Library, uniform: dict[int, int], radii: tuple[int, ...]
) -> None:
    with shared_library.read() as connection:
        steps = plan_of(connection, search.probe_statement(radii), keys=4)

    look_ups = [step for step in steps if "documents" in step]
    assert [step.split("(")[0].strip() for step in look_ups] == [
        f"SEARCH documents USING COVERING INDEX ix_documents_block{block}" for block in range(4)
    ]
    assert all(f"(block{block}=? AND recipe_key=?" in look_ups[block] for block in range(4))


@pytest.mark.file_only
def test_a_block_that_is_not_needed_is_not_looked_up(connection: Connection) -> None:
    steps = plan_of(connection, search.probe_statement((-1, 2, -1, 0)), keys=2)

    indexes = [step.split("INDEX ")[1].split()[0] for step in steps if "documents" in step]
    assert indexes == ["ix_documents_block1", "ix_documents_block3"]


@pytest.mark.file_only
def test_a_plain_question_by_block_keys_uses_all_four_indexes_too(
    shared_library: Library, uniform: dict[int, int]
) -> None:
    anyone_s = "SELECT id FROM documents WHERE block0 = 1 OR block1 = 2 OR block2 = 3 OR block3 = 4"
    with shared_library.read() as connection:
        rows = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {anyone_s}")
        steps = " ".join(row[3] for row in rows)

    assert all(f"ix_documents_block{block}" in steps for block in range(4))


def test_up_to_three_bits_all_blocks_are_looked_up_as_they_are(connection: Connection) -> None:
    assert [plan_search(connection, QUESTION, k, RECIPE) for k in range(4)] == [
        SearchPlan((0, 0, 0, 0))
    ] * 4


@pytest.mark.parametrize(
    ("k", "radii"), [(4, [0, 0, 0, 1]), (7, [1, 1, 1, 1]), (8, [1, 1, 1, 2]), (12, [2, 2, 2, 3])]
)
def test_beyond_three_bits_neighbours_are_probed_no_further_than_needed(
    shared_library: Library, uniform: dict[int, int], k: int, radii: list[int]
) -> None:
    with shared_library.read() as connection:
        plan = plan_search(connection, QUESTION, k, RECIPE)

    assert plan.radii is not None
    assert sorted(plan.radii) == radii


def test_the_widest_radius_goes_to_the_least_crowded_block(library: Library) -> None:
    source = random.Random(3)
    same_but_in_block_two = [QUESTION ^ source.getrandbits(16) << 16 for _ in range(300)]
    strangers = [source.getrandbits(64) for _ in range(3000)]
    library_of(library, same_but_in_block_two + strangers)

    with library.read() as connection:
        plan = plan_search(connection, QUESTION, 4, RECIPE)

    assert plan.radii == (0, 0, 1, 0)


def test_where_probing_would_meet_nearly_all_all_are_read(
    skewed: tuple[Library, dict[int, int]],
) -> None:
    library, words = skewed
    with library.read() as connection:
        plan = plan_search(connection, QUESTION, 20, RECIPE)

    assert plan == SearchPlan(None, len(words))
