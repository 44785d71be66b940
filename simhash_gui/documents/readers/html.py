"""HTML and XHTML: the text that a browser would show, in reading order.

Blocks stand apart by a new line, table cells by a tab; preformatted text keeps its lines. Scripts,
styles, templates, frames and drawings are left out.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from simhash_gui.documents.encodings import decode
from simhash_gui.documents.readers.reader import Reader, Source, extracted_from
from simhash_gui.documents.records import Extracted, Metadata

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser, LexborNode

NAME = "html"

_HEAD_BYTES = 4096
# Possessive, or a long row of comments would take for ever to be refused.
_BEGINNING = re.compile(
    rb"(?:\s++|<\?xml[^>]*+>|(?><!--.*?-->))*+<(?:!doctype\s+html|html)[\s>]",
    re.IGNORECASE | re.DOTALL,
)
_BEFORE_MARKUP = b" \t\r\n\f\x00\xef\xbb\xbf\xff\xfe"  # white space, and the bytes of any mark
_CHARSET = re.compile(
    rb"<meta\b[^>]*?\bcharset\s*=\s*[\"']?\s*([\w.:-]+)|<\?xml[^>]*?\bencoding\s*=\s*[\"']([\w.:-]+)",
    re.IGNORECASE,
)
_BLOCKS = frozenset({
    "address", "article", "aside", "blockquote", "body", "br", "caption", "center", "dd",
    "details", "dialog", "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer",
    "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "hr", "legend", "li", "main",
    "menu", "nav", "ol", "optgroup", "option", "p", "pre", "search", "section", "summary",
    "table", "tbody", "textarea", "tfoot", "thead", "tr", "ul",
})  # fmt: skip
_PREFORMATTED = frozenset({"pre", "textarea", "listing", "xmp"})
_LEFT_OUT = frozenset({
    "script", "style", "template", "noscript", "iframe", "object", "embed", "audio", "video",
    "canvas", "svg",
})  # fmt: skip
_CELLS = frozenset({"td", "th"})
_WHITE_SPACE = re.compile(r"[ \t\n\r\f]+")
_SPACES = re.compile(r" +")
_SPACES_AROUND_TAB = re.compile(r" *\t[ \t]*")


def read(source: Source) -> Extracted:
    """The body text, and title, author, date and language of the head."""
    decoded = decode(source.data, source.override_encoding, declared=declared_charset(source.data))
    page = _parse(decoded.text)
    return extracted_from(decoded, NAME, _body_text(page), _metadata(page))


def recognises(data: bytes) -> bool:
    """Whether it begins as a page does; in UTF-16 too."""
    head = data[:_HEAD_BYTES].lstrip(_BEFORE_MARKUP)
    return head.startswith(b"<") and _BEGINNING.match(head.replace(b"\x00", b"")) is not None


def declared_charset(data: bytes) -> str | None:
    """The encoding that a ``meta`` element or the XML declaration names."""
    found = _CHARSET.search(data[:_HEAD_BYTES])
    return (found[1] or found[2]).decode("ascii", "replace") if found else None


def html_text(markup: str) -> str:
    """The text of a piece of HTML."""
    return _body_text(_parse(markup))


def _parse(markup: str) -> LexborHTMLParser:
    # Imported here: a worker that meets no HTML starts sooner without it.
    from selectolax.lexbor import LexborHTMLParser  # noqa: PLC0415

    return LexborHTMLParser(markup)


def _metadata(page: LexborHTMLParser) -> Metadata:
    title = page.css_first("head > title")
    root = page.css_first("html")
    return Metadata(
        title=(_single_line(title.text()) or None) if title else None,
        author=_meta(page, "author"),
        date=_meta(page, "date"),
        language=(root.attributes.get("lang") or None) if root else None,
    )


def _meta(page: LexborHTMLParser, name: str) -> str | None:
    element = page.css_first(f'meta[name="{name}" i]')
    content = element.attributes.get("content") if element else None
    return _single_line(content or "") or None


def _single_line(text: str) -> str:
    return _WHITE_SPACE.sub(" ", text).strip()


def _body_text(page: LexborHTMLParser) -> str:
    lines = _Lines()
    if page.body is not None:
        _walk(page.body, lines)
    return lines.text()


def _walk(body: LexborNode, lines: _Lines) -> None:
    """Enter and leave every node below ``body`` in order, without recursion."""
    node = body.child
    while node is not None:
        entered = lines.enter(node)
        child = node.child if entered else None
        if child is not None:
            node = child
            continue
        lines.leave(node)
        while node.next is None:
            parent = node.parent
            if parent is None or parent.mem_id == body.mem_id:
                return
            node = parent
            lines.leave(node)
        node = node.next


class _Lines:
    """Collects the lines of a page while its nodes are entered and left."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._line: list[str] = []
        self._preformatted_depth = 0

    def enter(self, node: LexborNode) -> bool:
        """Take in a node; whether its children are wanted too."""
        if node.is_text_node:
            self._add_text(node.text_content or "")
            return False
        tag = node.tag or ""
        if tag in _LEFT_OUT:
            return False
        if tag == "br" and self._preformatted_depth:
            self._line.append("\n")
        elif tag in _BLOCKS:
            self._end_line()
        elif tag in _CELLS and self._line:
            self._line.append("\t")
        self._preformatted_depth += tag in _PREFORMATTED
        return True

    def leave(self, node: LexborNode) -> None:
        """Note that a node has no more children."""
        tag = node.tag or ""
        if tag in _BLOCKS and not (tag == "br" and self._preformatted_depth):
            self._end_line()
        self._preformatted_depth -= tag in _PREFORMATTED

    def text(self) -> str:
        """All lines."""
        self._end_line()
        return "\n".join(self._lines)

    def _add_text(self, text: str) -> None:
        self._line.append(text if self._preformatted_depth else _WHITE_SPACE.sub(" ", text))

    def _end_line(self) -> None:
        if not self._line:
            return
        joined = "".join(self._line)
        self._line.clear()
        if self._preformatted_depth:
            line = joined.strip("\r\n")
        else:
            line = _SPACES_AROUND_TAB.sub("\t", _SPACES.sub(" ", joined)).strip()
        if line:
            self._lines.append(line)


READER = Reader(
    name=NAME,
    extensions=frozenset({".html", ".htm", ".xhtml", ".xht", ".shtml"}),
    recognises=recognises,
    read=read,
)
