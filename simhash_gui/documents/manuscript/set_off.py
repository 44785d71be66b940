"""Quotations and notes as a format sets them off, where the plain text no longer shows it.

Word, OpenDocument and web pages set quotations in or give them a style of their own, and keep notes
apart from the marks that refer to them. Readers give the words alone; here their places are looked
up in the text, in order. What is not found is left out.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping
from enum import Enum
from xml.etree import ElementTree

from selectolax.lexbor import LexborHTMLParser, LexborNode

from simhash_gui.documents.records import Block, SetOff

_WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_QUOTING_STYLE = re.compile(
    r"(?:intense\s?)?(?:block\s?)?(?:quotes?|quotations?)|block\s?text|(?:明显|明顯)?引用|引文|цитата",
    re.I,
)
_SEEN = ("ind", "i", "pBdr", "shd")
_SET_IN_TWIPS = 400
_FLUSH = re.compile(r"(?:margin|margin-left|padding-left)\s*:\s*0", re.I)
_REFERENCES = (f"{_WORD}footnoteReference", f"{_WORD}endnoteReference")
_ID = f"{_WORD}id"
_SPACES = tuple(f"{_WORD}{name}" for name in ("tab", "br", "cr"))
_NOTE_LINKS = (
    '[role="doc-noteref"], [epub\\:type="noteref"], a.footnote-ref, sup > a[href^="#"],'
    ' a[href^="#"] > sup'
)
_NOTES = '[role="doc-footnote"], [role="doc-endnotes"] li, .footnotes li, li[id^="fn"]'
_OFFICE, _TEXT, _STYLE, _FO = (
    f"{{urn:oasis:names:tc:opendocument:xmlns:{name}:1.0}}"
    for name in ("office", "text", "style", "xsl-fo-compatible")
)
_PARAGRAPHS, _NOTE = (f"{_TEXT}p", f"{_TEXT}h"), f"{_TEXT}note"
_APART = (_NOTE, f"{_OFFICE}annotation", f"{_TEXT}tracked-changes")
_LENGTH = re.compile(r"([\d.]+)(cm|mm|in|pt|pc)")
_CM = {"cm": 1.0, "mm": 0.1, "in": 2.54, "pt": 2.54 / 72, "pc": 2.54 / 6}
_SET_IN_CM = 0.7
_BLOCKS = "p, li, blockquote, div, td, dd, body, [role]:not(a)"


def places(text: str, blocks: Iterable[Block]) -> SetOff:
    """Where blocks stand in a text; they come in its order, and may lie in each other."""
    wanted = [each for each in blocks if each.is_quoted or each.is_note or each.references]
    if not wanted:
        return SetOff()
    kept = [place for place, character in enumerate(text) if not character.isspace()]
    dense = "".join(text[place] for place in kept)
    quotations, notes, references = [], [], []
    start, before = 0, ""
    for block in wanted:
        words = _dense(block.text)
        found = dense.find(words, start + (words == before)) if words else -1
        if found < 0:
            continue
        start, before = found, words
        span = kept[start], kept[start + len(words) - 1] + 1
        if block.is_quoted:
            quotations.append(span)
        if block.is_note:
            notes.append(span)
        for offset in block.references:
            length = len(_dense(block.text[:offset]))
            if length:
                references.append(kept[start + length - 1] + 1)
    return SetOff(tuple(quotations), tuple(notes), tuple(references))


def _dense(words: str) -> str:
    return "".join(words.split())


def in_docx(
    body: ElementTree.Element,
    styles: ElementTree.Element | None,
    notes: Iterable[ElementTree.Element],
) -> Iterator[Block]:
    """Paragraphs that are quotations or refer to notes, then the notes of each part."""
    quoting = set() if styles is None else set(_quoting_styles(styles))
    paragraphs = [each for each in body.iter(f"{_WORD}p") if each.find(f".//{_WORD}t") is not None]
    set_in = [_is_set_in(each) for each in paragraphs]
    are_mostly_set_in = 2 * sum(set_in) > len(set_in)
    for paragraph, is_set_in in zip(paragraphs, set_in, strict=True):
        words, references = _words(paragraph)
        is_quoted = _style(paragraph) in quoting or (is_set_in and not are_mostly_set_in)
        if is_quoted or references:
            yield Block(words, is_quoted=is_quoted, references=references)
    for part in notes:
        yield from _notes_in_order(body, part)


def _notes_in_order(body: ElementTree.Element, part: ElementTree.Element) -> Iterator[Block]:
    """Footnotes or endnotes, as the text refers to them: readers give them in this order."""
    kind = part.tag.removesuffix("s")
    notes = {note.get(_ID): note for note in part.iter(kind)}
    wanted = (mark.get(_ID) for mark in body.iter(f"{kind}Reference"))
    for identifier in dict.fromkeys(wanted):
        if identifier in notes:
            paragraphs = (_words(each)[0] for each in notes[identifier].iter(f"{_WORD}p"))
            yield Block("\n".join(paragraphs), is_note=True)


def _quoting_styles(styles: ElementTree.Element) -> Iterator[str]:
    """Styles that are named after quotations and look it: a reader has to see the difference."""
    for style in styles.iter(f"{_WORD}style"):
        name = style.find(f"{_WORD}name")
        is_seen = any(style.find(f".//{_WORD}{each}") is not None for each in _SEEN)
        if name is None or not is_seen:
            continue
        if _QUOTING_STYLE.fullmatch(name.get(f"{_WORD}val", "")):
            yield style.get(f"{_WORD}styleId", "")


def _style(paragraph: ElementTree.Element) -> str | None:
    style = paragraph.find(f"{_WORD}pPr/{_WORD}pStyle")
    return None if style is None else style.get(f"{_WORD}val")


def _is_set_in(paragraph: ElementTree.Element) -> bool:
    """Whether all lines of a paragraph are, and it is neither an item of a list nor a heading."""
    properties = paragraph.find(f"{_WORD}pPr")
    indent = None if properties is None else properties.find(f"{_WORD}ind")
    if properties is None or indent is None:
        return False
    if any(properties.find(f"{_WORD}{each}") is not None for each in ("numPr", "outlineLvl")):
        return False
    left = indent.get(f"{_WORD}left") or indent.get(f"{_WORD}start") or ""
    hangs = (indent.get(f"{_WORD}hanging") or "0") != "0"
    return left.isdecimal() and int(left) >= _SET_IN_TWIPS and not hangs


def _words(paragraph: ElementTree.Element) -> tuple[str, tuple[int, ...]]:
    """The text of a paragraph, and where in it notes are referred to."""
    pieces: list[str] = []
    references = []
    for node in paragraph.iter():
        if node.tag == f"{_WORD}t":
            pieces.append(node.text or "")
        elif node.tag in _SPACES:
            pieces.append(" ")
        elif node.tag in _REFERENCES:
            references.append(sum(map(len, pieces)))
    return "".join(pieces), tuple(references)


def in_html(data: bytes) -> Iterator[Block]:
    """Quotations, notes, and paragraphs that refer to notes, as they come in a web page."""
    page = LexborHTMLParser(data)
    links = {node.mem_id: node for node in page.css(_NOTE_LINKS)}
    holders = {_block_of(node).mem_id for node in links.values()}
    notes = {node.mem_id for node in page.css(_NOTES)}
    for node in page.css(_BLOCKS):
        style = node.attributes.get("style") or ""
        is_quoted = node.tag == "blockquote" and not _FLUSH.search(style)
        is_note = node.mem_id in notes
        if is_quoted or is_note or node.mem_id in holders:
            words, references = _words_of_node(node, links)
            yield Block(words, 0, is_quoted, is_note, references)


def _block_of(node: LexborNode) -> LexborNode:
    while node.parent is not None and not node.css_matches(_BLOCKS):
        node = node.parent
    return node


def _words_of_node(node: LexborNode, links: Container[int]) -> tuple[str, tuple[int, ...]]:
    """The text of a node, and where in it notes are referred to."""
    pieces: list[str] = []
    references = []
    for each in node.traverse(include_text=True):
        if each.mem_id in links:
            references.append(sum(map(len, pieces)))
        if each.tag == "-text":
            pieces.append(each.text_content or "")
    return "".join(pieces), tuple(references)


def in_odt(content: ElementTree.Element, styles: ElementTree.Element | None) -> Iterator[Block]:
    """Paragraphs that are quotations or refer to notes, then footnotes, then endnotes."""
    looks = dict(_looks([content] if styles is None else [styles, content]))
    body = content.find(f"{_OFFICE}body")
    if body is None:
        return
    paragraphs = [each for each in _in_flow(body) if each.tag in _PARAGRAPHS]
    set_in = [_look_of(each, looks) for each in paragraphs]
    are_mostly_set_in = 2 * sum(look is _Look.SET_IN for look in set_in) > len(set_in)
    for paragraph, look in zip(paragraphs, set_in, strict=True):
        words, references = _words_of_odt(paragraph)
        is_quoted = look is _Look.QUOTES or (look is _Look.SET_IN and not are_mostly_set_in)
        if is_quoted or references:
            yield Block(words, is_quoted=is_quoted, references=references)
    for kind in ("footnote", "endnote"):
        for note in body.iter(_NOTE):
            if note.get(f"{_TEXT}note-class", "footnote") == kind:
                lines = (each for each in note.iter() if each.tag in _PARAGRAPHS)
                words = "\n".join(_words_of_odt(each)[0] for each in lines)
                yield Block(words, is_note=True)


class _Look(Enum):
    QUOTES, SET_IN, PLAIN = range(3)


def _looks(parts: Iterable[ElementTree.Element]) -> Iterator[tuple[str, tuple[str, _Look]]]:
    """Of each style the one that it is made from, and how it looks by itself."""
    for part in parts:
        for style in part.iter(f"{_STYLE}style"):
            name, above = (
                style.get(f"{_STYLE}name", ""),
                style.get(f"{_STYLE}parent-style-name", ""),
            )
            left = style.find(f"{_STYLE}paragraph-properties")
            margin = _LENGTH.fullmatch("" if left is None else left.get(f"{_FO}margin-left", ""))
            is_set_in = margin and float(margin[1]) * _CM[margin[2]] >= _SET_IN_CM
            plain_name = style.get(f"{_STYLE}display-name", name).replace("_20_", " ")
            is_quoting = is_set_in and _QUOTING_STYLE.fullmatch(plain_name)
            look = _Look.QUOTES if is_quoting else _Look.SET_IN if is_set_in else _Look.PLAIN
            yield name, (above, look)


def _look_of(paragraph: ElementTree.Element, looks: Mapping[str, tuple[str, _Look]]) -> _Look:
    """That of its style, or of the first above it that is not plain; headings are plain."""
    name = paragraph.get(f"{_TEXT}style-name", "") if paragraph.tag == _PARAGRAPHS[0] else ""
    for _ in range(len(looks)):
        if name not in looks:
            break
        name, look = looks[name]
        if look is not _Look.PLAIN:
            return look
    return _Look.PLAIN


def _in_flow(node: ElementTree.Element) -> Iterator[ElementTree.Element]:
    """All that is in a node, in order, but for what stands apart and items of lists."""
    for child in node:
        if child.tag not in (*_APART, f"{_TEXT}list"):
            yield child
            yield from _in_flow(child)


def _words_of_odt(paragraph: ElementTree.Element) -> tuple[str, tuple[int, ...]]:
    """The text of a paragraph, and where in it notes are referred to."""
    pieces: list[str] = [paragraph.text or ""]
    references = []
    for child in paragraph:
        if child.tag == _NOTE:
            references.append(sum(map(len, pieces)))
        elif child.tag not in _APART:
            words, inside = _words_of_odt(child)
            before = sum(map(len, pieces))
            references += [before + each for each in inside]
            pieces.append(words)
        pieces.append(child.tail or "")
    return "".join(pieces), tuple(references)
