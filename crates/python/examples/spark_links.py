"""Finds the links of a folder with Spark: writes them as Parquet, and prints the number of links for each domain.

    python examples/spark_links.py --text  texts/  links.parquet
    python examples/spark_links.py --files crawl/  links.parquet --master 'local-cluster[2,1,1024]'

With `--text` every file is one text, and Spark distributes the texts to the executors. With `--files` each executor
reads whole files with `linkwright.harvest`: mailboxes, archives, WARC, PDF and other formats. In this case the folder
must be at the same path on every machine.

linkwright need not be installed on the executors: they get the wheel through `spark.archives`. A wheel is a zip file,
and Spark unpacks it if its name ends in `.zip`.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession

import linkwright

#: The folder with the unpacked wheel, relative to the working directory of an executor.
UNPACKED = "linkwright_wheel"
COLUMNS = ("uri", "scheme", "host", "domain")
SCHEMA = ", ".join(f"{column} string" for column in COLUMNS)


def archive(folder: str, wheel: str | None) -> str:
    """Copies the wheel to a file whose name ends in `.zip`, so that Spark unpacks it. Without a wheel, makes a zip file
    of the package that this process has imported."""
    if wheel is not None:
        return shutil.copy(wheel, str(Path(folder, "linkwright.zip")))
    package = Path(linkwright.__file__).parent
    return shutil.make_archive(str(Path(folder, "linkwright")), "zip", package.parent, package.name)


def session(master: str, zipped: str) -> SparkSession:
    """A session whose executors import linkwright from the archive."""
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.master(master).appName("linkwright")
    settings = {
        "spark.archives": f"{zipped}#{UNPACKED}",
        "spark.executorEnv.PYTHONPATH": UNPACKED,
        # A row may be a whole document, so a batch must not have too many rows.
        "spark.sql.execution.arrow.maxRecordsPerBatch": "1000",
        "spark.ui.enabled": "false",
    }
    for name, value in settings.items():
        builder = builder.config(name, value)
    return builder.getOrCreate()


def links_of_texts(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """The links of a column of texts. This function runs on an executor."""
    finder = linkwright.Finder("mail")
    for batch in batches:
        yield from pa.table(finder.find_batch(batch.column(0), columns=COLUMNS)).to_batches()


def links_of_files(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """The links of a column of paths. This function runs on an executor."""
    for batch in batches:
        with linkwright.harvest(batch.column(0).to_pylist()) as records:
            rows = []
            for record in records:
                rows.append(
                    {
                        "uri": record["uri"],
                        "scheme": record["scheme"],
                        "host": record["host"],
                        "domain": next(iter(record["domains"]), None),
                    }
                )
                if len(rows) == 10_000:
                    yield to_batch(rows)
                    rows = []
            yield to_batch(rows)


def to_batch(rows: list[dict[str, str | None]]) -> pa.RecordBatch:
    """The rows as a batch. With the explicit schema, a batch without rows has the same columns."""
    return pa.RecordBatch.from_pylist(rows, schema=pa.schema([(column, pa.string()) for column in COLUMNS]))


def links(spark: SparkSession, folder: str, *, is_text: bool) -> DataFrame:
    """The links of all files of a folder."""
    if is_text:
        texts = spark.read.text(folder, wholetext=True, recursiveFileLookup=True)
        return texts.mapInArrow(links_of_texts, SCHEMA)
    files = [(str(file.absolute()),) for file in sorted(Path(folder).rglob("*")) if file.is_file()]
    paths = spark.createDataFrame(files, "path string").repartition(max(len(files), 1))
    return paths.mapInArrow(links_of_files, SCHEMA)


def counts(found: DataFrame) -> list[tuple[str | None, int]]:
    """The number of links for each domain, the most frequent first."""
    rows = found.groupBy("domain").count().orderBy("count", "domain", ascending=[False, True]).collect()
    return [(row["domain"], row["count"]) for row in rows]


def main() -> None:
    """Runs the job."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kind = parser.add_mutually_exclusive_group(required=True)
    kind.add_argument("--text", metavar="FOLDER", help="a folder of plain texts")
    kind.add_argument("--files", metavar="FOLDER", help="a folder of documents")
    parser.add_argument("output", help="the folder to which Parquet files are written")
    parser.add_argument("--master", default="local[*]")
    parser.add_argument("--wheel", help="the wheel for executors; by default the package imported here")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        spark = session(args.master, archive(folder, args.wheel))
        found = links(spark, args.text or args.files, is_text=args.text is not None)
        found.write.mode("overwrite").parquet(args.output)
        for domain, count in counts(spark.read.parquet(args.output)):
            print(f"{count}\t{domain or '-'}")
        spark.stop()


if __name__ == "__main__":
    main()
