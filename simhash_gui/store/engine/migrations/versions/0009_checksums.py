"""Checksums of what is kept of each document. Frozen, as ``0001`` is."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns, empty: what was not checked so far is taken as it is."""
    op.add_column("documents", sa.Column("checksum", sa.BigInteger))
    op.add_column("comparison_data", sa.Column("checksums", sa.LargeBinary))
