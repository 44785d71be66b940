"""From candidates to pairs, classes and clusters, and their export."""
