"""What Alembic runs: the migrations, within the connection and transaction it is handed."""

from alembic import context

from banneret.server.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite alters a table by making it anew
    transactional_ddl=True,
)
context.run_migrations()
