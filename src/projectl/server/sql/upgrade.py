"""Brings a database to the newest revision, or says why it cannot."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, inspect, text
from sqlalchemy.ext.asyncio import AsyncConnection

from .place import StoreError
from .schema import NEWEST, metadata

if TYPE_CHECKING:
    from alembic.config import Config

_LOCK = 0x70726F6A6C  # any number, the same in all nodes
_MIGRATIONS = Path(__file__).parent / "migrations"


async def upgrade(connection: AsyncConnection, revision: str = "head") -> None:
    """Carry out the missing migrations, all or none; other nodes wait."""
    if connection.dialect.name == "postgresql":
        await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
    await connection.run_sync(_upgrade, NEWEST if revision == "head" else revision)


async def require_newest(connection: AsyncConnection) -> None:
    """For those who only read: a StoreError unless the schema is today's."""
    await connection.run_sync(_require_newest)


async def clear(connection: AsyncConnection) -> None:
    """As if nothing had ever been here."""
    await connection.run_sync(metadata.drop_all)
    await connection.execute(text("DROP TABLE alembic_version"))


def is_known(revision: str) -> bool:
    """Whether this release can come from that revision."""
    return revision == NEWEST or any(script.revision == revision for script in _scripts().walk_revisions())


def _scripts() -> Any:
    from alembic.script import ScriptDirectory  # noqa: PLC0415 - slow, and nearly always not needed

    return ScriptDirectory.from_config(_config())


def newest_script() -> str:
    """The revision of the newest migration, which must be NEWEST."""
    return str(_scripts().get_current_head())


def _config(**attributes: Any) -> "Config":
    from alembic.config import Config  # noqa: PLC0415 - as above

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.attributes.update(attributes)
    return config


def _upgrade(connection: Connection, revision: str) -> None:
    if _revision(connection) != revision:
        from alembic import command  # noqa: PLC0415 - as above

        command.upgrade(_config(connection=connection), revision)


def _require_newest(connection: Connection) -> None:
    found = _revision(connection)
    if found is None:
        raise StoreError("There are no tables here yet.")
    if found != NEWEST:
        raise StoreError(
            f"The database has the schema of an older release ({found}); start `projectl serve` once to upgrade it."
        )


def _revision(connection: Connection) -> str | None:
    """The revision of a database; None for an empty one, StoreError for one that is not ours or not ours yet."""
    there = set(inspect(connection).get_table_names())
    found = connection.scalar(text("SELECT version_num FROM alembic_version")) if "alembic_version" in there else None
    if found is None:
        if there & set(metadata.tables):
            raise StoreError("The database holds tables of something else; give projectl a database of its own.")
        return None
    if not is_known(found):
        raise StoreError(f"The database was made by a newer release of projectl (schema {found}); install that one.")
    return str(found)
