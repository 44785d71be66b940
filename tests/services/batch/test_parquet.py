"""Key files are read again as they were written, here and by others."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.services.batch.parquet import (
    DIGEST_BYTES,
    MOST_DOCUMENTS,
    ParquetWriter,
    Piece,
    read_piece,
)


def piece(counts: list[int], seed: int = 1) -> Piece:
    """Documents with so many keys each."""
    rng = np.random.default_rng(seed)
    return Piece(
        rng.bytes(DIGEST_BYTES * len(counts)),
        rng.integers(-(1 << 63), (1 << 63) - 1, len(counts)),
        np.array(counts, np.int64),
        rng.integers(0, 1 << 32, sum(counts), np.uint64).astype(np.uint32),
    )


def written(pieces: list[Piece]) -> tuple[bytes, list[Piece]]:
    """The file, and what is read of it."""
    stream = io.BytesIO()
    writer = ParquetWriter(stream)
    places = [writer.add(each) for each in pieces]
    writer.finish()
    content = stream.getvalue()
    return content, [read_piece(memoryview(content), place) for place in places]


@given(st.lists(st.lists(st.integers(0, 5), max_size=30), max_size=4))
def test_what_is_written_is_read_again(counts: list[list[int]]) -> None:
    pieces = [piece(each, seed) for seed, each in enumerate(counts)]

    content, found = written(pieces)

    assert content[:4] == content[-4:] == b"PAR1"
    assert [each.counts.tolist() for each in found] == counts
    assert [each.keys.tolist() for each in found] == [each.keys.tolist() for each in pieces]
    filled = [number for number, each in enumerate(counts) if sum(each)]
    assert [found[each].digests for each in filled] == [pieces[each].digests for each in filled]
    assert [found[each].words.tolist() for each in filled] == [
        pieces[each].words.tolist() for each in filled
    ]


def test_a_document_may_have_many_keys() -> None:
    whole = piece([3, 300_000, 1])

    _, (found,) = written([whole])

    assert found.counts.tolist() == [3, 300_000, 1]
    assert np.array_equal(found.keys, whole.keys)


def test_too_many_documents_for_one_piece_are_refused() -> None:
    with pytest.raises(ValueError, match="too many documents"):
        written([piece([1] * (MOST_DOCUMENTS + 1))])


def test_other_programs_read_the_same(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    pieces = [piece([4, 0, 20_000]), piece([0, 0]), piece([1] * 3000, 2)]
    content, _ = written(pieces)
    (tmp_path / "keys.parquet").write_bytes(content)

    table = parquet.read_table(tmp_path / "keys.parquet")

    digests = [np.frombuffer(each.digests, f"V{DIGEST_BYTES}") for each in pieces]
    expected = [np.repeat(own, each.counts) for own, each in zip(digests, pieces, strict=True)]
    assert table.column_names == ["digest", "key", "fingerprint"]
    assert b"".join(table["digest"].to_pylist()) == np.concatenate(expected).tobytes()
    assert np.array_equal(table["key"], np.concatenate([each.keys for each in pieces]))
    words = [np.repeat(each.words, each.counts) for each in pieces]
    assert np.array_equal(table["fingerprint"], np.concatenate(words))
