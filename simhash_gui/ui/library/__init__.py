"""The Library page: folders, documents, problems, imports."""
