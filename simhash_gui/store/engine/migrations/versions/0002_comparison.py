"""What documents say of themselves, data to compare them by, and encodings that the user chose.

The data to compare by is not made here: it takes minutes for a large library, and whoever first
needs it derives it from the stored texts. Frozen, as ``0001`` is.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add columns to the documents, and two tables."""
    _describe_documents()
    _make_comparison_data()
    _make_encoding_overrides()


def _describe_documents() -> None:
    op.add_column("documents", sa.Column("encoding_confidence", sa.REAL))
    for name in ("encoding_source", "title", "author", "written", "declared_language"):
        op.add_column("documents", sa.Column(name, sa.Text))


def _make_comparison_data() -> None:
    op.create_table(
        "comparison_data",
        sa.Column("document_id", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("token_count", sa.Integer, nullable=False),
        sa.Column("shingle_count", sa.Integer, nullable=False),
        sa.Column("token_digest", sa.LargeBinary, nullable=False),
        sa.Column("sketch", sa.LargeBinary, nullable=False),
        sa.Column("sample", sa.LargeBinary, nullable=False),
        sa.Column("passages", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("document_id", name="pk_comparison_data"),
        sa.ForeignKeyConstraint(
            ["document_id"],
            ["documents.id"],
            name="fk_comparison_data_document_id",
            ondelete="CASCADE",
        ),
    )
    op.create_index("ix_comparison_data_version", "comparison_data", ["version"])


def _make_encoding_overrides() -> None:
    op.create_table(
        "encoding_overrides",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("pattern", sa.Text, nullable=False),
        sa.Column("encoding", sa.Text, nullable=False),
        sa.Column("added_at_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_encoding_overrides"),
    )
    op.create_index("ux_encoding_overrides_pattern", "encoding_overrides", ["pattern"], unique=True)
