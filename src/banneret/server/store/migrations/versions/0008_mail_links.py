"""Confirmed e-mail addresses, and the links in e-mails."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database up to this migration."""
    op.add_column("people", sa.Column("email", sa.String(254)))
    op.create_index(op.f("ix_people_email"), "people", ["email"])
    op.create_table(
        "mail_links",
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("person_id", sa.String(16), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("email", sa.String(254), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_mail_links_person_id_people"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("token", name=op.f("pk_mail_links")),
    )
    op.create_index(op.f("ix_mail_links_person_id"), "mail_links", ["person_id"])
