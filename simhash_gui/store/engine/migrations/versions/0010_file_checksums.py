"""Checksums of where each content was found. Frozen, as ``0001`` is."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column, empty: what was not checked so far is taken as it is."""
    op.add_column("files", sa.Column("checksum", sa.BigInteger))
