"""The words of the classroom, English and Chinese side by side, each with one sentence."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Term:
    """A word and what it means, in both languages."""

    english: str
    chinese: str
    meaning: str
    meaning_chinese: str


TERMS: tuple[Term, ...] = (
    Term(
        "token", "词（字）", "A piece of text, mostly a word.", "文本切出的一小段，多半是一个词。"
    ),
    Term(
        "feature",
        "特征",
        "What votes: a token, or several in a row.",
        "参与投票的单位：一个或几个相连的词。",
    ),
    Term(
        "hash",
        "散列",
        "A number that looks like chance, always the same for a word.",
        "看似随机的数，同一个词总是得到同一个数。",
    ),
    Term("weight", "权重", "How many votes a feature has.", "一个特征有多少票。"),
    Term(
        "vote",
        "投票",
        "The weight, for a one or for a zero, at one bit.",
        "在某一位上把权重投给 1 或 0。",
    ),
    Term("sum", "合计", "All votes on one bit added up.", "某一位上全部票数之和。"),
    Term("margin", "差额", "How far a sum is from zero.", "合计离零有多远。"),
    Term(
        "fragile bit",
        "易变位",
        "A bit with a thin margin: a small change may flip it.",
        "差额很小的位：文本稍有改动就可能翻转。",
    ),
    Term(
        "fingerprint",
        "指纹",
        "The signs of all sums: 64 bits for a text of any length.",
        "全部合计的符号：任意长的文本都得到 64 位。",
    ),
    Term("XOR", "异或", "One where two bits differ.", "两位不同则为 1。"),
    Term("population count", "1 的个数", "How many bits are one.", "值为 1 的位有多少个。"),
    Term(
        "Hamming distance",
        "汉明距离",
        "How many bits differ between two fingerprints.",
        "两个指纹有多少位不同。",
    ),
    Term("block", "块", "Sixteen of the 64 bits, side by side.", "64 位中相邻的十六位。"),
    Term(
        "block key",
        "块键",
        "The value of a block, by which an index finds it.",
        "块的值，索引按它查找。",
    ),
    Term("bucket", "桶", "All fingerprints with the same block key.", "块键相同的全部指纹。"),
    Term("candidate", "候选对", "A pair worth comparing.", "值得比较的一对。"),
    Term(
        "pigeonhole",
        "抽屉原理",
        "Three pigeons leave one of four holes empty.",
        "三只鸽子进四个笼，必有一个空着。",
    ),
    Term(
        "hyperplane",
        "超平面",
        "A random cut through space; a bit says on which side a text is.",
        "随机切开空间的平面;一位表示文本在哪一侧。",
    ),
    Term("shingle", "片段", "Several tokens in a row, taken as one.", "几个相连的词合为一个。"),
    Term(
        "Jaccard",
        "杰卡德系数",
        "Shared shingles over all shingles of both texts.",
        "共有片段占两篇全部片段的比例。",
    ),
)
