"""Panes in which a person reads texts with their common passages marked."""
