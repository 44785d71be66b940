"""Many libraries searched as if they were one: shards, stages that are kept, a review library."""
