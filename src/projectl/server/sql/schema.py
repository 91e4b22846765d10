"""The tables of the newest revision. ``entries`` is the truth, of which most others follow."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

NEWEST = "0001"  # the revision these tables belong to

metadata = MetaData()

# What lists show of a table; players and names are JSON lists.
tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("phase", Text, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("title", Text, nullable=False),
    Column("players", Text, nullable=False),
    Column("names", Text, nullable=False),
    Column("due_at", BigInteger),
    Column("updated_at", BigInteger, nullable=False),
    Index("tables_due", "due_at"),
    Index("tables_listed", "listed", "updated_at"),
)

# Whose tables they are: an index over tables.players.
sitters = Table(
    "sitters",
    metadata,
    Column("player", Text, primary_key=True),
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True, index=True),
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("command_id", Text),
    Column("at", BigInteger, nullable=False),
    Column("entry", Text, nullable=False),
    Column("public", Text, nullable=False),
    UniqueConstraint("table_id", "command_id", name="entries_command"),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("data", LargeBinary, nullable=False),
)

# When each server process was last known to be alive.
nodes = Table(
    "nodes",
    metadata,
    Column("id", Text, primary_key=True),
    Column("beat_at", BigInteger, nullable=False),
)

# What all nodes must share and nobody else may know, such as the key that signs cookies.
secrets = Table(
    "secrets",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

DAMAGED = "damaged"  # the phase of a table that has been set aside: it is neither driven nor added to
