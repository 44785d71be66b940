"""What is wrong inside a library file, found by reading all of it and changing nothing.

Pages, schema, references between tables, values that this program cannot have written, and block
keys against fingerprints. Works on a bare driver connection, which also opens files that
``Library.open`` refuses.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from sqlalchemy import Column, Table
from sqlalchemy.dialects import sqlite

from simhash_gui.core.fingerprint.recipe import InvalidRecipeError, Recipe
from simhash_gui.core.text.comparison_data import COMPARISON_VERSION
from simhash_gui.core.text.sketches import SKETCH_BYTES
from simhash_gui.store.engine import inspection
from simhash_gui.store.engine.connections import BUSY_TIMEOUT_S, Access, connect
from simhash_gui.store.engine.errors import (
    LibraryDamagedError,
    LibraryOlderError,
    known_file_error,
)
from simhash_gui.store.engine.header import WrongField, wrong_in_header
from simhash_gui.store.engine.schema import REVISIONS, block_keys_of, documents, metadata
from simhash_gui.store.engine.types import DAMAGED, LAST_MS, EnumText
from simhash_gui.store.repositories import meta as meta_store
from simhash_gui.store.repositories.checksums import (
    CHECKSUM_BYTES,
    SUMMED_UP,
    contents_of,
    fits,
    of_act,
    of_folder,
    of_row,
    of_verdict,
    told_contents,
)

Checkpoint = Callable[[], None]
"""Called often; raises to end the work."""


_PROGRESS_STEPS = 100_000
_LONGEST_QUOTE = 40
_LOST = "null", ""
_COUNTED = ("size_bytes", "character_count", "feature_count", "token_count", "shingle_count")
_OF_THIS_VERSION = f"version = {COMPARISON_VERSION}"
LAST_PART = "replace(relative_path, rtrim(relative_path, replace(relative_path, '/', '')), '')"
"""The name in a path, as SQL."""


def _no_object(column: str) -> str:
    """SQL: whether a value is not a JSON object. CASE, for json_type fails where there is none."""
    return f"CASE WHEN json_valid({column}) THEN json_type({column}) <> 'object' ELSE 1 END"


_SUM_OF_VALUE = f"SELECT value FROM meta AS sums WHERE sums.key = meta.key || '{meta_store.SUM}'"
SUM_IS_LOST = (
    f"key LIKE '%{meta_store.SUM}' AND NOT EXISTS"
    f" (SELECT 1 FROM meta AS others WHERE others.key || '{meta_store.SUM}' = meta.key)"
)
"""Whether a row is the checksum of a value that is gone, as SQL."""
_SPECIAL = {
    "files.name": f"typeof(relative_path) = 'text' AND name IS NOT {LAST_PART}",
    "documents.digest": "length(digest) <> 16",
    "documents.encoding_confidence": "encoding_confidence NOT BETWEEN 0 AND 1",
    "meta.value": (
        "CASE key WHEN 'recipe_id' THEN is_recipe(CAST(value AS BLOB)) = 0"
        f" WHEN 'import_rules' THEN {_no_object('value')}"
        f" WHEN 'single_files' THEN {_no_object('value')} END"
        f" OR ({_SUM_OF_VALUE}) <> sum_of(CAST(key AS BLOB), CAST(value AS BLOB))"
    ),
    "meta.key": SUM_IS_LOST,
    "recipes.recipe_id": "is_recipe(CAST(recipe_id AS BLOB)) = 0",
    "runs.request": _no_object("request"),
    "runs.counts": _no_object("counts"),
    "verdict_members.digest": "length(digest) <> 16",
    "journal.facts": f"facts IS NOT NULL AND {_no_object('facts')}",
    "comparison_data.token_digest": f"{_OF_THIS_VERSION} AND length(token_digest) <> 8",
    "comparison_data.sketch": f"{_OF_THIS_VERSION} AND length(sketch) <> {SKETCH_BYTES}",
    "comparison_data.token_sketch": (
        f"{_OF_THIS_VERSION} AND length(token_sketch) <> {SKETCH_BYTES}"
    ),
    "comparison_data.checksums": f"length(checksums) <> {CHECKSUM_BYTES}",
    "comparison_data.sample": "length(sample) % 4 <> 0",
    "comparison_data.passages": "length(passages) % 4 <> 0",
}
"""What is wrong with a value of the right storage class, as SQL."""

BLOCKS_ARE_WRONG = " OR ".join(
    f"block{block} IS NOT {key}" for block, key in enumerate(block_keys_of("fingerprint"))
)
_FOLDERS = "SELECT id, CAST(path AS BLOB) FROM folders NOT INDEXED"
_SUMMED_UP = """
SELECT files.id, document_id, CAST(digest AS BLOB), folder_id, CAST(relative_path AS BLOB),
    files.checksum
