"""Our readers of formats; the one to use is found for each document, as an import does it."""

from __future__ import annotations

from pathlib import Path

from reading import Reading
from serving import serve

from simhash_gui.documents.readers import read_bytes


class Contender:
    def load(self, folder: str, truth: list[str]) -> None:
        name = f"document{next(Path(folder).iterdir()).suffix}"
        self._reading = Reading(lambda data: read_bytes(data, name).text, folder, truth)

    def turn(self) -> dict[str, float]:
        return self._reading.turn()

    def score(self) -> float:
        return self._reading.score()


if __name__ == "__main__":
    serve(Contender())
