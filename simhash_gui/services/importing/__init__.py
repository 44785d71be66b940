"""From folders to documents: list, compare with what is known, read, store, report."""
