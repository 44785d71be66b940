"""TeX and LaTeX sources."""
