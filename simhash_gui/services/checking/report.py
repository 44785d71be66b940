"""A check as a report that can be sent to an author: sections of HTML, and one HTML file of them.

The sections use only what simple HTML has, so that the writer of PDF files can print each of them.
Everything that comes from documents is escaped; the file asks for nothing from the network.
"""

from __future__ import annotations

import platform
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise
from pathlib import Path

import numpy as np

from simhash_gui import __version__
from simhash_gui.core.text.sources import NOBODY
from simhash_gui.services.checking import markup
from simhash_gui.services.checking.findings import (
    CheckSettings,
    Filter,
    Findings,
    Source,
    SourcePassage,
    source_mark,
)
from simhash_gui.services.checking.report_texts import Form, ReportOptions, Words
from simhash_gui.services.comparison.evidence import TextSpan
from simhash_gui.services.comparison.loading import TracedText
from simhash_gui.services.library.libraries import (
    DocumentNotFoundError,
    Library,
    TextDamagedError,
    document_text,
)
from simhash_gui.services.printable import readable_path
from simhash_gui.store.repositories import documents

_COPIED, _QUOTED, _GREY = "#FBD5D0", "#CDE9D3", "#80868F"
_SECTION_CHARACTERS = 20_000
_MOST_SOURCES = 200
_MOST_FLAGS = 300
_MOST_PASSAGES = 2_000
_MOST_EXCERPT = 3_000
_MOST_BEGINNING = 200
_CONTEXT = 12
_SOURCE_PERCENTS = (5, 33, 13, 13, 12, 11, 13)


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """What a report is about: a check, when it was made, and whether the library changed since.

    ``texts`` and ``digests`` are by document.
    """

    question: TracedText
    findings: Findings
    settings: CheckSettings
    library: str
    made: datetime
    texts: Mapping[int, str] = field(default_factory=dict)
    digests: Mapping[int, bytes] = field(default_factory=dict)
    is_outdated: bool = False


def subject_of(
    library: Library, question: TracedText, findings: Findings, settings: CheckSettings
) -> Subject:
    """What a report needs of the library: the texts of the sources and their digests."""
    ids = [source.match.document_id for source in findings.sources[:_MOST_SOURCES]]
    texts: dict[int, str] = {}
    for each in ids:
        try:
            texts[each] = document_text(library, each)
        except (DocumentNotFoundError, TextDamagedError):
            continue  # the figures stand; there is nothing to show beside them
    with library.read() as connection:
        digests = documents.digests_of(connection, ids)
    made = datetime.now().astimezone()
    return Subject(question, findings, settings, str(library.place), made, texts, digests)


def write_report(
    subject: Subject, options: ReportOptions, path: Path, write_pdf: markup.PdfWriter | None
) -> None:
    """Write a report, by the suffix of its name, complete or not at all. Raises OSError."""
    markup.write_sections(sections(subject, options), options.language, path, write_pdf)


def sections(subject: Subject, options: ReportOptions) -> Iterator[str]:
    """The report in pieces that can be printed one after another."""
    report = _Report(subject, options)
    yield report.summary()
    yield report.method() + report.sources() + report.chapters()
    if options.form is not Form.BRIEF:
        yield from report.details(options.form)
    yield report.filters() + report.technical()


