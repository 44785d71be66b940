"""Texts to fingerprints, Chinese and English, in one process and one thread."""

from __future__ import annotations

from tests.benchmarks.bench import Bench, Call, Contender, rate
from tests.benchmarks.contenders.texts import documents
from tests.benchmarks.results import OURS, Case

_LANGUAGES = {"zh": "Chinese", "en": "English"}
_MOST_DOCUMENTS = 300


def run(bench: Bench) -> None:
    """Documents of 1 to 5 KB a second."""
    if not bench.store.corpora.is_dir():
        bench.skip("texts: needs ../shared/corpora, which is not part of this project")
        return
    for code, language in _LANGUAGES.items():
        count = min(_MOST_DOCUMENTS, len(documents(str(bench.store.corpora), code)))
        texts = {"corpora": str(bench.store.corpora), "language": code, "count": count}
        case = Case("text to fingerprint", language, count)
        bench.race(_contenders(texts), rate(case, count))


def _contenders(texts: dict[str, object]) -> list[Contender]:
    ours = [
        Contender(
            f"{OURS}, recipe {recipe}",
            "ours_texts.py",
            (Call("load_texts", {**texts, "recipe": recipe}),),
            Call("fingerprint"),
        )
        for recipe in ("default", "words")
    ]
    peers = [
        ("1e0ng/simhash, tokens by jieba", "simhash_1e0ng.py", "simhash", "fingerprint"),
        ("jieba alone, no fingerprint", "simhash_1e0ng.py", "simhash", "segment"),
        ("simhash-cpp, tokens by jieba", "simhash_cpp.py", "simhash-pybind", "fingerprint"),
        ("datasketch MinHash, by jieba", "datasketch_minhash.py", "datasketch", "fingerprint"),
    ]
    return ours + [
        Contender(name, script, (Call("load_texts", texts),), Call(timed), peer)
        for name, script, peer, timed in peers
    ]
