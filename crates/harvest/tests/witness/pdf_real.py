#!/usr/bin/env python3
"""Compares the links that the command finds in real PDFs with the output of pikepdf and pdftotext.

pdf_real.py COMMAND FOLDER [--part even|odd|all] [--show] [--time]

The folders inside FOLDER are divided into two parts by a hash of their names. Use `even` to tune weights, and `odd` to
report results.

- annotations: the URI actions of link annotations that pikepdf reads on each page are compared with the rows of origin
  `annotation`;
- text: the URI tokens of `pdftotext -raw` are compared with the rows of all origins, including the texts that
  annotations show;
- joins: the annotations are removed from the files, and the links that the command then finds in the text are compared
  with the removed annotations. A URI is wrapped if it is the target of an annotation and the page shows it in two or
  more lines. Recall is the share of wrapped URIs that are found whole. Precision is the share of joined URIs under
  annotations that are right;
- time: with `--time`, the script only measures the processor time of the command and of pdftotext.
"""
import argparse
import collections
import json
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import zlib

import pikepdf

URI = re.compile(rb"https?://[!-~]+")


def rows(command, path):
    """The rows of a file, and the exit status."""
    run = subprocess.run([command, "extract", "--preset", "mail", "--relative", "--format", "jsonl", str(path)], capture_output=True)
    return [json.loads(line) for line in run.stdout.splitlines()], run.returncode


def actions(pdf):
    """The pages with the URIs and rectangles of their link annotations."""
    for number, page in enumerate(pdf.pages, 1):
        try:
            annotations = list(page.get("/Annots", []))
        except (TypeError, ValueError):
            annotations = []
        for annotation in annotations:
            try:
                action = annotation.get("/A")
                if action is not None and action.get("/S") == "/URI":
                    area = [float(number) for number in annotation.Rect]
                    yield number, str(action.URI), area
            except (AttributeError, TypeError, ValueError):
                continue


def normal(uri):
    """The URI in a form in which equivalent URIs are equal."""
    uri = re.sub(r"%[0-9A-Fa-f]{2}", lambda triplet: triplet[0].upper(), uri.strip())
    return uri.rstrip("/").removeprefix("mailto:").replace("\\", "/")


def key(path, folder):
    """The source of a file: the name of its folder inside `folder`."""
    return path.relative_to(folder).parts[0]


def compare_annotations(pdf, found, counts):
    """Counts the annotations that both tools report. The fragments of one link count once per page."""
    expected = {(page, normal(uri)) for page, uri, _ in actions(pdf)}
    seen = {(row["unit"]["page"], normal(row.get("text", row["uri"]))) for row in found if row["origin"] == "annotation"}
    counts["annotations"] += len(expected)
    counts["annotations found"] += len(expected & seen)
    counts["annotations reported only by the command"] += len(seen - expected)
    return expected - seen


def compare_text(path, found, counts):
    """Counts the URI tokens of pdftotext that the command also finds, anywhere in the file."""
    text = subprocess.run(["pdftotext", "-raw", str(path), "-"], capture_output=True).stdout
    tokens = collections.Counter(token.rstrip(b".,;:)]}>'\"-\\").decode() for token in URI.findall(text))
    have = " ".join(row["uri"] + " " + row.get("text", "") + " " + " ".join(row.get("pieces_text", [])) for row in found)
    missing = [token for token in tokens if token not in have]
    counts["tokens"] += len(tokens)
    counts["tokens found"] += len(tokens) - len(missing)
    return missing


def without_annotations(path, folder):
    """A copy of the file without its annotations."""
    copy = pathlib.Path(folder) / "stripped.pdf"
    with pikepdf.open(path) as pdf:
        for page in pdf.pages:
            if "/Annots" in page:
                del page["/Annots"]
        pdf.save(copy)
    return copy


def overlaps(one, other):
    middle = (one[1] + one[3]) / 2
    left, right = max(one[0], other[0]), min(one[2], other[2])
    return other[1] <= middle <= other[3] and right - left > 2


