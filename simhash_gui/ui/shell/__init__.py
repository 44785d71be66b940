"""The window around the pages: rail, job bar, notices, menus."""
