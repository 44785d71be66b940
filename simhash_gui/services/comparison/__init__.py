"""Two documents: fingerprints bit by bit, and what their texts share."""
