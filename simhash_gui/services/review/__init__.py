"""Reviewing: verdicts, keep rules, plans, acts on files with a journal, and undo."""
