"""Another recipe comes in from stored texts; the old one serves until it is complete."""

from __future__ import annotations

import numpy as np
from sqlalchemy import Connection

from simhash_gui.store.engine.bulk import FEWEST_ROWS
from simhash_gui.store.library import Library
from simhash_gui.store.records import DocumentState
from simhash_gui.store.repositories import browse, documents, refingerprint, search, texts
from simhash_gui.store.repositories.documents import ReadyFingerprints
from simhash_gui.store.repositories.refingerprint import StagedFingerprint
from tests.store.builders import (
    OTHER_RECIPE,
    RECIPE,
    digest,
    document,
    stored,
    unfingerprinted,
)


def with_texts(connection: Connection, *contents: str) -> list[int]:
    ids = stored(connection, *(document(number) for number in range(len(contents))))
    texts.put(connection, zip(ids, map(texts.compress, contents), strict=True))
    return ids


def staged(document_id: int, word: int | None = 7) -> StagedFingerprint:
    return StagedFingerprint(document_id, feature_count=3, word=word, rest=None)


def words(connection: Connection, recipe_id: str) -> dict[int, int]:
    found = documents.load_fingerprints(connection, recipe_id)
    return dict(zip(found.ids.tolist(), found.words.tolist(), strict=True))


def outdated(connection: Connection, recipe_id: str) -> list[int]:
    return list(refingerprint.outdated_ids(connection, recipe_id))


def test_all_documents_with_a_text_of_another_recipe_are_to_be_done(
    connection: Connection,
) -> None:
    first, second = with_texts(connection, "one", "two")
    stored(connection, document(8), document(9, recipe_id=OTHER_RECIPE))

    assert outdated(connection, OTHER_RECIPE) == [first, second]
    assert outdated(connection, RECIPE) == []


def test_a_job_that_was_cut_off_goes_on_where_it_stopped(library: Library) -> None:
    with library.write() as connection:
        first, second = with_texts(connection, "one", "two")
        refingerprint.stage(connection, OTHER_RECIPE, [staged(first)])

    with library.read() as connection:
        assert outdated(connection, OTHER_RECIPE) == [second]


def test_what_was_staged_of_one_recipe_does_not_count_for_another(connection: Connection) -> None:
    (document_id,) = with_texts(connection, "one")
    refingerprint.stage(connection, "v1:a-third-recipe", [staged(document_id)])

    assert outdated(connection, OTHER_RECIPE) == [document_id]


def test_documents_that_are_too_short_are_tried_again_and_failed_ones_not(
    connection: Connection,
) -> None:
    short, failed = stored(
        connection,
        unfingerprinted(1, DocumentState.TOO_SHORT),
        unfingerprinted(2, DocumentState.FAILED),
    )
    texts.put(connection, [(one, texts.compress("text")) for one in (short, failed)])

    assert outdated(connection, OTHER_RECIPE) == [short]


def test_old_fingerprints_serve_until_the_new_ones_are_adopted(connection: Connection) -> None:
    first, second = with_texts(connection, "one", "two")
    refingerprint.stage(connection, OTHER_RECIPE, [staged(first, 2**64 - 1), staged(second, 5)])
    assert words(connection, RECIPE) == {first: 0, second: 1}

    adopted = refingerprint.adopt(connection, OTHER_RECIPE)

    assert adopted == 2
    assert words(connection, RECIPE) == {}
    assert words(connection, OTHER_RECIPE) == {first: 2**64 - 1, second: 5}
    assert outdated(connection, OTHER_RECIPE) == []


def test_a_rest_is_adopted_with_its_word(connection: Connection) -> None:
    (document_id,) = with_texts(connection, "one")
    new = StagedFingerprint(document_id, 3, word=2**63, rest=2**64 - 1)
    refingerprint.stage(connection, OTHER_RECIPE, [new])
    refingerprint.adopt(connection, OTHER_RECIPE)

    found = documents.load_fingerprints(connection, OTHER_RECIPE)
    assert (found.words.tolist(), found.rests.tolist()) == ([2**63], [2**64 - 1])


def test_a_document_may_become_too_short_and_long_enough_again(connection: Connection) -> None:
    (document_id,) = with_texts(connection, "one")

    refingerprint.stage(connection, OTHER_RECIPE, [staged(document_id, None)])
    refingerprint.adopt(connection, OTHER_RECIPE)
    (short,) = browse.document_rows(connection, [document_id])
    refingerprint.stage(connection, RECIPE, [staged(document_id, 9)])
    refingerprint.adopt(connection, RECIPE)
    (long_enough,) = browse.document_rows(connection, [document_id])

    assert (short.state, short.word) == (DocumentState.TOO_SHORT, None)
    assert (long_enough.state, long_enough.word) == (DocumentState.FINGERPRINTED, 9)


def test_a_fingerprint_that_is_staged_twice_counts_as_staged_last(connection: Connection) -> None:
    (document_id,) = with_texts(connection, "one")
    refingerprint.stage(connection, OTHER_RECIPE, [staged(document_id, 1)])
    refingerprint.stage(connection, OTHER_RECIPE, [staged(document_id, 2)])

    refingerprint.adopt(connection, OTHER_RECIPE)

    assert words(connection, OTHER_RECIPE) == {document_id: 2}


def test_what_is_discarded_is_to_be_done_again(connection: Connection) -> None:
    (document_id,) = with_texts(connection, "one")
    refingerprint.stage(connection, OTHER_RECIPE, [staged(document_id)])

    refingerprint.discard(connection)

    assert outdated(connection, OTHER_RECIPE) == [document_id]
    assert refingerprint.adopt(connection, OTHER_RECIPE) == 0


def test_a_large_library_is_adopted_whole_and_stays_sound(library: Library) -> None:
    numbers = np.arange(FEWEST_ROWS, dtype=np.uint64)
    ready = ReadyFingerprints([digest(number) for number in numbers.tolist()], numbers)
    with library.write() as connection:
        documents.insert_fingerprints(connection, ready, recipe_id=RECIPE, imported_at_ms=1)
        ids = documents.load_fingerprints(connection, RECIPE).ids.tolist()
        refingerprint.stage(connection, OTHER_RECIPE, map(staged, ids))

        assert refingerprint.adopt(connection, OTHER_RECIPE) == FEWEST_ROWS

    assert library.check() == []
    with library.read() as connection:
        assert len(search.find_within(connection, 7, 0, OTHER_RECIPE)) == FEWEST_ROWS
