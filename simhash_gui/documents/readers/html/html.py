"""HTML and XHTML: the text that a browser would show, in reading order.

Blocks stand apart by a new line, table cells by a tab; preformatted text keeps its lines. Scripts,
styles, templates, frames and drawings are left out, also what an attribute hides, the readings that
stand above East Asian characters, and formulas written a second time beside their MathML. What a
style sheet hides is not known. Nothing is fetched.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterator
from collections.abc import Set as AbstractSet
from html import escape
from typing import TYPE_CHECKING

from simhash_gui.documents.encoding.encodings import decode
from simhash_gui.documents.readers.reader import Reader, Source, extracted_from
from simhash_gui.documents.records import Extracted, Metadata

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser, LexborNode

# --- mark-up made ready for the parser -----------------------------------------------------------
# lexbor's time grows with the square of the number of attributes of a tag, and of the depth.
# Tags are found as in HTML 13.2.5: a quoted value may hold ``>``; comments, scripts and
# styles hold no tags. XHTML becomes HTML.

_MAX_ATTRIBUTES = 256
"""On one tag. No page that anybody wrote has so many."""

_ATTRIBUTE = r"""[\s/]*+[^\s/>][^\s/>=]*+(?:\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s>"'][^\s>]*+))?"""
_ATTRIBUTES = rf"(?:{_ATTRIBUTE}){{0,{_MAX_ATTRIBUTES}}}[\s/]*+"
_RAW = "script|style|textarea|title|xmp|iframe|noembed|noframes"
# Once it has begun neither can fail, so that each character is looked at once.
_TAG = re.compile(rf"<(?:(!--)|(?:({_RAW})(?=[\s/>])|[a-z][^\s/>]*+){_ATTRIBUTES})", re.IGNORECASE)
_MORE = re.compile(_ATTRIBUTES)
_COMMENT, _RAW_NAME = 1, 2


def with_few_attributes(markup: str) -> str:
    """The same page without what goes beyond the first attributes of a tag."""
    pieces: list[str] = []
    kept = 0
    for start, end in _surplus(markup):
        pieces.append(markup[kept:start])
        kept = end
    return "".join((*pieces, markup[kept:])) if pieces else markup


def _surplus(markup: str) -> Iterator[tuple[int, int]]:
    """From where to where a tag has more attributes than it should."""
    position: int | None = 0
    while position is not None:
        position = yield from _surplus_from(markup, position)


def _surplus_from(markup: str, start: int) -> Generator[tuple[int, int], None, int | None]:
    """Go on until tags have to be searched from somewhere else, and return from where."""
    for tag in _TAG.finditer(markup, start):
        end = tag.end()
        if tag.lastindex == _COMMENT:
            return _place_of("-->", markup, end)
        is_whole = end == len(markup) or markup[end] == ">"
        if is_whole and tag.lastindex is None:
            continue
        if not is_whole:
            end = _end_of_attributes(markup, end)
            yield tag.end(), end
        return _place_of(f"</{tag[_RAW_NAME]}", markup, end) if tag[_RAW_NAME] else end
    return None


def _end_of_attributes(markup: str, start: int) -> int:
    end = start
    while end < len(markup) and markup[end] != ">":
        found = _MORE.match(markup, end)
        end = found.end() if found else len(markup)
    return end


def _place_of(mark: str, markup: str, start: int) -> int | None:
    found = re.compile(mark, re.IGNORECASE).search(markup, start)
    return found.start() if found else None


_VOID = (
    "area|base|basefont|bgsound|br|col|embed|frame|hr|img|input|keygen|link|meta|param|source|"
    "track|wbr"
)
_XHTML = re.compile(
    r"\s*+<\?xml\b|[^<]*+(?:<![^>]*+>\s*+)*<html\b[^>]*?\sxmlns(?::\w+)?\s*=", re.IGNORECASE
)
# Possessive throughout: no page may make these backtrack.
_XHTML_ATTRIBUTES = r"""(?:\s++[\w:.-]++\s*+=\s*+(?:"[^"]*+"|'[^']*+'))*"""
_SELF_CLOSING = re.compile(
    rf"<(?!(?:{_VOID})\b)([a-z][\w:.-]*+)({_XHTML_ATTRIBUTES})\s*+/>", re.IGNORECASE
)
_CDATA = re.compile(r"<!\[CDATA\[((?:[^\]<]++|\](?!\]>)|<(?!!\[CDATA\[))*)\]\]>")

_MANY_TAGS = 5000
_DEEPEST = 512
"""As in browsers of the Chromium family; what is deeper becomes flat there too."""
# Not those that end by themselves where the next one begins: nobody closes them.
_ENDING = "p|li|dt|dd|option|optgroup|tr|td|th|thead|tbody|tfoot|colgroup|rt|rp"
_NESTING = re.compile(rf"<(/?)(?!(?:{_VOID}|{_ENDING})\b)[a-z][^<>]*+>", re.IGNORECASE)


def repaired(markup: str) -> str:
    """The same page, to be parsed as HTML in a time that grows with its length only."""
    if _XHTML.match(markup):
        markup = _as_html(markup)
    if markup.count("<") > _MANY_TAGS:
        markup = _flattened(markup)
    return with_few_attributes(markup)


def _as_html(markup: str) -> str:
    """Close elements that close themselves, which HTML would take for open; no CDATA."""
    if "<![CDATA[" in markup:
        markup = _CDATA.sub(lambda found: escape(found[1], quote=False), markup)
    return _SELF_CLOSING.sub(r"<\1\2></\1>", markup)


def _flattened(markup: str) -> str:
    """Leave out the tags beyond a depth: parsers need a time that grows with its square."""
    depth = 0

    def kept(tag: re.Match[str]) -> str:
        nonlocal depth
        if not tag[1]:
            depth += 1
            return tag[0] if depth <= _DEEPEST else "<br>"
        is_kept = depth <= _DEEPEST
        depth = max(depth - 1, 0)
        return tag[0] if is_kept else "<br>"

    return _NESTING.sub(kept, markup)


# --- nodes to lines ------------------------------------------------------------------------------

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
    "canvas", "svg", "rp", "rt", "datalist", "annotation", "annotation-xml",
})  # fmt: skip
_CELLS = frozenset({"td", "th"})
_HIDDEN = (
    '[hidden], dialog:not([open]), [role="doc-backlink"], '
    '[style*="display" i], [style*="visibility" i]'
)
_HIDING_STYLE = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)", re.IGNORECASE
)
_BACKLINK = "doc-backlink"  # from a footnote back to the text: an arrow or the like
_WHITE_SPACE = re.compile(r"[ \t\n\r\f]+")


