"""How many clean documents are flagged: plain texts, and manual pages without their commands.

Clean are the texts of the corpora, and the manual pages of ``manpages-ru`` and ``manpages-ja``,
unpacked (``apt-get download``, ``dpkg-deb -x``).

    python -m tests.benchmarks.false_flags FOLDER… [-v]
"""

from __future__ import annotations

import argparse
import gzip
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from simhash_gui.documents.manuscript.integrity import FlagKind, inspect
from tests.benchmarks.results import say

_LEAST_CHARACTERS = 300
_COMMAND = re.compile(r"\\f[BIPR]|^[.'].*$", re.MULTILINE)


def texts_of(folder: Path) -> Iterator[tuple[Path, str]]:
    """Texts that are long enough, each once."""
    for path in sorted(folder.rglob("*")):
        if path.suffix == ".txt" and path.parent.name == "docs":
            text = path.read_text("utf-8", "replace")
        elif path.suffix == ".gz" and "man" in path.parts and not path.is_symlink():
            text = _COMMAND.sub("", gzip.decompress(path.read_bytes()).decode("utf-8", "replace"))
            text = text.replace(r"\-", "-")
        else:
            continue
        if len(text) >= _LEAST_CHARACTERS:
            yield path, text


def main() -> None:
    """Count, and print a row for each folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("-v", "--verbose", action="store_true", help="name what is flagged")
    options = parser.parse_args()
    for folder in options.folders:
        count = tampered = slips = 0
        for path, text in texts_of(folder):
            kinds = Counter(flag.kind for flag in inspect(text).flags)
            is_tampered = any(kind is not FlagKind.MIXED_WORD for kind in kinds)
            count, tampered = count + 1, tampered + is_tampered
            slips += bool(kinds) and not is_tampered
            if kinds and options.verbose:
                say(f"{path}: {dict(kinds)}")
        say(f"{folder}: {tampered} of {count} ({tampered / max(1, count):.2%}), {slips} slips")


if __name__ == "__main__":
    main()
