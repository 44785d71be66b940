"""Texts made for the classroom, in English and Chinese: pairs that show one thing each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType


class Topic(StrEnum):
    """What a pair of texts is there to show."""

    BY_HAND = "by-hand"
    """Two tokens, 100101 four times and 101011 five times, at 6 bits."""
    ONE_WORD = "one-word"
    ONE_CHARACTER = "one-character"
    REORDERED = "reordered"
    UNRELATED = "unrelated"


class TextLanguage(StrEnum):
    """Of a preset."""

    ENGLISH = "en"
    CHINESE = "zh"


@dataclass(frozen=True, slots=True)
class Preset:
    """Two texts; the first one is the one that the five steps begin with."""

    a: str
    b: str


PRESETS: Mapping[TextLanguage, Mapping[Topic, Preset]] = MappingProxyType(
    {
        TextLanguage.ENGLISH: MappingProxyType(
            {
                Topic.BY_HAND: Preset(
                    "desk desk desk desk bear bear bear bear bear",
                    "desk desk desk desk desk bear bear bear bear",
                ),
                Topic.ONE_WORD: Preset(
                    "The old ferry crosses the wide river twice a day and carries apples, letters "
                    "and schoolchildren to the market town on the northern bank.",
                    "The old ferry crosses the wide river twice a day and carries pears, letters "
                    "and schoolchildren to the market town on the northern bank.",
                ),
                Topic.ONE_CHARACTER: Preset(
                    "The old ferry crosses the wide river twice a day and carries apples, letters "
                    "and schoolchildren to the market town on the northern bank.",
                    "The old ferry crosses the wide river twice a day and carries apples, letters "
                    "and schoolchildren to the market town on the northern banks.",
                ),
                Topic.REORDERED: Preset(
                    "In spring the gardener sows beans. In summer the gardener waters roses. "
                    "In autumn the gardener gathers pears.",
                    "In autumn the gardener gathers pears. In spring the gardener sows beans. "
                    "In summer the gardener waters roses.",
                ),
                Topic.UNRELATED: Preset(
                    "The old ferry crosses the wide river twice a day and carries apples, letters "
                    "and schoolchildren to the market town on the northern bank.",
                    "Boil rice slowly, fry onions with ginger until they are golden, then add "
                    "beans, salt, pepper and soy sauce.",
                ),
            }
        ),
        TextLanguage.CHINESE: MappingProxyType(
            {
                Topic.BY_HAND: Preset("钟 钟 钟 钟 课 课 课 课 课", "钟 钟 钟 钟 钟 课 课 课 课"),
                Topic.ONE_WORD: Preset(
                    "老渡船每天两次横过宽阔的河面，把苹果、书信和上学的孩子送到北岸的集镇。",
                    "老渡船每天两次横过宽阔的河面，把苹果、包裹和上学的孩子送到北岸的集镇。",
                ),
                Topic.ONE_CHARACTER: Preset(
                    "老渡船每天两次横过宽阔的河面，把苹果、书信和上学的孩子送到北岸的集镇。",
                    "老渡船每天三次横过宽阔的河面，把苹果、书信和上学的孩子送到北岸的集镇。",
                ),
                Topic.REORDERED: Preset(
                    "春天园丁播种豆子。夏天园丁浇灌玫瑰。秋天园丁采摘梨子。",
                    "秋天园丁采摘梨子。春天园丁播种豆子。夏天园丁浇灌玫瑰。",
                ),
                Topic.UNRELATED: Preset(
                    "老渡船每天两次横过宽阔的河面，把苹果、书信和上学的孩子送到北岸的集镇。",
                    "先用小火煮好米饭，然后将洋葱和生姜炒至金黄，最后加入豆子、胡椒和一勺酱油。",
                ),
            }
        ),
    }
)

LONG_TEXT: Mapping[TextLanguage, str] = MappingProxyType(
    {
        TextLanguage.ENGLISH: (
            "When the lamp on the cape went dark, the harbour master sent a boy with a basket of "
            "oil up the stone steps. The wind had turned to the east and pushed heavy clouds over "
            "the bay, so that nobody could tell the islands from the water. Three fishing boats "
            "were still out, and their families stood along the wall with blankets and soup. The "
            "boy counted one hundred and twelve steps, as he had done every evening since his "
            "ninth birthday, and found the keeper asleep beside a cold stove. Together they "
            "trimmed the wick, cleaned soot from the glass, and waited until the flame grew tall "
            "and steady. Far below, a bell answered. One after another the boats came round the "
            "rocks, rowing close to the light, and the people on the wall began to sing. Next "
            "morning the council met in the schoolroom. A carpenter promised better shutters, a "
            "baker offered bread for every night of watching, and the teacher wrote a list of "
            "names for the whole winter. Nobody asked who had been to blame. The keeper planted "
            "beans behind his tower, the boy learned to read the weather from gulls, and the "
            "harbour master bought a second lamp, smaller than the first, which burned beside it "
            "until the railway came."
        ),
        TextLanguage.CHINESE: (
            "海角上的灯灭了，港务长叫一个男孩提着一篮灯油爬上石阶。东风把厚厚的云推到海湾上空，"
            "谁也分不清哪里是岛哪里是水。三条渔船还没有回来，家人们抱着毯子和热汤站在堤岸边。"
            "男孩数着一百一十二级台阶，从九岁生日起他每天傍晚都这样数，推开门却看见守灯人靠着冰冷"
            "的炉子睡着了。两个人一起修剪灯芯，擦掉玻璃上的煤烟，等到火焰又高又稳。山下传来钟声。"
            "渔船一条接一条绕过礁石，贴着灯光划进港口，堤岸上的人唱起了歌。第二天早晨，镇上的人在"
            "教室里开会。木匠答应做更结实的窗板，面包师愿意给守夜的人送面包，老师写下整个冬天的"
            "值班名单。没有人追问是谁的过错。守灯人在塔后种了豆子，男孩学会从海鸥看天气，港务长"
            "买来第二盏灯，比第一盏小一些，一直亮到铁路修通的那一年。"
        ),
    }
)
"""Something to change a share of the words of."""

SENTENCES: Mapping[TextLanguage, tuple[str, ...]] = MappingProxyType(
    {
        TextLanguage.ENGLISH: (
            "Ann sows beans.", "Ben waters roses.", "Cleo feeds hens.", "Dan mends nets.",
            "Eve bakes bread.", "Finn rings bells.", "Grace reads maps.", "Hugo paints boats.",
        ),
        TextLanguage.CHINESE: (
            "爷爷种豆子。", "奶奶浇玫瑰。", "妈妈喂母鸡。", "爸爸修渔网。",
            "姐姐烤面包。", "哥哥敲大钟。", "妹妹看地图。", "弟弟画小船。",
        ),
    }
)  # fmt: skip
"""Short sentences of different words, to put together and to take apart."""


def sentences_of(text: str) -> list[str]:
    """Cut after each full stop."""
    ended = text.replace(". ", ".\n").replace("。", "。\n")
    return [sentence for sentence in ended.split("\n") if sentence]


_STOP_WORDS = """
a an and are as at be by for from in is it of on or that the to was were with
的 了 和 是 在 把 也 都 就 而 与 又 到 一 个
"""
_ENGLISH_WORDS = """
cat dog bird fish tree leaf rain snow wind sun moon star sea hill road home book word letter river
stone cloud apple bread milk tea cake cup lamp door glass paper pen ink red blue green slow fast old
new kind warm cold light dark north south boat sail rope net song dance drum bell clock garden seed
flower grass bee honey bear fox wolf hare deer owl
"""
_CHINESE_WORDS = """
猫 狗 小鸟 鲤鱼 大树 叶子 下雨 雪花 微风 太阳 月亮 星星 大海 山丘 小路 回家 书本 词语 书信 河流
石头 白云 苹果 面包 牛奶 茶叶 蛋糕 杯子 台灯 大门 玻璃 纸张 钢笔 墨水 红色 蓝色 绿色 缓慢 快速 古老
崭新 善良 温暖 寒冷 明亮 黑暗 北方 南方 小船 船帆 绳子 渔网 歌曲 舞蹈 鼓声 钟楼 时钟 花园 种子
花朵 青草 蜜蜂 蜂蜜 黑熊 狐狸 野狼 兔子 梅花鹿 猫头鹰
"""

STOP_WORDS: frozenset[str] = frozenset(_STOP_WORDS.split())
"""Words that are left out on demand: they are everywhere and tell nothing apart."""

WORDS: Mapping[TextLanguage, tuple[str, ...]] = MappingProxyType(
    {
        TextLanguage.ENGLISH: tuple(_ENGLISH_WORDS.split()),
        TextLanguage.CHINESE: tuple(_CHINESE_WORDS.split()),
    }
)
"""What questions are made of."""
