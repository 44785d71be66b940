"""What jieba knows of rarity: inverse document frequencies, and the keywords of a text."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeAlias

from simhash_gui.documents.segmentation.han import (
    import_jieba,
    jieba_folder,
    new_tokenizer,
    quiet_jieba,
)

KeywordExtractor: TypeAlias = Callable[[str], list[tuple[str, float]]]
"""A text to its keywords with their weights, the heaviest first."""

KEYWORD_COUNT = 20


class JiebaIdf:
    """The inverse document frequencies of jieba's ``idf.txt``, 258,826 words of Chinese.

    A word that is not in it gets the median, as in ``jieba.analyse``. Implements
    ``core.features.InverseDocumentFrequency``.
    """

    def __init__(self) -> None:
        text = (jieba_folder() / "analyse" / "idf.txt").read_text("utf-8")
        entries = (line.split(" ") for line in text.splitlines())
        self._weights = {word: float(weight) for word, weight in entries}
        self._median = sorted(self._weights.values())[len(self._weights) // 2]

    def weight(self, token: str) -> float:
        """The idf of a token."""
        return self._weights.get(token, self._median)


@cache
def shared_jieba_idf() -> JiebaIdf:
    """One for the whole process: it never changes, and takes 0.2 s and 40 MB to load."""
    return JiebaIdf()


@cache
def shared_keyword_extractor() -> KeywordExtractor:
    """``jieba.analyse.extract_tags`` with weights, over a tokenizer that nobody else can change.

    Unlike all other segmentation here it uses the hidden Markov model, because jieba does.
    """
    module = import_jieba("jieba.analyse.tfidf")
    with quiet_jieba():
        analysis = module.TFIDF()
    analysis.tokenizer = new_tokenizer()
    extract: Callable[..., list[tuple[str, float]]] = analysis.extract_tags
    return lambda text: extract(text, topK=KEYWORD_COUNT, withWeight=True)
