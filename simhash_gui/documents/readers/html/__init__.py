"""HTML, and what is read as HTML: Markdown and XML."""
