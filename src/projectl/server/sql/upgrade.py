"""Brings a database to the newest revision, or says why it cannot."""

from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text
from sqlalchemy.ext.asyncio import AsyncConnection

from .place import StoreError
from .schema import metadata

_LOCK = 0x70726F6A6C  # any number, the same in all nodes
_MIGRATIONS = Path(__file__).parent / "migrations"


async def upgrade(connection: AsyncConnection, revision: str = "head") -> None:
    """Carry out the missing migrations, all or none; other nodes wait."""
    if connection.dialect.name == "postgresql":
        await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
    await connection.run_sync(_upgrade, newest() if revision == "head" else revision)


async def require_newest(connection: AsyncConnection) -> None:
    """For those who only read: a StoreError unless the schema is today's."""
    await connection.run_sync(_require_newest)


async def clear(connection: AsyncConnection) -> None:
    """As if nothing had ever been here."""
    await connection.run_sync(metadata.drop_all)
    await connection.execute(text("DROP TABLE alembic_version"))


def is_known(revision: str) -> bool:
    """Whether this release can come from that revision."""
    return any(script.revision == revision for script in ScriptDirectory.from_config(_config()).walk_revisions())


def newest() -> str:
    """The revision of this release."""
    return str(ScriptDirectory.from_config(_config()).get_current_head())


def _config(**attributes: Any) -> Config:
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.attributes.update(attributes)
    return config


def _upgrade(connection: Connection, revision: str) -> None:
    if _revision(connection) != revision:
        command.upgrade(_config(connection=connection), revision)


def _require_newest(connection: Connection) -> None:
    found = _revision(connection)
    if found is None:
        raise StoreError("There are no tables here yet.")
    if found != newest():
        raise StoreError(
            f"The database has the schema of an older release ({found}); start `projectl serve` once to upgrade it."
        )


def _revision(connection: Connection) -> str | None:
    """The revision of a database; None for an empty one, StoreError for one that is not ours or not ours yet."""
    found = MigrationContext.configure(connection).get_current_revision()
    if found is None:
        if set(inspect(connection).get_table_names()) & set(metadata.tables):
            raise StoreError("The database holds tables of something else; give projectl a database of its own.")
        return None
    if not is_known(found):
        raise StoreError(f"The database was made by a newer release of projectl (schema {found}); install that one.")
    return found
