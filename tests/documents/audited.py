"""Reads the files of a folder and prints, as JSON, what it did beyond that and the texts it found.

Runs as a program of its own, because what listens to Python's audit events never stops listening.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from simhash_gui.core.fingerprint.recipe import recipe_named
from simhash_gui.documents.records import FileTask
from tests.documents.processed import process_files

_FORBIDDEN = ("socket.", "urllib.", "http.", "ftplib.", "smtplib.", "subprocess.", "os.system")
"""Beginnings of the names of events: https://docs.python.org/3/library/audit_events.html"""

_ALLOWED_PROGRAMS = ("antiword",)


def main(folder: Path) -> None:
    """Read all that is in the folder."""
    seen: list[str] = []

    def listen(event: str, arguments: tuple[object, ...]) -> None:
        if event.startswith(_FORBIDDEN) and not _is_allowed(event, arguments):
            seen.append(f"{event} {arguments!r}")

    tasks = [FileTask(str(path)) for path in sorted(folder.iterdir())]
    recipe_id = recipe_named("words").recipe_id
    process_files(tasks[:1], recipe_id)  # what is imported at first is not the document's doing
    sys.addaudithook(listen)
    outcomes = process_files(tasks, recipe_id)
    texts = {Path(outcome.path).name: outcome.text() for outcome in outcomes}
    json.dump({"events": seen, "texts": texts}, sys.stdout)


def _is_allowed(event: str, arguments: tuple[object, ...]) -> bool:
    return event == "subprocess.Popen" and Path(str(arguments[0])).stem in _ALLOWED_PROGRAMS


if __name__ == "__main__":
    main(Path(sys.argv[1]))
