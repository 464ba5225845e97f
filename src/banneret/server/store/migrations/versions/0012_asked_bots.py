"""An index of seats with an open question to a bot."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database up to this migration."""
    asked = sa.text("bot IS NOT NULL AND ask != ''")
    op.create_index("ix_seats_asked_bots", "seats", ["table_id"], postgresql_where=asked, sqlite_where=asked)
