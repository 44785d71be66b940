"""The one way to run work in other processes, within limits of time and memory.

``start`` makes a process and sets it up, ``protocol`` is what both ends say to each other, ``pool``
does many pieces of work, ``resident`` keeps an object in a process and calls its methods. What the
work is, this package does not know. Standard library and psutil only.
"""
