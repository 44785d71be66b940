"""Everything that a worker needs, imported once: what ``processes`` has workers forked from.

Nothing else imports this module.
"""

import gc

from simhash_gui.documents.extraction.worker_process import use_one_thread

use_one_thread()

import simhash_gui.documents.extraction.worker  # noqa: E402 - numpy looks at the number of threads
import simhash_gui.documents.readers  # noqa: E402, F401

gc.freeze()  # what is never looked at again stays shared among the forks
