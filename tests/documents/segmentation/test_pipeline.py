from __future__ import annotations

from dataclasses import replace

import pytest

from simhash_gui.core.fingerprint.recipe import Recipe, Weighting, named_recipes, recipe_named
from simhash_gui.documents.extraction.text_worker import fingerprint_texts
from simhash_gui.documents.segmentation.pipeline import TextPipeline
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


def test_stored_texts_are_fingerprinted_in_plain_numbers() -> None:
    recipe: Recipe = recipe_named("wide")
    texts = [sample_text("zh-Hans"), sample_text("en")]
    traces = [TextPipeline(recipe).trace_text(text) for text in texts]
    expected = [(t.fingerprint.word, t.fingerprint.rest, len(t.features)) for t in traces]
    assert fingerprint_texts(recipe.recipe_id, texts) == expected
