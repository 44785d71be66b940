"""What is kept of a text, worked out again from its tokens one by one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.core.text.comparison_data import COMPARISON_VERSION, SAMPLE_SIZE
from simhash_gui.core.text.shingles import shingles_of
from simhash_gui.core.text.sketches import SKETCH_BYTES
from simhash_gui.core.text.spans import TokenMarks
from simhash_gui.core.text.winnowing import winnow
from simhash_gui.documents.comparison.deriving import comparison_data, comparison_data_of
from simhash_gui.documents.comparison.texts import comparison_tokens
from tests.helpers.examples import examples

_LONG = "".join(f"第{number}条 The ferry, number {number}. " for number in range(300))
_TEXTS = st.text("ab c中文\n", max_size=120)


def _numbers(data: bytes) -> list[int]:
    return [int.from_bytes(data[at : at + 4], "little") for at in range(0, len(data), 4)]


def test_the_counts_are_those_of_the_tokens_and_of_their_distinct_shingles() -> None:
    data = comparison_data("a b c d e a b c d")

    assert (data.token_count, data.shingle_count) == (9, 5)


def test_no_text_has_nothing_to_be_compared_by() -> None:
    data = comparison_data("，。 \n")

    assert (data.token_count, data.shingle_count, data.sample, data.passages) == (0, 0, b"", b"")
    assert data.sketch == data.token_sketch == bytes(SKETCH_BYTES)


def test_a_text_of_fewer_tokens_than_a_shingle_has_one_of_all_its_tokens() -> None:
    data = comparison_data("Yes, no")

    assert (data.token_count, data.shingle_count) == (2, 1)
    assert len(data.sample) == len(data.passages) == 4


@examples(60)
@given(_TEXTS)
def test_the_sample_is_the_low_halves_of_the_least_shingles(text: str) -> None:
    shingles = set(shingles_of(comparison_tokens(text).hashes).hashes.tolist())
    least = sorted(shingles)[:SAMPLE_SIZE]

    assert _numbers(comparison_data(text).sample) == [value % 2**32 for value in least]


def test_the_sketch_of_tokens_counts_repeated_ones_and_no_order() -> None:
    sketches = [comparison_data(text).token_sketch for text in ("a b a c", "c a a b", "a b c")]

    assert sketches[0] == sketches[1] != sketches[2]
    assert sum(byte > 0 for byte in sketches[2]) == 3


def test_a_long_text_has_a_whole_sample() -> None:
    assert len(_numbers(comparison_data(_LONG).sample)) == SAMPLE_SIZE


@examples(60)
@given(_TEXTS)
def test_the_passages_are_the_low_halves_of_what_winnowing_selects(text: str) -> None:
    selected = winnow(comparison_tokens(text).hashes).hashes.tolist()

    in_order = list(dict.fromkeys(value % 2**32 for value in selected))
    assert _numbers(comparison_data(text).passages) == in_order


@given(st.lists(st.sampled_from("abc"), max_size=6), st.lists(st.sampled_from("abc"), max_size=6))
def test_digests_are_equal_exactly_when_the_tokens_are(one: list[str], other: list[str]) -> None:
    digests = [comparison_data(" ".join(words)).token_digest for words in (one, other)]

    assert (digests[0] == digests[1]) is (one == other)
    assert {len(digest) for digest in digests} == {8}


def test_print_makes_no_difference_to_anything() -> None:
    printed = "THE  co\u00adFFee\u2014臺灣的ＯＦ\ufb01CE, so-\ncalled"

    assert comparison_data(printed) == comparison_data("the coffee 台湾的office socalled")


@examples(30)
@given(st.lists(_TEXTS, max_size=6))
def test_together_gives_what_each_gives_alone(texts: list[str]) -> None:
    assert comparison_data_of(texts) == [comparison_data(text) for text in texts]


def test_batches_of_many_texts_keep_their_order() -> None:
    texts = [f"{_LONG * 9} {number}" for number in range(3)]

    assert comparison_data_of(texts) == [comparison_data(text) for text in texts]


@pytest.mark.parametrize("text", ["\ud800", "a\x00b", "\udc00" * 9, "\u0301"])
def test_any_string_has_data(text: str) -> None:
    assert len(comparison_data(text).sketch) == SKETCH_BYTES


def test_what_libraries_store_changes_only_with_the_version() -> None:
    data = comparison_data("The ferry leaves the harbour at 7. 渡轮七點離開港口。")

    assert COMPARISON_VERSION == 5
    assert data.token_digest.hex() == "af744d89a5f976f2"
    assert _numbers(data.sample)[:2] == [434090765, 698323834]
    assert _numbers(data.passages) == [861734830, 2754704710]
    assert _numbers(data.shingles) == [2786383060, 2933314600]
    assert _numbers(data.shingles_rest)[:2] == [434090765, 698323834]


def test_marks_and_quoted_passages_are_stored_of_a_message() -> None:
    data = comparison_data(f"Yes.\nOn Monday Ann wrote:\n> {_LONG * 2}\n")

    marks = TokenMarks.from_bytes(data.marks, data.token_count)
    assert marks.body.tolist() == [True] + [False] * (data.token_count - 1)
    assert marks.quoted.tolist() == [False] * 5 + [True] * (data.token_count - 5)
    assert len(data.quoted_passages) > 0
    assert len(data.shingles) + len(data.shingles_rest) <= 4 * 5


def test_shingles_of_a_block_quotation_are_counted_where_there_is_no_message() -> None:
    data = comparison_data(f"# Title\n\n> {_LONG}\n")

    assert len(data.shingles) + len(data.shingles_rest) == 4 * data.shingle_count
