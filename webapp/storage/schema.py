"""The columns, for queries; the database itself is made by the numbered migrations. A test holds both equal."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Integer, MetaData, String, Table, Text

metadata = MetaData()


def _table_id() -> Column[str]:
    return Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True)


tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("token_hash", String(64), nullable=False),
    Column("created_at", String(32), nullable=False),
    Column("version", Integer, nullable=False),
    Column("next_number", Integer, nullable=False),
    Column("round", Integer, nullable=False),
    Column("first_settings", Text, nullable=False),
    Column("settings", Text, nullable=False),
    Column("settings_version", Integer, nullable=False),
)
entries = Table(
    "entries",
    metadata,
    _table_id(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("revision", Integer, primary_key=True, autoincrement=False),
    Column("version", Integer, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("deleted", Integer, nullable=False),
    Column("undoes", Integer),
    Column("at", String(32), nullable=False),
    Column("payload", Text, nullable=False),
    Column("effects", Text, nullable=False),
)
results = Table(
    "results",
    metadata,
    _table_id(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("version", Integer, nullable=False),
    Column("summary", Text, nullable=False),
    Column("answer", Text),
)
saves = Table(
    "saves",
    metadata,
    _table_id(),
    Column("save_key", String(128), primary_key=True),
    Column("fingerprint", String(64), nullable=False),
    Column("number", Integer, nullable=False),
    Column("at", String(32), nullable=False),
)
drafts = Table(
    "drafts",
    metadata,
    _table_id(),
    Column("slot", String(8), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("at", String(32), nullable=False),
    Column("payload", Text, nullable=False),
)
photos = Table(
    "photos",
    metadata,
    _table_id(),
    Column("sha256", String(64), primary_key=True),
    Column("at", String(32), nullable=False),
    Column("size", Integer, nullable=False),
)
house_rules = Table(
    "house_rules",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("profile", String(64), nullable=False),
    Column("variants", Text, nullable=False),
    Column("overlay", Text, nullable=False),
    Column("at", String(32), nullable=False),
)
own_sets = Table(
    "own_sets",
    metadata,
    _table_id(),
    Column("enabled", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("next_number", Integer, nullable=False),
)
own_set_photos = Table(
    "own_set_photos",
    metadata,
    Column("table_id", String(32), ForeignKey("own_sets.table_id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", String(32), nullable=False),
    Column("summary", Text, nullable=False),
    Column("examples", Text, nullable=False),
)
