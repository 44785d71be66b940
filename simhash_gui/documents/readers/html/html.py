"""HTML and XHTML: the text that a browser would show, in reading order.

Blocks stand apart by a new line, table cells by a tab; preformatted text keeps its lines. Scripts,
styles, templates, frames and drawings are left out, also what an attribute hides, the readings that
stand above East Asian characters, and formulas written a second time beside their MathML. What a
style sheet hides is not known. Nothing is fetched.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from simhash_gui.documents.encoding.encodings import decode
from simhash_gui.documents.readers.html.html_lines import HtmlLines, hidden_nodes
from simhash_gui.documents.readers.html.html_repair import repaired
from simhash_gui.documents.readers.reader import Reader, Source, extracted_from
from simhash_gui.documents.records import Extracted, Metadata

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser, LexborNode

NAME = "html"

_HEAD_BYTES = 4096
# Possessive, or a long row of comments would take for ever to be refused.
_BEGINNING = re.compile(
    rb"(?:\s++|<\?xml[^>]*+>|<!--(?:[^-]++|-(?!->))*-->)*<(?:!doctype\s+html|html)[\s>]",
    re.IGNORECASE | re.DOTALL,
)
_FRAGMENT = re.compile(
    rb"<(?:html|head|meta|style|body|table|div|p|center|font|span|h[1-6]|ul|ol|br)[\s/>]",
    re.IGNORECASE,
)
_BEFORE_MARKUP = b" \t\r\n\f\x00\xef\xbb\xbf\xff\xfe"  # white space, and the bytes of any mark
_CHARSET = re.compile(
    rb"<meta\b[^>]*?\bcharset\s*=\s*[\"']?\s*([\w.:-]+)|<\?xml[^>]*?\bencoding\s*=\s*[\"']([\w.:-]+)",
    re.IGNORECASE,
)
_AUTHOR = ('meta[name="author" i]', 'meta[name="dc.creator" i]', 'meta[name="dcterms.creator" i]')
_DATE = (
    'meta[name="date" i]', 'meta[name="dc.date" i]', 'meta[name="dcterms.created" i]',
    'meta[name="dcterms.date" i]', 'meta[property="article:published_time" i]',
)  # fmt: skip
_TITLE = ('meta[property="og:title" i]', 'meta[name="dc.title" i]')
_LANGUAGE = ('meta[http-equiv="content-language" i]', 'meta[name="dc.language" i]')
_WHITE_SPACE = re.compile(r"[ \t\n\r\f]+")


def read(source: Source) -> Extracted:
    """The body text, and title, author, date and language of the head."""
    decoded = decode(source.data, source.override_encoding, declared=declared_charset(source.data))
    return extracted_from(decoded, NAME, *page_content(decoded.text))


def recognises(data: bytes) -> bool:
    """Whether it begins as a page does; in UTF-16 too."""
    head = data[:_HEAD_BYTES].lstrip(_BEFORE_MARKUP)
    return head.startswith(b"<") and _BEGINNING.match(head.replace(b"\x00", b"")) is not None


def read_fragment_or(source: Source, otherwise: Callable[[Source], Extracted]) -> Extracted:
    """A document of an office that turned out to be none: often it is a piece of a page.

    Programs on the web write tables so, and call them ``.xls``.
    """
    head = source.data[:_HEAD_BYTES].lstrip(_BEFORE_MARKUP).replace(b"\x00", b"")
    return read(source) if _FRAGMENT.match(head) else otherwise(source)


def declared_charset(data: bytes) -> str | None:
    """The encoding that a ``meta`` element or the XML declaration names."""
    found = _CHARSET.search(data[:_HEAD_BYTES])
    return (found[1] or found[2]).decode("ascii", "replace") if found else None


def html_text(markup: str) -> str:
    """The text of a piece of HTML."""
    return _body_text(_parse(markup))


def page_content(markup: str) -> tuple[str, Metadata]:
    """The text of a page, and title, author, date and language of its head."""
    page = _parse(markup)
    return _body_text(page), _metadata(page)


def share_of_links(markup: str) -> float:
    """How much of the text of a page is that of links, 0 to 1."""
    page = _parse(markup)
    whole = _visible_characters(page.body.text()) if page.body else 0
    linked = sum(_visible_characters(link.text()) for link in page.css("body a[href]"))
    return linked / whole if whole else 0.0


def _visible_characters(text: str) -> int:
    return len(_WHITE_SPACE.sub("", text))


def _parse(markup: str) -> LexborHTMLParser:
    # Imported here: a worker that meets no HTML starts sooner without it.
    from selectolax.lexbor import LexborHTMLParser  # noqa: PLC0415

    return LexborHTMLParser(repaired(markup))


def _metadata(page: LexborHTMLParser) -> Metadata:
    title = page.css_first("head > title")
    root = page.css_first("html")
    attributes = root.attributes if root else {}
    return Metadata(
        title=(_single_line(title.text()) if title else "") or _meta(page, _TITLE),
        author=_meta(page, _AUTHOR),
        date=_meta(page, _DATE),
        language=attributes.get("lang") or attributes.get("xml:lang") or _meta(page, _LANGUAGE),
    )


def _meta(page: LexborHTMLParser, selectors: tuple[str, ...]) -> str | None:
    """The content of the first of these elements that has any."""
    for selector in selectors:
        element = page.css_first(selector)
        content = element.attributes.get("content") if element else None
        if content and content.strip():
            return _single_line(content)
    return None


def _single_line(text: str) -> str:
    return _WHITE_SPACE.sub(" ", text).strip()


def _body_text(page: LexborHTMLParser) -> str:
    lines = HtmlLines(hidden_nodes(page))
    if page.body is not None:
        _walk(page.body, lines)
    return lines.text()


def _walk(body: LexborNode, lines: HtmlLines) -> None:
    """Enter and leave every node below ``body`` in order, without recursion."""
    node = body.child
    while node is not None:
        entered = lines.enter(node)
        child = node.child if entered else None
        if child is not None:
            node = child
            continue
        if entered:
            lines.leave(node)
        while node.next is None:
            parent = node.parent
            if parent is None or parent.mem_id == body.mem_id:
                return
            node = parent
            lines.leave(node)
        node = node.next


READER = Reader(
    name=NAME,
    extensions=frozenset({".html", ".htm", ".xhtml", ".xht", ".shtml"}),
    recognises=recognises,
    read=read,
)
