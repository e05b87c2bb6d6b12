"""Counts the links in the column `text` of Parquet files by domain, with Ray Data.

python examples/ray_links.py texts/
"""

from __future__ import annotations

import sys

import pyarrow as pa
import ray

import linkwright


class Links:
    """The work of one worker. Ray makes one instance on each worker, so the finder is built once."""

    def __init__(self) -> None:
        self.finder = linkwright.Finder("mail")

    def __call__(self, texts: pa.Table) -> pa.Table:
        """The number of links for each domain of a batch. Counting on the worker reduces the number of rows that are
        sent."""
        links = pa.table(self.finder.find_batch(texts.column("text"), columns=("domain",)))
        return links.group_by("domain").aggregate([([], "count_all")])


def counts(path: str) -> list[tuple[str | None, int]]:
    """The number of links for each domain, the most frequent first."""
    texts = ray.data.read_parquet(path, columns=["text"])
    parts = texts.map_batches(Links, batch_format="pyarrow", batch_size=10_000, concurrency=(1, 4))
    table = pa.concat_tables(parts.iter_batches(batch_format="pyarrow"))
    total = table.group_by("domain").aggregate([("count_all", "sum")])
    rows = zip(total["domain"].to_pylist(), total["count_all_sum"].to_pylist(), strict=True)
    return sorted(rows, key=lambda row: (-row[1], row[0] is None, row[0]))


if __name__ == "__main__":
    for domain, count in counts(sys.argv[1]):
        print(f"{count}\t{domain or '-'}")
