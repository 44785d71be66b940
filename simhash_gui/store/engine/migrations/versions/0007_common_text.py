"""What is common among the documents, as it was counted last. Frozen, as ``0001`` is."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add an empty table: what it holds is counted again where it is missing."""
    op.create_table(
        "common_text",
        sa.Column("key", sa.LargeBinary, nullable=False),
        sa.Column("counted", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_common_text"),
    )
