"""Mark-up made ready for an HTML parser: XHTML in the manner of HTML, neither too deep nor wide."""

from __future__ import annotations

import re
from html import escape

from simhash_gui.documents.readers.html.html_attributes import with_few_attributes

_VOID = (
    "area|base|basefont|bgsound|br|col|embed|frame|hr|img|input|keygen|link|meta|param|source|"
    "track|wbr"
)
_XHTML = re.compile(
    r"\s*+<\?xml\b|[^<]*+(?:<![^>]*+>\s*+)*<html\b[^>]*?\sxmlns(?::\w+)?\s*=", re.IGNORECASE
)
# Possessive throughout: no page may make these go back and forth.
_ATTRIBUTES = r"""(?:\s++[\w:.-]++\s*+=\s*+(?:"[^"]*+"|'[^']*+'))*"""
_SELF_CLOSING = re.compile(
    rf"<(?!(?:{_VOID})\b)([a-z][\w:.-]*+)({_ATTRIBUTES})\s*+/>", re.IGNORECASE
)
_CDATA = re.compile(r"<!\[CDATA\[((?:[^\]<]++|\](?!\]>)|<(?!!\[CDATA\[))*)\]\]>")

_MANY_TAGS = 5000
_DEEPEST = 512
"""As in browsers of the Chromium family; what is deeper becomes flat there too."""
# Not those that end by themselves where the next one begins, for nobody closes them.
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
    """Elements that close themselves closed, which HTML would take for open; no CDATA."""
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
