"""What a library lacks for a search is made from its texts for this one time."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from sqlalchemy import delete

from simhash_gui.services.detection.comparison_arrays import ComparisonArrays
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import Library, library_recipe
from simhash_gui.store.engine.schema import comparison_data
from simhash_gui.store.repositories import documents
from tests.services.conftest import Import

TEXTS = {f"{number}.txt": f"letter {number} " * (20 + number) for number in range(3)}


def test_what_is_missing_is_made_alike_and_its_progress_told(
    tmp_path: Path, library: Library, import_now: Import
) -> None:
    folder = tmp_path / "letters"
    folder.mkdir()
    for name, text in TEXTS.items():
        (folder / name).write_text(text, encoding="utf-8")
    import_now(folder)
    with library.read() as connection:
        stored = documents.load_fingerprints(connection, library_recipe(library).recipe_id)
    kept = ComparisonArrays(library, stored.ids, JobControl())
    with library.write() as connection:
        connection.execute(delete(comparison_data))
    control = JobControl()

    made = ComparisonArrays(library, stored.ids, control)

    assert np.array_equal(made.digests, kept.digests)
    assert np.array_equal(made.sketches.values, kept.sketches.values)
    assert np.array_equal(made.token_counts, kept.token_counts)
    assert (control.snapshot().done, control.snapshot().total) == (2, 3)
    assert made.unread == []
