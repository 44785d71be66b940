"""Scores the program on labelled sets of documents."""
