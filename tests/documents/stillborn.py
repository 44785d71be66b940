"""An extractor whose module cannot be imported in a worker process."""

from __future__ import annotations

import multiprocessing
import os

from simhash_gui.documents.readers.reader import Source
from simhash_gui.documents.records import Extracted

if multiprocessing.current_process().name != "MainProcess":
    os._exit(1)


def extract(source: Source) -> Extracted:
    raise NotImplementedError
