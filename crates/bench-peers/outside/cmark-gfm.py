#!/usr/bin/env python3
"""Measures the command cmark-gfm, which converts Markdown to HTML with extended autolinks. The script `run` starts this
program.

The time includes reading the file, parsing and rendering. comrak and pulldown-cmark, which bench-peers measures, only
parse.
"""
import json, os, resource, subprocess, sys

ROUNDS = 7
COMMAND = ["cmark-gfm", "--extension", "autolink", "--extension", "table", "--extension", "strikethrough",
           "--extension", "tasklist", "--extension", "footnotes"]


def used():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def sample(path):
    before = used()
    written = subprocess.run([*COMMAND, path], stdout=subprocess.PIPE, check=True).stdout
    return used() - before, len(written)


samples = [sample(os.path.join(sys.argv[1], "readme.md")) for _ in range(ROUNDS)]
print(json.dumps({"name": "cmark-gfm", "corpus": "markdown", "matches": samples[0][1],
                  "seconds": [seconds for seconds, _ in samples]}))
