"""Recipe ids, kept once each and referred to by a small key.

Only ``store`` knows the keys; every function outside takes and gives recipe ids.
"""

from __future__ import annotations

from sqlalchemy import Connection, ScalarSelect, bindparam, select
from sqlalchemy.dialects.sqlite import insert

from simhash_gui.store.engine.schema import recipes


def recipe_key(connection: Connection, recipe_id: str) -> int:
    """The key of a recipe, which is made when it is new."""
    statement = insert(recipes).on_conflict_do_nothing(index_elements=["recipe_id"])
    connection.execute(statement, {"recipe_id": recipe_id})
    found = select(recipes.c.key).where(recipes.c.recipe_id == recipe_id)
    key: int = connection.execute(found).scalar_one()
    return key


def key_of(parameter: str) -> ScalarSelect[int]:
    """The key of the recipe id bound to ``parameter``, inside a statement; NULL when unknown."""
    matches = recipes.c.recipe_id == bindparam(parameter)
    return select(recipes.c.key).where(matches).scalar_subquery()
