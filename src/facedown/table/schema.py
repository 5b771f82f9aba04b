"""The tables of the store, for SQLAlchemy. Migrations make them; see docs/table.md."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Column, ForeignKey, Integer, MetaData, String, Table, Text

NEWEST: Final = "0001"
"""The newest migration: a store at it needs no Alembic to open."""

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("created", BigInteger, nullable=False),
    Column("spec", Text, nullable=False),
)

events = Table(
    "events",
    metadata,
    Column("table_name", String(32), ForeignKey("tables.name"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("client", String(160), nullable=False),
    Column("body", Text, nullable=False),
)

values = Table(
    "site_values",
    metadata,
    Column("name", String(64), primary_key=True),
    Column("value", Text, nullable=False),
)
