#!/usr/bin/env python3
"""Writes a large web archive of generated pages, for measurements: big_warc.py FILE [MEGABYTES] [SEED.html]

Each page has about 30 KB of prose with links in text and in elements, and each record is a gzip member. MEGABYTES (200
by default) is the size before compression. If SEED.html is given, the pages are pieces of it; otherwise they are made
of random words.

    zcat big.warc.gz > /dev/null
    linkwright extract big.warc.gz | wc -l
"""

import gzip
import random
import sys

WORDS = (
    "archive capture record page link server header payload crawl index text word line letter reader writer "
    "library format member offset length type date name value field block chunk coding content table figure"
).split()


def paragraphs(numbers):
    while True:
        words = [numbers.choice(WORDS) + numbers.choice(["", "s", "ed", ",", ""]) for _ in range(80)]
        words[numbers.randrange(80)] = f'<a class="ref" href="/docs/{numbers.randrange(9999)}.html">{numbers.choice(WORDS)}</a>'
        if numbers.random() < 0.2:
            words[numbers.randrange(80)] = f"http://site{numbers.randrange(999)}.example/{numbers.choice(WORDS)}"
        yield f"<p id=\"p{numbers.randrange(9999)}\">{' '.join(words)}.</p>\n<div class=\"box\"><span>{words[3]}</span></div>\n"


def pages(numbers, seed):
    if seed:
        at = 0
        while True:
            yield seed[at : at + 30_000]
            at = (at + 30_000) % len(seed)
    while True:
        source = paragraphs(numbers)
        yield "<!DOCTYPE html><html><body>" + "".join(next(source) for _ in range(45)) + "</body></html>"


def main():
    path, size = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 200
    seed = open(sys.argv[3], encoding="utf-8").read() if len(sys.argv) > 3 else ""
    numbers = random.Random(1)
    source, written, count = pages(numbers, seed), 0, 0
    with open(path, "wb") as file:
        while written < size << 20:
            body = next(source).encode()
            block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + body
            head = (
                f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/{count}\r\n"
                f"WARC-Date: 2024-01-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:{count}>\r\n"
                f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(block)}\r\n\r\n"
            ).encode()
            record = head + block + b"\r\n\r\n"
            file.write(gzip.compress(record, 6))
            written, count = written + len(record), count + 1


main()
