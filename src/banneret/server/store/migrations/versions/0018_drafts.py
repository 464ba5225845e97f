"""Drafts, standing answers and stops."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database up to this migration."""
    _make(
        "drafts",
        sa.Column("ask", sa.String(60), nullable=False),
        sa.Column("given", sa.Integer(), nullable=False),
        sa.Column("answers", sa.Text(), nullable=False),
    )
    _make(
        "standing_answers",
        sa.Column("kind", sa.String(60), nullable=False),
        sa.Column("depends", sa.String(80), nullable=False),
        sa.Column("answers", sa.Text(), nullable=False),
        key="kind",
    )
    _make(
        "stops",
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("how", sa.String(8), nullable=False),
        key="name",
    )


def _make(name: str, *columns: sa.Column[str] | sa.Column[int], key: str | None = None) -> None:
    """Create a table with a row per seat and person, and per `key` if given."""
    op.create_table(
        name,
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.String(16), nullable=False),
        *columns,
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f(f"fk_{name}_table_id_tables"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f(f"fk_{name}_person_id_people"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint(
            "table_id", "seat", "person_id", *([] if key is None else [key]), name=op.f(f"pk_{name}")
        ),
    )
    op.create_index(op.f(f"ix_{name}_person_id"), name, ["person_id"])
