"""simhash-gui: find documents that are copies, revisions or partial copies of each other.

The layers, each of which imports only those to its right:
``__main__ → app → ui | cli → services → store | documents → core``.
"""

__version__ = "0.1.0"
