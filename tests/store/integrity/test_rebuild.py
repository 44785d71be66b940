"""A rebuilt library takes the place of the damaged one whole, or not at all."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from simhash_gui.store.integrity.rebuild import replace_by


def test_what_is_only_in_the_log_of_the_rebuilt_file_comes_along(tmp_path: Path) -> None:
    """A full drive may keep SQLite from folding the log when the file is closed, in silence."""
    made, rebuilt, damaged = (tmp_path / name for name in ("made", "rebuilt", "damaged.simhash"))
    damaged.write_bytes(b"damaged")
    with closing(sqlite3.connect(made)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE words (word TEXT)")
        connection.execute("INSERT INTO words VALUES ('kept')")
        connection.commit()
        for suffix in ("", "-wal"):
            shutil.copyfile(f"{made}{suffix}", f"{rebuilt}{suffix}")

    backup = replace_by(damaged, rebuilt)

    assert backup.read_bytes() == b"damaged"
    with closing(sqlite3.connect(damaged)) as connection:
        assert connection.execute("SELECT word FROM words").fetchall() == [("kept",)]
