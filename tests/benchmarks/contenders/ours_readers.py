"""Our readers of formats; the one to use is found for each document, as an import does it."""

from __future__ import annotations

from pathlib import Path

from reading import Reading, read_file

from simhash_gui.documents.comparison.running_lines import without_running_lines
from simhash_gui.documents.readers import pdf, read_bytes


class Contender:
    def load(self, folder: str, truth: list[str]) -> None:
        name = f"document{next(Path(folder).iterdir()).suffix}"
        self._reading = Reading(lambda data: read_bytes(data, name).text, folder, truth)

    def choose(self, reader: str, suffix: str) -> None:
        """All of ours, or ours without a part of the PDF reader."""
        if reader == "ours, broken words left":
            pdf._mended = lambda match: match[0]
        if reader == "ours, running heads left":
            pdf.without_running_lines = lambda text, **_options: text
        if reader == "ours, with regular lines":
            pdf.without_running_lines = lambda text, **_options: without_running_lines(text)
        self._read = lambda data: read_bytes(data, f"document{suffix}").text

    def read(self, path: str) -> dict[str, str]:
        return read_file(self._read, path)

    def turn(self) -> dict[str, float]:
        return self._reading.turn()

    def score(self) -> float:
        return self._reading.score()
