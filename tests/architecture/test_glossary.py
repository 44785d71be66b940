"""The texts of the window keep to ``resources/i18n/glossary.tsv``, in both languages."""

import ast
import re
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
LESSONS = re.compile(r"Stage|Task|^Learn|^Gate|^LabMethod|^Sheet|^Glossary|^TextPair")
WRITTEN_IN_PYTHON = (
    "checking/report_texts.py",
    "detection/answers/cluster_report.py",
    "detection/answers/left_out.py",
)
LESSONS_IN_PYTHON = ("teaching/glossary.py",)


@dataclass(frozen=True, slots=True)
class Term:
    """One line of the glossary."""

    english: str
    chinese: tuple[str, ...]
    is_always: bool
    avoided_english: tuple[str, ...]
    avoided_chinese: tuple[str, ...]

    def is_in(self, source: str) -> bool:
        return contains(source, self.english)


@cache
def glossary() -> list[Term]:
    file = REPOSITORY / "resources" / "i18n" / "glossary.tsv"
    lines = file.read_text(encoding="utf-8").splitlines()
    return [term(line) for line in lines if not line.startswith("#")]


def term(line: str) -> Term:
    english, chinese, rule, *avoided = line.split("\t")
    in_english, in_chinese = (*map(alternatives, avoided), (), ())[:2]
    return Term(english, alternatives(chinese), rule == "always", in_english, in_chinese)


def alternatives(cell: str) -> tuple[str, ...]:
    return tuple(filter(None, cell.split(" / ")))


def contains(text: str, words: str) -> bool:
    """Whether English words are in a text, or their plural; names of values and filters are not."""
    prose = re.sub(r"\{\w+\}|\w+[<>=]+\d+", "", text)
    forms = rf"\b({words}(s|es)?|{words.removesuffix('y')}ies)\b"
    return re.search(forms, prose, re.IGNORECASE) is not None


def says(chinese: str, word: str) -> bool:
    """Whether a word to avoid is in a text, other than as a part of a term of the list."""
    terms = {each for term in glossary() for each in term.chinese if word in each}
    return word in re.sub("|".join(sorted(terms, key=len, reverse=True)) or "$", "", chinese)


@cache
def window_texts() -> list[tuple[str, str]]:
    """Every text in English and in Chinese."""
    tree = ET.parse(REPOSITORY / "resources" / "i18n" / "simhash_gui_zh_CN.ts")
    found = []
    for message in tree.iter("message"):
        translation = message.find("translation")
        assert translation is not None
        chinese = translation.findtext("numerusform") or translation.text
        found.append((message.findtext("source", ""), chinese or ""))
    return found


@cache
def report_texts() -> list[str]:
    """The Chinese that reports and exports say; it stands in the sources, not in the .ts file."""
    return chinese_in(WRITTEN_IN_PYTHON)


def chinese_in(modules: tuple[str, ...]) -> list[str]:
    """The Chinese texts of modules of the services."""
    services = REPOSITORY / "simhash_gui" / "services"
    trees = [ast.parse((services / name).read_text("utf-8")) for name in modules]
    constants = [
        node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant)
    ]
    literals = [node.value for node in constants if isinstance(node.value, str)]
    return [text for text in literals if re.search("[\u4e00-\u9fff]", text)]


@pytest.mark.parametrize("term", glossary(), ids=lambda term: term.english)
def test_a_term_is_translated_alike_everywhere(term: Term) -> None:
    texts = [text for text in window_texts() if term.is_in(text[0])]
    otherwise = [text for text in texts if not any(word in text[1] for word in term.chinese)]
    assert texts, "no text has this term"
    assert not (otherwise and term.is_always), otherwise


def test_the_learn_page_says_ni_to_a_class_and_all_others_say_nin() -> None:
    mixed = [
        text
        for context, text in chinese_by_context()
        if ("您" if LESSONS.search(context) else "你") in text
    ]

    assert mixed == []


def chinese_by_context() -> list[tuple[str, str]]:
    """Every Chinese text, with the class that says it."""
    tree = ET.parse(REPOSITORY / "resources" / "i18n" / "simhash_gui_zh_CN.ts")
    return [
        (context.findtext("name", ""), "".join(message.itertext()))
        for context in tree.iter("context")
        for message in context.iter("message")
    ]


@pytest.mark.parametrize("term", glossary(), ids=lambda term: term.english)
def test_words_that_the_glossary_avoids_are_in_no_text(term: Term) -> None:
    for english, chinese in window_texts():
        assert not [word for word in term.avoided_english if contains(english, word)], english
        assert not [word for word in term.avoided_chinese if says(chinese, word)], chinese

    for chinese in [*report_texts(), *chinese_in(LESSONS_IN_PYTHON)]:
        assert not [word for word in term.avoided_chinese if says(chinese, word)], chinese


def test_the_content_of_a_document_is_its_text_of_one_name() -> None:
    """What a document says is 正文; 文本 is left for what is no picture, and for lessons."""
    window = {chinese for context, chinese in chinese_by_context() if not LESSONS.search(context)}
    kinds = r"正文|纯文本|文本层|不是文本|其实是文本|粘贴文本"

    assert [text for text in window if "文本" in re.sub(kinds, "", text)] == []
    assert [text for text in report_texts() if "文本" in re.sub(kinds, "", text)] == []


def test_documents_are_counted_alike_in_chinese() -> None:
    texts = [chinese for _, chinese in window_texts()] + report_texts()
    counted = re.compile(r"(?:%Ln|[}\d一两三每])\s?[个份]文档(?![库簇对文])")

    assert [text for text in texts if counted.search(text)] == []


def test_reports_call_a_passage_as_the_window_does() -> None:
    """段落, where the window has it; 片段 is a shingle."""
    assert [text for text in report_texts() if "片段" in text] == []


def test_the_reports_have_their_chinese_in_these_modules() -> None:
    assert len(report_texts()) > 140


def test_no_figure_has_a_space_before_per_cent() -> None:
    modules = (REPOSITORY / "simhash_gui" / "ui").rglob("*.py")
    parts = [
        part.value
        for module in modules
        for text in ast.walk(ast.parse(module.read_text("utf-8")))
        if isinstance(text, ast.JoinedStr)
        for part in text.values
        if isinstance(part, ast.Constant)
    ]

    assert [part for part in parts if str(part).startswith((" %", "\u202f%"))] == []


def test_chinese_texts_have_full_width_brackets_and_no_space_before_per_cent() -> None:
    texts = [chinese for _, chinese in window_texts()] + report_texts()
    assert [text for text in texts if re.search(r"[()]|[ \u202f]%(?!L)", text)] == []
