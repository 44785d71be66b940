"""The array form of XXH3-64 against the xxhash library."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from xxhash import xxh3_64_intdigest

from simhash_gui.core.fingerprint.xxh3 import SEVERAL, hash_slices, hash_tokens


def hashes_of(data: bytes, spans: list[tuple[int, int]]) -> list[int]:
    starts, ends = np.array(spans, np.int64).reshape(-1, 2).T
    return hash_slices(data, starts, ends).tolist()


@st.composite
def slices(draw: st.DrawFn) -> tuple[bytes, list[tuple[int, int]]]:
    data = draw(st.binary(max_size=80))
    bound = st.integers(0, len(data))
    spans = draw(st.lists(st.tuples(bound, bound).map(sorted).map(tuple), max_size=20))
    return data, spans


@given(slices())
def test_any_slices_of_any_bytes_have_the_hash_of_the_library(
    case: tuple[bytes, list[tuple[int, int]]],
) -> None:
    data, spans = case
    assert hashes_of(data, spans) == [xxh3_64_intdigest(data[a:b]) for a, b in spans]


def test_every_length_up_to_the_longest_formula_and_beyond() -> None:
    data = bytes(range(7, 256, 3))
    spans = [(start, start + length) for length in range(70) for start in (0, 5, 12)]
    assert hashes_of(data, spans) == [xxh3_64_intdigest(data[a:b]) for a, b in spans]


def test_a_slice_may_be_all_of_the_data() -> None:
    for length in range(1, 34):
        data = bytes(range(length))
        assert hashes_of(data, [(0, length)]) == [xxh3_64_intdigest(data)]


def test_more_slices_than_are_done_at_once() -> None:
    data = np.random.default_rng(5).bytes(9000)
    spans = [(start, start + 1 + start % 40) for start in range(8950)]
    assert hashes_of(data, spans) == [xxh3_64_intdigest(data[a:b]) for a, b in spans]


def test_no_slices_have_no_hashes() -> None:
    assert hashes_of(b"abc", []) == []
    assert hashes_of(b"", []) == []


def test_a_token_of_one_character_has_the_hash_of_its_bytes() -> None:
    tokens = ["a", "é", "的", "\ud800", "\uffff", "\U00020000", "的a", "word", "\0"]
    pieces = [token.encode("utf-8", "surrogatepass") for token in tokens]
    ends = np.cumsum([len(piece) for piece in pieces])
    starts = ends - [len(piece) for piece in pieces]
    characters = [ord(token) if len(token) == 1 else SEVERAL for token in tokens]

    hashes = hash_tokens(b"".join(pieces), starts, ends, np.array(characters, np.uint32))

    assert hashes.tolist() == [xxh3_64_intdigest(piece) for piece in pieces]


def test_every_kept_character_has_the_hash_of_its_bytes() -> None:
    characters = np.arange(1 << 16, dtype=np.uint32)
    nowhere = np.zeros(len(characters), np.int64)

    hashes = hash_tokens(b"", nowhere, nowhere, characters).tolist()

    for code in range(0, 1 << 16, 7):
        assert hashes[code] == xxh3_64_intdigest(chr(code).encode("utf-8", "surrogatepass"))
