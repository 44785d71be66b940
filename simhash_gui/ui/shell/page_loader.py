"""Imports the pages after the first paint."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from simhash_gui.ui.common.page_ids import PageId

if TYPE_CHECKING:
    from simhash_gui.ui.session.page import Page


def load_pages() -> Mapping[PageId, type[Page]]:
    """The page classes. Importing takes a while (database, numpy): call it in the read pool."""
    from simhash_gui.ui.clusters.clusters_page import ClustersPage  # noqa: PLC0415 - see above
    from simhash_gui.ui.compare.compare_page import ComparePage  # noqa: PLC0415
    from simhash_gui.ui.library.library_page import LibraryPage  # noqa: PLC0415

    return MappingProxyType(
        {
            PageId.LIBRARY: LibraryPage,
            PageId.CLUSTERS: ClustersPage,
            PageId.COMPARE: ComparePage,
        }
    )
