"""The library: one SQLite file that keeps folders, files, documents, fingerprints and texts.

``library`` opens and closes it; the other modules are repositories, small functions that take a
``Connection`` from ``Library.read()`` or ``Library.write()`` and return the frozen rows of
``records`` or numpy arrays. Nothing here reads a document, makes a fingerprint or asks the clock:
texts, fingerprints and times are handed in. Errors that are not bugs (disk full, another
process is writing, damaged file) are named in ``errors``.
"""
