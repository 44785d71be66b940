"""From tokens to a fingerprint: recipe, features, hashes and votes, singly or in batches."""
