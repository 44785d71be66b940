"""The window: pages own widgets, view models own state, models present rows.

The only package that knows Qt. It calls services and reads core types; it holds no SQL and no
algorithm.
"""
