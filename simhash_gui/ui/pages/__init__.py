"""One module a page: its widgets and how they are laid out."""
