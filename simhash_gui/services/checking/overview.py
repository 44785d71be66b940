"""The first page of a batch: a table of its documents; among themselves a heat map, and of a tender
what its bids share.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from urllib.parse import quote

from simhash_gui.services.checking import markup
from simhash_gui.services.checking.batch import Matrix, Row, UnreadDocument, not_compared
from simhash_gui.services.checking.findings import CheckSettings, Filter
from simhash_gui.services.checking.markup import page_of, shown
from simhash_gui.services.checking.report_texts import ReportOptions, Words
from simhash_gui.services.checking.tenders import Likeness, Shared, SharedKind
from simhash_gui.services.printable import readable_path

_MOST_CELLS = 40_000
_NUMBERED_UP_TO = 40
_MOST_SHARED = 200


@dataclass(frozen=True, slots=True, eq=False)
class Finished:
    """A checked document, and the name of its report."""

    report: str
    document: Row


@dataclass(frozen=True, slots=True, eq=False)
class Overview:
    """What a batch found; ``matrix`` among themselves, ``pairs`` of bids."""

    finished: Sequence[Finished]
    failed: Sequence[UnreadDocument]
    matrix: Matrix | None = None
    pairs: Sequence[Likeness] | None = None


def report_names(paths: Sequence[Path]) -> dict[Path, str]:
    """A name for the report of each document: its own, numbered, for two may have the same."""
    names: dict[Path, str] = {}
    for number, path in enumerate(paths, start=1):
        plain = "".join(each if each.isalnum() or each in "-_." else "_" for each in path.stem)
        names[path] = f"{number:04}-{plain[:60]}.html"
    return names


def overview_page(found: Overview, options: ReportOptions, settings: CheckSettings) -> str:
    """A page with links to the reports beside it."""
    words, finished = Words(options.language), found.finished
    matrix, pairs = found.matrix, found.pairs
    numbers = {each.document.path: number for number, each in enumerate(finished, start=1)}
    parts = [_table(finished, words, options.anonymise), _filters(settings, words)]
    parts.append(words.incomplete(not_compared([each.document for each in finished])))
    parts += [_unread(each, words, options.anonymise) for each in found.failed]
    if matrix is not None:
        parts.append(_matrix(matrix, numbers, words))
    if pairs is not None:
        names = {path: _name(path, number, words, options) for path, number in numbers.items()}
        parts.append(_tender(pairs, names, words, options.anonymise))
    return "".join(page_of(parts, words))


def _filters(settings: CheckSettings, words: Words) -> str:
    """What is in none of the shares; without it they are no answer."""
    names = [
        words(
            "shared_by_many" if each is Filter.SHARED else each, words=f"{settings.least_words:g}"
        )
        for each in Filter
        if each in settings.filters
    ]
    told = words("filters_on", filters=words("between").join(names))
    return f"<p><b>{told}</b></p>" if names else ""


def _unread(each: UnreadDocument, words: Words, anonymise: bool) -> str:
    path = "…" if anonymise else shown(readable_path(each.path))
    return f"<p>{words('unread', path=path, reason=words(each.failure.reason))}</p>"


def _matrix(matrix: Matrix, numbers: Mapping[str, int], words: Words) -> str:
    title, count = f"<h2>{words('matrix')}</h2>", len(matrix.paths)
    if count**2 > _MOST_CELLS:
        return f"{title}<p>{words('matrix_large', count=count)}</p>"
    cells = "".join(_heat_map(matrix, [numbers[path] for path in matrix.paths]))
    return f"{title}<p>{words('matrix_note')}</p>{cells}"


def _name(path: str, number: int, words: Words, options: ReportOptions) -> str:
    return f"{words('manuscript')} {number}" if options.anonymise else readable_path(path)


def _tender(
    pairs: Sequence[Likeness], names: Mapping[str, str], words: Words, anonymise: bool
) -> str:
    """What bids share, pair by pair; those with most first."""
    parts = [f"<h2>{words('tender')}</h2><p>{words('tender_note')}</p>"]
    for pair in sorted(pairs, key=lambda pair: -sum(1 for _ in pair.rows())):
        rows = [
            _shared(each, names, words, anonymise) for each in islice(pair.rows(), _MOST_SHARED)
        ]
        more = sum(1 for _ in pair.rows()) - len(rows)
        note = f"<p>… {markup.number(more)}</p>" if more else ""
        head = tuple(words(each) for each in ("shared_kind", "shared_what", "pages"))
        sides = " · ".join(markup.long(shown(names[each])) for each in (pair.a, pair.b))
        parts.append(f"<h3>{sides}</h3>{markup.table(head, rows)}{note}")
    return "".join(parts) if pairs else f"{parts[0]}<p>{words('none')}</p>"


def _shared(
    each: Shared, names: Mapping[str, str], words: Words, anonymise: bool
) -> tuple[str, str, str]:
    """Anonymised, neither names nor properties are told."""
    is_name = each.kind in (SharedKind.NAME, SharedKind.PROPERTY)
    text = "…" if anonymise and is_name else each.text
    other = names.get(each.other, each.other)
    pages = " · ".join(str(page or "–") for page in each.pages) if any(each.pages) else ""
    kind = words(each.kind, other=shown(other))
    return kind, markup.long(shown(text)), pages


def _table(finished: Sequence[Finished], words: Words, anonymise: bool) -> str:
    header = (
        "manuscript",
        "characters",
        "total",
        "greatest",
        "without_quoted",
        "not_counted",
        "flags",
    )
    rows = [_row(number, each, words, anonymise) for number, each in _ranked(finished)]
    table = markup.table(("", *map(words, header)), rows, figures=(0, *range(2, 8)))
    return f"<h1>{words('title')}</h1>{table}"


def _ranked(finished: Sequence[Finished]) -> list[tuple[int, Finished]]:
    """By total overlap, with their numbers."""

    def total(each: tuple[int, Finished]) -> float:
        return -each[1].document.ratio(each[1].document.overlap)

    return sorted(enumerate(finished, start=1), key=total)


def _row(number: int, each: Finished, words: Words, anonymise: bool) -> tuple[str, ...]:
    row = each.document
    name = f"{words('manuscript')} {number}" if anonymise else readable_path(row.path)
    ratios = (row.overlap, row.greatest_single, row.without_quoted, row.left_out)
    link = f'<a class="long" href="{quote(each.report)}">{shown(name)}</a>'
    return (
        str(number),
        link,
        markup.number(row.characters),
        *(markup.share(row.ratio(size)) for size in ratios),
        markup.number(row.flags),
    )


def _heat_map(matrix: Matrix, numbers: Sequence[int]) -> Iterator[str]:
    """Darker is more; small ones have their numbers in them."""
    is_small = len(numbers) <= _NUMBERED_UP_TO
    size = "2.4em" if is_small else "max(5px, calc(60em / var(--n)))"
    square = f"width:{size};height:{size};padding:0;text-align:center"
    yield (
        f'<div style="overflow:auto"><table style="--n:{len(numbers)};width:auto;font-size:8pt">'
        f"<tr><th></th>{''.join(f'<th>{each}</th>' for each in numbers) if is_small else ''}</tr>"
    )
    for number, row in zip(numbers, matrix.shares, strict=True):
        yield f"<tr><th>{number}</th>"
        for other, share in zip(numbers, row, strict=True):
            light = 97 - round(share * 62)
            ink = "#fff" if light < 60 else "#1B1F27"
            text = f"{share:.0%}" if is_small and share else ""
            yield (
                f'<td style="background:hsl(24 75% {light}%);color:{ink};{square}"'
                f' title="{number} → {other}: {markup.share(share)}">{text}</td>'
            )
        yield "</tr>"
    yield "</table></div>"