class _Report:
    """The sections of one report."""

    def __init__(self, subject: Subject, options: ReportOptions) -> None:
        self.subject = subject
        self.findings = subject.findings
        self.anonymise = options.anonymise
        self.words = Words(options.language)
        self.numbers = {
            source.match.document_id: number
            for number, source in enumerate(self.findings.sources, start=1)
        }

    def summary(self) -> str:
        words, measures = self.words, self.findings.measures
        itself = "".join(
            f"<p>{words('itself')} {markup.shown(self._name(path))}</p>"
            for path in self.findings.itself
        )
        big = (
            markup.big(self._percent(measures.overlap)),
            markup.big(self._percent(measures.identical)),
            markup.big(self._percent(measures.greatest_single)),
        )
        rows, header = [*self._shares(), *self._counts()], ("measure", "value", "meaning")
        library = markup.shown(self._name(self.subject.library))
        made = f"{self.subject.made:%Y-%m-%d %H:%M %Z}"
        return (
            f"<h1>{words('title')}</h1><p><b>{markup.shown(self._manuscript())}</b><br>"
            f"{self._named('library', library)}<br>{self._named('made', made)}</p>"
            f"{self._outdated()}{itself}{self._nothing_there()}{words.incomplete(self.findings.not_compared)}"
            f"{markup.table((), [big, tuple(map(words, ('total', 'identical', 'greatest')))])}"
            f"{self._left_out()}"
            f"<h2>{words('summary')}</h2>"
            f"{markup.table(tuple(map(words, header)), rows, figures=(1,))}"
            f"<p>{words('of_all', characters=markup.number(measures.characters))}</p>"
            f"{self._groups()}{self._flags()}"
        )

    def _left_out(self) -> str:
        """What was found and does not count: without it the total is no answer."""
        left_out = self.findings.measures.left_out
        told = self.words("left_out", share=self._percent(left_out))
        return f"<p><b>{told}</b></p>" if left_out else ""

    def _outdated(self) -> str:
        told = self.words("outdated")
        return f"<p><b>{told}</b></p>" if self.subject.is_outdated else ""

    def _nothing_there(self) -> str:
        is_empty = not self.findings.documents
        return f"<p><b>{self.words('nothing_there')}</b></p>" if is_empty else ""

    def _shares(self) -> Iterator[tuple[str, str, str]]:
        """Each share of the text, with what it means."""
        words, measures = self.words, self.findings.measures
        for name, characters, meaning in (
            ("total", measures.overlap, "total_means"),
            ("identical", measures.identical, "identical_means"),
            ("edited", measures.edited, "edited_means"),
            ("greatest", measures.greatest_single, "single_means"),
            ("without_quoted", measures.without_quoted, "quoted_means"),
            ("without_own", measures.without_own, "own_means"),
        ):
            yield words(name), self._percent(characters), words(meaning)
        for least, characters in measures.by_length:
            name = words("by_length", words=f"{least:g}")
            yield name, self._percent(characters), words("words_means")

    def _counts(self) -> Iterator[tuple[str, str, str]]:
        """Counts of characters, and of chapters where the text has any."""
        words, measures, suspects = self.words, self.findings.measures, self.findings.suspects
        chapters = words("chapters_of", chapters=suspects.chapters)
        of_chapters = (
            ("suspects", suspects.suspected, chapters),
            ("suspects_most", suspects.greatest, ""),
            ("suspects_least", suspects.least, ""),
        )
        for name, count, note in (
            ("overlap_characters", measures.overlap, ""),
            ("characters", measures.characters, ""),
            *(of_chapters if self._has_chapters else ()),
            ("front", measures.front, ""),
            ("back", measures.overlap - measures.front, ""),
        ):
            yield words(name), markup.number(count), note

    def sources(self) -> str:
        words, found = self.words, self.findings.sources
        header = ("source", "full", "best", "longest", "matches", "distance")
        rows = [self._source_row(number, source) for number, source in _numbered(found)]
        more = len(found) - len(rows)
        note = f"<p>{words('more_sources', count=more)}</p>" if more else ""
        heads = ("", *map(words, header))
        table = markup.table(heads, rows, percents=_SOURCE_PERCENTS, figures=range(2, 7))
        return (
            f"<h2>{words('sources')}</h2>{table}{note}"
            f"<p>{words('shares_note')}</p>{self._pieces_note()}{self._distance_note()}"
        )

    def _pieces_note(self) -> str:
        has_pieces = any(source.pieces for source in self.findings.sources)
        return f"<p>{self.words('pieces_note')}</p>" if has_pieces else ""

    def _distance_note(self) -> str:
        has_distance = any(each.match.distance is not None for each in self.findings.sources)
        return f"<p>{self.words('distance_note')}</p>" if has_distance else ""

    def chapters(self) -> str:
        """Each with its figures, where the text has any."""
        words = self.words
        if not self._has_chapters:
            return ""
        rows = [
            (
                markup.shown(chapter.title) or words("beginning"),
                markup.number(chapter.span.end - chapter.span.start),
                markup.number(chapter.overlap),
                markup.share(chapter.ratio),
                "" if chapter.source is None else str(chapter.source + 1),
            )
            for chapter in self.findings.chapters
        ]
        header = ("chapter", "characters", "overlap_characters", "share", "main_source")
        table = markup.table(tuple(map(words, header)), rows, figures=range(1, 5))
        return f"<h2>{words('chapters')}</h2>{table}"

    @property
    def _has_chapters(self) -> bool:
        return any(chapter.title for chapter in self.findings.chapters)

    def details(self, form: Form) -> Iterator[str]:
        """The text, the passages beside their sources, or both."""
        if form is not Form.COMPARED:
            yield from self.text(is_by_source=form is Form.FULL)
        if form is not Form.MARKED:
            yield from self.side_by_side()

    def text(self, *, is_by_source: bool) -> Iterator[str]:
        note = self.words("text_note" if is_by_source else "marked_note")
        begin = f"<h2>{self.words('text')}</h2><p>{note}</p>"
        for start, end in _pieces(self.findings.text):
            body = "".join(self._coloured(start, end, is_by_source))
            yield f'{begin}<p class="text" style="white-space:pre-wrap">{body}</p>'
            begin = ""

    def side_by_side(self) -> Iterator[str]:
        words = self.words
        pending = f"<h2>{words('compared')}</h2>"
        left, others = _MOST_PASSAGES, 0
        for number, source in _numbered(self.findings.sources):
            text = self.subject.texts.get(source.match.document_id)
            if text is None or left <= 0:
                others += len(source.places)
                continue
            own = source.places[:left]
            left -= len(own)
            rows = [self._beside(each, text) for each in own]
            header = (words("here"), words("there"))
            name = f"{number}. {markup.shown(self._source_name(number, source))}"
            more = len(source.places) - len(own)
            note = f"<p>{words('passages_more', count=more)}</p>" if more else ""
            beside = markup.table(header, rows, is_even=True)
            pending += f'<p class="head"><b>{name}</b></p>{beside}{note}'
            if len(pending) > _SECTION_CHARACTERS:
                yield pending
                pending = ""
        others += sum(len(source.places) for source in self.findings.sources[_MOST_SOURCES:])
        yield pending + (f"<p>{words('others_more', count=others)}</p>" if others else "")

    def filters(self) -> str:
        words = self.words
        effects = [
            (
                self._filter(each.filter),
                words("yes" if each.is_on else "no"),
                markup.number(each.characters),
                f"{markup.number(each.overlap)} ({self._percent(each.overlap)})",
            )
            for each in self.findings.effects
        ]
        reasons = [
            (
                markup.shown(self._source_name(self.numbers.get(source.match.document_id), source)),
                f"{each.passage.a.start}–{each.passage.a.end}",
                markup.long(self._beginning(each.passage.a)),
                markup.shown(each.reason),
            )
            for source in self.findings.matches
            for each in source.listed
            if each.reason is not None
        ]
        header = ("filter", "is_on", "covers", "takes_off")
        excluded = (
            markup.table(
                tuple(map(words, ("source", "place", "excluded", "reason"))), reasons, figures=(1,)
            )
            if reasons
            else f"<p>{words('none')}</p>"
        )
        return (
            f"<h2>{words('filters')}</h2>"
            f"{markup.table(tuple(map(words, header)), effects, figures=(2, 3))}"
            f"<h2>{words('exclusions')}</h2>{excluded}{self._still_counted()}"
        )

    def _filter(self, filter_: Filter) -> str:
        least_words, few = self.subject.settings.least_words, self.findings.few_documents
        is_shared, is_large = filter_ is Filter.SHARED, few < self.findings.documents
        name = "shared_in_few" if is_shared and not is_large else filter_
        return self.words(name, words=f"{least_words:g}", count=few)

    def _named(self, key: str, value: str) -> str:
        return self.words("named", name=self.words(key), value=value)

    def _still_counted(self) -> str:
        characters = self.findings.still_counted
        still = self.words("still_counted", share=self._percent(characters))
        return f"<p>{still}</p>" if characters else ""

    def technical(self) -> str:
        words, question, settings = self.words, self.subject.question, self.subject.settings
        rows = [
            (words("program"), f"simhash-gui {__version__}, Python {platform.python_version()}"),
            (words("recipe"), markup.shown(question.fingerprint.recipe_id)),
            (self._named("manuscript", words("digest")), question.digest.hex() or "–"),
        ]
        if settings.own and not self.anonymise:
            rows.append((words("own_patterns"), markup.shown(", ".join(settings.own))))
        for number, source in _numbered(self.findings.sources):
            digest = self.subject.digests.get(source.match.document_id, b"")
            name = markup.shown(self._source_name(number, source))
            named = words("named", name=f"{number}. {name}", value=words("digest"))
            rows.append((named, digest.hex() or "–"))
        return f"<h2>{words('technical')}</h2>{markup.table((), rows)}"

    def method(self) -> str:
        """Begins a page of print: the tables before it nearly fill one."""
        return f"<h2>{self.words('method')}</h2><p>{self.words('method_text')}</p>"

    def _groups(self) -> str:
        words = self.words
        rows = [
            (words(group), markup.number(matches), markup.number(size), self._percent(size))
            for group, matches, size in self.findings.groups
        ]
        header = ("group", "matches", "overlap_characters", "share")
        has_no_match = any(size and not matches for _, matches, size in self.findings.groups)
        note = f"<p>{words('groups_note')}</p>" if has_no_match else ""
        table = markup.table(tuple(map(words, header)), rows, figures=range(1, 4))
        return f"<h2>{words('groups')}</h2>{table}{note}"

    def _flags(self) -> str:
        words, flags = self.words, self.findings.flags
        title = f"<h2>{words('flags')}</h2>"
        if not flags:
            return f"{title}<p>{words('no_flags')}</p>"
        rows = []
        for flag in flags[:_MOST_FLAGS]:
            start, end = flag.offset, flag.offset + flag.length
            before = markup.shown(self.findings.text[max(0, start - _CONTEXT) : start])
            inside = markup.shown(self.findings.text[start:end])
            after = markup.shown(self.findings.text[end : end + _CONTEXT])
            context = f"{before}<b><u>{inside}</u></b>{after}"
            rows.append(
                (words(flag.kind), markup.number(start), markup.number(flag.length), context)
            )
        left = len(flags) - len(rows)
        more = f"<p>{words('flags_more', count=left)}</p>" if left else ""
        header = ("flag", "place", "length", "context")
        return f"{title}{markup.table(tuple(map(words, header)), rows, figures=(1, 2))}{more}"

    def _source_row(self, number: int, source: Source) -> tuple[str, ...]:
        own = f" ({self.words('own')})" if source.is_own else ""
        distance = source.match.distance
        return (
            markup.badge(number),
            markup.long(markup.shown(self._source_name(number, source))) + own,
            self._percent(source.full),
            self._percent(source.best) if source.best else "–",
            markup.number(source.longest),
            markup.number(len(source.places)),
            "–" if distance is None else str(distance),
        )

    def _coloured(self, start: int, end: int, is_by_source: bool) -> Iterator[str]:
        findings, inside = self.findings, slice(start, end)
        owners, marks = findings.owners[inside], findings.attribution
        is_marked = (marks.quoted | marks.cited)[inside]
        kinds = (
            (owners + 1) * 8
            + findings.is_equal[inside] * 4
            + findings.is_left_out[inside] * 2
            + is_marked * (not is_by_source)
        )
        edges = [0, *(np.flatnonzero(np.diff(kinds)) + 1).tolist(), end - start]
        before = NOBODY
        for first, last in pairwise(edges):
            if first == last:
                continue
            owner = int(owners[first])
            piece = markup.shown(findings.text[start + first : start + last]).replace("\n", "<br>")
            if owner not in (NOBODY, before):
                yield f"<sup>{source_mark(owner)}</sup>"
            before = owner
            is_equal = bool(findings.is_equal[start + first])
            if owner == NOBODY:
                is_out = findings.is_left_out[start + first]
                yield f'<span style="color:{_GREY}">{piece}</span>' if is_out else piece
            elif is_by_source:
                yield markup.span(piece, markup.colour_of(owner), underline=not is_equal)
            elif is_marked[first]:
                yield f"<i>{markup.span(piece, _QUOTED, underline=False)}</i>"
            else:
                yield markup.span(piece, _COPIED, underline=True)

    def _beside(self, each: SourcePassage, text: str) -> tuple[str, str]:
        passage = each.passage
        sides = (
            (self.findings.text, passage.a, [run for run, _ in passage.runs]),
            (text, passage.b, [run for _, run in passage.runs]),
        )
        here, there = (self._excerpt(*side) for side in sides)
        return f"{markup.long(here)}<br><i>{self._standing(each)}</i>", markup.long(there)

    def _standing(self, each: SourcePassage) -> str:
        """How a passage is marked, or that it does not count."""
        if each.reason is not None:
            return self.words("out_by_hand", reason=markup.shown(each.reason))
        span = each.passage.a
        out, length = self.findings.is_left_out[span.start : span.end], span.end - span.start
        if not out.any():
            return self.words(each.group)
        counts = markup.number(int(np.count_nonzero(out))), markup.number(length)
        note = self.words("out_of_count", count=counts[0], all=counts[1])
        return note if out.all() else f"{self.words(each.group)} · {note}"

    def _excerpt(
        self, text: str, span: TextSpan, equal: Sequence[TextSpan], most: int = _MOST_EXCERPT
    ) -> str:
        """A passage with the words marked that the other side has not."""
        end = min(span.end, span.start + most)
        parts, place = [], span.start
        for run in sorted(equal, key=lambda run: run.start):
            if run.start >= end:
                break
            parts.append(markup.differing(text[place : max(place, run.start)]))
            parts.append(markup.shown(text[max(place, run.start) : min(run.end, end)]))
            place = max(place, min(run.end, end))
        parts.append(markup.differing(text[place:end]))
        more = span.end - end
        parts.append(self.words("characters_more", count=markup.number(more)) if more else "")
        return "".join(parts).replace("\n", "<br>")

    def _beginning(self, span: TextSpan) -> str:
        return self._excerpt(self.findings.text, span, [span], _MOST_BEGINNING)

    def _percent(self, characters: int) -> str:
        return markup.share(self.findings.measures.ratio(characters))

    def _manuscript(self) -> str:
        return (
            self.words("manuscript")
            if self.anonymise
            else readable_path(self.subject.question.path)
        )

    def _source_name(self, number: int | None, source: Source) -> str:
        if self.anonymise:
            return self.words("source_n", number=number or "–")
        return readable_path(source.path)

    def _name(self, path: str) -> str:
        return "–" if self.anonymise else readable_path(path)


def _numbered(sources: Sequence[Source]) -> Iterator[tuple[int, Source]]:
    return enumerate(sources[:_MOST_SOURCES], start=1)


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    """Stretches of a text that one section can hold, at the ends of lines where there are any."""
    start = 0
    while start < len(text):
        end = min(len(text), start + _SECTION_CHARACTERS)
        if end < len(text):
            end = max(text.rfind("\n", start + 1, end) + 1, 0) or end
        yield start, end
        start = end
