"""The pages that the window has, in the order of the rail, with their names.

Known at once; the pages themselves come through ``page_loader``.
"""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import QCoreApplication


class PageId(StrEnum):
    """Name of a page in the code, in the saved window state, and of its icon."""

    LIBRARY = "library"
    CLUSTERS = "clusters"
    COMPARE = "compare"


def page_label(page: PageId) -> str:
    """The page's name in the rail and in its header."""
    labels = {
        PageId.LIBRARY: QCoreApplication.translate("PageId", "Library"),
        PageId.CLUSTERS: QCoreApplication.translate("PageId", "Clusters"),
        PageId.COMPARE: QCoreApplication.translate("PageId", "Compare"),
    }
    return labels[page]
