"""Roles, mutes and bans of people, reports, and the audit log."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database up to this migration."""
    op.add_column("people", sa.Column("role", sa.String(10)))
    op.add_column("people", sa.Column("muted_until", sa.BigInteger()))
    op.add_column("people", sa.Column("mute_reason", sa.Text()))
    op.add_column("people", sa.Column("banned_until", sa.BigInteger()))
    op.add_column("people", sa.Column("ban_reason", sa.Text()))
    op.create_table(
        "reports",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("reporter_id", sa.String(16), nullable=False),
        sa.Column("reporter", sa.String(40), nullable=False),
        sa.Column("person_id", sa.String(16)),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("quote", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("resolved_at", sa.BigInteger()),
        sa.Column("resolution", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reports")),
    )
    for column in ("at", "reporter_id", "person_id"):
        op.create_index(op.f(f"ix_reports_{column}"), "reports", [column])
    op.create_table(
        "audit",
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("actor_id", sa.String(16)),
        sa.Column("actor", sa.String(40), nullable=False),
        sa.Column("act", sa.String(20), nullable=False),
        sa.Column("person_id", sa.String(16)),
        sa.Column("table_id", sa.String(16)),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_audit")),
    )
