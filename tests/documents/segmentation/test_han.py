from __future__ import annotations

import logging
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simhash_gui.documents.segmentation import han
from simhash_gui.documents.segmentation.han import (
    KEYWORD_COUNT,
    DictionaryMissingError,
    HanCutter,
    JiebaIdf,
    han_cutter,
    import_jieba,
    jieba_folder,
    new_tokenizer,
    quiet_jieba,
    shared_han_cutter,
    shared_jieba_idf,
    shared_keyword_extractor,
)
from tests.documents.samples import sample_text
from tests.helpers.examples import examples

_HAN = re.compile("[\u4e00-\u9fd5]+")


@pytest.fixture(scope="module")
def reference() -> HanCutter:
    """jieba itself: precise mode, without HMM."""
    tokenizer = new_tokenizer()
    return lambda text: list(tokenizer.cut(text, cut_all=False, HMM=False))


@pytest.fixture
def without_rjieba(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rjieba", None)


def test_a_sentence_is_cut_into_words_of_the_dictionary() -> None:
    assert han_cutter()("我来到北京清华大学") == ["我", "来到", "北京", "清华大学"]


def test_unknown_words_are_not_invented() -> None:
    assert han_cutter()("他来到了网易杭研大厦") == ["他", "来到", "了", "网易", "杭", "研", "大厦"]


def test_every_run_of_every_corpus_is_cut_as_jieba_does(
    shared_corpora, reference: HanCutter
) -> None:
    texts = (path.read_bytes().decode("utf-8", "replace") for path in _documents(shared_corpora))
    runs = {run for text in texts for run in _HAN.findall(text)}
    cut = shared_han_cutter()
    assert [run for run in runs if cut(run) != reference(run)] == []


def _documents(shared_corpora: Path) -> Iterator[Path]:
    return (path for path in sorted(shared_corpora.glob("*/docs/*")) if path.is_file())


@given(st.text(st.characters(min_codepoint=0x4E00, max_codepoint=0x9FD5)))
def test_any_run_of_han_is_cut_as_jieba_does(reference: HanCutter, run: str) -> None:
    assert shared_han_cutter()(run) == reference(run)


@examples(50)
@given(st.lists(st.sampled_from(_HAN.findall(sample_text("zh-Hans"))), max_size=8))
def test_several_runs_in_one_call_are_cut_as_each_by_itself(runs: list[str]) -> None:
    cut = shared_han_cutter()
    together = cut("\n".join(runs))
    assert [token for token in together if token != "\n"] == [t for run in runs for t in cut(run)]


@pytest.mark.usefixtures("without_rjieba")
def test_without_rjieba_jieba_gives_the_same_words() -> None:
    cut = han_cutter()
    for run in _HAN.findall(sample_text("zh-Hans")):
        assert cut(run) == shared_han_cutter()(run)


_SENTENCE = "我们的云计算平台上线了"
_PLAIN = ["我们", "的", "云", "计算", "平台", "上线", "了"]


def test_user_words_stay_with_their_cutter() -> None:
    own = han_cutter(["云计算平台"])
    assert own(_SENTENCE) == ["我们", "的", "云计算平台", "上线", "了"]
    assert han_cutter()(_SENTENCE) == _PLAIN


@pytest.mark.usefixtures("without_rjieba")
def test_user_words_stay_with_their_cutter_in_jieba_too() -> None:
    own = han_cutter(["云计算平台"])
    assert own(_SENTENCE) == ["我们", "的", "云计算平台", "上线", "了"]
    assert han_cutter()(_SENTENCE) == _PLAIN


def test_jieba_says_nothing_and_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    new_tokenizer()
    assert capfd.readouterr() == ("", "")
    assert list(tmp_path.iterdir()) == []


def test_jieba_needs_no_temporary_folder(tmp_path: Path) -> None:
    # A process of its own, so that jieba is imported again, with every warning an error.
    program = (
        "import sys; sys.modules['rjieba'] = None\n"
        "from simhash_gui.documents.segmentation.han import han_cutter\n"
        "sys.stdout.buffer.write('|'.join(han_cutter()('中文分词')).encode())"
    )
    environment = {**os.environ, "TMPDIR": str(tmp_path / "missing"), "PYTHONPATH": str(Path.cwd())}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-X", f"pycache_prefix={tmp_path}", "-c", program],
        env=environment,
        capture_output=True,
        check=True,
        timeout=60,
    )
    assert done.stdout.decode() == "中文|分词"
    assert done.stderr == b""


def test_importing_the_module_imports_neither_dictionary() -> None:
    program = (
        "import sys, simhash_gui.documents.segmentation.pipeline\n"
        "assert 'jieba' not in sys.modules and 'rjieba' not in sys.modules"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path.cwd())}
    subprocess.run([sys.executable, "-c", program], env=environment, check=True, timeout=60)


def test_a_missing_dictionary_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(han.importlib.util, "find_spec", lambda _name: None)
    with pytest.raises(DictionaryMissingError, match="reinstall"):
        jieba_folder()


def test_the_level_of_jiebas_logger_is_left_alone() -> None:
    new_tokenizer()
    assert logging.getLogger("jieba").level == logging.DEBUG


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
        reference = import_jieba("jieba.analyse.tfidf").TFIDF()
        reference.tokenizer = new_tokenizer()  # its own would leave its cache on the disk
        expected = reference.extract_tags(text, topK=20, withWeight=True)
    assert shared_keyword_extractor()(text) == expected


def test_there_are_at_most_twenty_keywords_the_heaviest_first() -> None:
    ranked = shared_keyword_extractor()(sample_text("zh-Hans"))
    weights = [weight for _, weight in ranked]
    assert len(ranked) == KEYWORD_COUNT
    assert weights == sorted(weights, reverse=True)


def test_stop_words_and_punctuation_have_no_keywords() -> None:
    assert shared_keyword_extractor()("the of 的 ，。") == []
