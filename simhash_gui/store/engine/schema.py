"""The tables of a library, as the newest migration leaves them.

A new library is made from these definitions; an older one gets here through ``migrations``, and a
test holds that both ways end in the same schema. Enumerated columns have no CHECK, so that a later
version can add a member without rebuilding a table.
"""

from __future__ import annotations

from sqlalchemy import (
    REAL,
    BigInteger,
    CheckConstraint,
    Column,
    Connection,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    Table,
    Text,
    text,
)

from simhash_gui.core.types import BLOCKS, block_shift
from simhash_gui.store.engine.types import (
    U64,
    Act,
    ActState,
    AnyText,
    DocumentState,
    EnumText,
    FileState,
    FolderRole,
    ImportRunState,
    JsonObject,
    Moment,
    ObjectText,
    PassageMark,
    ReviewRunState,
    Verdict,
)

REVISIONS = (
    *("0001", "0002", "0003", "0004", "0005", "0006"),
    *("0007", "0008", "0009", "0010", "0011", "0012"),
)
"""The Alembic revisions that this version knows, oldest first; the last is the current one."""

TABLES_SINCE = "0012"
"""The revision that made the tables what they are; later ones changed rows alone."""

APPLICATION_ID = 0x53494D48
"""``SIMH`` in the header of the file tells it from other SQLite databases."""

metadata = MetaData(
    naming_convention={
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "pk": "pk_%(table_name)s",
    }
)

