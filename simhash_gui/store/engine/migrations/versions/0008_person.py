"""Who gave a verdict and who acted on files. Frozen, as ``0001`` is."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; of what was done before nobody is known."""
    for table in ("verdicts", "review_runs"):
        op.add_column(table, sa.Column("person", sa.Text, nullable=False, server_default=""))
