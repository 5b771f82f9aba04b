"""The first form: tables, their events, and values of the site."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the first tables."""
    op.create_table(
        "tables",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("spec", sa.Text, nullable=False),
    )
    op.create_table(
        "events",
        sa.Column("table_name", sa.String(32), sa.ForeignKey("tables.name"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("client", sa.String(160), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    # At most once: a client's message has one row, however often it is sent.
    op.create_index("events_client", "events", ["table_name", "client"], unique=True)
    op.create_table(
        "site_values",
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """Drops everything."""
    op.drop_table("site_values")
    op.drop_table("events")
    op.drop_table("tables")
