"""An extractor whose module is never done with being imported in a worker process."""

from __future__ import annotations

import multiprocessing
import threading

from simhash_gui.documents.readers.reader import Source
from simhash_gui.documents.records import Extracted

if multiprocessing.current_process().name != "MainProcess":
    threading.Event().wait()


def extract(source: Source) -> Extracted:
    raise NotImplementedError
