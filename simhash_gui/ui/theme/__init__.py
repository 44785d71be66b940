"""Colours, sizes, style sheet and icons, light and dark."""
