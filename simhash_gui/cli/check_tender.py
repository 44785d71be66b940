"""How ``simhash-gui check FOLDER --among-themselves --tender CALL`` tells what bids share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from simhash_gui.services.checking.batch import write_csv
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
                "a": [each.passage.a.start, each.passage.a.end],
                "b": [each.passage.b.start, each.passage.b.end],
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
    for kind, value, pages in _rows(pair):
        yield f"  {kind}: {value}{pages}"


def write_pairs(pairs: Sequence[Likeness], path: Path) -> None:
    """One row for each thing that two bids share. Raises OSError."""

    def rows() -> Iterator[Sequence[object]]:
        yield ("a", "b", "kind", "what", "pages")
        for pair in pairs:
            for kind, value, pages in _rows(pair):
                yield (pair.a, pair.b, kind, value, pages.strip())

    write_csv(path, rows)


def _rows(pair: Likeness) -> Iterator[tuple[str, str, str]]:
    for each in pair.mistakes:
        yield "same mistake", f"{each.found.text} for {each.usual}", _pages(each.found.pages)
    for name, value in pair.properties:
        yield f"same {name}", value, ""
    for owner, found in pair.names:
        yield f"name of {Path(owner).name}", found.text, _pages(found.pages)
    for passage in pair.passages:
        span = passage.passage.a
        yield "passage", f"{span.start}–{span.end}", _pages(passage.pages)


def _pages(pages: tuple[int | None, int | None]) -> str:
    if pages == (None, None):
        return ""
    return f" (pages {pages[0] or '–'} and {pages[1] or '–'})"