def _hidden_nodes(page: LexborHTMLParser) -> frozenset[int]:
    """The memory addresses of the elements that an attribute hides."""
    return frozenset(node.mem_id for node in page.css(_HIDDEN) if _is_hidden(node))


def _is_hidden(node: LexborNode) -> bool:
    attributes = node.attributes
    if "hidden" in attributes or attributes.get("role") == _BACKLINK:
        return True
    if node.tag == "dialog" and "open" not in attributes:
        return True
    return _HIDING_STYLE.search(attributes.get("style") or "") is not None


class _HtmlLines:
    """Collects the lines of a page while its nodes are entered and left."""

    def __init__(self, hidden: AbstractSet[int] = frozenset()) -> None:
        self._hidden = hidden
        self._pieces: list[str] = []
        self._separator = ""
        self._line: list[str] = []
        self._row_starts: list[int] = []
        self._preformatted_depth = 0

    def enter(self, node: LexborNode) -> bool:
        """Take in a node; whether its children are wanted too."""
        if node.is_text_node:
            self._line.append(node.text_content or "")
            return False
        tag = node.tag or ""
        if tag in _LEFT_OUT or (self._hidden and node.mem_id in self._hidden):
            return False
        self._begin(tag)
        return True

    def _begin(self, tag: str) -> None:
        if tag == "br" and self._preformatted_depth:
            self._line.append("\n")
        elif tag in _BLOCKS:
            self._end_line()
        elif tag in _CELLS:
            self._begin_cell()
        if tag == "tr":
            self._row_starts.append(len(self._pieces))
        self._preformatted_depth += tag in _PREFORMATTED

    def leave(self, node: LexborNode) -> None:
        """Note that a node has no more children."""
        tag = node.tag or ""
        if tag in _BLOCKS and not (tag == "br" and self._preformatted_depth):
            self._end_line()
        if tag == "tr" and self._row_starts:
            self._row_starts.pop()
            self._separator = "\n" if self._pieces else ""
        if tag in _PREFORMATTED and self._preformatted_depth:
            self._preformatted_depth -= 1

    def text(self) -> str:
        """All lines."""
        self._end_line()
        return "".join(self._pieces)

    def _begin_cell(self) -> None:
        """A tab goes before a cell if there is anything in its row so far."""
        self._end_line()
        if self._row_starts and len(self._pieces) > self._row_starts[-1]:
            self._separator = "\t"

    def _end_line(self) -> None:
        if not self._line:
            return
        line = "".join(self._line)
        self._line.clear()
        if not line or line.isspace():
            return
        if self._preformatted_depth:
            line = line.strip("\r\n")
        else:
            line = _WHITE_SPACE.sub(" ", line).strip()
        self._pieces += (self._separator, line)
        self._separator = "\n"


# --- the reader ----------------------------------------------------------------------------------

NAME = "html"

_HEAD_BYTES = 4096
# Possessive, or a long row of comments would take forever to be refused.
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


def read(source: Source) -> Extracted:
    """The body text, and title, author, date and language of the head."""
    decoded = decode(source.data, source.override_encoding, declared=declared_charset(source.data))
    return extracted_from(decoded, NAME, *page_content(decoded.text))


def recognises(data: bytes) -> bool:
    """Whether it begins as a page does; in UTF-16 too."""
    head = data[:_HEAD_BYTES].lstrip(_BEFORE_MARKUP)
    return head.startswith(b"<") and _BEGINNING.match(head.replace(b"\x00", b"")) is not None


def read_fragment_or(source: Source, otherwise: Callable[[Source], Extracted]) -> Extracted:
    """An office document that turned out not to be one: often it is a piece of a page.

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
    lines = _HtmlLines(_hidden_nodes(page))
    if page.body is not None:
        _walk(page.body, lines)
    return lines.text()


def _walk(body: LexborNode, lines: _HtmlLines) -> None:
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
