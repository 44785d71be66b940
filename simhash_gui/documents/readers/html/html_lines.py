"""The nodes of a page to lines of text, as they are entered and left. Which nodes: see ``html``."""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser, LexborNode

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


def hidden_nodes(page: LexborHTMLParser) -> frozenset[int]:
    """The memory addresses of the elements that an attribute hides."""
    return frozenset(node.mem_id for node in page.css(_HIDDEN) if _is_hidden(node))


def _is_hidden(node: LexborNode) -> bool:
    attributes = node.attributes
    if "hidden" in attributes or attributes.get("role") == _BACKLINK:
        return True
    if node.tag == "dialog" and "open" not in attributes:
        return True
    return _HIDING_STYLE.search(attributes.get("style") or "") is not None


class HtmlLines:
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
        if tag == "br" and self._preformatted_depth:
            self._line.append("\n")
        elif tag in _BLOCKS:
            self._end_line()
        elif tag in _CELLS:
            self._begin_cell()
        if tag == "tr":
            self._row_starts.append(len(self._pieces))
        self._preformatted_depth += tag in _PREFORMATTED
        return True

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
