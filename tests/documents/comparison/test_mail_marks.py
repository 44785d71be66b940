"""Lines of messages that their authors did not write for them."""

import re
import sys

import pytest

from simhash_gui.documents.comparison import mail_signs as signs
from simhash_gui.documents.comparison.mail_marks import Marks, line_marks

MESSAGE = """\
A On Mon, Mar 3, 2008 at 10:12 AM, Paul Smith
A <paul@example.org> wrote:
Q > How do I read a file?
Q > > I do not know.
O See the manual.
S --\x20
S Joe
F _______________________________________________
F help mailing list"""
OUTLOOK = """\
O Works for me.
A -----Original Message-----
A From: Paul
A Sent: Monday
A To: list
A Subject: Question
Q How do I read a file?"""
GERMAN = """\
O Hallo,
A Am 03.03.2008 um 10:12 schrieb Paul Smith:
Q > Wie lese ich eine Datei?"""
CHINESE = """\
O 好的，谢谢。
A 在 2008年3月3日，上午10:12，张三 <z@x.cn> 写道：
Q > 请问如何读取文件？"""
SUPERCITE = """\
A >>>>> "PS" == Paul Smith <p@x.org> writes:
Q     PS> How do I read a file?
O With scan."""


def marked_lines(text: str) -> Marks | None:
    found = line_marks(text)
    return found.marks if found is not None and found.marks.any() else None


@pytest.mark.parametrize("message", [MESSAGE, OUTLOOK, GERMAN, CHINESE, SUPERCITE])
def test_each_line_is_marked_as_what_it_is(message: str) -> None:
    kinds = [line[0] for line in message.split("\n")]
    marked = marked_lines("\n".join(line[2:] for line in message.split("\n")))
    assert marked is not None
    assert ["OQASF"[mark] for mark in marked] == kinds


def test_a_quotation_in_markdown_is_no_mail() -> None:
    assert marked_lines("# Title\n\n> A block quotation.\n\nMore text.\n") is None


def test_a_long_text_below_two_hyphens_is_no_signature() -> None:
    assert marked_lines("Title\n--\n" + "A line of the text.\n" * 40) is None
    assert marked_lines("Title\n--\n" + ("A paragraph of the text. " * 12 + "\n") * 4) is None


CLOSING = """\
O The file is at the usual place.
S Best regards,
S Joe Smith
S 5 Mill Road, Sampletown"""
CLOSING_CHINESE = """\
O 文件已经放在老地方了。
S 此致
S 敬礼
S 王小明"""
LIST_FOOTER = """\
O The file is at the usual place.
F ____________________________________________
F Sample Mail protects you: http://mail.sample.example"""
ARMOURED = """\
F -----BEGIN PGP SIGNED MESSAGE-----
F Hash: SHA1
O The file is at the usual place.
F -----BEGIN PGP SIGNATURE-----
F iD8DBQFD0Au
F -----END PGP SIGNATURE-----"""
ARCHIVED = """\
A On Mon, Mar 3, 2008 at 10:12 AM, Paul Smith wrote:
Q > How do I read a file?
O With scan.
F -------------- next part --------------
F An HTML attachment was scrubbed...
F URL: http://lists.sample.example/attachment.htm"""
SCRUBBED = """\
F An embedded and charset-unspecified text was scrubbed...
F Name: not available
F URL: <http://lists.sample.example/attachment.pl>"""
BETWEEN_RULES = """\
O How do I read a file?
F =-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=
F help mailing list -- Read http://lists.sample.example/faq
F Send "help" or "unsubscribe"
F =-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-="""
BELOW_A_JOINED_RULE = """\
O How do I read a file?
F -.-.-.-.-.-.-.-.-.-.-.-.-.-.-.-.-help mailing list
F Read http://lists.sample.example/faq"""
INDENTED = """\
A On Mon, Mar 3, 2008 at 10:12 AM, Paul Smith wrote:
Q     How do I read a file?
Q     I have tried the manual.
O With scan."""
BARS = """\
A On Mon, Mar 3, 2008 at 10:12 AM, Paul Smith wrote:
Q | How do I read a file?
O With scan."""
ANSWERED_BELOW = """\
A ----- Original Message -----
A From: Paul
A Sent: Monday
A Subject: Question
Q > How do I read a file?
O With scan."""
SAVED = """\
A From: Paul <p@x.org>
A Date: Mon, 3 Mar 2008
A Subject: Question
O How do I read a file?
Q > With scan."""


@pytest.mark.parametrize(
    "message",
    [
        CLOSING,
        CLOSING_CHINESE,
        LIST_FOOTER,
        ARMOURED,
        ARCHIVED,
        SCRUBBED,
        BETWEEN_RULES,
        BELOW_A_JOINED_RULE,
        INDENTED,
        BARS,
        ANSWERED_BELOW,
        SAVED,
    ],
)
def test_marks_of_programs_archives_and_letters(message: str) -> None:
    kinds = [line[0] for line in message.split("\n")]
    marked = marked_lines("\n".join(line[2:] for line in message.split("\n")))
    assert marked is not None
    assert ["OQASF"[mark] for mark in marked] == kinds


@pytest.mark.parametrize(
    "text",
    [
        "In 1998 Knuth wrote:\n\nBeware of bugs.\n\nThat was long ago.\n",
        "Some text.\n\nThanks\n------\n\nJoe\nAnn\n",
        "Some text.\n\nThanks\n\n" + "One of many people who helped.\n" * 9,
        "Name\n____________________________\n\nFirst\nSecond\n",
        "Title\n-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-\n\nA text without any address.\n",
    ],
)
def test_prose_headings_and_forms_are_no_mail(text: str) -> None:
    assert marked_lines(text) is None


_EVERY_CHARACTER = "".join(map(chr, range(sys.maxunicode + 1)))


@pytest.mark.parametrize("stem", signs.STEMS)
def test_a_stem_is_found_in_any_case_that_its_pattern_takes(stem: str) -> None:
    for char in set(stem):
        alike = re.compile(char, re.IGNORECASE).findall(_EVERY_CHARACTER)

        assert {signs.folded(other) for other in alike} == {signs.folded(char)}


@pytest.mark.parametrize(
    "verb", signs.VERBS.replace("(?:\\(a\\))?", "").replace("?", "").split("|")
)
def test_whatever_ends_an_attribution_has_a_stem(verb: str) -> None:
    line = f"Paul {verb.replace(chr(92), '')} {'x' * 79}:"

    assert signs.ATTRIBUTION.search(f"{line} \t\n")
    assert signs.may_end_attribution(f"{line} \t\n")
    assert not signs.may_end_attribution(f"{line.replace(':', '')}{'x' * 40}:")
