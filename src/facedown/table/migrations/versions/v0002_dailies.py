"""What became of the puzzles of days, a row for the first time that a browser plays each."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the table; tables of days that were played before have no row."""
    op.create_table(
        "dailies",
        sa.Column("player", sa.String(64), primary_key=True),
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("table_name", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("begun", sa.BigInteger, nullable=False),
        sa.Column("done", sa.BigInteger, nullable=True),
        sa.Column("result", sa.Text, nullable=False),
    )
    op.create_index("dailies_day", "dailies", ["day", "game"])
    op.create_index("dailies_table", "dailies", ["table_name"])


def downgrade() -> None:
    """Drops it."""
    op.drop_table("dailies")
