"""Use of quotas, per person and day."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database up to this migration."""
    op.add_column("tables", sa.Column("size", sa.BigInteger()))
    op.create_index(op.f("ix_tables_creator_id"), "tables", ["creator_id"])
    op.create_table(
        "usage",
        sa.Column("person_id", sa.String(16), nullable=False),
        sa.Column("day", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("chat", sa.Integer(), server_default="0", nullable=False),
        sa.Column("bot_ms", sa.BigInteger(), server_default="0", nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_usage_person_id_people"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("person_id", "day", name=op.f("pk_usage")),
    )
