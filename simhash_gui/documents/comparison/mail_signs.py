"""How the lines look by which mail programs, lists and people set off what is not their own words.

One pattern a sign, in the languages that are common in mail. Where a sign counts is told by
``mail_marks``.
"""

from __future__ import annotations

import re

QUOTE = re.compile(
    r"[ \t]{0,3}[>＞]|[ \t]{0,8}[A-Z][A-Za-z]{0,3}>(?!>)[ \t\r]|[ \t]{0,8}[A-Z][A-Za-z]{0,3}>$"
)
BLANKS = " \t\r\f\v\u00a0\u3000"
"""What a blank line may consist of."""
DELIMITER = re.compile(r"-- ?\r?$")
_TWO_IN_TURNS = r"([._=*#~+-])(?!\1)([._=*#~+-])(?:\1\2){9,}\1?"
RULE = re.compile(
    r"[ \t]*(?:" + _TWO_IN_TURNS + r"|([_=*#~-])\3{9,}|(?:[_=*#~-] ){5,}[_=*#~-]?)[ \t\r]*$"
)
VERBS = (
    r"wrote|writes|schrieb|schreibt|a écrit|écrivait|escribió|escribio|ha scritto|scrisse|escreveu"
    r"|schreef|skrev|kirjoitti|napisał(?:\(a\))?|написал\(?а?\)?|писал\(?а?\)?|пише|yazdı|írta"
    r"|写道|寫道|写到|书写|さんは書きました|wrote in message|のメール|님이 작성"
)
STEMS = (
    "wrote", "writes", "schrieb", "schreibt", "écri", "escrib", "scritto", "scrisse", "escreveu",
    "schreef", "skrev", "kirjoitti", "napisał", "писал", "пише", "yazdi", "írta",
    "写道", "寫道", "写到", "书写", "書きました", "のメール", "작성",
)  # fmt: skip
"""One of these is in whatever ``VERBS`` match, once ``folded``: sought ten times as fast."""
ATTRIBUTION = re.compile(
    rf"(?:\b(?:{VERBS})|写道|寫道|書きました|작성)[^.!?。]{{0,80}}[:：][ \t\r\n]*$", re.I
)
_LONGEST_FROM_VERB = 120
"""Characters from the verb on, at most 20, 80 and the colon, and some to spare."""
BEGINS_ATTRIBUTION = re.compile(
    r"[ \t]*(?:on|am|le|el|il|em|op|den|в|dnia|在|于|quoting|\d|[\w.,\"' -]{2,60}[<(\[])", re.I
)
SUPERCITE = re.compile(r">>>>+ .{0,80}\b(?:writes|wrote):[ \t\r]*$")
COLONS = (":", "：")
COLON = re.compile(r"[:：][ \t\r]*$")
SAID = re.compile(
    r"(?:\d{1,2}[:.]\d{2}|\b(?:19|20)\d\d\b|[\w.+-]+@[\w-]+\.\w|<mailto:|On .{3,60},)"
)
_ORIGINAL = (
    r"[ \t]*[-_–—]{2,}[ \t]*(?:original message|original-nachricht|original mail"
    r"|forwarded message|forwarded by .{1,60}|begin forwarded message"
    r"|ursprüngliche nachricht|urspr\. nachricht|weitergeleitete nachricht"
    r"|message d[’']origine|message original|message transféré|mensaje original"
    r"|mensaje reenviado|messaggio originale|messaggio inoltrato|mensagem original"
    r"|oorspronkelijk bericht|doorgestuurd bericht|исходное сообщение|пересылаемое сообщение"
    r"|原始邮件|原始郵件|原始訊息|转发邮件|轉寄郵件|转发的邮件"
    r"|元のメッセージ|転送メッセージ|원본 메시지)"
    r"[ \t]*[-_–—]{2,}[ \t\r]*$"
)
ORIGINAL = re.compile(_ORIGINAL, re.I)
_ORIGINAL_IN_TEXT = re.compile("\n" + _ORIGINAL, re.I | re.M)
HEADER = re.compile(
    r"[ \t]*\**(?:from|sent|date|to|cc|subject|reply-to|von|gesendet|datum|an|betreff|de|envoyé"
    r"|envoye|objet|à|para|enviado|enviado el|asunto|fecha|da|inviato|oggetto|data|a|assunto|van"
    r"|verzonden|aan|onderwerp|от|отправлено|кому|тема|дата"
    r"|发件人|发送时间|收件人|抄送|主题|日期|发送日期|寄件者|寄件人|寄件日期|收件者|副本|主旨"
    r"|差出人|送信日時|送信者|宛先|件名|日時)\**[ \t]*[:：]",
    re.I,
)
CLOSING_FORMULAS = (
    r"(?:(?:with )?(?:best|kind|warm|many)? ?(?:regards|wishes|greetings)|best|cheers|hth|ciao"
    r"|(?:yours )?(?:sincerely|faithfully|truly)|(?:yours )?sincerely yours"
    r"|(?:many )?thanks(?: (?:again|a lot|in advance|for .{1,30}))?|thank you(?: .{1,30})?|thx"
    r"|(?:mit )?(?:freundliche[nr]?|viele[n]?|beste[n]?|schöne[n]?|liebe[n]?|herzliche[n]?)"
    r" gr(?:ü|ue)(?:ß|ss)e[n]?|gruß|grüße|mfg|hochachtungsvoll|(?:vielen )?dank|danke(?: .{1,30})?"
    r"|(?:bien )?cordialement|bien à vous|amicalement|salutations(?: .{1,30})?|merci(?: .{1,30})?"
    r"|(?:un |cordiales )?saludos?|atentamente|gracias|(?:cordiali|distinti) saluti|saluti|grazie"
    r"|atenciosamente|abraços|obrigad[oa]|met vriendelijke groet(?:en)?|groet(?:en|jes)?|mvh"
    r"|med vennlig hilsen|(?:med )?vänliga hälsningar|z poważaniem|pozdrawiam|с уважением|спасибо"
    r"|此致|敬礼|此致敬礼|祝好|谢谢|謝謝|多谢|敬上|顺颂商祺|よろしくお願いします"
    r"|よろしくお願いいたします|以上|감사합니다)"
)
_BEGIN_CLOSING = "(?=[abcdfghklmoprstuvwyzс以감よ謝谢多敬此祝顺])"
"""All first letters of the formulas, for most lines begin with another."""
_CLOSING_LINE = rf"{_BEGIN_CLOSING}{CLOSING_FORMULAS}[ \t]*[,.!，。！、]*[ \t\r]*$"
CLOSING = re.compile(rf"[ \t]*{_CLOSING_LINE}", re.I)
_CLOSING_IN_TEXT = re.compile(rf"\n[ \t]*{_CLOSING_LINE}", re.I | re.M)
_MESSAGE_LINE = re.compile(
    r"\n[ \t]*(?:\**(?:sent|gesendet|envoyé|subject|betreff|发送时间|主题|主旨|件名)\**[ \t]*[:：]"
    rf"|_{{20}}|{_CLOSING_LINE})",
    re.I | re.M,
)
LIST_RULE = re.compile(rf"[ \t]*(?:{_TWO_IN_TURNS}|_{{20,}}[ \t\r]*$)")
"""What follows a rule of two signs in turns may stand in its line: archives lose line breaks."""
UNDERLINE = re.compile(r"[ \t]*[-=~]{3,}[ \t\r]*$")
ADDRESS = re.compile(r"https?://|www\.|[\w.+-]+@[\w-]+\.\w")
SET_OFF = re.compile(r"[ \t]*\||(?: {2}|\t)[ \t]*\S")
HEADER_LINE = re.compile(r"[\w-]{2,40}[ \t]*[:：]|[ \t]+\S")
ARMOUR = re.compile(r"-----(BEGIN|END) PGP (?:SIGNATURE|PUBLIC KEY BLOCK)-----[ \t\r]*$")
SIGNED = re.compile(r"-----BEGIN PGP SIGNED MESSAGE-----|Hash: \S+[ \t\r]*$")
ATTACHMENT = re.compile(
    r"-{6,} next part -{6,}|An? .{1,60} was scrubbed\.\.\."
    r"|\[\[alternative HTML version deleted\]\]"
)
ATTACHMENT_END = re.compile(r"ur[li] ?: ", re.I)
MOMENT = re.compile(r"\d{1,2}[:.]\d{2}|[\w.+-]+@[\w-]+\.\w|<mailto:")
_SIGNS = (">", "--", "＞")
BEGIN_ARMOUR = ("-----", "Hash: ")
IN_ATTACHMENTS = ("next part", "was scrubbed...", "[[alternative HTML")
_IN_LIST_RULES = {
    "_": (20 * "_", 4 * "_.", 4 * "-_"),
    "=": (4 * "-=", 4 * "=*", 4 * "=~"),
    "~": (4 * "-~",),
    "*": (4 * "-*",),
    "+": (4 * "-+",),
    "-.": (4 * "-.",),
}
"""By a sign that most texts lack, and that is found sooner."""
MOBILE = re.compile(
    r"[ \t]*(?:sent from my \w|von meinem \w+ gesendet|envoyé de mon|发自我的|從我的)", re.I
)


