"""The compound files of older Office programs: DOC, XLS, and locked documents."""