FROM files NOT INDEXED JOIN documents NOT INDEXED ON documents.id = document_id
JOIN folders NOT INDEXED ON folders.id = folder_id
WHERE typeof(files.checksum) = 'integer' ORDER BY files.id
"""
_ACTS = """
SELECT id, CAST(path AS BLOB), CAST(keeps AS BLOB),
    CASE WHEN json_valid(facts) THEN json_extract(facts, '$.of') END FROM journal NOT INDEXED
"""
_MEMBERS = "SELECT verdict_id, digest, path FROM verdict_members NOT INDEXED"
_VERDICTS = """
SELECT id, checksum, verdict, note, given_at_ms, person FROM verdicts NOT INDEXED ORDER BY id
"""
_VERDICT_COUNTS = f"""
SELECT (SELECT value FROM meta WHERE key = '{meta_store.VERDICT_COUNT}'),
    (SELECT count(*) FROM verdicts)
"""
STATE_IS_WRONG = "(fingerprint IS NOT NULL) IS NOT (state IS 'fingerprinted')"


class Damage(StrEnum):
    """What kind of damage was found."""

    HEADER = "header"
    """Something in the first bytes of the file is not what must stand there."""
    PAGES = "pages"
    """Some of the file cannot be read."""
    VERSION = "version"
    """The version of the library is missing, or is not that of its tables."""
    SCHEMA = "schema"
    """A table or a column is missing."""
    INDEXES = "indexes"
    """An index is missing, is another one, or is out of step with its table."""
    REFERENCES = "references"
    """A row refers to one that does not exist."""
    VALUES = "values"
    """A value that this program cannot have written."""
    RECIPES = "recipes"
    """A recipe that this program does not know, or that is not the library's."""
    BLOCKS = "blocks"
    """Block keys that are not those of the fingerprint."""
    TEXTS = "texts"
    """A text that is missing, cannot be read, or is that of another document."""
    FINGERPRINTS = "fingerprints"
    """A fingerprint that is not that of the stored text."""
    FILES = "files"
    """A file that has another document, or is at another place, than was found."""
    DETAILS = "details"
    """What is noted of a document is not what was read."""
    DECISIONS = "decisions"
    """A verdict, a mark, an encoding or a folder that is not what a person decided."""
    COMPARISON = "comparison"
    """Comparison data that is not that of the stored text."""


@dataclass(frozen=True, slots=True)
class Known:
    """What the store itself does not know of what it keeps.

    ``values`` are the texts that a column may hold, by ``table.column``; ``default_recipe`` is that
    of a library for which none was chosen.
    """

    default_recipe: str
    values: Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Finding:
    """Some damage: in how many rows of which table, and the first of it in words."""

    damage: Damage
    table: str
    count: int
    example: str


def find_damage(path: Path, known: Known, checkpoint: Checkpoint) -> list[Finding]:
    """Everything that is wrong in the file at ``path``, also one that ``Library.open`` refuses.

    Raises LibraryMissingError, NotALibraryError, LibraryEmptyError, LibraryNewerError,
    LibraryOlderError, LibraryUnreachableError, and what ``checkpoint`` raises.

    The header is looked at where no log tells that somebody may have the file open.
    """
    refused: LibraryDamagedError | None = None
    try:
        if inspection.inspect(path, REVISIONS, check_s=0.0) != REVISIONS[-1]:
            raise LibraryOlderError(path, f"{path}: made by an earlier version; open it to upgrade")
    except LibraryDamagedError as error:
        refused = error
    header = [] if inspection.has_wal(path) else header_findings(wrong_header(path))
    try:
        with closing(open_damaged(path)) as connection:
            found = list(findings(connection, known, checkpoint))
    except (sqlite3.Error, UnicodeDecodeError) as error:  # the second: quoting a broken schema
        found = [] if header else [Finding(Damage.PAGES, "", 1, str(error))]
    if refused is not None and not header + found:
        found = [Finding(Damage.PAGES, "", 1, str(refused))]
    return header + found


def wrong_header(path: Path) -> list[WrongField]:
    """What is wrong in the header of a library that nobody has open.

    Raises LibraryMissingError, NotALibraryError, LibraryEmptyError, LibraryUnreachableError.
    """
    inspection.require_file(path)
    try:
        return wrong_in_header(path, inspection.wal_path(path))
    except OSError as error:
        raise known_file_error(error, path) from error


