"""Our scan of folders of texts: imported once, then pairs with and without evidence."""

from __future__ import annotations

import gc
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import combinations, product
from pathlib import Path
from typing import Any

import numpy as np
from serving import cpu_s, forget_peak, peak_bytes

from simhash_gui.core.text.lcs import edit_share
from simhash_gui.documents.extraction.preload import PRELOAD
from simhash_gui.services.detection.detection import Detection
from simhash_gui.services.detection.pair_search import plan_pair_search
from simhash_gui.services.detection.pairs import DetectionOptions, default_distance
from simhash_gui.services.detection.search import detect
from simhash_gui.services.importing.adding import add_paths
from simhash_gui.services.importing.importing import ImportOptions, import_folders
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import (
    FolderRole,
    Library,
    library_recipe,
    temporary_library,
)
from simhash_gui.store.repositories import files
from simhash_gui.store.repositories.documents import load_fingerprints
from simhash_gui.workers.start import worker_context


class Contender:
    def load(self, folders: list[str], workers: int) -> None:
        """Load code, as the program does while it starts, and as the peer has by now.

        The library for subsequences is loaded with the first pair that needs it.
        """
        self._folders, self._workers = [Path(folder) for folder in folders], workers
        edit_share(np.arange(2, dtype=np.uint64), np.arange(3, dtype=np.uint64))
        template = worker_context(PRELOAD).Process(target=int)
        template.start()
        template.join()
        gc.freeze()  # as every command does once it is loaded

    def scan(self, answer: str) -> dict[str, Any]:
        """What each step took; the confirmed pairs go into the file ``answer``."""
        with temporary_library() as library:
            add_paths(library, self._folders, FolderRole.NORMAL)
            steps = {
                "read": _measured(lambda: self._import(library)),
                "fingerprints": _measured(lambda: _fingerprints(library)),
                "pairs": _measured(lambda: self._detect(library)),
            }
            detection = steps["pairs"].pop("result")
            _write(Path(answer), _named(library, detection))
        candidates = detection.candidate_count / max(1, detection.document_count)
        return {
            "steps": {
                name: {field: step[field] for field in ("wall_s", "cpu_s", "peak_bytes")}
                for name, step in steps.items()
            },
            "candidates_per_document": candidates,
        }

    def _import(self, library: Library) -> None:
        import_folders(library, None, ImportOptions(workers=self._workers), JobControl())

    def _detect(self, library: Library) -> Detection:
        return detect(library, DetectionOptions(), JobControl(), workers=self._workers)


def _fingerprints(library: Library) -> int:
    """The search alone, as far as fingerprints propose."""
    recipe = library_recipe(library)
    with library.read() as connection:
        stored = load_fingerprints(connection, recipe.recipe_id)
    return plan_pair_search(stored.words, default_distance(recipe)).run(JobControl()).count()


def _measured(step: Callable[[], Any]) -> dict[str, Any]:
    forget_peak()
    wall, cpu = time.perf_counter(), cpu_s()
    result = step()
    took = {"wall_s": time.perf_counter() - wall, "cpu_s": cpu_s() - cpu}
    return took | {"peak_bytes": peak_bytes(), "result": result}


def _named(library: Library, detection: Detection) -> Iterator[tuple[str, str]]:
    """All pairs of files, exact copies among them."""
    with library.read() as connection:
        rows = files.rows(connection, detection.files.file_ids)
    by_document = defaultdict(list)
    for row in rows:
        by_document[row.document_id].append(row.path)
    paths = [by_document[number] for number in detection.document_ids.tolist()]
    for copies in paths:
        yield from combinations(copies, 2)
    for batch in detection.expanded():
        for left, right in zip(batch.left.tolist(), batch.right.tolist(), strict=True):
            yield from product(paths[left], paths[right])


def _write(path: Path, pairs: Iterator[tuple[str, str]]) -> None:
    with path.open("w", encoding="utf-8") as file:
        file.writelines(f"{a}\t{b}\n" for a, b in pairs)
