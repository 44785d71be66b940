from __future__ import annotations

import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.documents.compression import compress_text, decompress_text


@given(st.text(), st.integers(1, 3000))
def test_a_text_of_any_length_comes_back(text: str, repeats: int) -> None:
    assert decompress_text(compress_text(text * repeats)) == text * repeats


@pytest.mark.parametrize("characters", [1, 8191, 8192, 8193, 1_000_000])
def test_what_is_stored_is_plain_zlib(characters: int) -> None:
    text = "a" * characters
    assert zlib.decompress(compress_text(text)) == text.encode()


def test_damaged_storage_is_told() -> None:
    with pytest.raises(zlib.error):
        decompress_text(b"not compressed")
