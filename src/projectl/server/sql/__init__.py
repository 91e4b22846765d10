"""The log of every table in a database: SQLite by default, Postgres by URL."""

from .place import Place, StoreError
from .store import SqlStore, open_store

__all__ = ["Place", "SqlStore", "StoreError", "open_store"]
