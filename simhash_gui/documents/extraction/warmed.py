"""What the template of worker processes imports: with it come their code and their tables.

Forks share what their template has loaded. This is the one module that works while it is imported,
for a template can be asked for nothing else; nothing but a template imports it.
"""

from __future__ import annotations

from simhash_gui.core.fingerprint.recipe import DEFAULT_RECIPE, recipe_named
from simhash_gui.documents.extraction.file_processor import FileProcessor
from simhash_gui.documents.records import Limits

FileProcessor(recipe_named(DEFAULT_RECIPE).recipe_id, Limits()).warm_up()
