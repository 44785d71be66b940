"""OpenDocument: text, sheets and slides, also locked ones."""
