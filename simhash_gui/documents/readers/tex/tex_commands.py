"""What the commands of LaTeX mean for the text, and the macros that a document defines."""

from __future__ import annotations

import re


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split())


DROPPED_ARGUMENTS = {
    **dict.fromkeys(
        _names(
            """label ref eqref pageref autoref cref Cref nameref vref cite citep citet citealp
        citeauthor citeyear parencite textcite autocite footcite nocite usepackage
        RequirePackage input include includeonly includegraphics bibliographystyle bibliography
        addbibresource graphicspath hspace vspace pagestyle thispagestyle pagenumbering index
        glsadd hypersetup color pagecolor documentclass documentstyle hyphenation selectlanguage
        setmainfont setCJKmainfont setsansfont setmonofont setCJKsansfont setCJKmonofont
        geometry theoremstyle bibitem phantom hphantom vphantom special write16 typeout
        PackageWarning ProvidesPackage linespread fontsize titleformat usetikzlibrary tikzset
        pgfplotsset lstset sisetup captionsetup newpagestyle allowdisplaybreaks columnbreak
        enlargethispage hyperlink cline cmidrule noalign DeclareMathOperator newcounter
        stepcounter refstepcounter value arabic roman alph counterwithin numberwithin setlist
        urlstyle crefname babelprovide foreignlanguage hypertarget citeproc bookmarksetup
        texorpdfstring"""
        ),
        1,
    ),
    **dict.fromkeys(
        _names(
            """setlength addtolength setcounter addtocounter newcommand renewcommand providecommand
        DeclareRobustCommand newtheorem definecolor rule settowidth addcontentsline fontspec
        setotherlanguage newenvironment renewenvironment NewDocumentCommand RenewDocumentCommand
        newacronym newglossaryentry DeclareMathSymbol titlespacing hyperdef pdfbookmark"""
        ),
        2,
    ),
    **dict.fromkeys(["href", "textcolor", "colorbox", "hyperref", "raisebox", "parbox"], 1),
    **dict.fromkeys(["resizebox", "fcolorbox", "multirow", "multicolumn"], 2),
    "newenvironment": 3,
    "renewenvironment": 3,
    "NewDocumentCommand": 3,
    "RenewDocumentCommand": 3,
    "addcontentsline": 3,
    "definecolor": 3,
    "DeclareMathOperator": 2,
    "newglossaryentry": 2,
    "newacronym": 3,
    "hyperref": 0,
}
"""How many arguments in braces are not text. What follows them is text as usual."""

LONG_TABLES = frozenset(["longtable", "longtable*", "xltabular", "longtabu"])
REPEATED_TABLE_PARTS = frozenset(["endhead", "endfoot"])
"""What ends here stands on every page but the first, or on every page but the last."""
TABLE_PARTS = REPEATED_TABLE_PARTS | {"endfirsthead", "endlastfoot"}

TITLE_PAGES = frozenset(["maketitle", "titlepage"])

STRUCTURE = (
    TABLE_PARTS
    | TITLE_PAGES
    | frozenset(
        _names(
            """begin end iffalse newcommand renewcommand providecommand DeclareRobustCommand
        def gdef edef xdef let"""
        )
    )
)
"""What is more than a text or its argument; the last ones define a name."""

HEADINGS = frozenset(
    _names(
        """part chapter section subsection subsubsection paragraph subparagraph caption title
        author date subtitle institute affiliation thanks frametitle framesubtitle captionof
        subcaption"""
    )
)
"""Their argument is a paragraph of its own."""

NOTES = frozenset(["footnote", "footnotetext", "endnote", "marginpar", "sidenote", "thanks"])
"""Their argument stands after the paragraph."""

TITLES = {"title": "title", "author": "author", "date": "date"}

BREAKS = {
    "par": "\n\n", "newline": "\n", "linebreak": "\n", "item": "\n", "newpage": "\n\n",
    "clearpage": "\n\n", "cleardoublepage": "\n\n", "hline": "", "tabularnewline": "\n",
    "bibitem": "\n", "quad": " ", "qquad": " ", "enspace": " ", "hfill": " ", "hfil": " ",
    "smallskip": "\n\n", "medskip": "\n\n", "bigskip": "\n\n", "vfill": "\n\n",
}  # fmt: skip

