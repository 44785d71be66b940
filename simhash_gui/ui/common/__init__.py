"""Widgets, models and texts that several pages use."""