def header_findings(wrong: Sequence[WrongField]) -> list[Finding]:
    """What is wrong in a header, as one finding that names all of it."""
    if not wrong:
        return []
    return [Finding(Damage.HEADER, "", len(wrong), ", ".join(field.words for field in wrong))]


def open_damaged(path: Path) -> sqlite3.Connection:
    """A connection for reading a file that need not be sound. Raises sqlite3.Error."""
    access = Access.READ if inspection.has_wal(path) else Access.FROZEN
    return connect(path, access, BUSY_TIMEOUT_S)


def findings(
    connection: sqlite3.Connection, known: Known, checkpoint: Checkpoint
) -> Iterator[Finding]:
    """Everything that is wrong in the file itself. Raises what ``checkpoint`` raises.

    What cannot be read at all is told as damaged pages; all else is looked at nevertheless.
    """
    prepare(connection)
    checks: list[Callable[[sqlite3.Connection], Iterator[Finding]]] = [
        _pages,
        _version,
        _schema,
        _references,
        *(
            partial(_values, table=table, column=column, known=known)
            for table in metadata.sorted_tables
            for column in table.columns
        ),
        partial(_recipes, known=known),
        _blocks,
        _states,
        _files,
        _acts,
        _lost_verdicts,
        *(partial(_rows_summed_up, table=table) for table in (*SUMMED_UP, "verdicts")),
    ]
    unreadable: list[str] = []
    for check in checks:
        try:
            with _Watch(connection, checkpoint):
                found = list(check(connection))
        except (sqlite3.Error, UnicodeDecodeError) as error:
            unreadable.append(str(error))
        else:
            yield from found
    if unreadable:
        yield Finding(Damage.PAGES, "", len(unreadable), unreadable[0])


def prepare(connection: sqlite3.Connection) -> None:
    """Give a connection the functions that ``wrong`` calls."""
    connection.create_function("is_text", 1, _is_text, deterministic=True)
    connection.create_function("is_recipe", 1, _is_recipe, deterministic=True)
    connection.create_function("sum_of", 2, meta_store.of_value, deterministic=True)


def wrong(table: Table, column: Column[Any], known: Known) -> str:
    """The SQL condition that this program cannot have written the value in a column."""
    name = column.name
    classes = _storage_classes(column)
    conditions = [f"typeof({name}) NOT IN ({', '.join(classes)})"]
    members = _members(table, column, known)
    if members:
        conditions.append(f"CAST({name} AS BLOB) NOT IN ({', '.join(map(_as_blob, members))})")
    elif "'text'" in classes:
        conditions.append(f"typeof({name}) = 'text' AND is_text(CAST({name} AS BLOB)) = 0")
    if name in _COUNTED:
        conditions.append(f"{name} < 0")
    if name.endswith("_ms"):
        conditions.append(f"{name} NOT BETWEEN 0 AND {LAST_MS}")
    if f"{table.name}.{name}" in _SPECIAL:
        conditions.append(_SPECIAL[f"{table.name}.{name}"])
    return " OR ".join(f"coalesce({condition}, 0)" for condition in conditions)


class _Watch:
    """Calls ``checkpoint`` while SQLite is at work, and raises what that raised."""

    def __init__(self, connection: sqlite3.Connection, checkpoint: Checkpoint) -> None:
        self._connection = connection
        self._checkpoint = checkpoint
        self._raised: BaseException | None = None

    def __enter__(self) -> None:
        self._checkpoint()
        self._connection.set_progress_handler(self._ask, _PROGRESS_STEPS)

    def __exit__(self, *_: object) -> None:
        self._connection.set_progress_handler(None, 0)
        if self._raised is not None:
            raise self._raised

    def _ask(self) -> bool:
        """Whether SQLite is to stop."""
        try:
            self._checkpoint()
        except BaseException as error:  # noqa: BLE001 - raised again when SQLite has stopped
            self._raised = error
            return True
        return False


def _pages(connection: sqlite3.Connection) -> Iterator[Finding]:
    of_pages: list[str] = []
    of_indexes: list[str] = []
    for (message,) in connection.execute("PRAGMA integrity_check"):
        if message == "ok" or message.startswith(("CHECK constraint failed", "NULL value in")):
            continue  # told as values and block keys
        is_of_index = " index " in message or message.startswith("non-unique entry")
        (of_indexes if is_of_index else of_pages).append(str(message))
    if of_pages:
        yield Finding(Damage.PAGES, "", len(of_pages), of_pages[0])
    if of_indexes:
        yield Finding(Damage.INDEXES, "", len(of_indexes), of_indexes[0])


