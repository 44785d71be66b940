"""What is derived from a text for comparison: sketches, samples, winnowed hashes."""
