"""What worker processes are to have imported before they start. Light to import."""

from __future__ import annotations

from simhash_gui.workers.start import worker_context

PRELOAD = ("simhash_gui.documents.extraction.warmed",)


def preload() -> None:
    """Let this begin now, while the program itself imports, where worker processes are forks."""
    worker_context(PRELOAD)
