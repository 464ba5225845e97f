"""Army lists that players bring to tables, and the final places of seats."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database up to this migration."""
    with op.batch_alter_table("seats") as seats:
        seats.add_column(sa.Column("lists", sa.Text()))
        seats.add_column(sa.Column("chosen", sa.Integer()))
        seats.add_column(sa.Column("army", sa.Text()))
        seats.add_column(sa.Column("place", sa.Integer()))
