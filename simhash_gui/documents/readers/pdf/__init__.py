"""PDF with a text layer."""
