"""Who held which seat since when, and requests to hand over seats."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database up to this migration."""
    op.create_table(
        "tenures",
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.String(16), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("chat", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_tenures_person_id_people")),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_tenures_table_id_tables"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "seat", "number", name=op.f("pk_tenures")),
    )
    op.create_index(op.f("ix_tenures_person_id"), "tenures", ["person_id"])
    op.create_table(
        "handovers",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.String(16), nullable=False),
        sa.Column("token", sa.String(64), nullable=True),
        sa.Column("agreed", sa.Text(), server_default="[]", nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_handovers_person_id_people")),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_handovers_table_id_tables"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_handovers")),
        sa.UniqueConstraint("token", name=op.f("uq_handovers_token")),
    )
    op.create_index(op.f("ix_handovers_table_id"), "handovers", ["table_id"])
    op.create_index("ix_chat_table_id_seq", "chat", ["table_id", "seq"])
    # The owner is assumed to have held the seat from the beginning; a later person cannot read older private chat.
    op.execute(
        "INSERT INTO tenures (table_id, seat, number, person_id, seq, chat, at) "
        "SELECT seats.table_id, seats.seat, 0, COALESCE(seats.owner_id, seats.person_id), 0, 0, tables.created_at "
        "FROM seats JOIN tables ON tables.id = seats.table_id "
        "WHERE COALESCE(seats.owner_id, seats.person_id) IS NOT NULL"
    )
    op.execute(
        "INSERT INTO tenures (table_id, seat, number, person_id, seq, chat, at) "
        "SELECT seats.table_id, seats.seat, 1, seats.person_id, tables.head, "
        "COALESCE((SELECT MAX(chat.id) FROM chat WHERE chat.table_id = seats.table_id), 0), tables.touched_at "
        "FROM seats JOIN tables ON tables.id = seats.table_id WHERE seats.person_id <> seats.owner_id"
    )
