"""Fingerprints, and the exact search among them.

Knows no file, no database, no Qt and no language: it takes tokens, gives arrays, and imports
nothing but the standard library, numpy and xxhash. Long work comes as a generator of batches, so
that the caller can report and stop between them.
"""
