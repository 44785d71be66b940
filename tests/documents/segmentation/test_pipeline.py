from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from unicode_segmentation_rs import unicode_words

from simhash_gui.core.fingerprint.normalize import normalize, normalize_with_offsets
from simhash_gui.core.fingerprint.recipe import (
    Normalization,
    Recipe,
    Segmentation,
    Weighting,
    named_recipes,
    recipe_named,
)
from simhash_gui.documents.segmentation.han import shared_han_cutter
from simhash_gui.documents.segmentation.pipeline import (
    TextPipeline,
    Token,
    segment,
    tokens_with_offsets,
    words,
)
from tests.documents.samples import sample_text

_LANGUAGES = ["zh-Hans", "zh-Hant", "ja", "en", "ru"]


@pytest.mark.parametrize("name", named_recipes())
def test_a_batch_gives_the_fingerprints_of_the_traces(name: str) -> None:
    pipeline = TextPipeline(recipe_named(name))
    texts = [sample_text(language) for language in _LANGUAGES] + ["", "一", "，"]
    batch = pipeline.fingerprint_texts(texts)
    traces = [pipeline.trace_text(text) for text in texts]
    assert batch.words.tolist() == [trace.fingerprint.word for trace in traces]
    assert batch.rests.tolist() == [trace.fingerprint.rest for trace in traces]
    assert batch.feature_counts.tolist() == [len(trace.features) for trace in traces]


@pytest.mark.parametrize("weighting", [Weighting.TF_IDF, Weighting.FIVE_LEVELS])
def test_weights_by_rarity_find_their_table(weighting: Weighting) -> None:
    pipeline = TextPipeline(replace(recipe_named("words"), weighting=weighting))
    trace = pipeline.trace_text("图书馆的的的")
    weights = dict(zip(trace.features, trace.weights, strict=True))
    assert weights["图书馆"] != weights["的"]


def test_writings_that_a_reader_takes_for_equal_have_one_fingerprint() -> None:
    pipeline = TextPipeline(recipe_named("default"))
    batch = pipeline.fingerprint_texts(["ＡＢＣ　中国的首都", "abc 中国的\n首都 "])
    assert batch.words[0] == batch.words[1]


def test_tokens_with_offsets_are_of_the_text_as_read() -> None:
    pipeline = TextPipeline(recipe_named("words"))
    text = " Ｐython 与 北京 "
    spans = [text[token.start : token.end] for token in pipeline.tokens_with_offsets(text)]
    assert spans == ["Ｐython", "与", "北京"]


def test_tokens_by_script_have_their_places_round_what_is_invisible() -> None:
    pipeline = TextPipeline(recipe_named("default"))
    text = "臺灣 ＯＦ\u00adFICE ที่"
    placed = [
        (token.text, text[token.start : token.end]) for token in pipeline.tokens_with_offsets(text)
    ]
    assert placed == [
        ("台", "臺"),
        ("湾", "灣"),
        ("office", "ＯＦ\u00adFICE"),
        ("ที่", "ที่"),
    ]
    assert pipeline.segment(text).tokens == [token for token, _ in placed]


@pytest.mark.parametrize("name", ["default", "words", "word-pairs", "characters", "tf-idf", "wide"])
def test_both_chinese_scripts_have_one_fingerprint(name: str) -> None:
    pipeline = TextPipeline(recipe_named(name))
    batch = pipeline.fingerprint_texts(["简体中文的图书馆里", "簡體中文的圖書館裡"])
    assert batch.words[0] == batch.words[1]


def test_an_older_recipe_keeps_the_scripts_apart() -> None:
    pipeline = TextPipeline(Recipe.from_id("v1:nfkc+fold+space:words:1+2:count:xxh3-64:64:zero"))
    assert pipeline.segment("簡體中文").tokens == ["簡", "體", "中文"]


@pytest.mark.parametrize("text", ["", " \n", "，。！", "👍"])
def test_a_text_without_words_has_no_features(text: str) -> None:
    batch = TextPipeline(recipe_named("default")).fingerprint_texts([text])
    assert batch.feature_counts.tolist() == [0]


def test_no_texts_give_no_fingerprints() -> None:
    assert TextPipeline(recipe_named("default")).fingerprint_texts([]).words.shape == (0,)


_HAN = re.compile("[\u4e00-\u9fd5]+")
_ALPHABET = st.characters() | st.sampled_from("的中国人民北京a1'._- \n，。éあカ한ß\u0301\u200d👍")
_MIXED = st.text(_ALPHABET, max_size=60)


