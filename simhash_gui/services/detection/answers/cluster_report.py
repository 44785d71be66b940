"""Clusters as HTML pages that open from the disk: no script, nothing from the network.

A long report is cut into pages, ``name.html``, ``name-2.html`` and so on, each complete in itself
and with links to the others. Everything that comes from documents and names is escaped.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from urllib.parse import quote

from simhash_gui import __version__
from simhash_gui.core.text.classes import PairClass
from simhash_gui.services.detection.answers.clusters import ClusterSort, ClusterTable
from simhash_gui.services.detection.answers.left_out import left_out
from simhash_gui.services.detection.answers.named_results import (
    NamedCluster,
    named_clusters,
    share_text,
)
from simhash_gui.services.jobs import JobControl
from simhash_gui.services.library.libraries import Library
from simhash_gui.services.library.outputs import replacing_output
from simhash_gui.services.library.settings import Language

ROWS_A_PAGE = 2_000
_UNPRINTABLE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ud800-\udfff]"
)

_STYLE = """
:root { color-scheme: light dark }
body { font: 15px/1.5 "Noto Sans", "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei",
  "WenQuanYi Micro Hei", sans-serif; max-width: 70em; margin: 2em auto; padding: 0 1.2em;
  overflow-wrap: anywhere }
h1 { font-size: 1.5em } h2 { font-size: 1.1em; margin: 1.8em 0 .3em }
table { border-collapse: collapse; width: 100%; font-size: .9em }
th, td { border: 1px solid #8886; padding: .25em .5em; text-align: left; vertical-align: top }
td.f { font-family: monospace } th.n, td.n { text-align: right }
tr { break-inside: avoid } h2 { break-after: avoid } nav a { margin-right: .8em }
.muted { opacity: .75 }
"""


_WORDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "title": ("Clusters of near-duplicates", "近似重复文档簇"),
        "library": ("Library", "文档库"),
        "made": ("Made on {day} by simhash-gui {version}", "{day} 由 simhash-gui {version} 生成"),
        "counts": (
            "{clusters} clusters with {files} files. Reclaimable from exact copies: at most"
            " {copies} bytes. Other versions take {versions} bytes.",
            "{clusters} 个文档簇，{files} 个文件。完全相同的副本最多可释放 {copies} 字节，"
            "其他版本占 {versions} 字节。",
        ),
        "any": (
            "Threshold: any distance; linkage: {linkage}",
            "阈值：任意距离；链接方式：{linkage}",
        ),
        "upto": (
            "Threshold: distance {distance}; linkage: {linkage}",
            "阈值：距离 {distance}；链接方式：{linkage}",
        ),
        "incomplete": ("Not complete: {what}", "不完整：{what}"),
        "none": (
            "No two documents are versions of one text.",
            "没有两篇文档是同一正文的不同版本。",
        ),
        "cluster": ("Cluster {number}: {files} files", "文档簇 {number}：{files} 个文件"),
        "spread": (
            "Distances {least} to {most}; least overlap {overlap}",
            "距离 {least} 至 {most}；最小重合度 {overlap}",
        ),
        "file": ("File (the medoid first)", "文件（中心文档在前）"),
        "fingerprint": ("Fingerprint", "指纹"),
        "distance": ("Distance", "距离"),
        "overlap": ("Overlap", "重合度"),
        "class": ("Class", "类别"),
        "medoid": ("Medoid", "中心文档"),
        "others": ("Linked only through others", "仅间接相连"),
        PairClass.IDENTICAL: ("Identical text", "正文相同"),
        PairClass.NEAR_DUPLICATE: ("Near-duplicate", "近似重复"),
        PairClass.CONTAINS: ("Contains the medoid", "包含中心文档"),
        PairClass.IS_CONTAINED: ("Part of the medoid", "中心文档的一部分"),
        PairClass.PARTLY_COPIED: ("Partly copied", "部分复制"),
        PairClass.TEMPLATE_ONLY: ("Shared passages only", "只有共有段落"),
        PairClass.QUOTES: ("Quotes", "引用"),
        PairClass.DIFFERS_IN_NUMBERS: ("Differs in numbers", "仅数字不同"),
        PairClass.UNRELATED: ("Unrelated", "无关"),
        "copy": ("exact copy", "完全相同的副本"),
        "page": ("Page {number} of {count}", "第 {number} 页，共 {count} 页"),
        "pages": ("Pages", "页码"),
    }
)


def export_cluster_report(  # noqa: PLR0913 - what, where, in which language, and who may stop it
    library: Library,
    table: ClusterTable,
    path: Path,
    language: Language,
    control: JobControl,
    *,
    rows_a_page: int = ROWS_A_PAGE,
) -> int:
    """Write the pages; return how many files they list.

    Raises as ``replacing_output``, and JobCancelledError.
    All pages appear, or none: each is written under another name first.
    """
    report = _Report(library, table, path, language, rows_a_page)
    with ExitStack() as stack:
        for number, clusters in enumerate(_pages(library, table, rows_a_page, control), start=1):
            part = stack.enter_context(replacing_output(library, page_path(path, number)))
            with part.open("x", encoding="utf-8", errors="backslashreplace") as file:
                file.writelines(report.page(number, clusters))
    return table.file_count


def page_path(path: Path, number: int) -> Path:
    """Where a page is written: the first at ``path``, the others beside it."""
    return path if number == 1 else path.with_name(f"{path.stem}-{number}{path.suffix}")


_Page = list[tuple[int, NamedCluster]]


def _pages(
    library: Library, table: ClusterTable, rows_a_page: int, control: JobControl
) -> Iterator[_Page]:
    """Clusters with their numbers, some to a page; one page without any where there are none."""
    page: _Page = []
    row_count = 0
    for number, cluster in enumerate(named_clusters(library, table, control), start=1):
        if page and row_count + len(cluster.members) > rows_a_page:
            yield page
            page, row_count = [], 0
        page.append((number, cluster))
        row_count += len(cluster.members)
    yield page


def _page_count(table: ClusterTable, rows_a_page: int) -> int:
    count, row_count = 1, 0
    for size in table.sizes[table.order(ClusterSort.SIZE, descending=True)].tolist():
        if row_count and row_count + size > rows_a_page:
            count, row_count = count + 1, 0
        row_count += size
    return count


class _Report:
    """Writes pages in one language."""

    def __init__(
        self,
        library: Library,
        table: ClusterTable,
        path: Path,
        language: Language,
        rows_a_page: int,
    ) -> None:
        self._library, self._table = library, table
        self._language = language
        self._made = datetime.now().astimezone()
        self._names = [
            page_path(path, number).name for number in range(1, _page_count(table, rows_a_page) + 1)
        ]

    def page(self, number: int, clusters: _Page) -> Iterator[str]:
        """One page, in pieces."""
        lang = "zh-CN" if self._language is Language.CHINESE else "en"
        title = self._word("title")
        yield f'<!DOCTYPE html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">\n'
        yield f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        yield f"<h1>{title}</h1>\n"
        yield from self._head()
        links = self._links(number)
        yield links
        for place, cluster in clusters:
            yield from self._cluster(place, cluster)
        yield f"{links}</body>\n</html>\n"

    def _head(self) -> Iterator[str]:
        table = self._table
        made = self._word("made", day=self._made.isoformat(" ", "minutes"), version=__version__)
        yield f"<p>{self._word('library')}: {_escaped(str(self._library.place))}<br>\n{made}</p>\n"
        key = "any" if table.distance is None else "upto"
        threshold = self._word(key, distance=table.distance, linkage=table.linkage.value)
        counts = self._word(
            "counts",
            clusters=f"{table.cluster_count:,}",
            files=f"{table.file_count:,}",
            copies=f"{table.total_wasted_bytes:,}",
            versions=f"{table.total_version_bytes:,}",
        )
        yield f"<p>{counts if table.cluster_count else self._word('none')}<br>\n{threshold}</p>\n"
        for each in left_out(table.detection):
            what = _escaped(each.sentence(in_chinese=self._language is Language.CHINESE))
            yield f"<p>{self._word('incomplete', what=what)}</p>\n"

    def _links(self, number: int) -> str:
        if len(self._names) == 1:
            return ""
        links = [
            f"<b>{place}</b>"
            if place == number
            else f'<a href="{_escaped(quote(name))}">{place}</a>'
            for place, name in enumerate(self._names, start=1)
        ]
        here = self._word("page", number=number, count=len(self._names))
        return f'<nav aria-label="{self._word("pages")}"><p>{here}: {" ".join(links)}</p></nav>\n'

    def _cluster(self, number: int, cluster: NamedCluster) -> Iterator[str]:
        files = f"{len(cluster.members):,}"
        spread = self._word(
            "spread",
            least=cluster.min_distance,
            most=cluster.max_distance,
            overlap=_escaped(share_text(cluster.min_overlap)),
        )
        yield f'<h2 id="c{number}">{self._word("cluster", number=number, files=files)}</h2>\n'
        yield f'<p class="muted">{spread}</p>\n<table>\n<tr>'
        yield f'<th>{self._word("file")}</th><th class="n">{self._word("overlap")}</th>'
        yield f'<th class="n">{self._word("distance")}</th><th>{self._word("class")}</th>'
        yield f"<th>{self._word('fingerprint')}</th></tr>\n"
        copy = f' <span class="muted">({self._word("copy")})</span>'
        for place, member in enumerate(cluster.members):
            path = _escaped(member.path) + (copy if member.is_copy else "")
            overlap = "" if member.overlap is None else _escaped(share_text(member.overlap))
            what = "medoid" if place == 0 else "others" if member.is_chained else member.pair_class
            yield f'<tr><td>{path}</td><td class="n">{overlap}</td>'
            yield f'<td class="n">{member.distance}</td><td>{self._word(what) if what else ""}</td>'
            yield f'<td class="f">{member.fingerprint.hex}</td></tr>\n'
        yield "</table>\n"

    def _word(self, key: str, **values: object) -> str:
        text = _WORDS[key][self._language is Language.CHINESE]
        return text.format(**values)


def _escaped(text: str) -> str:
    """Safe in a page; characters that turn the text around or cannot be seen as their codes."""
    shown = _UNPRINTABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
    return html.escape(shown)
