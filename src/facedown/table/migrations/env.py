"""How Alembic runs here: over the connection that `facedown.table.database` hands to it."""

from alembic import context

if __name__ == "env_py":  # the name under which Alembic runs this file; others only read it
    context.configure(connection=context.config.attributes["connection"])
    # The transaction is the caller's: with its lock, so that only one process migrates.
    context.run_migrations()
