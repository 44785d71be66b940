"""Applies or takes back a run in a process of its own, to be killed."""

from __future__ import annotations

import sys
from pathlib import Path

from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import open_library
from simhash_gui.services.review.acts import apply_plan, finish_run
from simhash_gui.services.review.plan_files import load_plan
from simhash_gui.services.review.undo import settle, undo_run
from simhash_gui.ui.common.trash import QtTrash

if __name__ == "__main__":
    what, library_path, argument = sys.argv[1:]
    with open_library(Path(library_path)) as library:
        settle(library)
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        if what == "apply":
            apply_plan(library, load_plan(Path(argument)), QtTrash(), JobControl())
        elif what == "finish":
            finish_run(library, int(argument), QtTrash(), JobControl())
        else:
            undo_run(library, int(argument), JobControl())
