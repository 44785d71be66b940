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
        "SimHash",
        "SimHash",
        "A way to make fingerprints: the more alike two texts are, the nearer their fingerprints"
        " (Charikar, 2002).",
        "一种生成指纹的方法：文本越相像，指纹越接近（Charikar，2002 年）。",
    ),
    Term("bit", "位", "A one or a zero, the least that can be told.", "1 或 0，信息的最小单位。"),
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
    Term(
        "MD5",
        "MD5",
        "An ordinary hash (1992): one changed letter changes half of its bits.",
        "一种普通散列（1992 年）：改一个字，约一半的位都会变。",
    ),
    Term(
        "xxh3",
        "xxh3",
        "A quick ordinary hash, by which the program hashes words.",
        "一种快速的普通散列，程序用它散列每个词。",
    ),
    Term("weight", "权重", "How many votes a feature has.", "一个特征有多少票。"),
    Term(
        "stop word",
        "停用词",
        "A word that is in nearly every text, such as “the”.",
        "几乎每段文本都有的词，例如“的”。",
    ),
    Term(
        "TF-IDF",
        "TF-IDF",
        "A weight: often in this text, seldom in others, counts most.",
        "一种权重：在本文中多见、在别处少见的词分量最大。",
    ),
    Term(
        "vote",
        "投票",
        "The weight, for a one or for a zero, at one bit.",
        "在某一位上把权重投给 1 或 0。",
    ),
    Term("sum", "合计", "All votes on one bit added up.", "某一位上全部票数之和。"),
    Term(
        "margin",
        "差额",
        "How far a sum is from zero. Compare shows bits with a thin margin pale.",
        "合计离零有多远。“比较”页中差额很小的位颜色较浅。",
    ),
    Term(
        "fragile bit",
        "易变位",
        "A bit whose margin is so thin that one replaced word may flip it; ~ marks it.",
        "差额小到换掉一个词就可能翻转的位，用 ~ 标出。",
    ),
    Term(
        "fingerprint",
        "指纹",
        "The signs of all sums: 64 bits for a text of any length.",
        "全部合计的符号：任意长的文本都得到 64 位。",
    ),
    Term(
        "recipe",
        "指纹方案",
        "All choices that make a fingerprint: how words are cut, weighed and hashed.",
        "决定指纹的全部选择：怎样切词、加权和散列。",
    ),
    Term(
        "hexadecimal",
        "十六进制",
        "A short way to write bits: each digit, 0 to 9 and a to f, stands for four of them.",
        "位的简短写法：每个数字（0 到 9、a 到 f）代表四位。",
    ),
    Term("XOR", "异或", "One where two bits differ.", "两位不同则为 1。"),
    Term(
        "population count",
        "1 的个数",
        "How many bits are one; “popcount” for short.",
        "值为 1 的位有多少个；英文简称 popcount。",
    ),
    Term(
        "Hamming distance",
        "汉明距离",
        "How many bits differ between two fingerprints.",
        "两个指纹有多少位不同。",
    ),
    Term(
        "near-duplicate",
        "近似重复",
        "Two documents with nearly the same text.",
        "正文几乎相同的两篇文档。",
    ),
    Term(
        "query",
        "查询",
        "The fingerprint whose neighbours are looked for.",
        "要为它查找邻居的那个指纹。",
    ),
    Term(
        "index",
        "索引",
        "A sorted list by which a key is found without reading everything.",
        "排好序的列表，不必通读就能找到一个键。",
    ),
    Term(
        "neighbouring key",
        "邻近键",
        "A key that differs in a bit or two and is looked up as well.",
        "相差一两位、也一并查找的键。",
    ),
    Term(
        "hash table",
        "散列表",
        "A list in which the hash of a key tells the place to look.",
        "用键的散列决定存放位置的表。",
    ),
    Term("block", "块", "Sixteen of the 64 bits, side by side.", "64 位中相邻的十六位。"),
    Term(
        "block key",
        "分块键",
        "The value of a block, by which an index finds it.",
        "块的值，索引按它查找。",
    ),
    Term("bucket", "桶", "All fingerprints with the same block key.", "分块键相同的全部指纹。"),
    Term(
        "candidate",
        "候选",
        "A fingerprint worth comparing with the query.",
        "值得与查询比较的指纹。",
    ),
    Term(
        "pigeonhole",
        "抽屉原理",
        "Three things in four drawers leave one of them empty.",
        "三样东西放进四个抽屉，至少有一个空着。",
    ),
    Term(
        "hyperplane",
        "超平面",
        "A random cut through space; a bit says on which side a text is.",
        "随机切开空间的平面；一位表示文本在哪一侧。",
    ),
    Term("shingle", "片段", "Several tokens in a row, taken as one.", "几个相连的词合为一个。"),
    Term(
        "Jaccard",
        "Jaccard 系数",
        "Shared shingles over all shingles of both texts.",
        "共有片段占两篇全部片段的比例。",
    ),
    Term(
        "cosine",
        "余弦",
        "How close the directions of two texts are, as arrows of word counts: 1 is the same.",
        "把词频当作箭，两段文本方向有多近：1 表示相同。",
    ),
    Term(
        "overlap",
        "重合度",
        "Shared shingles over all shingles of the smaller text.",
        "共有片段占较短一篇全部片段的比例。",
    ),
    Term(
        "edit similarity",
        "编辑相似度",
        "Twice the words that stay in order, over the words of both texts.",
        "按原顺序保留下来的词数的两倍，除以两篇的总词数。",
    ),
    Term(
        "Euclidean distance",
        "欧氏距离",
        "How far apart the tips of two arrows of word counts are.",
        "把词频当作箭，两支箭的箭尖相距多远。",
    ),
    Term(
        "MinHash",
        "MinHash",
        "Another short stand-in for a text, from which Jaccard is estimated.",
        "另一种代表文本的短记录，用来估计 Jaccard 系数。",
    ),
    Term(
        "Huffman coding",
        "哈夫曼编码",
        "What comes often gets a short code.",
        "常出现的值用短编码。",
    ),
)
