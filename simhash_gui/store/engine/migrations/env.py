"""Alembic's entry point: run the migrations on the connection that ``store.upgrade`` opened.

The caller has begun the transaction and ends it, so that all migrations and the new revision are
one step. There is no configuration file and no offline mode: a library is only upgraded by the
program itself.
"""

from alembic import context

from simhash_gui.store.engine.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
    render_as_batch=True,
)
context.run_migrations()
