"""The hash functions give their published values, in lanes of 64 bits."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.core.fingerprint.hashing import (
    HashCache,
    cut_to_width,
    hash_features,
    whole_hashes,
)
from simhash_gui.core.fingerprint.recipe import HashFunction, Recipe, recipe_named

MD5_OF_ABC = 0x9001_5098_3CD2_4FB0_D696_3F7D_28E1_7F72  # RFC 1321, appendix A.5
MD5_OF_NOTHING = 0xD41D_8CD9_8F00_B204_E980_0998_ECF8_427E


def recipe_with(hash_function: HashFunction, width: int = 64) -> Recipe:
    return replace(recipe_named("words"), hash_function=hash_function, width=width)


@pytest.mark.parametrize(
    ("text", "hash_function", "expected"),
    [
        # XXH3_64bits and XXH3_128bits of no bytes: xxHash's own sanity test vectors
        ("", HashFunction.XXH3_64, 0x2D06_8005_38D3_94C2),
        ("", HashFunction.XXH3_128, 0x99AA_06D3_0147_98D8_6001_C324_468D_497F),
        ("abc", HashFunction.MD5_FIRST_64, MD5_OF_ABC >> 64),
        ("abc", HashFunction.MD5_LAST_64, MD5_OF_ABC & (1 << 64) - 1),
        ("", HashFunction.MD5_FIRST_64, MD5_OF_NOTHING >> 64),
        ("", HashFunction.MD5_LAST_64, MD5_OF_NOTHING & (1 << 64) - 1),
        # hash("a") of Python 2.7; by hand: ord("a") << 7 = 12416, 12416 * 1000003 ^ 97 ^ 1
        ("a", HashFunction.PYTHON_128, 12_416_037_344),
        ("", HashFunction.PYTHON_128, 0),
    ],
)
def test_a_hash_function_gives_its_published_value(
    text: str, hash_function: HashFunction, expected: int
) -> None:
    lanes = hash_features([text], recipe_with(hash_function, hash_function.bits))
    assert int("".join(f"{lane:016x}" for lane in lanes[0].tolist()), 16) == expected


@given(st.integers(6, 128), st.text(max_size=20))
def test_a_narrower_hash_is_the_low_bits_of_the_whole(width: int, text: str) -> None:
    whole = hash_features([text], recipe_with(HashFunction.XXH3_128, 128))[0].tolist()
    value = whole[0] << 64 | whole[1]
    cut = hash_features([text], recipe_with(HashFunction.XXH3_128, width))[0].tolist()
    rest_bits = max(width - 64, 0)
    together = cut[0] << rest_bits | (cut[1] if rest_bits else 0)
    assert together == value & (1 << width) - 1
    assert len(cut) == (2 if rest_bits else 1)


def test_no_features_have_no_hashes() -> None:
    assert hash_features([], recipe_with(HashFunction.XXH3_64)).shape == (0, 1)
    assert hash_features([], recipe_with(HashFunction.XXH3_128, 128)).shape == (0, 2)
    assert cut_to_width(whole_hashes([], HashFunction.XXH3_128), 100).shape == (0, 2)


@pytest.mark.parametrize("hash_function", HashFunction)
def test_no_character_is_too_odd_to_be_hashed(hash_function: HashFunction) -> None:
    odd = ["\ud800", "\udfff", "\ud800\udc00", "\U00010000", "\0", "", "\0\0", "é", "e\u0301"]
    hashes = hash_features(odd, recipe_with(hash_function))
    assert len(set(hashes[:, 0].tolist())) == len(odd)


def test_a_cache_computes_what_it_is_asked_for_and_keeps_it() -> None:
    cache = HashCache(HashFunction.MD5_FIRST_64)
    assert cache["abc"] == (MD5_OF_ABC >> 64).to_bytes(8, "big")
    assert dict(cache) == {"abc": cache["abc"]}


def test_a_full_cache_forgets_and_goes_on() -> None:
    cache = HashCache(HashFunction.MD5_FIRST_64, limit=2)
    digests = [cache[token] for token in ("a", "b", "c", "a")]
    assert len(cache) <= 2
    assert digests[0] == digests[3] != digests[1]
