"""How ``simhash-gui check FOLDER --among-themselves --tender CALL`` tells what bids share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from simhash_gui.services.checking.tenders import Found, Likeness


def likeness_fields(pair: Likeness) -> dict[str, Any]:
    """As JSON."""
    return {
        "a": pair.a,
        "b": pair.b,
        "mistakes": [{"usual": each.usual, **_found(each.found)} for each in pair.mistakes],
        "properties": [{"name": name, "value": value} for name, value in pair.properties],
        "names": [{"owner": owner, **_found(found)} for owner, found in pair.names],
        "passages": [
            {
                "a": [each.a.start, each.a.end],
                "b": [each.b.start, each.b.end],
                "pages": list(each.pages),
            }
            for each in pair.passages
        ],
    }


def _found(found: Found) -> dict[str, Any]:
    return {"text": found.text, "offsets": list(found.offsets), "pages": list(found.pages)}


def likeness_lines(pair: Likeness) -> Iterator[str]:
    """As text."""
    yield f"{pair.a} and {pair.b}:"
    for each in pair.rows():
        pages = f" ({each.page_words})" if each.page_words else ""
        yield f"  {each.kind_words}: {each.words}{pages}"