def _version(connection: sqlite3.Connection) -> Iterator[Finding]:
    found = connection.execute("SELECT version_num FROM alembic_version").fetchall()
    if found != [(REVISIONS[-1],)]:
        yield Finding(Damage.VERSION, "alembic_version", 1, f"the version is {found}")


def _schema(connection: sqlite3.Connection) -> Iterator[Finding]:
    for fault in inspection.schema_faults(connection):
        damage = Damage.INDEXES if fault.is_of_index else Damage.SCHEMA
        yield Finding(damage, fault.table, 1, fault.words)
    yield from _senseless(connection)


def _senseless(connection: sqlite3.Connection) -> Iterator[Finding]:
    """Definitions of tables that SQLite understands only as long as it need not write."""
    tables = "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    with closing(sqlite3.connect(":memory:")) as elsewhere:
        for table, definition in connection.execute(tables):
            try:
                elsewhere.execute(f"EXPLAIN {definition}")  # understood, and not done
            except sqlite3.Error as error:
                yield Finding(Damage.SCHEMA, table, 1, str(error))


def _references(connection: sqlite3.Connection) -> Iterator[Finding]:
    by_table: dict[tuple[str, str], list[int]] = {}
    for table, row_id, parent, _ in connection.execute("PRAGMA foreign_key_check"):
        by_table.setdefault((table, parent), []).append(row_id)
    for (table, parent), ids in by_table.items():
        example = f"row {ids[0]} refers to a row of {parent} that does not exist"
        yield Finding(Damage.REFERENCES, table, len(ids), example)


def _values(
    connection: sqlite3.Connection, *, table: Table, column: Column[Any], known: Known
) -> Iterator[Finding]:
    """Rows with a value that is wrong in a column."""
    is_recipe = table.name == "recipes" and column.name == "recipe_id"
    damage = Damage.RECIPES if is_recipe else Damage.VALUES
    for count, first in _rows(connection, table, wrong(table, column, known)):
        # Quoted as hexadecimal: bytes that are no text would stop the driver.
        value = f"typeof({column.name}), hex(substr({column.name}, 1, {_LONGEST_QUOTE}))"
        found = connection.execute(f"SELECT {value} FROM {table.name} WHERE rowid = ?", (first,))
        words = f"{column.name} is {_readable(*(found.fetchone() or _LOST))}"
        yield Finding(damage, table.name, count, f"row {first}: {words}")


def _recipes(connection: sqlite3.Connection, *, known: Known) -> Iterator[Finding]:
    chosen = connection.execute("SELECT value FROM meta WHERE key = 'recipe_id'").fetchone()
    (recipe_id,) = chosen or (known.default_recipe,)
    if not isinstance(recipe_id, str):
        return  # told as a value
    key = connection.execute("SELECT key FROM recipes WHERE recipe_id = ?", (recipe_id,)).fetchone()
    other = f"state IS NOT 'failed' AND recipe_key IS NOT {key[0] if key else 'NULL'}"
    for count, first in _rows(connection, documents, other):
        words = f"row {first}: the recipe is not that of the library"
        yield Finding(Damage.RECIPES, "documents", count, words)


def _blocks(connection: sqlite3.Connection) -> Iterator[Finding]:
    for count, first in _rows(connection, documents, BLOCKS_ARE_WRONG):
        words = f"row {first}: the block keys are not those of the fingerprint"
        yield Finding(Damage.BLOCKS, "documents", count, words)


def _states(connection: sqlite3.Connection) -> Iterator[Finding]:
    for count, first in _rows(connection, documents, STATE_IS_WRONG):
        words = f"row {first}: the state does not go with the fingerprint"
        yield Finding(Damage.VALUES, "documents", count, words)


def _files(connection: sqlite3.Connection) -> Iterator[Finding]:
    found = [number for number, *_ in strangers(connection)]
    if found:
        words = f"row {found[0]}: the document, or the path, is not that of its checksum"
        yield Finding(Damage.FILES, "files", len(found), words)


def _acts(connection: sqlite3.Connection) -> Iterator[Finding]:
    found = strange_acts(connection)
    if found:
        words = f"row {found[0][0]}: what was noted is not of these files"
        yield Finding(Damage.VALUES, "journal", len(found), words)


def _rows_summed_up(connection: sqlite3.Connection, *, table: str) -> Iterator[Finding]:
    found = altered_rows(connection, table)
    if found:
        is_document = table == "documents"
        damage = Damage.DETAILS if is_document else Damage.DECISIONS
        words = "what was read" if is_document else "what was decided"
        yield Finding(damage, table, len(found), f"row {found[0]}: it is not {words}")


