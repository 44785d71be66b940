"""The parts of a manuscript: chapters, bibliography, footnotes.

A bibliography begins at its heading and ends: at the next heading, or where two paragraphs in a row
do not look like entries. What follows is text again, so that nobody hides a chapter in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_NUMBER = r"(?:\d{1,2}|[一二三四五六七八九十]{1,3}|[IVX]{1,5})[.、．)）]?\s*"
_BEGINS_BIBLIOGRAPHY = re.compile(
    rf"(?:#+\s*)?(?:{_NUMBER})?[【\[]?(?:references?(?: and notes| cited| list)?"
    r"|bibliography|works cited|literature(?: cited)?|sources"
    r"|参\s?考\s?文\s?献|參\s?考\s?文\s?獻|引用文献|引用文獻"
    r"|参考书目|參考書目|主要参考文献|参考资料"
    r"|список (?:использованной )?литературы|литература|библиография"
    r"|literaturverzeichnis|literatur|quellen|bibliographie|références|referencias|bibliografía)"
    r"[】\]]?\s*[:：]?#*",
    re.I,
)
_NOTES = re.compile(
    rf"(?:#+\s*)?(?:{_NUMBER})?[【\[]?(?:foot|end)?notes?[】\]]?[:：]?|[【\[]?(?:注释|注釋|脚注|腳注|尾注|附注"
    r"|примечания|脚註|注)[】\]]?[:：]?",
    re.I,
)
_FOOTNOTE = re.compile(
    r"^[ \t\u3000]*(?:\[\^[^\]\n]+\]:|[\u2460-\u2473]|\^\d{1,3}|[¹²³⁴-⁹]{1,3}|"
    r"\*{1,3}(?=[^*\s])(?![^\n]*\*\s)|†|‡).*$",
    re.M,
)
_WORDS = re.compile(
    rf"(?:{_NUMBER})?(?:abstract|introduction|background|conclusions?|discussion|results|methods?"
    r"|appendix(?:\s+[A-Z\d])?\b.{0,60}|appendices|acknowledge?ments?|tables?|figures|annex\b.{0,60}"
    r"|about the authors?|preface|summary|摘\s?要|引\s?言|前\s?言|绪\s?论|緒\s?論"
    r"|结\s?论|結\s?論|结\s?语|致\s?谢|致\s?謝|附\s?录.{0,30}|附\s?錄.{0,30}|附\s?表|附\s?图"
    r"|作者简介|后\s?记|введение|заключение|аннотация"
    r"|приложени[ея]\b.{0,40}|благодарности|謝\s?辞|付\s?録.{0,30}|はじめに|おわりに|まとめ)[:：]?",
    re.I,
)
_CHAPTER = re.compile(
    r"第[一二三四五六七八九十百零〇\d]{1,5}[章编編篇部卷回][\s\u3000:：.、]?.{0,60}"
    r"|(?:chapter|part|глава|часть|kapitel|teil|chapitre)\s+(?:\d{1,3}|[IVXLC]{1,7})\b.{0,80}",
    re.I,
)
_MARKDOWN = re.compile(r"(#{1,6})\s+\S.{0,120}")
_SECTION = re.compile(r"(?:\d{1,2}[.．]?\s+|[一二三四五六七八九十]{1,3}、\s*)\S.{0,70}")
_STOPS = ("。", ".", "；", ";", "，", ",", "！", "？", "!", "?")
_ENTRY = re.compile(
    r"\b(?:1[5-9]|20)\d\d\b|\[[JMDCNPRSZ](?:/OL)?\]|doi|https?:|et al|出版社|学报"
    r"|^\s*[\[［【(（]?\d{1,3}[\]］】)）.、]",
    re.I,
)
_NOTE = re.compile(r"\s*(?:[\[［(（]?\^?\d{1,3}[\]］)）.、:]?|[\u2460-\u2473])\s*\S")
_LEAST_TEXT = 60
_LINE = re.compile(r"[^\n\r]+")


@dataclass(frozen=True, slots=True)
class Part:
    """``text[start:end]``; ``title`` is its heading, empty for what stands before the first one."""

    title: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    start: int
    end: int


def chapters(text: str, headings: Sequence[int] = ()) -> tuple[Part, ...]:
    """The chapters, which together are the whole text; a single one where there is no heading.

    ``headings`` are offsets of lines that the format of the document calls headings.
    """
    lines = list(_lines(text))
    marked = set(headings)
    begins = [line for line in lines if line.start in marked]
    if len(begins) < 2:
        begins = _chapter_lines(lines)
    starts = [0, *(line.start for line in begins), len(text)]
    titles = ["", *(line.text.lstrip("# \t").strip() for line in begins)]
    parts = [Part(*each) for each in zip(titles, starts, starts[1:], strict=False)]
    return tuple(part for part in parts if text[part.start : part.end].strip()) or (
        Part("", 0, len(text)),
    )


def _chapter_lines(lines: list[_Line]) -> list[_Line]:
    """Lines of the highest rank of headings that there are two of, and parts with usual names."""
    named = [line for line in lines if _is_named_part(line.text)]
    for kind in (_of_pattern(lines, _CHAPTER), _of_markdown(lines), _of_pattern(lines, _SECTION)):
        if len(kind) > 1:
            chosen = {line.start: line for line in [*kind, *named]}
            return [chosen[start] for start in sorted(chosen)]
    return named if len(named) > 1 else []


def _is_named_part(text: str) -> bool:
    plain = text.lstrip("# \t")
    return any(kind.fullmatch(plain) for kind in (_WORDS, _BEGINS_BIBLIOGRAPHY))


def _of_pattern(lines: list[_Line], pattern: re.Pattern[str]) -> list[_Line]:
    return [
        line
        for line in lines
        if pattern.fullmatch(line.text.lstrip("# \t")) and not line.text.endswith(_STOPS)
    ]


def _of_markdown(lines: list[_Line]) -> list[_Line]:
    found = [(line, match) for line in lines if (match := _MARKDOWN.fullmatch(line.text))]
    for rank in range(1, 7):
        own = [line for line, match in found if len(match[1]) == rank]
        if len(own) > 1:
            return [line for line, match in found if len(match[1]) <= rank]
    return []


def bibliographies(text: str) -> Iterator[tuple[int, int]]:
    """Where the lists of references stand, without their headings."""
    lines = list(_lines(text))
    number = 0
    while number < len(lines):
        line = lines[number]
        number += 1
        if not _BEGINS_BIBLIOGRAPHY.fullmatch(line.text):
            continue
        first = number
        while number < len(lines) and not _ends_list(lines, number, first):
            number += 1
        if number > first:
            yield lines[first].start, lines[number - 1].end


def _ends_list(lines: list[_Line], number: int, first: int) -> bool:
    """Whether a line is a heading, or the first of two that are no entries."""
    line = lines[number]
    is_heading = any(
        kind.fullmatch(line.text.lstrip("# \t")) for kind in (_WORDS, _CHAPTER, _NOTES)
    )
    if is_heading or _MARKDOWN.fullmatch(line.text):
        return True
    if not _is_prose(line.text):
        return False
    telling = (
        each for each in lines[number + 1 :] if _is_prose(each.text) or _ENTRY.search(each.text)
    )
    following = next(telling, None)
    return number == first or following is None or _is_prose(following.text)


def _is_prose(line: str) -> bool:
    return len(line) >= _LEAST_TEXT and not _ENTRY.search(line)


def footnotes(text: str) -> Iterator[tuple[int, int]]:
    """Where notes stand: lines that begin with a mark, and sections of notes."""
    yield from (match.span() for match in _FOOTNOTE.finditer(text))
    lines = list(_lines(text))
    for number, line in enumerate(lines):
        if _NOTES.fullmatch(line.text):
            end = number + 1
            while end < len(lines) and not _ends_notes(lines[end]):
                end += 1
            if end > number + 1:
                yield lines[number + 1].start, lines[end - 1].end


def _ends_notes(line: _Line) -> bool:
    """Notes are numbered; the first line that is not, or a heading, ends them."""
    if (
        re.match(r"\s*(?:[\[［(（]?\^?\d{1,3}[\]］)）.、:]?|[\u2460-\u2473])\s*\S", line.text)
        is None
    ):
        return True
    return _CHAPTER.fullmatch(line.text) is not None


def _lines(text: str) -> Iterator[_Line]:
    for match in _LINE.finditer(text):
        stripped = match[0].strip()
        if stripped:
            start = match.start() + len(match[0]) - len(match[0].lstrip())
            yield _Line(stripped, start, start + len(stripped))
