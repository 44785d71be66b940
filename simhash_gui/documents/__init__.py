"""From a file to a fingerprint: encodings, formats, segmentation, and the processes that do it.

May import core; knows neither the store nor the window. jieba and the file formats live here only.
"""
