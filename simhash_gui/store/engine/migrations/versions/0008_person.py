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
    if op.get_bind().dialect.name == "postgresql":
        _index_paths_of_any_length()


def _index_paths_of_any_length() -> None:
    op.drop_index("ux_files_place")
    op.drop_index("ix_journal_path")
    place = [sa.text("folder_id"), sa.text("md5(relative_path)")]
    op.create_index("ux_files_place", "files", place, unique=True)
    op.create_index("ix_files_path", "files", ["relative_path"], postgresql_using="hash")
    op.create_index("ix_journal_path", "journal", ["path"], postgresql_using="hash")
