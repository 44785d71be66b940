"""What jieba gives: the words of a run of Han, their rarity, and the keywords of a text.

Words are cut in jieba's precise mode without HMM, by rjieba where it can be had. Both give the same
tokens; rjieba is about 20 times as fast but has no wheel for every machine. The hidden Markov model
is left out because the two differ there, and because a word that it invents for one text is missing
in the next.

jieba is never imported before it is needed, uses none of its global state here, writes no cache
file (building the dictionary takes 0.4 s, and a file in a shared temporary folder can be locked,
damaged or forged) and so prints nothing either.
"""

from __future__ import annotations

import importlib
import importlib.util
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

HanCutter: TypeAlias = Callable[[str], list[str]]
"""Cuts a text into tokens that, joined, give the text again."""

KeywordExtractor: TypeAlias = Callable[[str], list[tuple[str, float]]]
"""A text to its keywords with their weights, the heaviest first."""

KEYWORD_COUNT = 20

_PRECISE = False  # not cut_all
_WITHOUT_HMM = False


class DictionaryMissingError(Exception):
    """jieba is installed without its dictionary, as a careless packager may do."""


@cache
def shared_han_cutter() -> HanCutter:
    """The cutter of all fingerprints, with jieba's own words only."""
    return han_cutter()


def han_cutter(user_words: Sequence[str] = ()) -> HanCutter:
    """A cutter that knows ``user_words`` too, each of them kept together where it is likeliest.

    A fingerprint made with user words can only be compared with others made with the same ones,
    so no recipe uses them. They stay within the cutter that is returned.
    """
    rjieba = _import_rjieba()
    return _jieba_cutter(user_words) if rjieba is None else _rjieba_cutter(rjieba, user_words)


def _rjieba_cutter(rjieba: ModuleType, user_words: Sequence[str]) -> HanCutter:
    segmenter = rjieba.Jieba() if user_words else rjieba
    for word in user_words:
        segmenter.add_word(word, None, None)
    cut: Callable[[str, bool], list[str]] = segmenter.cut
    return lambda text: cut(text, _WITHOUT_HMM)


def _jieba_cutter(user_words: Sequence[str]) -> HanCutter:
    tokenizer = new_tokenizer()
    for word in user_words:
        tokenizer.add_word(word)
    lcut: Callable[[str, bool, bool], list[str]] = tokenizer.lcut
    return lambda text: lcut(text, _PRECISE, _WITHOUT_HMM)


def new_tokenizer() -> Any:
    """A jieba ``Tokenizer`` of its own, ready to use."""
    tokenizer = import_jieba("jieba").Tokenizer()
    with (jieba_folder() / "dict.txt").open("rb") as dictionary:
        tokenizer.FREQ, tokenizer.total = tokenizer.gen_pfdict(dictionary)
    tokenizer.initialized = True
    return tokenizer


def jieba_folder() -> Path:
    """Where jieba keeps its data; found without importing it.

    Raises ``DictionaryMissingError``.
    """
    spec = importlib.util.find_spec("jieba")
    folder = Path(spec.origin).parent if spec and spec.origin else Path()
    if not (folder / "dict.txt").is_file():
        raise DictionaryMissingError("jieba's dict.txt is missing; please reinstall jieba")
    return folder


def import_jieba(name: str) -> ModuleType:
    """Import a module of jieba."""
    with quiet_jieba():
        return importlib.import_module(name)


@contextmanager
def quiet_jieba() -> Iterator[None]:
    """Silence the warnings of newer Pythons about jieba, which is old.

    Its patterns hold invalid escapes, it asks for the deprecated pkg_resources, and it leaves
    files open. None of this touches what it computes.
    """
    with warnings.catch_warnings():
        for category in (DeprecationWarning, SyntaxWarning, UserWarning, ResourceWarning):
            warnings.simplefilter("ignore", category)
        yield


class JiebaIdf:
    """The inverse document frequencies of jieba's ``idf.txt``, 258,826 words of Chinese.

    A word that is not in it gets the median, as in ``jieba.analyse``. Implements
    core's ``InverseDocumentFrequency``.
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


def _import_rjieba() -> ModuleType | None:
    try:
        return importlib.import_module("rjieba")
    except ImportError:
        return None
