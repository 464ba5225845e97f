"""A queue of questions to bots, shared by all processes."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database up to this migration."""
    name = "bot_questions"
    op.create_table(
        name,
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("ask", sa.String(40), nullable=False),
        sa.Column("bot", sa.String(80), nullable=False),
        sa.Column("owner_id", sa.String(16), nullable=False),
        sa.Column("process_id", sa.String(16)),
        sa.Column("asked_at", sa.BigInteger(), nullable=False),
        sa.Column("answer", sa.Text()),
        sa.Column("trouble", sa.String(8)),
        sa.Column("detail", sa.Text()),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_bot_questions_table_id_tables"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["owner_id"], ["processes.id"], name=op.f("fk_bot_questions_owner_id_processes"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["process_id"], ["processes.id"], name=op.f("fk_bot_questions_process_id_processes"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("table_id", "seat", "ask", "bot", name=op.f("pk_bot_questions")),
    )
    op.create_index(op.f("ix_bot_questions_owner_id"), name, ["owner_id"])
    op.create_index(op.f("ix_bot_questions_process_id"), name, ["process_id"])
