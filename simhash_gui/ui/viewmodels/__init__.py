"""State and signals behind the pages; no widget in here."""
