"""The command line: one command per service, for people and, in JSON, for scripts."""
