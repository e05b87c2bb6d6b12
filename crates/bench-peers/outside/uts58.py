#!/usr/bin/env python3
"""Prints how many lines of the detection test of UTS #58 each finder passes.

    uts58.py [--install] [--profile release] LinkDetectionTest.txt

The file is at https://www.unicode.org/Public/17.0.0/linkification/. In each of its lines, U+2E20 and U+2E21 enclose the
links. A line is passed if the finder finds these links and no others in the line without the marks. --install installs
the node modules below `target`; a finder that is not there is left out. linkwright and the example `linkify-pipe` of
this folder are built with cargo.
"""
import argparse, json, os, subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..", "..")
WORK = os.path.join(ROOT, "target", "outside")
MODULES = {"linkify-it": "6", "tlds": "1", "linkifyjs": "4", "autolinker": "4", "twitter-text": "3"}


def finders(profile):
    binary = os.path.join(ROOT, "target", profile, "linkwright")
    for preset in ("uts58", "chat", "gfm"):
        yield f"linkwright, {preset}", [binary, "pipe", "--preset", preset]
    yield "linkify (Rust)", [os.path.join(ROOT, "target", profile, "examples", "linkify-pipe")]
    for name in ("linkify-it", "linkify-it-tlds", "linkifyjs", "autolinker", "twitter-text"):
        yield name, ["node", os.path.join(HERE, "accuracy.cjs"), name]


def marked(text, links):
    """`text` with the marks around the links, whose offsets are in bytes."""
    data = text.encode()
    for link in sorted(links, key=lambda link: link["start"], reverse=True):
        start, end = link["start"], link["end"]
        data = data[:start] + "⸠".encode() + data[start:end] + "⸡".encode() + data[end:]
    return data.decode()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--install", action="store_true")
    parser.add_argument("--profile", default="release")
    parser.add_argument("file")
    options = parser.parse_args()
    with open(options.file, encoding="utf-8") as file:
        lines = [line.rstrip("\n") for line in file if line.strip() and not line.startswith("#")]
    texts = [line.replace("⸠", "").replace("⸡", "") for line in lines]
    if options.install:
        modules = [f"{name}@{version}" for name, version in MODULES.items()]
        subprocess.run(["npm", "install", "--silent", "--no-save", "--prefix", WORK, *modules], check=True)
    build = ["cargo", "build", "--quiet", "--profile", options.profile, "--package", "linkwright-cli", "--package", "bench-peers"]
    subprocess.run([*build, "--bin", "linkwright", "--example", "linkify-pipe"], check=True, cwd=ROOT)
    sent = "".join(json.dumps({"id": n, "text": text}) + "\n" for n, text in enumerate(texts)).encode()
    environment = {**os.environ, "NODE_PATH": os.path.join(WORK, "node_modules")}
    rows = []
    for name, command in finders(options.profile):
        done = subprocess.run(command, input=sent, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)
        if done.returncode:
            print(f"left out: {name}: {done.stderr.decode().strip()[:300]}")
            continue
        answers = [json.loads(answer) for answer in done.stdout.decode().splitlines()]
        good = sum(marked(text, answer.get("links", [])) == line for text, answer, line in zip(texts, answers, lines))
        rows.append((good, name))
    for good, name in sorted(rows, reverse=True):
        print(f"| {name} | {good} |")
    print(f"of {len(lines)} lines")


main()
