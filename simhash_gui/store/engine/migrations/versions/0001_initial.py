"""The first schema: folders, files, documents by content, fingerprints, texts and runs.

Frozen: what a library of this revision looks like never changes, whatever ``schema`` becomes.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make all tables."""
    _make_meta()
    _make_folders()
    _make_runs()
    _make_documents()
    _make_files()
    _make_texts()
    _make_staged_fingerprints()


def _make_meta() -> None:
    op.create_table(
        "meta",
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_meta"),
    )
    op.create_table(
        "recipes",
        sa.Column("key", sa.Integer, nullable=False),
        sa.Column("recipe_id", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_recipes"),
    )
    op.create_index("ux_recipes_recipe_id", "recipes", ["recipe_id"], unique=True)


def _make_folders() -> None:
    op.create_table(
        "folders",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("path", sa.Text, nullable=False),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("added_at_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_folders"),
    )
    op.create_index("ux_folders_path", "folders", ["path"], unique=True)


def _make_runs() -> None:
    op.create_table(
        "runs",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("started_at_ms", sa.BigInteger, nullable=False),
        sa.Column("finished_at_ms", sa.BigInteger),
        sa.Column("request", sa.JSON, nullable=False),
        sa.Column("counts", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_runs"),
    )


def _make_documents() -> None:
    op.create_table(
        "documents",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("digest", sa.LargeBinary, nullable=False),
        sa.Column("recipe_key", sa.Integer),
        sa.Column("fingerprint", sa.BigInteger),
        sa.Column("fingerprint_rest", sa.BigInteger),
        *(_block_column(block, shift) for block, shift in enumerate((48, 32, 16, 0))),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("reason", sa.Text),
        sa.Column("detail", sa.Text),
        sa.Column("reader", sa.Text),
        sa.Column("encoding", sa.Text),
        sa.Column("language", sa.Text),
        sa.Column("size_bytes", sa.BigInteger, nullable=False),
        sa.Column("character_count", sa.Integer),
        sa.Column("feature_count", sa.Integer),
        sa.Column("imported_at_ms", sa.BigInteger, nullable=False),
        sa.CheckConstraint(
            "(fingerprint IS NOT NULL) = (state = 'fingerprinted')", name=op.f("ck_documents_state")
        ),
        sa.ForeignKeyConstraint(["recipe_key"], ["recipes.key"], name="fk_documents_recipe_key"),
        sqlite_autoincrement=True,
    )
    op.create_index("ux_documents_digest", "documents", ["digest"], unique=True)
    for block in range(4):
        columns = [f"block{block}", "recipe_key", "fingerprint"]
        op.create_index(f"ix_documents_block{block}", "documents", columns)


def _block_column(block: int, shift: int) -> sa.Column[int]:
    holds = f"block{block} IS (fingerprint >> {shift}) & 65535"
    check = sa.CheckConstraint(holds, name=op.f(f"ck_documents_block{block}"))
    return sa.Column(f"block{block}", sa.SmallInteger, check)


def _make_files() -> None:
    op.create_table(
        "files",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("folder_id", sa.Integer, nullable=False),
        sa.Column("relative_path", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("size_bytes", sa.BigInteger, nullable=False),
        sa.Column("mtime_ns", sa.BigInteger, nullable=False),
        sa.Column("document_id", sa.Integer),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("reason", sa.Text),
        sa.Column("detail", sa.Text),
        sa.Column("run_id", sa.Integer),
        sa.PrimaryKeyConstraint("id", name="pk_files"),
        sa.ForeignKeyConstraint(
            ["folder_id"], ["folders.id"], name="fk_files_folder_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["document_id"], ["documents.id"], name="fk_files_document_id"),
    )
    op.create_index("ux_files_place", "files", ["folder_id", "relative_path"], unique=True)
    op.create_index("ix_files_document", "files", ["document_id", "state", "folder_id"])
    failed = sa.text("state = 'failed'")
    op.create_index("ix_files_failed", "files", ["reason"], sqlite_where=failed)


def _make_texts() -> None:
    op.create_table(
        "texts",
        sa.Column("document_id", sa.Integer, nullable=False),
        sa.Column("compressed", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("document_id", name="pk_texts"),
        sa.ForeignKeyConstraint(
            ["document_id"], ["documents.id"], name="fk_texts_document_id", ondelete="CASCADE"
        ),
    )


def _make_staged_fingerprints() -> None:
    op.create_table(
        "staged_fingerprints",
        sa.Column("document_id", sa.Integer, nullable=False),
        sa.Column("recipe_key", sa.Integer, nullable=False),
        sa.Column("fingerprint", sa.BigInteger),
        sa.Column("fingerprint_rest", sa.BigInteger),
        sa.Column("feature_count", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("document_id", name="pk_staged_fingerprints"),
        sa.ForeignKeyConstraint(
            ["document_id"],
            ["documents.id"],
            name="fk_staged_fingerprints_document_id",
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["recipe_key"], ["recipes.key"], name="fk_staged_fingerprints_recipe_key"
        ),
    )
