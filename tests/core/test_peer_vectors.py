"""The recipes named after other programs give what those programs give, to the bit.

The literals come from the test suites of those programs, so that a clone without the shared
corpora tests them as well; the whole of ``peer-vectors`` is read where it is.
"""

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.core.fingerprint.normalize import normalize
from simhash_gui.core.fingerprint.recipe import TieRule, recipe_named
from simhash_gui.core.fingerprint.simhash import fingerprint, merge, reduce
from tests.oracles import simhash

PEER_1E0NG = recipe_named("1e0ng")

# github.com/1e0ng/simhash (MIT), tests/test_simhash.py; values printed by PyPI simhash 2.1.2
VALUES_OF_1E0NG = {
    "How are you? I AM fine. Thanks. And you?": 13831624873712969754,
    "How old are you ? :-) i am fine. Thanks. And you?": 10949321070319912978,
    "你好　世界！　　呼噜。": 15820109506574984036,
    "你好，世界　呼噜": 15820109506574984036,
    "aa": 607744856545708306,
    "aaaab": 147493163211210912,
    "1": 994258241967195291,
    # No word characters at all: the four-character window slides over '' once.
    "": 16825458760271544958,
    "?!": 16825458760271544958,
}

# github.com/seomoz/simhash-py (MIT), test/test.py: hashes, repeated, combine to one
COMBINED_BY_SEOMOZ = [
    ([], 1, 0),
    ([0xDEADBEEF], 100, 0xDEADBEEF),
    ([0xDEADBEEFDEADBEEF, 0x2152411021524110], 1, 0),
    ([0xABCD, 0xBCDE, 0xCDEF], 1, 0xADCF),
]


def value_of_1e0ng(text: str) -> int:
    characters = re.findall(r"[\w\u4e00-\u9fcc]", normalize(text, PEER_1E0NG.normalization))
    return fingerprint(characters, PEER_1E0NG).value


def combine(hashes: list[int]) -> int:
    lanes = np.array(hashes, np.uint64).reshape(-1, 1)
    return reduce(merge(lanes, np.ones(len(hashes)), 64), TieRule.ZERO)


def python_2_hash(text: str, bits: int) -> int:
    if not text:
        return 0
    x = ord(text[0]) << 7
    for char in text:
        x = ((x * 1000003) ^ ord(char)) % 2**bits
    return x ^ len(text)


@pytest.fixture
def vectors(shared_corpora: Path) -> dict[str, Any]:
    return json.loads((shared_corpora / "peer-vectors" / "vectors.json").read_text("utf-8"))


@pytest.mark.parametrize(("text", "value"), VALUES_OF_1E0NG.items())
def test_1e0ng_gives_the_values_of_its_own_tests(text: str, value: int) -> None:
    assert value_of_1e0ng(text) == value


def test_1e0ng_given_features_vote_once_each() -> None:
    hashes = [
        int.from_bytes(hashlib.md5(feature, usedforsecurity=False).digest()[-8:], "big")
        for feature in (b"aaa", b"bbb")
    ]
    assert combine(hashes) == 57087923692560392


@pytest.mark.parametrize(("hashes", "repeat", "value"), COMBINED_BY_SEOMOZ)
def test_hashes_combine_as_in_seomoz(hashes: list[int], repeat: int, value: int) -> None:
    assert combine(hashes * repeat) == value


def test_every_published_value_of_1e0ng_holds(vectors: dict[str, Any]) -> None:
    published = {row["text"]: int(row["value"]) for row in vectors["simhash_1e0ng"]["values"]}
    assert {text: value_of_1e0ng(text) for text in published} == published


def test_every_published_distance_of_1e0ng_holds(vectors: dict[str, Any]) -> None:
    values = [value_of_1e0ng(row["text"]) for row in vectors["simhash_1e0ng"]["values"]]
    distances = vectors["simhash_1e0ng"]["distances"]
    measured = {
        pair: (values[int(pair.split(",")[0])] ^ values[int(pair.split(",")[1])]).bit_count()
        for pair in distances
    }
    assert measured == distances


def test_every_published_combination_of_seomoz_holds(vectors: dict[str, Any]) -> None:
    for row in vectors["seomoz"]["combine"]:
        hashes = [int(text, 16) for text in row["hashes"]]
        assert combine(hashes * row["repeat"]) == int(row["value"], 16)


@given(st.text(max_size=60))
def test_md5_words_is_what_the_issue_says(text: str) -> None:
    words = text.split()
    digests = [hashlib.md5(word.encode(), usedforsecurity=False).digest() for word in words]
    expected = simhash([(int.from_bytes(digest[:8], "big"), 1) for digest in digests], 64)
    assert fingerprint(words, recipe_named("md5-words")).value == expected


def test_one_word_is_the_first_half_of_its_md5() -> None:
    # RFC 1321, appendix A.5: MD5 ("abc") = 900150983cd24fb0d6963f7d28e17f72
    assert fingerprint(["abc"], recipe_named("md5-words")).hex == "900150983cd24fb0"


@given(st.text(max_size=60))
def test_python_hash_128_is_what_the_issue_says(text: str) -> None:
    words = text.split()
    expected = simhash([(python_2_hash(word, 128), 1) for word in words], 128, tie=1)
    assert fingerprint(words, recipe_named("python-hash-128")).value == expected


def test_one_word_is_the_string_hash_of_old_pythons() -> None:
    # Python 2.7, 64 bits, no randomisation: hash("a") == 12416037344; too short to overflow
    assert fingerprint(["a"], recipe_named("python-hash-128")).value == 12416037344


def test_the_empty_string_hashes_to_zero_in_python_hash_128() -> None:
    assert fingerprint([""], recipe_named("python-hash-128")).value == 0


def test_a_tie_sets_the_bit_in_python_hash_128() -> None:
    set_in_either = python_2_hash("a", 128) | python_2_hash("b", 128)
    assert fingerprint(["a", "b"], recipe_named("python-hash-128")).value == set_in_either
