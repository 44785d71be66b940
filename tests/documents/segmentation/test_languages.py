from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.documents.segmentation.languages import language_of
from tests.documents.samples import pieces, sample_text

_TAGS = {
    "zh-Hans", "zh-Hant", "zh", "ja", "ko", "en", "el", "th", "und-Latn", "und-Cyrl",
    "und-Arab", "und-Hebr", "und-Deva", "und",
}  # fmt: skip


@pytest.mark.parametrize(
    ("language", "tag"),
    [
        ("zh-Hans", "zh-Hans"),
        ("zh-Hant", "zh-Hant"),
        ("ja", "ja"),
        ("ko", "ko"),
        ("en", "en"),
        ("el", "el"),
        ("de", "und-Latn"),
        ("fr", "und-Latn"),
        ("ru", "und-Cyrl"),
        ("he", "und-Hebr"),
        ("ar", "und-Arab"),
    ],
)
def test_a_hundred_characters_are_enough_for_a_guess(language: str, tag: str) -> None:
    guesses = [language_of(piece) for piece in pieces(sample_text(language), 100)]
    assert guesses.count(tag) >= 0.95 * len(guesses)


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("", "und"),
        ("12 345,00 €", "und"),
        ("中文", "zh"),
        ("我们", "zh-Hans"),
        ("我們", "zh-Hant"),
        ("the cat is on the roof", "en"),
        ("lorem ipsum dolor", "und-Latn"),
        ("สวัสดีครับ", "th"),
        ("नमस्ते दुनिया", "und-Deva"),
        ("使用 Python 编写", "zh-Hans"),
        ("naïve façade", "und-Latn"),
    ],
)
def test_short_texts_are_guessed_by_script(text: str, tag: str) -> None:
    assert language_of(text) == tag


@given(st.text())
def test_any_text_gets_a_documented_tag(text: str) -> None:
    assert language_of(text) in _TAGS


def test_the_corpora_are_guessed_by_their_folder(shared_corpora) -> None:
    folders = {"zh-laws-dev": "zh-Hans", "zh-docs-dev": "zh-Hans", "en-articles-dev": "en"}
    for folder, tag in folders.items():
        texts = [
            path.read_bytes().decode() for path in (shared_corpora / folder / "docs").iterdir()
        ]
        right = sum(language_of(text) == tag for text in texts)
        assert right >= 0.95 * len(texts)