def may_be_message(text: str) -> bool:
    """Whether a text has to be looked at line by line."""
    return (
        any(sign in text for sign in _SIGNS)
        or (":" in text and "wrote:" in text.lower())
        or "写道:" in text
        or "写道：" in text
        or any(sign in text for sign in IN_ATTACHMENTS)
        or may_have_list_rule(text)
        or _MESSAGE_LINE.search("\n" + text) is not None
    )


def may_have_list_rule(text: str) -> bool:
    """Whether any line may be a rule above the footer of a list."""
    return any(
        sign in text and any(rule in text for rule in rules)
        for sign, rules in _IN_LIST_RULES.items()
    )


def may_end_attribution(lines: str) -> bool:
    """Whether ``ATTRIBUTION`` may be found in these lines."""
    end = folded(lines.rstrip(" \t\r\n")[-_LONGEST_FROM_VERB:])
    return any(stem in end for stem in STEMS)


def folded(text: str) -> str:
    """Letters that a pattern takes for the same, whatever the case, as the same."""
    return text.casefold().replace("ı", "i").replace("\u0307", "")


def has_original(text: str) -> bool:
    """Whether any line stands above what is forwarded or answered, as ``ORIGINAL`` does."""
    return _ORIGINAL_IN_TEXT.search("\n" + text) is not None


def has_closing(text: str) -> bool:
    """Whether any line is a closing formula."""
    return _CLOSING_IN_TEXT.search("\n" + text) is not None


def may_quote(text: str) -> bool:
    """Whether a line, or any line of a text, may begin as quotations do."""
    return ">" in text or "＞" in text
