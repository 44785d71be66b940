"""Damage in a library file: found on a bare connection, and mended in a copy.

Nothing here trusts the file: values are looked at as SQLite keeps them. Whether fingerprints and
comparison data fit the stored texts is for the services to say, which can derive them.
"""
