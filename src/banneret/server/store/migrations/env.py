"""Alembic's entry point: run the migrations in the given connection and transaction."""

from alembic import context

from banneret.server.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite must recreate a table to alter it
    transactional_ddl=True,
)
context.run_migrations()