SYMBOLS = {
    "LaTeX": "LaTeX", "TeX": "TeX", "LaTeXe": "LaTeX2e", "XeTeX": "XeTeX", "XeLaTeX": "XeLaTeX",
    "ldots": "…", "dots": "…", "textellipsis": "…", "textendash": "–", "textemdash": "—",
    "textquoteleft": "‘", "textquoteright": "’", "textquotedblleft": "“", "textquotedblright": "”",
    "textquotedbl": '"', "textquotesingle": "'", "guillemotleft": "«", "guillemotright": "»",
    "textbackslash": "\\", "textasciitilde": "~", "textasciicircum": "^", "textbar": "|",
    "textless": "<", "textgreater": ">", "textbullet": "•", "textdegree": "°",
    "textasteriskcentered": "*",
    "textunderscore": "_", "textbraceleft": "{", "textbraceright": "}", "textdollar": "$",
    "copyright": "©", "textcopyright": "©", "textregistered": "®", "texttrademark": "™",
    "pounds": "£", "textsterling": "£", "euro": "€", "texteuro": "€", "S": "§", "P": "¶",
    "dag": "†", "ddag": "‡", "ss": "ß", "SS": "SS", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ",
    "aa": "å", "AA": "Å", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "i": "ı", "j": "ȷ", "dh": "ð",
    "th": "þ", "slash": "/", "textsection": "§", "textparagraph": "¶", "lbrack": "[", "rbrack": "]",
    "lbrace": "{", "rbrace": "}", "textquotesingle ": "'", "space": " ", "textvisiblespace": " ",
    "today": "", "CJKsout": "", "textperiodcentered": "·", "cdots": "…",
}  # fmt: skip

ACCENTS = {
    "`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", "=": "\u0304", "u": "\u0306",
    ".": "\u0307", '"': "\u0308", "r": "\u030a", "H": "\u030b", "v": "\u030c", "d": "\u0323",
    "c": "\u0327", "k": "\u0328", "b": "\u0331",
}  # fmt: skip
"""As characters that combine with the one before."""

VERBATIM = frozenset(["verbatim", "verbatim*", "Verbatim", "lstlisting", "minted", "alltt"])

MATHEMATICS = frozenset(
    _names(
        """equation equation* align align* alignat alignat* gather gather* multline multline*
        eqnarray eqnarray* displaymath math flalign flalign* dmath dmath*"""
    )
)

BOXES = frozenset(["minipage"])
"""Environments that stand in a line or a cell as a word does."""

LEFT_OUT = frozenset(
    _names(
        """comment tikzpicture pgfpicture picture asy filecontents filecontents* CCSXML ignore"""
    )
)

ENVIRONMENT_ARGUMENTS = {
    **dict.fromkeys(
        _names(
            """tabular array longtable minipage thebibliography multicols wrapfigure spacing CJK
        CJK* adjustwidth list tabu"""
        ),
        1,
    ),
    **dict.fromkeys(
        ["tabular*", "tabularx", "tabulary", "wraptable", "CJK", "CJK*", "CSLReferences"], 2
    ),
}


# --- signs, and what is left of a source without its commands ------------------------------------

LIGATURES = {"---": "—", "--": "–", "``": "“", "''": "”"}
MARKS = {"&": "\t", "~": " "}
SPACES = {"\\": "\n", " ": " ", "\n": " ", "\t": " ", ",": " ", ";": " ", ":": " "}
WITHOUT_TEXT = frozenset("-/!@+<>=`|")
RAW = frozenset({"url", "path", "nolinkurl", "lstinline"})
_LABEL = re.compile(r"\\(?:label|nonumber|notag)\b(?:\{[^{}]*\})?")


def on_one_line(mathematics: str) -> str:
    """The source of a formula without its labels."""
    return " ".join(_LABEL.sub("", mathematics).split())


def without_commands(source: str) -> str:
    """What stands between commands and braces."""
    return re.sub(r"\\[A-Za-z@]+\*?\s*|[{}]", "", source)


# --- macros of a document ------------------------------------------------------------------------
# Only those without arguments, such as ``\newcommand{\eg}{for example}``, and only short ones;
# how much may come of all together is limited, for macros in macros could grow without end.

_LONGEST = 200
"""Characters of a definition, and of what it stands for."""

_MOST = 10_000
_MAX_CHARACTERS = 1_000_000
_SPACE_IF_NEEDED = "\\xspace"


class Macros:
    """What is known so far. Definitions hold from where they stand to the end of the document."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}
        self._definitions_left = _MOST
        self._characters_left = _MAX_CHARACTERS

    def wants(self, definition: str) -> bool:
        """Whether this one is to be defined: it is short, without arguments, not one too many."""
        self._definitions_left -= 1
        return self._definitions_left >= 0 and len(definition) <= _LONGEST and "#" not in definition

    def define(self, name: str, text: str, definition: str) -> None:
        """Have a name stand for a text; what was written says whether a space is to follow."""
        space = " " if definition.rstrip().endswith(_SPACE_IF_NEEDED) else ""
        self._texts[name] = f"{text}{space}" if len(text) <= _LONGEST else ""

    def text(self, name: str, *, before_space: bool) -> str:
        """What a name stands for, nothing when that is not known.

        Spaces after a name do not count; a macro may put one in their place, ``before_space``.
        """
        text = self._texts.get(name, "")
        self._characters_left -= len(text)
        if self._characters_left < 0:
            return ""
        return text if before_space else text.removesuffix(" ")