def compare_joins(path, pdf, command, counts, folder):
    """Counts the wrapped URIs that are found whole and the joins that are right. Returns the problems."""
    found, _ = rows(command, without_annotations(path, folder))
    links = collections.defaultdict(list)
    for page, uri, area in actions(pdf):
        links[page].append((uri, area))
    problems = []
    for page, all_links in links.items():
        on_page = [row for row in found if row["origin"] == "text" and row["unit"]["page"] == page]
        for uri, areas in fragments(all_links):
            under = [row for row in on_page if any(overlaps(box, area) for box in row["unit"]["boxes"] for area in areas)]
            if not under or not uri.startswith(("http", "ftp", "www")):
                continue
            whole = any(normal(row["uri"]) == normal(uri) for row in under)
            is_shown = any(normal(uri).startswith(normal(row["uri"])) for row in under)
            wrapped = len(lines(areas)) > 1
            if wrapped and is_shown:
                counts["wrapped URIs"] += 1
                counts["wrapped URIs found whole"] += whole
                if not whole:
                    problems.append(("missed", page, uri, [row["uri"] for row in under]))
            for row in under:
                if len(row["unit"]["boxes"]) < 2:
                    continue
                known = [normal(other) for other, _ in all_links]
                right = normal(row["uri"]) in known
                counts["joined URIs"] += 1
                counts["joined URIs that are right"] += right
                if not right:
                    problems.append(("wrong", page, row["uri"], uri))
            break_kept = not wrapped and whole
            counts["unwrapped URIs found whole"] += break_kept
    return problems


def lines(areas):
    """The vertical middle of each line that has one of the rectangles."""
    middles = []
    for area in areas:
        middle = (area[1] + area[3]) / 2
        if not any(abs(middle - other) < 3 for other in middles):
            middles.append(middle)
    return middles


def fragments(links):
    """Joins consecutive annotations with the same URI."""
    merged = []
    for uri, area in links:
        if merged and merged[-1][0] == uri and abs(merged[-1][1][-1][1] - area[1]) < 40:
            merged[-1][1].append(area)
        else:
            merged.append((uri, [area]))
    return merged


def seconds(arguments):
    """The processor time of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--part", choices=["even", "odd", "all"], default="all")
    parser.add_argument("--most", type=int, default=12, help="the maximum number of files per source")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--time", action="store_true")
    arguments = parser.parse_args()
    counts, by_source = collections.Counter(), collections.Counter()
    for path in sorted(path for path in arguments.folder.rglob("*.pdf") if path.is_file()):
        source = key(path, arguments.folder)
        side = zlib.crc32(source.encode()) % 2
        by_source[source] += 1
        if by_source[source] > arguments.most or arguments.part == ("odd", "even")[side == 1] and arguments.part != "all":
            continue
        try:
            pdf = pikepdf.open(path)
        except pikepdf.PdfError:
            continue
        counts["files"] += 1
        if arguments.time:
            counts["seconds of the command"] += seconds([arguments.command, "extract", "--format", "jsonl", str(path)])
            counts["seconds of pdftotext"] += seconds(["pdftotext", "-raw", str(path), "-"])
            continue
        found, status = rows(arguments.command, path)
        if status not in (0, 1):
            counts["files on which the command failed"] += 1
            print("status", status, path)
        with pdf, tempfile.TemporaryDirectory() as folder:
            problems = [("annotation", *missing) for missing in compare_annotations(pdf, found, counts)]
            problems += [("token", token) for token in compare_text(path, found, counts)]
            problems += compare_joins(path, pdf, arguments.command, counts, folder)
        if arguments.show:
            for problem in problems:
                print(path.name, *problem, sep="\t")
    for name, count in sorted(counts.items()):
        print(f"{name}: {count}")
    for what, seen, all_of in [
        ("annotations", "annotations found", "annotations"),
        ("tokens", "tokens found", "tokens"),
        ("recall of joins", "wrapped URIs found whole", "wrapped URIs"),
        ("precision of joins", "joined URIs that are right", "joined URIs"),
    ]:
        if counts[all_of]:
            print(f"{what}: {counts[seen] / counts[all_of]:.3f}")


if __name__ == "__main__":
    sys.exit(main())
