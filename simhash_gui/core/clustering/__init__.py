"""Groups of documents: who is linked, how far a group spreads, and its medoid."""
