#!/usr/bin/env python3
"""Prints the precision and recall of finders on labelled lines of text, by kind of link.

    accuracy.py [--pool | --markdown] [--peers DIR] FILE...

Each line of FILE is {"text", "want": [texts of the right links], "ignore": [texts on which people differ]}. Each text
is searched separately. A link is right if its text is exactly one of the wanted texts. The form of a link determines
its kind: `scheme` (a scheme and `://`, or `www.`), `address` (an `@`), `domain` (only a name). The table has the kinds
that occur in the labels, or the kinds in the member `"kinds"` of the first line.

--pool prints each line with the links of every finder, so that a person can write the labels; the lines of FILE then
need only the member `text`. DIR is a folder with the node modules linkify-it, linkifyjs and autolinker. Without
--peers, only linkwright and the linkify crate are run.
"""
import argparse, collections, json, os, re, subprocess, sys

HERE = os.path.dirname(os.path.abspath(__file__))
TARGET = os.path.join(HERE, "..", "..", "..", "target")
SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://|//|(?:mailto|xmpp|tel|news|urn|magnet|data|sip|geo):|www\.", re.I)


def kind(text):
    if text.lower().startswith(("mailto:", "xmpp:")):
        return "address"
    if SCHEME.match(text):
        return "scheme"
    return "address" if "@" in text.split("/")[0] else "domain"


def finders(peers, profile):
    binary = os.path.join(TARGET, profile, "linkwright")
    rows = [(f"linkwright {preset}", [binary, "pipe", "--preset", preset], None) for preset in ("mail", "chat", "archive")]
    rows.append(("linkify crate", [os.path.join(TARGET, profile, "examples", "linkify-pipe")], None))
    for name in ("linkify-it", "linkifyjs", "autolinker") if peers else ():
        path = {**os.environ, "NODE_PATH": os.path.abspath(peers)}
        rows.append((name, ["node", os.path.join(HERE, "accuracy.cjs"), name], path))
    return rows


def found(command, environment, rows):
    """The texts of the links of each row."""
    sent = "".join(json.dumps({"id": n, "text": row["text"]}) + "\n" for n, row in enumerate(rows))
    done = subprocess.run(command, input=sent.encode(), stdout=subprocess.PIPE, check=True, env=environment)
    answers = [json.loads(line) for line in done.stdout.decode().splitlines()]
    return [[link["text"] for link in answer.get("links", [])] for answer in answers]


def tally(row, texts, kinds):
    """The numbers of right, found and wanted links of each kind."""
    got = collections.Counter(text for text in texts if text not in row.get("ignore", []))
    want = collections.Counter(row["want"])
    count = lambda links, kind_: sum(number for text, number in links.items() if kind(text) == kind_)
    return {kind_: (count(got & want, kind_), count(got, kind_), count(want, kind_)) for kind_ in kinds}


def share(part, whole):
    return f"{part / whole:.3f}" if whole else "-"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pool", action="store_true")
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("--peers")
    parser.add_argument("--profile", default="release")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    for name in options.files:
        with open(name, encoding="utf-8") as file:
            rows = [json.loads(line) for line in file if line.strip()]
        answers = {who: found(command, path, rows) for who, command, path in finders(options.peers, options.profile)}
        if options.pool:
            for n, row in enumerate(rows):
                links = {who: texts[n] for who, texts in answers.items()}
                print(json.dumps({"text": row["text"], "links": links}, ensure_ascii=False))
            continue
        kinds = rows[0].get("kinds") or [k for k in ("scheme", "address", "domain") if any(kind(t) == k for r in rows for t in r["want"])]
        print(f"\n{os.path.basename(name)}: {len(rows)} texts")
        for kind_ in kinds:
            for who, texts in answers.items():
                right, got, want = (sum(column) for column in zip(*(tally(r, t, kinds)[kind_] for r, t in zip(rows, texts))))
                row = (kind_, who, share(right, got), share(right, want), f"{right}/{got}", f"{right}/{want}")
                print("| " + " | ".join(row) + " |" if options.markdown else "  ".join(f"{cell:<18}" for cell in row))


main()
