"""A sketch of the tokens beside that of the shingles.

What documents are compared by is made from their texts, so rows without it are only let go, and
made again by what first needs them. Frozen, as ``0001`` is.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Replace the table by an empty one."""
    op.drop_table("comparison_data")
    op.create_table(
        "comparison_data",
        sa.Column("document_id", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("token_count", sa.Integer, nullable=False),
        sa.Column("shingle_count", sa.Integer, nullable=False),
        sa.Column("token_digest", sa.LargeBinary, nullable=False),
        sa.Column("sketch", sa.LargeBinary, nullable=False),
        sa.Column("token_sketch", sa.LargeBinary, nullable=False),
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
