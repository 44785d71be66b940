"""Distances, block keys, and all pairs within a distance, with what the search will cost."""
