"""The words of a report, in English and Chinese, with the measures named as Chinese systems do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from simhash_gui.documents.manuscript.integrity import FlagKind
from simhash_gui.documents.records import FailureReason
from simhash_gui.services.checking.findings import Filter, Group
from simhash_gui.services.checking.tenders import SharedKind
from simhash_gui.services.detection.answers.left_out import LeftOut


class ReportLanguage(StrEnum):
    """Of a report."""

    ENGLISH = "en"
    CHINESE = "zh_CN"


class Form(StrEnum):
    """How much a report shows, after the forms of Chinese systems."""

    BRIEF = "brief"
    """简洁: figures, sources, chapters."""
    MARKED = "marked"
    """全文标明引文: and the text, copied in red and quoted in green."""
    COMPARED = "compared"
    """全文对照: and each passage beside its source."""
    FULL = "full"
    """Everything, the text coloured by source."""


@dataclass(frozen=True, slots=True)
class ReportOptions:
    """What a report shows."""

    form: Form = Form.FULL
    language: ReportLanguage = ReportLanguage.ENGLISH
    anonymise: bool = False


_TEXTS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "title": ("Overlap report", "重合检测报告"),
        "manuscript": ("Manuscript", "送检文档"),
        "source_n": ("Source {number}", "来源 {number}"),
        "library": ("Library", "比对库"),
        "made": ("Checked on", "检测时间"),
        "outdated": (
            "The library may have changed since this check.",
            "自本次检测以来，比对库可能已有变化。",
        ),
        "total": ("Total overlap", "总文字复制比"),
        "greatest": ("Largest single source", "单篇最大文字复制比"),
        "of_all": (
            "Every ratio is a share of all characters of the text, with punctuation and spaces"
            " ({characters}), whatever is left out.",
            "所有比例的分母均为全文总字数（含标点和空格，共 {characters} 字）；"
            "排除内容不改变分母。",
        ),
        "left_out": (
            "{share} more was found and is left out of these figures; what and why stands below"
            " “Filters”.",
            "另有 {share} 的重合内容未计入以上数值，原因见“筛选设置”。",
        ),
        "summary": ("Summary", "检测结果"),
        "measure": ("Measure", "指标"),
        "value": ("Value", "数值"),
        "meaning": ("Meaning", "含义"),
        "without_quoted": ("Overlap neither quoted nor cited", "去除引用文献复制比"),
        "without_own": ("Overlap without own earlier works", "去除本人已发表文献复制比"),
        "overlap_characters": ("Overlapping characters", "重复字数"),
        "characters": ("All characters", "总字数"),
        "suspects": ("Chapters with overlap", "疑似段落数"),
        "suspects_most": ("Most overlap in one chapter", "疑似段落最大重合字数"),
        "suspects_least": ("Least overlap in a chapter that has any", "疑似段落最小重合字数"),
        "front": ("Overlap in the first fifth", "前部重合字数"),
        "back": ("Overlap in the rest", "后部重合字数"),
        "identical": ("Of it word for word", "其中逐字相同"),
        "edited": ("Of it changed words", "其中被改动的字词"),
        "by_length": ("Passages of {words} words and more", "仅计 {words} 词以上的段落"),
        "total_means": ("overlapping ÷ all characters", "重复字数 ÷ 总字数"),
        "quoted_means": (
            "neither in quotation marks nor in a sentence with a reference ÷ all characters",
            "既无引号又无引文标注的重复字数 ÷ 总字数",
        ),
        "own_means": (
            "(overlap − overlap with own earlier works) ÷ all characters",
            "（重复字数 − 与本人已发表文献重复的字数）÷ 总字数",
        ),
        "single_means": (
            "the most that one source has ÷ all characters",
            "与单篇来源的最大重复字数 ÷ 总字数",
        ),
        "identical_means": ("the same words ÷ all characters", "相同部分 ÷ 总字数"),
        "edited_means": (
            "changed words inside a passage ÷ all characters",
            "段落中被改动的部分 ÷ 总字数",
        ),
        "words_means": (
            "shorter passages do not count; two Chinese characters are one word",
            "更短的段落不计；两个汉字计为一词",
        ),
        "chapters_of": ("chapters in all: {chapters}", "总段落数 {chapters}"),
        "groups": ("Groups of matches", "重合内容的标注情况"),
        "groups_note": (
            "A match stands in the group of most of its characters, which are counted one by one.",
            "每处重合按其多数字符归类；字数则逐字统计。",
        ),
        "group": ("Group", "类别"),
        "matches": ("Matches", "处数"),
        "share": ("Share", "占比"),
        Group.UNMARKED: ("Not cited or quoted", "既无引号也无出处"),
        Group.NO_QUOTATION_MARKS: ("Quotation marks missing", "有出处但缺引号"),
        Group.NO_CITATION: ("Citation missing", "有引号但缺出处"),
        Group.MARKED: ("Cited and quoted", "引号和出处齐全"),
        "flags": ("Integrity flags", "正文完整性警示"),
        "no_flags": ("No tampering with characters was found.", "未发现字符篡改。"),
        "flag": ("What", "类型"),
        "place": ("At character", "位置"),
        "length": ("Characters", "字符数"),
        "context": ("As it stands there", "上下文"),
        FlagKind.LOOK_ALIKE: ("look-alike letters", "形近字符"),
        FlagKind.MIXED_WORD: ("word of mixed letters, maybe a slip", "个别词混有形近字符"),
        FlagKind.ZERO_WIDTH: ("characters without width", "零宽字符"),
        FlagKind.CONTROL: ("control characters", "控制字符"),
        FlagKind.THIN_SPACE: ("thin spaces within a word", "词内细空格"),
        FlagKind.LETTER_SPACING: ("spaced letters", "字母间加空格"),
        FlagKind.OVERLAY: ("marks over letters", "叠加符号"),
        FlagKind.HIDDEN_TEXT: ("hidden text", "隐藏文字"),
        FlagKind.HIDDEN_QUOTATION_MARK: ("hidden quotation mark", "隐藏引号"),
        "sources": ("Sources", "重合来源"),
        "source": ("Source", "来源"),
        "main_source": ("Main source", "主要来源"),
        "best": ("Counted in the total", "计入总比例"),
        "full": ("Full share", "完整重合比例"),
        "longest": ("Longest passage", "最长段落"),
        "distance": ("Hamming distance", "汉明距离"),
        "own": ("own earlier work", "本人已发表文献"),
        "shares_note": (
            "The source with the greatest full share stands first. The shares counted in the total"
            " add up to it. The full share also has what counts for a better source; a dash means"
            " that all of it does. The longest passage is given in characters.",
            "来源按完整重合比例从高到低排列。各来源计入总比例的部分之和等于总文字复制比；"
            "完整重合比例包含被更优来源覆盖的部分；“–”表示全部被更优来源覆盖。最长段落按字数计。",
        ),
        "pieces_note": (
            "Pieces of a few words between two passages count in the shares. They are no matches of"
            " their own and are not set side by side.",
            "两处重合之间的零星相同字词计入比例，但不单独计为一处，也不并列对照。",
        ),
        "distance_note": (
            "The Hamming distance is part of no share. Each whole document is summed up in a row of"
            " bits, its fingerprint; the distance counts the bits that differ, and is small where"
            " the two documents are alike as a whole. A source of one part alone may have any"
            " distance: there the passages decide.",
            "汉明距离不计入任何比例。每篇文档概括为一串二进制位，即指纹；汉明距离是两个指纹中不同的位数。"
            "数值很小表示两篇文档整体相似；仅有部分重合的来源可为任意值，以重合段落为准。",
        ),
        "more_sources": ("and {count} more sources", "另有 {count} 个来源"),
        "chapters": ("Chapters", "各章节检测结果"),
        "chapter": ("Chapter", "章节"),
        "beginning": ("(beginning)", "（开头）"),
        "text": ("Text", "全文"),
        "text_note": (
            "Each source has a colour and a number. Underlined words differ from the source."
            " Grey text is left out of the count.",
            "不同来源以颜色和编号区分；下划线部分与来源不同；灰色部分未计入。",
        ),
        "marked_note": (
            "Red and underlined: copied without a mark. Green and in italics: quoted or cited."
            " Grey: left out of the count.",
            "红色下划线：未标注的重合内容；绿色斜体：带引号或引文标注的内容；灰色：未计入。",
        ),
        "compared": ("Side by side", "全文对照"),
        "here": ("In the manuscript", "送检文档"),
        "there": ("In the source", "来源原文"),
        "characters_more": ("… {count} more characters", "……另有 {count} 字"),
        "passages_more": ("… {count} more passages", "……另有 {count} 处"),
        "others_more": (
            "… {count} passages of other sources are not set side by side",
            "……其他来源的 {count} 处未并列显示",
        ),
        "flags_more": ("… {count} more marks", "……另有 {count} 处异常"),
        "filters": ("Filters", "筛选设置"),
        "filter": ("Filter", "筛选项"),
        "is_on": ("On", "启用"),
        "covers": ("Covers", "涉及字数"),
        "takes_off": ("Takes off the overlap", "减少重复字数"),
        "filters_on": (
            "Filters were on for every document: {filters}. What they leave out is counted in"
            " “Left out” alone.",
            "所有文档均启用了以下筛选项：{filters}。被排除的内容仅计入“未计入”一列。",
        ),
        "between": ("; ", "、"),
        "not_counted": ("Left out", "未计入"),
        "yes": ("yes", "是"),
        "no": ("no", "否"),
        Filter.QUOTATIONS: ("Quotations", "引用内容"),
        Filter.BIBLIOGRAPHY: ("Bibliography", "参考文献"),
        Filter.FOOTNOTES: ("Footnotes", "脚注"),
        Filter.SHARED: (
            "What more than {count} documents of the library share",
            "库内超过 {count} 篇文档共有的套话",
        ),
        "shared_by_many": (
            "What many documents of the library share",
            "库内许多文档共有的套话",
        ),
        "shared_in_few": (
            "What many documents of the library share (there are too few for that)",
            "库内许多文档共有的套话（库内文档过少，无从判断）",
        ),
        Filter.TEMPLATE: ("Template document", "模板文档"),
        Filter.PHRASES: ("Phrases of the user", "用户短语"),
        Filter.SHORT: ("Passages shorter than {words} words", "短于 {words} 词的段落"),
        "exclusions": ("Matches left out by hand", "人工排除的重合"),
        "excluded": ("Passage", "段落"),
        "reason": ("Reason", "理由"),
        "out_by_hand": ("left out by hand: {reason}", "人工排除：{reason}"),
        "out_of_count": (
            "left out of the count: {count} of {all} characters",
            "不计入重合：{all} 字符中的 {count} 字符",
        ),
        "still_counted": (
            "{share} was left out by hand and still counts: another match has it as well.",
            "人工排除的内容中有 {share} 仍计入总比例：其他重合也包含同样的内容。",
        ),
        "none": ("none", "无"),
        "technical": ("Settings and versions", "设置与版本"),
        "program": ("Program", "程序"),
        "recipe": ("Fingerprint recipe", "指纹方案"),
        "named": ("{name}: {value}", "{name}：{value}"),
        "digest": ("Digest (XXH3-128)", "摘要（XXH3-128）"),
        "own_patterns": ("Own earlier works", "本人已发表文献"),
        "itself": (
            "The library holds this very file; it is no source of itself:",
            "比对库中已有此文件，不计为来源：",
        ),
        "nothing_there": (
            "The library holds no documents: there was nothing to compare the text with.",
            "比对库中没有文档：本次没有可比对的内容。",
        ),
        "incomplete": ("Not complete: {what}", "不完整：{what}"),
        "unread": ("Could not be read: {path} ({reason})", "无法读取：{path}（{reason}）"),
        FailureReason.EMPTY: ("empty", "空文件"),
        FailureReason.UNREADABLE: ("cannot be opened", "无法打开"),
        FailureReason.GONE: ("no longer there", "已不存在"),
        FailureReason.NOT_TEXT: ("not text", "不是文本"),
        FailureReason.TOO_LARGE: ("too large", "过大"),
        FailureReason.UNSUPPORTED: ("format not supported", "格式不受支持"),
        FailureReason.DECODING: ("unknown encoding", "编码不明"),
        FailureReason.TIMEOUT: ("took too long", "耗时过长"),
        FailureReason.MEMORY: ("needed too much memory", "占用内存过多"),
        FailureReason.CRASHED: ("the reader crashed", "读取程序崩溃"),
        FailureReason.CHANGED: ("changed while being read", "读取时内容发生变化"),
        FailureReason.PASSWORD: ("needs a password", "需要密码"),
        FailureReason.NO_TEXT: ("no text layer", "没有文本层"),
        FailureReason.DAMAGED: ("damaged", "已损坏"),
        FailureReason.BOMB: ("unpacks to more than the limit", "解压后超过上限"),
        FailureReason.NESTED: ("archives nested too deeply", "压缩包嵌套过深"),
        FailureReason.MISSING_PROGRAM: ("a program is missing", "缺少所需程序"),
        "matrix": ("Matrix", "两两比对矩阵"),
        "matrix_large": (
            "The matrix of {count} documents is too large for a page: it is in matrix.csv.",
            "{count} 篇文档的矩阵过大，网页无法显示，见 matrix.csv。",
        ),
        "matrix_note": (
            "A row tells what share of a document stands in each of the others; darker is more.",
            "每行表示该文档在其他各文档中出现的比例，颜色越深比例越高。",
        ),
        "tender": ("What bids share", "投标文件雷同情况"),
        "tender_note": (
            "Left out is what the call for tenders has. The same mistakes, properties and names"
            " weigh more than the same text.",
            "已剔除招标文件内容。相同的错误、相同的文件属性和他方信息比相同的正文更值得注意。",
        ),
        "shared_kind": ("Kind", "类型"),
        "shared_what": ("What", "内容"),
        "pages": ("Pages", "页码"),
        SharedKind.MISTAKE: ("same mistake, for {other}", "相同错误（应为 {other}）"),
        SharedKind.PROPERTY: ("same property: {other}", "相同文件属性：{other}"),
        SharedKind.NAME: ("name or number of the bidder of {other}", "他方信息，属于 {other}"),
        SharedKind.PASSAGE: ("same passage", "相同段落"),
        "method": ("Method and limits", "方法与局限"),
        "method_text": (
            "Overlap is a measure, not a verdict of plagiarism: a person has to look at each"
            " match. The text was compared with the documents of one library and nothing else;"
            " what is not in it cannot be found. A passage is found when it shares about six words"
            " in a row with a source, also with words swapped, dropped or inserted, in another"
            " order, in simplified or traditional characters, in full or half width. Paraphrases,"
            " translations and pictures of text are not found. Letters that only look alike and"
            " characters that nobody sees are read as a reader sees them, and listed.",
            "重合是度量，不是抄袭的结论：每一处都需要人来判断。"
            "本次仅与一个比对库中的文档比较，库外文献无法发现。"
            "当正文与来源连续相同约六个词（或相应字数）时即被发现，"
            "允许词语替换、增删、语序调整、简繁与全半角差异。"
            "改写、翻译（跨语言）和图片中的内容无法检测。"
            "形近字符和不可见字符按读者所见处理，并逐一列出。",
        ),
    }
)  # fmt: skip


class Words:
    """The texts of one language."""

    def __init__(self, language: ReportLanguage) -> None:
        self.language = language
        self._place = 1 if language is ReportLanguage.CHINESE else 0

    def __call__(self, key: str, **values: object) -> str:
        """One of them, with its values put in."""
        text = _TEXTS[key][self._place]
        return text.format(**values) if values else text

    def incomplete(self, not_compared: Sequence[LeftOut]) -> str:
        """A paragraph of HTML for everything that was not compared."""
        in_chinese = self.language is ReportLanguage.CHINESE
        sentences = (each.sentence(in_chinese=in_chinese) for each in not_compared)
        return "".join(f"<p><b>{self('incomplete', what=each)}</b></p>" for each in sentences)

    @property
    def html_language(self) -> str:
        """As HTML names it."""
        return self.language.value.replace("_", "-")