def _lost_verdicts(connection: sqlite3.Connection) -> Iterator[Finding]:
    kept, there = connection.execute(_VERDICT_COUNTS).fetchone()
    if kept is not None and kept != str(there):
        lost = abs(int(kept) - there) if str(kept).isdecimal() else 1
        yield Finding(Damage.DECISIONS, "verdicts", lost, f"{kept} were given, {there} are there")


def altered_rows(connection: sqlite3.Connection, table: str) -> list[int]:
    """The row ids of what does not fit the checksum of its row, a verdict with its members."""
    connection.text_factory = bytes
    try:
        found = _altered_verdicts if table == "verdicts" else partial(_altered, table=table)
        return found(connection)
    finally:
        connection.text_factory = str


def _altered(connection: sqlite3.Connection, *, table: str) -> list[int]:
    checksum = "details_checksum" if table == "documents" else "checksum"
    columns = ", ".join(SUMMED_UP[table])
    rows = connection.execute(f"SELECT rowid, {checksum}, {columns} FROM {table} NOT INDEXED")
    return [number for number, *row in rows if not fits(row[0], of_row, *row[1:])]


def _altered_verdicts(connection: sqlite3.Connection) -> list[int]:
    members: dict[int, dict[bytes, bytes]] = {}
    for number, digest, path in connection.execute(_MEMBERS):
        members.setdefault(number, {})[digest] = path
    return [
        number
        for number, checksum, *values in connection.execute(_VERDICTS)
        if not fits(checksum, of_verdict, *values, members.get(number, {}))
    ]


def strange_acts(connection: sqlite3.Connection) -> list[tuple[int, bytes, bytes, str]]:
    """Acts with the facts of others: id, path, kept copy, and of which act the facts are."""
    rows = connection.execute(_ACTS).fetchall()
    return [row for row in rows if row[3] and of_act(row[1], row[2]) != row[3]]


def strangers(connection: sqlite3.Connection) -> list[tuple[int, int, int]]:
    """Files of which another content was found where they are, as far as their checksums tell.

    With their documents, and what the digest of the right one begins with.
    """
    rows = connection.execute(_SUMMED_UP).fetchall()
    if not rows:
        return []
    ids, document_ids, digests, folder_ids, paths, stored = zip(*rows, strict=True)
    seeds = {number: of_folder(path) for number, path in connection.execute(_FOLDERS)}
    told = told_contents(np.array(folder_ids), paths, np.array(stored), seeds)
    others = np.flatnonzero(told != contents_of(digests)).tolist()
    return [(ids[row], document_ids[row], int(told[row])) for row in others]


def _rows(
    connection: sqlite3.Connection, table: Table, condition: str
) -> Iterator[tuple[int, int]]:
    """How many rows meet a condition, and the first, if any do.

    Without an index, for that may be damaged.
    """
    rows = f"FROM {table.name} NOT INDEXED WHERE {condition}"
    count, first = connection.execute(f"SELECT count(*), min(rowid) {rows}").fetchone()
    if count:
        yield count, first


def _readable(storage_class: str, hexadecimal: str) -> str:
    if storage_class == "null":
        return "missing"
    value = bytes.fromhex(hexadecimal)
    return repr(value if storage_class == "blob" else value.decode("utf-8", "backslashreplace"))


def _members(table: Table, column: Column[Any], known: Known) -> Sequence[str]:
    if isinstance(column.type, EnumText):
        return [member.value for member in column.type.members if member.value != DAMAGED]
    return known.values.get(f"{table.name}.{column.name}", ())


def _as_blob(member: str) -> str:
    return f"x'{member.encode().hex()}'"


def _storage_classes(column: Column[Any]) -> list[str]:
    """The classes that values may have, as SQL literals."""
    affinity = column.type.compile(dialect=sqlite.dialect()).upper()
    if "BLOB" in affinity:
        classes = ["'blob'"]
    elif "TEXT" in affinity or "JSON" in affinity:
        classes = ["'text'"]
    elif "REAL" in affinity:
        classes = ["'real'", "'integer'"]
    else:
        classes = ["'integer'"]
    return [*classes, "'null'"] if column.nullable else classes


def _is_text(value: bytes | None) -> bool:
    try:
        return value is None or bool(value.decode()) or True
    except UnicodeDecodeError:
        return False


def _is_recipe(value: bytes | None) -> bool:
    try:
        Recipe.from_id((value or b"").decode())
    except (InvalidRecipeError, UnicodeDecodeError):
        return False
    return True
