"""One use case each: services put documents, core and store together for the window and the CLI.

Services speak in types, never in sentences; whoever shows a result finds the words.
"""
