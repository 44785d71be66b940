"""The good files that mutants are made from: some small ones of each format.

Those of ``files`` are our own, see ``files/README.md``; the tests of the readers have some more.
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

FILES = Path(__file__).parent / "files"
_OF_READERS = Path(__file__).parents[1] / "documents" / "readers" / "seeds"
PASSWORD = "tide-4711"
"""Opens those of ``files`` that are locked."""

_NOT_A_SEED = "README.md"


def seeds_by_format() -> dict[str, list[bytes]]:
    """Contents by extension, without the dot; that of a compressed archive is double."""
    seeds: dict[str, list[bytes]] = defaultdict(list)
    for path in seed_paths():
        seeds[format_of(path)].append(path.read_bytes())
    return dict(seeds)


def seed_paths() -> list[Path]:
    """All of them; no two have the same name."""
    found = (*sorted(FILES.iterdir()), *sorted(_OF_READERS.iterdir()))
    return [path for path in found if path.name != _NOT_A_SEED]


def format_of(path: Path) -> str:
    """E.g. ``docx`` or ``tar.gz``."""
    outer, inner = path.suffix[1:].lower(), Path(path.stem).suffix
    return f"tar.{outer}" if inner == ".tar" else outer
