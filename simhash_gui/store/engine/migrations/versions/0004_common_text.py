"""Shingles to count what is common by, marks of quotations, and passages that people have judged.

What documents are compared by is derived from their texts, so its rows are dropped here, and
whoever first needs them derives them again. Frozen, as ``0001`` is.
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Replace the table of comparison data by an empty one, and add one for marked passages."""
    op.drop_table("comparison_data")
    blobs = (
        *("token_digest", "sketch", "token_sketch", "sample", "passages", "quoted_passages"),
        *("shingles", "shingles_rest", "marks"),
    )
    op.create_table(
        "comparison_data",
        sa.Column("document_id", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("token_count", sa.Integer, nullable=False),
        sa.Column("shingle_count", sa.Integer, nullable=False),
        *(sa.Column(name, sa.LargeBinary, nullable=False) for name in blobs),
        sa.PrimaryKeyConstraint("document_id", name="pk_comparison_data"),
        sa.ForeignKeyConstraint(
            ["document_id"],
            ["documents.id"],
            name="fk_comparison_data_document_id",
            ondelete="CASCADE",
        ),
    )
    op.create_index("ix_comparison_data_version", "comparison_data", ["version"])
    op.create_table(
        "passage_marks",
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("mark", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("anchors", sa.LargeBinary, nullable=False),
        sa.Column("marked_at_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_passage_marks"),
    )
