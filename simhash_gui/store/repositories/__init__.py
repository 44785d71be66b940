"""One module for each kind of record: how it is written, found and read."""
