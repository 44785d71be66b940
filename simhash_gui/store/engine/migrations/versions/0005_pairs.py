"""Measures of pairs, kept from one search to the next. Frozen, as ``0001`` is."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add an empty table: what it holds is measured again where it is missing."""
    op.create_table(
        "pairs",
        sa.Column("document_id", sa.Integer, nullable=False),
        sa.Column("kind", sa.SmallInteger, nullable=False),
        sa.Column("context", sa.LargeBinary, nullable=False),
        sa.Column("measured", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("document_id", "kind", name="pk_pairs"),
        sa.ForeignKeyConstraint(
            ["document_id"], ["documents.id"], name="fk_pairs_document_id", ondelete="CASCADE"
        ),
    )
