"""Stamps of tables."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database up to this migration."""
    op.add_column("tables", sa.Column("stamp", sa.Integer(), server_default="0", nullable=False))
