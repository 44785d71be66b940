"""Guesses the encoding of bytes that are neither marked nor declared, from what comes out of them.

Two tests: the share of common characters, for Chinese, Japanese and Korean and for UTF-16 and
UTF-32 without a mark; and chardet's bigram statistics, for everything else. The order of the
tests, and what may be known without guessing, is left to ``encodings``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from simhash_gui.documents.encoding.binary import count_controls

# --- common characters ---------------------------------------------------------------------------
# Wrongly decoded text is full of rare characters; rightly decoded text is not. The simplified
# ones are the 600 that occur most in the words of jieba's dictionary (MIT), weighted by the
# frequency of the words: about 77 % of running text. The traditional ones are the same in the
# other script.

_SIMPLIFIED = (
    "一是人了不在有大中国和为这上他个地年来我会以到时要出的生学说道民家子也成行下们于后就"
    "发自之对得主长可过天作分方用多你着部能市等业全里工公经本都而高政法面门动日进区事代那"
    "去心小同北定开产前其军还然起种所如现理机体表力好外与文当两实重新三么只山水关明从化平"
    "建又制南内西没此将员名手最东头者月间无安看见各城十相但已些正口通想度加第她合院物性战"
    "由位常点海意场武使次二向治因立数样身情入原问把路被并利石老教万知级量任江及应省资委务"
    "元美特期世湖回系比气汉总展电科金先声提品设或义王社很统处四首共马形己儿司太目基领队直"
    "计别女权话少流命至报米给打变果书清活几州华解议更称程今决张导术府才保交放管结师便走达"
    "族反再题色五京河接条规式县白它改风光运信受什组听布百济党指论强做取技黄神选记斯真却职"
    "号界件花类何眼兵传带空干农边据集联古广完质阳难增历史专官每住商即步认车台林必死游举线"
    "言皇土团收考求德叫近备研争非具李众连调感转笑革该持始英克士尔让拉思根格造较际亲单朝红"
    "型价校约器字段周亚深候则功属积快图火千准究往极育装许参半令吃观鱼精办像帝八复影告远群"
    "包整构料随划算象容示投势热值夫网望源息语股铁断派速怎需片爱律纪支早况病境证编越局推满"
    "且列觉服双未居除乐企引标确织初青志率项飞球节察龙响药站施均消客失轻存低甚般击曾防请离"
    "落显罗营足素视护副食创余照兴占巴虽洲村费易试星木黑左宝置跟央识维采六底宫房音环案批切"
    "斗富乡另倒若按查故突责严"
)
_TRADITIONAL = (
    "一是人了不在有大中國和為這上他個地年來我會以到時要出的生學說道民家子也成行下們於後就"
    "發自之對得主長可過天作分方用多你著部能市等業全裡工公經本都而高政法面門動日進區事代那"
    "去心小同北定開產前其軍還然起種所如現理機體表力好外與文當兩實重新三麼隻山水關明從化平"
    "建又製南內西沒此將員名手最東頭者月間無安看見各城十相但已些正口通想度加第她合院物性戰"
    "由位常點海意場武使次二向治因立數樣身情入原問把路被並利石老教萬知級量任江及應省資委務"
    "元美特期世湖回係比氣漢總展電科金先聲提品設或義王社很統處四首共馬形己儿司太目基領隊直"
    "計別女權話少流命至報米給打變果書清活幾州華解議更稱程今決張導術府才保交放管結師便走達"
    "族反再題色五京河接條規式縣白它改風光運信受什組听布百濟黨指論強做取技黃神選記斯真卻職"
    "號界件花類何眼兵傳帶空幹農邊據集聯古廣完質陽難增歷史專官每住商即步認車臺林必死游舉線"
    "言皇土團收考求德叫近備研爭非具李眾連調感轉笑革該持始英克士爾讓拉思根格造較際親單朝紅"
    "型價校約器字段周亞深候則功屬積快圖火千準究往极育裝許參半令吃觀魚精辦像帝八復影告遠群"
    "包整构料隨划算象容示投勢熱值夫網望源息語股鐵斷派速怎需片愛律紀支早況病境證編越局推滿"
    "且列覺服雙未居除樂企引標确織初青志率項飛球節察龍響藥站施均消客失輕存低甚般擊曾防請離"
    "落顯羅營足素視護副食創餘照興佔巴雖洲村費易試星木黑左寶置跟央識維采六底宮房音環案批切"
    "鬥富鄉另倒若按查故突責嚴里于制台只系准占干"
)
_KANJI = (
    "日一国人年大十二本中長出三時行見月分後前生五間上東四今金九入学高円子外八六下来気小七"
    "山話女北午百書先名川千水半男西電校語土木聞食車何南万毎白天母火右読友左休父雨会同事自"
    "社発者地業方新場員立開手力問代明動京目通言理体田主題意不作用度強公持野以思家世多正安"
    "院心界教文元重近考画海売知道集別物使品計死特私始朝運終台広住無真有口少町料工建空急止"
    "送切転研究着店質待試族銀早験親英医仕去味写字答夜音注帰古歌買悪図室歩風紙黒花春赤館屋"
    "色走秋夏駅旅服夕借曜飲肉貸堂鳥勉冬昼茶弟牛兄犬妹姉最全合内平和対関定法成実民数市表化"
    "政性現決原形議点組的情結機利果保相能面部連絡記録変更期調整設選必要件報管加活治経済初"
    "向取違似容資比較番号次第約際個戻残消返確認"
)
_KANA = "".join(map(chr, [*range(0x3041, 0x3094), *range(0x30A1, 0x30FD)]))
_HANGUL = (
    "이다는에가의을고하지를한로은기도어사서나으과시리자아인그대해있게라스것정일들수니부여"
    "오만보상전면까적안원주장했구생제성거음비세우문중년공학위미국회동모경관소화발당물때된"
    "습신진개결요같말될않무실방유계심차연마민내외조식데야러람려금용책더분입월단체북두선간"
    "영와저르트드없었겠며던할였합각달집치터후추바른받밖반배법변복불새석설속손술승역열예왔"
    "왜운움읽임잡재점접종좋직찾처천첫초최출크큰타태통특편평포품함항행향험형호황힘"
)
_FULL_WIDTH_PUNCTUATION = "、。，．：；？！“”‘’（）《》〈〉「」『』【】—…·～\u3000"


# --- the guess -----------------------------------------------------------------------------------

_SAMPLE_BYTES = 2048
_CHARDET_SAMPLE_BYTES = 16_384
_ENOUGH_COMMON = 0.55
_BEYOND_DOUBT = 0.7
_DOUBT = 0.5
_DOUBT_IN_LATIN = 2.0
_ENOUGH_AGAINST_BINARY = 0.5
_ENOUGH_AGAINST_TEXT = 0.75
_COMMON_IS_FAMILIAR = 0.9
_RARE_IS_FAMILIAR = 0.5
_REPLACEMENT = "\ufffd"
_REPLACEMENT_COST = 4
_MIN_CONFIDENCE = 0.1

_WIDE_ENCODINGS = ("utf-32-le", "utf-32-be", "utf-16-le", "utf-16-be")
_EAST_ASIAN_ENCODINGS: tuple[str, ...] = (
    "gb18030", "big5hkscs", "cp932", "euc_jis_2004", "cp949",
)  # fmt: skip
_LATIN_ENCODINGS: tuple[str, ...] = (
    "cp1252", "cp1250", "cp1254", "cp1257", "cp1258", "iso8859-2", "iso8859-9", "iso8859-15",
)  # fmt: skip
# Of Turkish twins chardet knows both, and takes much of it for Western when it is offered only one.
_SUPERSETS = {"iso8859-9": "cp1254"}
_OTHER_ENCODINGS: tuple[str, ...] = (
    "koi8-r", "koi8-u", "cp866", "cp1251", "cp1253", "cp1255", "cp1256", "cp874",
)  # fmt: skip

# Scripts whose characters are familiar in any order of bytes that makes sense, but for those that
# two spaces or ends of lines of another encoding look like; the rest of Han and Hangul counts half,
# because swapped bytes often land there.
_FAMILIAR = re.compile(
    r"(?![\u0909\u090a\u0920\u0a0a\u0a0d\u0a20\u0d0a\u0d20\u2009\u200a\u200d\u2020])[\t\n\r\x20-\x7e\xa0-\u052f\u0590-\u06ff\u0900-\u0e7f\u1e00-\u1fff"
    r"\u2000-\u206f\u3000-\u30ff\uff00-\uff5e]"
)
_HAN_OR_HANGUL = re.compile(r"[\u4e00-\u9fff\uac00-\ud7a3]")
_ASCII_LETTERS = bytes(range(65, 91)) + bytes(range(97, 123))
_HIGH_RUN = re.compile(rb"[A-Za-z]?[\x80-\xff]+[A-Za-z]?")


@dataclass(frozen=True, slots=True)
class Guess:
    """An encoding (a codec name of Python) and how sure it is, 0 to 1."""

    encoding: str
    confidence: float


def guess_wide(data: bytes) -> Guess | None:
    """UTF-16 or UTF-32 without a mark, when most of what comes out is familiar."""
    guesses = [Guess(name, _familiar_share(data, name)) for name in _WIDE_ENCODINGS]
    best = max(guesses, key=lambda guess: guess.confidence)
    is_8_bit_text = not count_controls(data[:_SAMPLE_BYTES])
    enough = _ENOUGH_AGAINST_TEXT if is_8_bit_text else _ENOUGH_AGAINST_BINARY
    return best if best.confidence >= enough else None


def guess_east_asian(data: bytes) -> Guess | None:
    """A Chinese, Japanese or Korean encoding, when most of what comes out is common."""
    sample = _sample(data, _SAMPLE_BYTES)
    doubt = _DOUBT_IN_LATIN if _is_latin(sample) else _DOUBT
    best = Guess("", 0.0)
    for name in _common_sets():
        score = _common_share(sample, name, doubt)
        if score > best.confidence:
            best = Guess(name, score)
        if score >= _BEYOND_DOUBT:
            break
    return best if best.confidence >= _ENOUGH_COMMON else None


def guess_by_bigrams(data: bytes) -> Guess | None:
    """What chardet takes it for, else what a few bytes can be; None when nothing fits."""
    # Imported here: most documents are UTF-8, and a worker starts sooner without the models.
    import chardet  # noqa: PLC0415

    sample = _sample(data, _CHARDET_SAMPLE_BYTES)
    encodings = _LATIN_ENCODINGS + _EAST_ASIAN_ENCODINGS
    if not _is_latin(sample):
        encodings += _OTHER_ENCODINGS
    found = chardet.detect(sample, include_encodings=encodings, compat_names=False)
    name = found["encoding"]
    if name is None or not _fits(sample, name):
        return _guess_for_few_bytes(sample)
    name = _SUPERSETS.get(name, name)
    return Guess(name, found["confidence"])


def _sample(data: bytes, size_bytes: int) -> bytes:
    """The first bytes from shortly before the first one that is not ASCII."""
    first = re.search(rb"[\x80-\xff]", data)
    start = max(first.start() - 64, 0) if first else 0
    return data[start : start + size_bytes]


def _familiar_share(data: bytes, encoding: str) -> float:
    text = data[:_SAMPLE_BYTES].decode(encoding, "replace").rstrip(_REPLACEMENT)
    if not text:
        return 0.0
    han_or_hangul = _HAN_OR_HANGUL.findall(text)
    common_count = sum(map(_all_common().__contains__, han_or_hangul))
    rare_count = len(han_or_hangul) - common_count
    familiar = len(_FAMILIAR.findall(text)) + _COMMON_IS_FAMILIAR * common_count
    return (familiar + _RARE_IS_FAMILIAR * rare_count) / len(text)


def _common_share(sample: bytes, encoding: str, doubt: float) -> float:
    """Share of common ones among the characters beyond ASCII, less a cost for invalid bytes."""
    text = sample.decode(encoding, "replace")
    beyond_ascii = re.sub(r"[\x00-\x7f]+", "", text[:-1] + text[-1:].rstrip(_REPLACEMENT))
    if not beyond_ascii:
        return 0.0
    known = sum(map(_common_sets()[encoding].__contains__, beyond_ascii))
    invalid = beyond_ascii.count(_REPLACEMENT)
    return (known - _REPLACEMENT_COST * invalid) / (len(beyond_ascii) + doubt)


def _guess_for_few_bytes(sample: bytes) -> Guess | None:
    """A word or two of Chinese in English, or a sign such as © in it."""
    names = ("cp1252",) if _is_latin(sample) else ("gb18030", "big5hkscs", "cp1252")
    for name in names:
        if _fits(sample, name):
            return Guess(name, _MIN_CONFIDENCE)
    return None


def _fits(sample: bytes, encoding: str) -> bool:
    """Whether every byte is allowed; the last character may be cut."""
    return _REPLACEMENT not in sample.decode(encoding, "replace").rstrip(_REPLACEMENT)


def _is_latin(sample: bytes) -> bool:
    """Accents within words or by themselves, unlike letters and syllables of another script."""
    runs = [run.group() for run in _HIGH_RUN.finditer(sample)]
    touching = sum(run[0] < 0x80 or run[-1] < 0x80 for run in runs)
    single = sum(len(run.strip(_ASCII_LETTERS)) == 1 for run in runs)
    return max(touching, single) * 2 > len(runs)


@cache
def _common_sets() -> dict[str, frozenset[str]]:
    punctuation = _FULL_WIDTH_PUNCTUATION
    japanese = frozenset(_KANA + _KANJI + punctuation)
    return {
        "gb18030": frozenset(_SIMPLIFIED + _TRADITIONAL + punctuation),
        "big5hkscs": frozenset(_TRADITIONAL + punctuation),
        "cp932": japanese,
        "euc_jp": japanese,
        "cp949": frozenset(_HANGUL + punctuation),
    }


@cache
def _all_common() -> frozenset[str]:
    return frozenset().union(*_common_sets().values())
