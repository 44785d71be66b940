"""The Check page: where a text comes from, by the library."""
