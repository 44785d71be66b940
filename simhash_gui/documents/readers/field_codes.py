"""The codes of Word's fields, which DOCX, RTF and DOC share."""

from __future__ import annotations

_OF_PAGES = frozenset({"PAGE", "NUMPAGES", "SECTIONPAGES"})


def is_page_number(field_code: str) -> bool:
    """Whether the result depends on the page that it stands on, and so is no text."""
    return not _OF_PAGES.isdisjoint(field_code.upper().split(maxsplit=1)[:1])
