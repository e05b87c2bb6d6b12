"""Counts the links in the column `text` of Parquet files by domain, with DuckDB.

python examples/duckdb_links.py 'texts/*.parquet'
"""

from __future__ import annotations

import sys

import duckdb
import pyarrow as pa

import linkwright

COUNT = 'SELECT domain, count(*) AS "count" FROM links GROUP BY domain ORDER BY "count" DESC, domain'


def counts(pattern: str) -> list[tuple[str | None, int]]:
    """The number of links for each domain, the most frequent first. The texts are streamed: one connection reads them
    from the files, and another connection reads the links from the finder."""
    reading, counting = duckdb.connect(), duckdb.connect()
    texts: pa.RecordBatchReader = reading.sql("SELECT text FROM read_parquet($1)", params=[pattern]).to_arrow_reader(
        10_000
    )
    finder = linkwright.Finder("mail")
    links = pa.RecordBatchReader.from_stream(finder.find_batch(texts, columns=("uri", "domain")))
    counting.register("links", links)
    return counting.sql(COUNT).fetchall()


if __name__ == "__main__":
    for domain, count in counts(sys.argv[1]):
        print(f"{count}\t{domain or '-'}")