def _recipe(segmentation: Segmentation) -> Recipe:
    if segmentation is Segmentation.KEYWORDS:
        return recipe_named("keywords")
    return replace(recipe_named("words"), segmentation=segmentation)


def _expected_words(text: str) -> list[str]:
    """Piece by piece, with a call of its own for each run of Han and each gap between two."""
    tokens: list[str] = []
    position = 0
    for run in _HAN.finditer(text):
        tokens += unicode_words(text[position : run.start()])
        tokens += shared_han_cutter()(run.group())
        position = run.end()
    return tokens + unicode_words(text[position:])


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("我爱北京天安门", ["我", "爱", "北京", "天安门"]),
        ("it's 3.14, isn't it?", ["it's", "3.14", "isn't", "it"]),
        ("使用python3编写", ["使用", "python3", "编写"]),
        ("2024年5月，发布v2.0版。", ["2024", "年", "5", "月", "发布", "v2.0", "版"]),
        ("カタカナとひらがな", ["カタカナ", "と", "ひ", "ら", "が", "な"]),
        ("한국어 문장", ["한국어", "문장"]),
        ("㐀㐁𠀀", ["㐀", "㐁", "𠀀"]),
        ("half \ud800 a character", ["half", "a", "character"]),
        ("，。！？…", []),
        ("", []),
    ],
)
def test_words_are_of_the_dictionary_or_of_unicode(text: str, tokens: list[str]) -> None:
    assert words(text) == tokens


@example("我\n们")
@example("a一b二c三d")
@given(_MIXED.filter(lambda text: text.encode("utf-8", "ignore").decode() == text))
def test_words_of_any_mixture_come_in_order_and_complete(text: str) -> None:
    assert words(text) == _expected_words(text)


@pytest.mark.parametrize(
    ("segmentation", "text", "tokens"),
    [
        (Segmentation.BY_SCRIPT, "中文 it's ไทย", ["中", "文", "it", "s", "ไ", "ท", "ย"]),
        (Segmentation.WHITESPACE, " a  b，c\n中 文 ", ["a", "b，c", "中", "文"]),
        (Segmentation.CHARACTERS, "a 中\n", ["a", " ", "中", "\n"]),
        (Segmentation.WORD_CHARACTERS, "How are you? 好_1é！", [*"Howareyou好_1é"]),
    ],
)
def test_the_other_segmentations_do_as_they_are_called(
    segmentation: Segmentation, text: str, tokens: list[str]
) -> None:
    result = segment(text, _recipe(segmentation))
    assert (result.tokens, result.weights) == (tokens, None)


def test_keywords_come_with_their_weights() -> None:
    result = segment("图书馆的图书馆，档案", recipe_named("keywords"))
    assert result.tokens[0] == "图书馆"
    assert result.weights is not None
    assert len(result.weights) == len(result.tokens) == 2


@pytest.mark.parametrize("segmentation", list(Segmentation))
@pytest.mark.parametrize("language", ["zh-Hans", "zh-Hant", "ja", "ko", "en", "ar"])
def test_tokens_with_offsets_are_the_same_tokens(segmentation: Segmentation, language: str) -> None:
    recipe, text = _recipe(segmentation), sample_text(language)
    placed = tokens_with_offsets(normalize_with_offsets(text, Normalization.none()), recipe)
    assert [token.text for token in placed] == segment(text, recipe).tokens
    assert all(text[token.start : token.end] == token.text for token in placed)


def test_offsets_lead_back_through_normalisation() -> None:
    recipe = recipe_named("words")
    source = "  ＡＢＣ　中国﹐Straße"
    placed = tokens_with_offsets(normalize_with_offsets(source, recipe.normalization), recipe)
    assert placed == [Token("abc", 2, 5), Token("中国", 6, 8), Token("strasse", 9, 15)]


@pytest.mark.parametrize("segmentation", [Segmentation.WORDS, Segmentation.BY_SCRIPT])
@given(source=_MIXED)
def test_offsets_of_any_text_ascend_and_cover_what_normalises_to_the_token(
    segmentation: Segmentation, source: str
) -> None:
    recipe = _recipe(segmentation)
    normalized = normalize_with_offsets(source, recipe.normalization)
    placed = tokens_with_offsets(normalized, recipe)
    assert [token.text for token in placed] == segment(normalized.text, recipe).tokens
    for token in placed:
        # A combining mark that follows a space makes one token with it (UAX 29, rule WB4).
        covered = normalize(source[token.start : token.end], recipe.normalization)
        assert token.text.strip() in covered or token.text in segment(covered, recipe).tokens
    for first, second in pairwise(placed):
        assert first.start <= second.start
        assert first.end <= second.end
