from __future__ import annotations

import pytest

from simhash_gui.documents.segmentation.han import import_jieba, jieba_folder, quiet_jieba
from simhash_gui.documents.segmentation.keywords import (
    KEYWORD_COUNT,
    JiebaIdf,
    shared_jieba_idf,
    shared_keyword_extractor,
)
from tests.documents.samples import sample_text


@pytest.fixture(scope="module")
def idf() -> JiebaIdf:
    return shared_jieba_idf()


def test_idf_is_that_of_the_file(idf: JiebaIdf) -> None:
    line = (jieba_folder() / "analyse" / "idf.txt").read_text("utf-8").splitlines()[0]
    word, weight = line.split(" ")
    assert idf.weight(word) == float(weight)


def test_a_word_never_seen_gets_the_median_as_in_jieba(idf: JiebaIdf) -> None:
    with quiet_jieba():
        _, median = import_jieba("jieba.analyse.tfidf").TFIDF().idf_loader.get_idf()
    assert idf.weight("no such word") == median


def test_the_table_is_loaded_once() -> None:
    assert shared_jieba_idf() is shared_jieba_idf()


def test_keywords_are_those_of_jieba() -> None:
    text = sample_text("zh-Hans")
    with quiet_jieba():
        expected = import_jieba("jieba.analyse").extract_tags(text, topK=20, withWeight=True)
    assert shared_keyword_extractor()(text) == expected


def test_there_are_at_most_twenty_keywords_the_heaviest_first() -> None:
    ranked = shared_keyword_extractor()(sample_text("zh-Hans"))
    weights = [weight for _, weight in ranked]
    assert len(ranked) == KEYWORD_COUNT
    assert weights == sorted(weights, reverse=True)


def test_stop_words_and_punctuation_have_no_keywords() -> None:
    assert shared_keyword_extractor()("the of 的 ，。") == []
