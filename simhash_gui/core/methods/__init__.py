"""The other known ways to search within a Hamming distance, for comparison and teaching.

One small module each, with its source, behind the interface of ``method``. They favour being read
over being fast; the program itself searches with ``core.hamming`` and the indexes of the store.
``METHODS`` names them in the order in which they are told.
"""

from simhash_gui.core.methods import (
    batch_query,
    bit_lists,
    block_neighbours,
    block_tables,
    compare_all,
    compressed_tables,
    permuted_tables,
    query_variants,
    stored_variants,
)

METHODS = (
    compare_all.METHOD,
    query_variants.METHOD,
    stored_variants.METHOD,
    bit_lists.METHOD,
    block_tables.METHOD,
    permuted_tables.METHOD,
    compressed_tables.METHOD,
    batch_query.METHOD,
    block_neighbours.METHOD,
)
