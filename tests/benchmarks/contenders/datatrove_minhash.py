"""datatrove's four stages of MinHash over a folder of texts, run by that peer's interpreter.

``python datatrove_minhash.py DOCS FOLDER SHARDS WORKERS`` prints JSON: the seconds of each stage,
and the names of the documents of each cluster. Defaults of the package: words, n-grams of 5,
14 buckets of 8 hashes. Chinese is cut into words by jieba first, a stage of its own.
"""

import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import jieba
from datatrove.executor import LocalPipelineExecutor
from datatrove.pipeline.dedup import (
    MinhashDedupBuckets,
    MinhashDedupCluster,
    MinhashDedupFilter,
    MinhashDedupSignature,
)
from datatrove.pipeline.dedup.minhash import MinhashConfig
from datatrove.pipeline.readers import JsonlReader
from datatrove.pipeline.writers import JsonlWriter

_SECONDS: dict[str, float] = {}


@contextmanager
def _stage(name: str) -> Iterator[None]:
    begun_s = time.perf_counter()
    yield
    _SECONDS[name] = time.perf_counter() - begun_s


def _words(text: str) -> str:
    is_chinese = sum("\u4e00" <= character <= "\u9fff" for character in text) > len(text) / 5
    return " ".join(jieba.lcut(text)) if is_chinese else text


def _write(docs: Path, folder: Path, shards: int) -> None:
    folder.mkdir(parents=True)
    files = [(folder / f"{shard:05}.jsonl").open("w", encoding="utf-8") for shard in range(shards)]
    for number, path in enumerate(sorted(docs.iterdir())):
        row = {"id": path.name, "text": _words(path.read_text("utf-8"))}
        files[number % shards].write(json.dumps(row) + "\n")
    for file in files:
        file.close()


def _run(folder: Path, name: str, tasks: int, workers: int, *steps: object) -> None:
    with _stage(name):
        LocalPipelineExecutor(
            pipeline=list(steps),
            tasks=tasks,
            workers=workers,
            logging_dir=str(folder / "logs" / name),
        ).run()


def main() -> None:
    """All stages."""
    docs, folder, shards, workers = Path(sys.argv[1]), Path(sys.argv[2]), *map(int, sys.argv[3:])
    config = MinhashConfig()
    rows, signatures, buckets, removed = (
        str(folder / name) for name in ("rows", "signatures", "buckets", "removed")
    )
    with _stage("words"):
        _write(docs, Path(rows), shards)
    reader = JsonlReader(rows)
    _run(folder, "signatures", shards, workers, reader, MinhashDedupSignature(signatures, config))
    count = config.num_buckets
    _run(folder, "buckets", count, workers, MinhashDedupBuckets(signatures, buckets, config=config))
    cluster = MinhashDedupCluster(buckets, removed, config, save_cluster_id=True)
    _run(folder, "clusters", 1, 1, cluster)
    kept = JsonlWriter(str(folder / "kept"), compression=None)
    left = JsonlWriter(str(folder / "left"), compression=None)
    filtering = MinhashDedupFilter(removed, exclusion_writer=left, load_cluster_ids=True)
    _run(folder, "filter", shards, workers, reader, filtering, kept)
    clusters: dict[int, list[str]] = {}
    for path in [*(folder / "kept").glob("*.jsonl"), *(folder / "left").glob("*.jsonl")]:
        for line in path.read_text("utf-8").splitlines():
            row = json.loads(line)
            clusters.setdefault(row["metadata"].get("minhash_cluster_id", -1), []).append(row["id"])
    clusters.pop(-1, None)
    json.dump({"seconds": _SECONDS, "clusters": list(clusters.values())}, sys.stdout)


if __name__ == "__main__":
    main()
