"""The settings dialog and its parts."""
