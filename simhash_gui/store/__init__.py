"""The library: folders, files, documents, fingerprints, texts; in a SQLite file or on a server.

``library`` opens and closes a file, ``shared_library`` a schema on a PostgreSQL server.
``repositories`` are small functions that take a ``Connection`` from ``Library.read()`` or
``Library.write()`` and return frozen rows or numpy arrays. Nothing here reads a document, makes a
fingerprint or asks the clock: texts, fingerprints and times are handed in. Errors that are not bugs
(disk full, another process is writing, damaged file) are named in ``errors``.
"""
