"""What a search lists."""

from __future__ import annotations

from collections.abc import Iterator

from simhash_gui.services.detection.answers.named_results import NamedFiles, NamedPair
from simhash_gui.services.detection.detection import Detection
from simhash_gui.services.library.libraries import Library


def named_pairs(library: Library, detection: Detection) -> Iterator[NamedPair]:
    """All pairs of files that no group implies."""
    return NamedFiles(library, detection).pairs()
