"""Who had which place in the games that count for ratings, a row for each seat that is rated."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the table; nobody had asked for ratings before."""
    op.create_table(
        "rated_seats",
        sa.Column("table_name", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
    )
    op.create_index("rated_seats_at", "rated_seats", ["at"])


def downgrade() -> None:
    """Drops it."""
    op.drop_table("rated_seats")
