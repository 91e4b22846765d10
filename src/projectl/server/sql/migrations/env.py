"""Alembic runs this for every upgrade; the connection and its transaction are the caller's."""

from alembic import context

from projectl.server.sql.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite cannot alter columns in place
)
context.run_migrations()
