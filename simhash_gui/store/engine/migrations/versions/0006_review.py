"""Verdicts on contents, and the journal of what was done to files. Frozen, as ``0001`` is."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the tables; there is nothing yet to fill them with."""
    _add_verdicts()
    _add_journal()


def _add_verdicts() -> None:
    op.create_table(
        "verdicts",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("verdict", sa.Text, nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("given_at_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_verdicts"),
    )
    op.create_table(
        "verdict_members",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("verdict_id", sa.Integer, nullable=False),
        sa.Column("digest", sa.LargeBinary, nullable=False),
        sa.Column("path", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_verdict_members"),
        sa.ForeignKeyConstraint(
            ["verdict_id"],
            ["verdicts.id"],
            name="fk_verdict_members_verdict_id",
            ondelete="CASCADE",
        ),
    )
    op.create_index("ux_verdict_members", "verdict_members", ["verdict_id", "digest"], unique=True)
    op.create_index("ix_verdict_members_digest", "verdict_members", ["digest"])


def _add_journal() -> None:
    op.create_table(
        "review_runs",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("started_at_ms", sa.BigInteger, nullable=False),
        sa.Column("finished_at_ms", sa.BigInteger),
        sa.Column("folder_name", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_review_runs"),
    )
    op.create_table(
        "journal",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("run_id", sa.Integer, nullable=False),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("path", "keeps", "act", "reason")),
        sa.Column("size_bytes", sa.BigInteger, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        *(sa.Column(name, sa.Text) for name in ("detail", "target", "facts")),
        sa.PrimaryKeyConstraint("id", name="pk_journal"),
        sa.ForeignKeyConstraint(
            ["run_id"], ["review_runs.id"], name="fk_journal_run_id", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_journal_run", "journal", ["run_id", "state"])
    op.create_index("ix_journal_path", "journal", ["path"])
