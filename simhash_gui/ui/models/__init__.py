"""Thin Qt models over plain rows and id arrays."""
