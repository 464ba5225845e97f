"""Failures of bots."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database up to this migration."""
    op.add_column("seats", sa.Column("failures", sa.Integer(), server_default="0", nullable=False))
