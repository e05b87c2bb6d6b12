"""Counts the links in the column `text` of Parquet files by domain, with Polars.

python examples/polars_links.py 'texts/*.parquet'
"""

from __future__ import annotations

import sys

import polars as pl

import linkwright

SCHEMA = {"uri": pl.String, "domain": pl.String}


def links_of(texts: pl.DataFrame) -> pl.DataFrame:
    """The links of the first column of a frame."""
    finder = linkwright.Finder("mail")
    return pl.DataFrame(finder.find_batch(texts.to_series(0), columns=tuple(SCHEMA)))


def counts(pattern: str) -> pl.DataFrame:
    """The number of links for each domain, the most frequent first. Files are read in batches, so they may be larger than
    memory."""
    texts = pl.scan_parquet(pattern).select("text")
    links = texts.map_batches(links_of, schema=SCHEMA, streamable=True)
    counted = links.group_by("domain").len("count").sort("count", "domain", descending=[True, False])
    return counted.collect(engine="streaming")


if __name__ == "__main__":
    for domain, count in counts(sys.argv[1]).iter_rows():
        print(f"{count}\t{domain or '-'}")
