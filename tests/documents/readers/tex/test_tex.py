from __future__ import annotations

from itertools import pairwise

import pytest

from simhash_gui.documents.readers import read_bytes, reader_for
from simhash_gui.documents.readers.tex.tex import recognises, tex_content
from simhash_gui.documents.records import Metadata

WHOLE = r"""% A comment with \begin{document}
\documentclass[12pt]{article}
\usepackage[utf8]{inputenc}
\title{A \emph{title}\thanks{Thanks}}
\author{One \and Two}
\newcommand{\name}[2][x]{not this #1}
\begin{document}
\maketitle
\section{Heading}\label{sec:x}
Text\footnote{A \textbf{note}.} goes % not this
on.
\end{document}
Not this either.
"""


def text_of(source: str) -> str:
    return tex_content(source)[0]


def test_a_document_is_its_title_headings_text_and_notes() -> None:
    extracted = read_bytes(WHOLE.encode(), "a.tex")
    assert extracted.text == "A title\n\nOne Two\n\nHeading\n\nText goes on.\n\nA note."
    assert extracted.metadata == Metadata("A title", "One Two")


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (r"\textbf{bold} {\em slanted} \unknown{kept}[x]", "bold slanted kept[x]"),
        ("one\ntwo\n\nthree", "one two\n\nthree"),
        ("第一行\n第二行 abc\n第三行", "第一行第二行 abc 第三行"),
        ("100\\% \\& \\_ \\# \\$ \\{\\}", "100% & _ # $ {}"),
        ("``quoted'' --- and -- so~on\\ldots", "“quoted” — and – so on…"),
        (r"\'etude caf\'{e} na\"{\i}ve \c{c}a Erd\H{o}s \ss \o", "étude café naïve ça Erdős ßø"),
        (r"see~\cite[p.~3]{key} and \ref{x}\label{y}.", "see and ."),
        (r"\href{http://a.b/c%d}{a link} \url{http://a.b/%20x}", "a link http://a.b/%20x"),
        (
            "\\hypertarget{an-anchor}{%\n\\section{A head}\\label{an-anchor}}\n\nText",
            "A head\n\nText",
        ),
        (r"\hypertarget{an-anchor}{\section{A \emph{head}}} end", "A head\n\nend"),
        (
            r"\hypertarget{an-anchor}{}\hyperdef{}{x}{kept} \hyperlink{an-anchor}{a link}",
            "kept a link",
        ),
        (
            r"\hyperref[sec:x]{a section} \href[page=2]{http://a.b}{text}\label{sec:y}",
            "a section text",
        ),
        (r"\section{On \texorpdfstring{$H_2O$}{water}}\pdfbookmark[1]{Other}{x}", "On water"),
        (r"\begin{CSLReferences}{1}{0}\citeproc{ref-a}{(Smith)}\end{CSLReferences}", "(Smith)"),
        (r"$a^2 + b$ and \(c\) and \[ d \] and $$e$$", "a^2 + b and c and d and e"),
        (r"\begin{equation}\label{e} E = mc^2 \end{equation}", "E = mc^2"),
        (r"\begin{itemize}\item one \item[term] two\end{itemize}", "one\nterm two"),
        (r"\begin{tabular}{ll} a & b \\[2pt] \hline c & d \end{tabular}", "a\tb\nc\td"),
        (r"\begin{figure}[h]\includegraphics[w=1]{x}\caption{Seen}\end{figure}", "Seen"),
        ("\\begin{verbatim}\n\\raw{ %x\n\\end{verbatim}", "\\raw{ %x"),
        ("\\begin{comment}gone\\end{comment}left", "left"),
        (r"\begin{tabular}{l}\begin{minipage}{1em}a\end{minipage} & b\end{tabular}", "a\tb"),
        (r"\verb|a_b| \verb+c+", "a_b c"),
        (r"\def\x#1{gone}\let\a=\b" + "\nleft", "left"),
        (r"\input{other}\include{more}left", "left"),
        (r"\textcolor{red}{kept} \hspace*{1cm} \footnote{n} end", "kept end\n\nn"),
        (r"a\\b\\[1ex]c\par d", "a\nb\nc\n\nd"),
        (r"\foreignlanguage{german}{Wort} exam\-ple", "Wort example"),
        ("% only a comment", ""),
        (r"\newcommand{\x}{for \emph{one}}\x, \x{} end \x end", "for one, for one end for oneend"),
        (r"\newcommand\x{Sim\xspace}\x one \x, \x\emph{two}", "Sim one Sim, Simtwo"),
        (r"\def\x{a}\def\y{\x b\x}\def\z#1{gone}\y\z{c}", "abac"),
        (r"\newcommand{\x}[1]{gone #1}\renewcommand*{\today}{now}\x{kept}", "kept"),
        (r"a\iffalse b\ifx c\else d\fi e\iff\fi f\iffalse g\else h\fi i", "a f hi"),
        (r"a\iffalse b", "ab"),
        (
            r"\begin{longtable}{ll}\caption{C}\\ a & b \\\endfirsthead \caption{C}\\ a & b \\"
            r"\endhead go on \\\endfoot end \\\endlastfoot c & d \\ \end{longtable}",
            "C\n\na\tb\nend\nc\td",
        ),
        (
            r"\begin{longtable}{l} a\\\endhead b\\\endfoot c\\\end{longtable} \endhead"
            r"\begin{longtable}{l} d\\\endhead\end{longtable}",
            "a\nb\nc\n\nd",
        ),
    ],
)
def test_commands_go_and_text_stays(source: str, text: str) -> None:
    assert text_of(source) == text


@pytest.mark.parametrize(
    "unit", ["{", "}", r"\label{", r"\footnote{", r"\section{", "$", r"\[", r"\begin{verbatim}",
             "%", "\\", r"\foo[", r"\def\a{", r"\def\a{\a\a}\a", r"\iffalse", r"\iffalse\if ",
             r"\begin{longtable}\endfoot", r"\'", r"\title{",
             r"\def\x", r"\item[", r"\verb|", "&", "\n \n"],
)  # fmt: skip
def test_whatever_is_repeated_without_end_is_read_in_time(unit: str) -> None:
    assert isinstance(text_of(unit * 100_000), str)


def test_macros_that_grow_in_macros_come_to_an_end() -> None:
    names = "abcdefghijklmnopqrstuvw"
    growing = "".join(rf"\def\{new}{{\{old}\{old}}}" for old, new in pairwise(names))
    assert len(text_of(r"\def\a{ten words}" + growing + r"\w" * 20_000)) < 2_000_000
    assert len(text_of(rf"\def\a{{{'x' * 200}}}" + r"\a" * 20_000)) < 2_000_000


@pytest.mark.parametrize("tenth", range(1, 10))
def test_what_is_cut_off_is_read_as_far_as_it_goes(tenth: int) -> None:
    part = WHOLE[: len(WHOLE) * tenth // 10]
    assert read_bytes(part.encode(), "a.tex").text.strip() is not None


def test_the_declared_encoding_is_followed() -> None:
    source = (
        "\\documentclass{article}\\usepackage[latin1]{inputenc}\n\\begin{document}é\\end{document}"
    )
    assert read_bytes(source.encode("latin-1"), "a.tex").text == "é"


def test_the_content_tells_the_format() -> None:
    assert reader_for(WHOLE.encode(), "a.txt").name == "tex"


@pytest.mark.parametrize("data", [b"", b"Use \\documentclass{x}.", b"# Title\n\\documentclass{x}"])
def test_text_about_tex_is_none(data: bytes) -> None:
    assert not recognises(data)
