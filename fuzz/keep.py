#!/usr/bin/env python3
"""Chooses the inputs to keep: those that together reach the most code.

    keep.py CONTROL LIMIT

CONTROL is the file in which libFuzzer records the code that each input reaches while it merges (-merge_control_file).
The program prints the paths of at most LIMIT inputs: the input that reaches the most code, then the input that reaches
the most of the remaining code, and so on. Of equal inputs it takes the shorter one.
"""
import os
import sys


def reached(control):
    """The features of each input, by its path."""
    with open(control, encoding="utf-8") as lines:
        count = int(next(lines))
        next(lines)
        paths = [next(lines).rstrip("\n") for _ in range(count)]
        features = {path: set() for path in paths}
        for line in lines:
            kind, at, *rest = line.split()
            if kind == "FT":
                features[paths[int(at)]] = set(map(int, rest))
    return features


def choose(features, limit):
    missing = set().union(*features.values())
    size = {path: os.path.getsize(path) for path in features}
    while missing and limit > 0:
        best = max(features, key=lambda path: (len(features[path] & missing), -size[path], path))
        missing -= features[best]
        limit -= 1
        yield best


if __name__ == "__main__":
    for path in choose(reached(sys.argv[1]), int(sys.argv[2])):
        print(path)