meta = Table(
    "meta",
    metadata,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

# A recipe id is some sixty characters, too long to repeat in every row of four indexes.
recipes = Table(
    "recipes",
    metadata,
    Column("key", Integer, primary_key=True),
    Column("recipe_id", AnyText, nullable=False),
    Index("ux_recipes_recipe_id", "recipe_id", unique=True),
)

folders = Table(
    "folders",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("path", AnyText, nullable=False),
    Column("role", EnumText(FolderRole), nullable=False),
    Column("added_at_ms", BigInteger, nullable=False),
    Column("checksum", BigInteger),
    Index("ux_folders_path", "path", unique=True),
)

import_runs = Table(
    "runs",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("state", EnumText(ImportRunState), nullable=False),
    Column("started_at_ms", BigInteger, nullable=False),
    Column("finished_at_ms", BigInteger),
    Column("request", JsonObject, nullable=False),
    Column("counts", JsonObject, nullable=False),
)


def block_keys_of(fingerprint: str) -> list[str]:
    """The SQL of the four block keys of a signed word, itself given as SQL."""
    return [f"({fingerprint} >> {block_shift(block)}) & 65535" for block in range(BLOCKS)]


def _block_column(block: int) -> Column[int]:
    """Block 0 is the most significant; SQLite itself holds that it fits the fingerprint."""
    holds = f"block{block} IS {block_keys_of('fingerprint')[block]}"
    return Column(f"block{block}", SmallInteger, CheckConstraint(holds, f"block{block}"))


# What a row says of itself is checked whenever it is read: see ``repositories.checksums``. Rows
# without a checksum are taken as they are.

# Ids only grow (AUTOINCREMENT), so that "all since id x" never misses a document.
documents = Table(
    "documents",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("digest", LargeBinary, nullable=False),
    Column("recipe_key", Integer, ForeignKey("recipes.key")),
    Column("fingerprint", U64),
    Column("fingerprint_rest", U64),
    *(_block_column(block) for block in range(BLOCKS)),
    Column("state", EnumText(DocumentState), nullable=False),
    Column("reason", Text),
    Column("detail", AnyText),
    Column("reader", Text),
    Column("encoding", Text),
    Column("language", Text),
    Column("size_bytes", BigInteger, nullable=False),
    Column("character_count", Integer),
    Column("feature_count", Integer),
    Column("imported_at_ms", BigInteger, nullable=False),
    Column("encoding_confidence", REAL),
    Column("encoding_source", Text),
    Column("title", AnyText),
    Column("author", AnyText),
    Column("written", AnyText),
    Column("declared_language", AnyText),
    Column("checksum", BigInteger),
    Column("details_checksum", BigInteger),
    CheckConstraint("(fingerprint IS NOT NULL) = (state = 'fingerprinted')", "state"),
    Index("ux_documents_digest", "digest", unique=True),
    sqlite_autoincrement=True,
)

# Covering: a look-up reads a run of one index and never the table. Measured at 1,000,000 rows,
# k = 3, p50 / p95: single columns 127 / 160 µs on uniform and 2,846 / 14,127 µs on skewed words,
# these 38 / 46 and 703 / 3,571 µs (20 / 22 and 293 / 1,576 µs with the distance taken in SQL), a
# WITHOUT ROWID table of keys 39 / 45 and 695 / 3,783 µs, but slower to fill.
block_indexes = tuple(
    Index(
        f"ix_documents_block{block}",
        documents.c[f"block{block}"],
        documents.c.recipe_key,
        documents.c.fingerprint,
    )
    for block in range(BLOCKS)
)

files = Table(
    "files",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("folder_id", Integer, ForeignKey("folders.id", ondelete="CASCADE"), nullable=False),
    Column("relative_path", AnyText, nullable=False),
    Column("name", AnyText, nullable=False),
    Column("size_bytes", BigInteger, nullable=False),
    Column("mtime_ns", BigInteger, nullable=False),
    Column("document_id", Integer, ForeignKey("documents.id")),
    Column("state", EnumText(FileState), nullable=False),
    Column("reason", Text),
    Column("detail", AnyText),
    Column("run_id", Integer),
    Column("checksum", BigInteger),
    Index("ux_files_place", "folder_id", "relative_path", unique=True),
    Index("ix_files_document", "document_id", "state", "folder_id"),
    Index("ix_files_failed", "reason", sqlite_where=text("state = 'failed'")),
)

texts = Table(
    "texts",
    metadata,
    Column(
        "document_id", Integer, ForeignKey("documents.id", ondelete="CASCADE"), primary_key=True
    ),
    Column("compressed", LargeBinary, nullable=False),
)

# The fingerprints of another recipe, until there is one of each document.
staged_fingerprints = Table(
    "staged_fingerprints",
    metadata,
    Column(
        "document_id", Integer, ForeignKey("documents.id", ondelete="CASCADE"), primary_key=True
    ),
    Column("recipe_key", Integer, ForeignKey("recipes.key"), nullable=False),
    Column("fingerprint", U64),
    Column("fingerprint_rest", U64),
    Column("feature_count", Integer, nullable=False),
)

# What documents are compared by in bulk; rows of an older version are derived again from the texts.
comparison_data = Table(
    "comparison_data",
    metadata,
    Column(
        "document_id", Integer, ForeignKey("documents.id", ondelete="CASCADE"), primary_key=True
    ),
    Column("version", Integer, nullable=False),
    Column("token_count", Integer, nullable=False),
    Column("shingle_count", Integer, nullable=False),
    Column("token_digest", LargeBinary, nullable=False),
    Column("sketch", LargeBinary, nullable=False),
    Column("token_sketch", LargeBinary, nullable=False),
    Column("sample", LargeBinary, nullable=False),
    Column("passages", LargeBinary, nullable=False),
    Column("quoted_passages", LargeBinary, nullable=False),
    Column("shingles", LargeBinary, nullable=False),
    Column("shingles_rest", LargeBinary, nullable=False),
    Column("marks", LargeBinary, nullable=False),
    Column("checksums", LargeBinary),
    # Tells what is missing without reading the rows, which are long.
    Index("ix_comparison_data_version", "version"),
)

# What was measured of pairs, in rows of their later documents: see ``repositories.pairs``.
pairs = Table(
    "pairs",
    metadata,
    Column(
        "document_id", Integer, ForeignKey("documents.id", ondelete="CASCADE"), primary_key=True
    ),
    Column("kind", SmallInteger, primary_key=True),
    Column("context", LargeBinary, nullable=False),
    Column("measured", LargeBinary, nullable=False),
)

# What is common among the documents, as it was counted last: see ``repositories.common_text``.
common_text = Table(
    "common_text",
    metadata,
    Column("key", LargeBinary, primary_key=True),
    Column("counted", LargeBinary, nullable=False),
)

# Passages that a person has judged, and templates: by content, whether a document has it or not.
passage_marks = Table(
    "passage_marks",
    metadata,
    Column("key", Text, primary_key=True),
    Column("mark", EnumText(PassageMark), nullable=False),
    Column("text", AnyText, nullable=False),
    Column("anchors", LargeBinary, nullable=False),
    Column("marked_at_ms", BigInteger, nullable=False),
    Column("checksum", BigInteger),
)

encoding_overrides = Table(
    "encoding_overrides",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("pattern", AnyText, nullable=False),
    Column("encoding", Text, nullable=False),
    Column("added_at_ms", BigInteger, nullable=False),
    Column("checksum", BigInteger),
    Index("ux_encoding_overrides_pattern", "pattern", unique=True),
)

# What a person says of contents: each verdict holds among all members. Members are digests, so a
# verdict outlives its documents, and comes back with them; the path is only the last known name.
verdicts = Table(
    "verdicts",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("verdict", EnumText(Verdict), nullable=False),
    Column("note", AnyText, nullable=False),
    Column("given_at_ms", Moment, nullable=False),
    Column("person", AnyText, nullable=False, server_default=""),
    Column("checksum", BigInteger),
)

verdict_members = Table(
    "verdict_members",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("verdict_id", Integer, ForeignKey("verdicts.id", ondelete="CASCADE"), nullable=False),
    Column("digest", LargeBinary, nullable=False),
    Column("path", AnyText, nullable=False),
    Index("ux_verdict_members", "verdict_id", "digest", unique=True),
    Index("ix_verdict_members_digest", "digest"),
)

review_runs = Table(
    "review_runs",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("state", EnumText(ReviewRunState), nullable=False),
    Column("started_at_ms", Moment, nullable=False),
    Column("finished_at_ms", Moment),
    Column("folder_name", Text, nullable=False),
    Column("person", AnyText, nullable=False, server_default=""),
)

# One row for each act of a plan, written before the act. ``facts`` is what the disk said of both
# files, which is what an act is undone by.
journal = Table(
    "journal",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("run_id", Integer, ForeignKey("review_runs.id", ondelete="CASCADE"), nullable=False),
    Column("path", AnyText, nullable=False),
    Column("keeps", AnyText, nullable=False),
    Column("act", EnumText(Act), nullable=False),
    Column("reason", AnyText, nullable=False),
    Column("size_bytes", BigInteger, nullable=False),
    Column("state", EnumText(ActState), nullable=False),
    Column("detail", AnyText),
    Column("target", AnyText),
    Column("facts", ObjectText),
    Index("ix_journal_run", "run_id", "state"),
    Index("ix_journal_path", "path"),
)


def make_tables(connection: Connection) -> None:
    """Make the tables of a new library in an empty file."""
    connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")
    metadata.create_all(connection)
    connection.exec_driver_sql(
        "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL, "
        "CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num))"
    )
    connection.exec_driver_sql("INSERT INTO alembic_version VALUES (?)", (REVISIONS[-1],))
