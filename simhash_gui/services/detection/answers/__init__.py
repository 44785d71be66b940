"""What is told of a search: clusters, filters, names of files, figures that follow, exports.

The search itself, and what it found, stand a folder above.
"""
