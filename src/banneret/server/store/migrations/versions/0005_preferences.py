"""Preferences of people."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database up to this migration."""
    op.add_column("people", sa.Column("preferences", sa.Text(), server_default="{}", nullable=False))
