#!/usr/bin/env python3
"""Compares the links of a mailbox with the texts that Python's email package reads from it.

    cargo build --release
    python3 crates/harvest/tests/python_email.py target/release/linkwright BOX.mbox...

Python divides the mailbox, walks the parts of each message and decodes their texts. Every `scheme://host` in these
texts should be a link of the message, and every link that `extract` found outside a header should occur in the texts.
The script counts the differences by reason. It prints each difference that has no known reason, and exits with status 1
if there is one.
"""

import collections
import html
import json
import mailbox
import re
import subprocess
import sys

START = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://[A-Za-z0-9][A-Za-z0-9.-]*")
SCHEMES = {"http", "https", "ftp", "news", "telnet", "gopher", "irc", "git", "svn", "rsync", "ssh"}


def key(written):
    """The `scheme://host` that `written` begins with, in lower case. The host ends before the first character that is
    not an ASCII letter, a digit, a dot or a hyphen. Trailing dots and hyphens are removed."""
    match = START.match(written)
    return match.group().lower().rstrip(".-") if match else None


def texts(message):
    """The decoded texts of a message, including those of its attached messages."""
    for part in message.walk():
        if part.is_multipart():
            # Text that mailing lists append after the last part, and text before the first part.
            yield from (text for text in (part.preamble, part.epilogue) if text)
        elif part.get_content_maintype() == "text":
            payload = part.get_payload(decode=True) or b""
            charset = part.get_content_charset() or "utf-8"
            try:
                text = payload.decode(charset, "replace")
            except LookupError:
                text = payload.decode("latin-1")
            yield html.unescape(text) if part.get_content_subtype() == "html" else text


def attachments(message):
    """The attachments whose type is not text: patches, manual pages, archives."""
    for part in message.walk():
        if not part.is_multipart() and part.get_content_maintype() != "text":
            yield (part.get_payload(decode=True) or b"").decode("latin-1")


def witnessed(path):
    """For each message, the keys that Python finds, its decoded text, and its attachments."""
    for message in mailbox.mbox(path):
        text = "\n".join(texts(message))
        # mboxrd: remove one `>` from each quoted line that would begin a message.
        text = re.sub(r"(?m)^>(>*From )", r"\1", text)
        yield {key(found) for found in START.findall(text)}, text, "\n".join(attachments(message))


def reported(command, path):
    """For each message number, the keys of all links, and the keys of the links outside headers."""
    run = subprocess.run([command, "extract", "--format", "jsonl", path], stdout=subprocess.PIPE)
    links = collections.defaultdict(lambda: (set(), set()))
    for line in run.stdout.splitlines():
        row = json.loads(line)
        number = re.match(r"#(\d+)", row["source"]["member"] or "")
        if number:
            keys = {key(row["text"]), key(row["uri"])} - {None}
            everywhere, outside = links[int(number[1])]
            everywhere |= keys
            if row["origin"] != "header":
                outside |= keys
    return links


def why_not_reported(start, text):
    """Why a `scheme://host` in the text is not reported as a link."""
    scheme, host = start.split("://")
    written = re.escape(start)
    if not re.search(rf"(?i){written}(?![A-Za-z0-9.-])", text):
        return "only the beginning of a longer host"
    if re.search(rf"(?i)[A-Za-z0-9+.-]{re.escape(scheme)}://{re.escape(host)}", text):
        return "the end of a longer scheme"
    if scheme not in SCHEMES:
        return "an unknown scheme"
    if host in SCHEMES:
        return "a repeated scheme"
    if re.search(rf"(?i){written}[A-Za-z0-9.-]*%", text):
        return "a host that continues percent-encoded"
    if re.search(rf"(?i)[^\s<>\"]{{3}}{written}", text):
        return "inside another URI"
    return None


def why_not_written(start, text, attached):
    """Why the text does not contain a reported link."""
    bare = start.split("://")[1]
    if re.search(rf"(?i){re.escape(bare)}", text) and start.startswith("http://"):
        return "written without a scheme: www or a bare domain"
    joined = re.sub(r"[\s>|]+", "", text).lower()
    if start in joined:
        return "broken across lines"
    if start in attached.lower():
        return "in an attachment whose type is not text"
    return None


def compare(command, path):
    links = reported(command, path)
    messages = starts = unexplained = 0
    reasons = collections.Counter()
    for number, (written, text, attached) in enumerate(witnessed(path), 1):
        messages += 1
        everywhere, outside = links[number]
        starts += len(outside)
        # Python treats a header line that is not a field, such as `>From`, as the beginning of the body.
        for start in written - everywhere:
            reason = why_not_reported(start, text)
            reasons["not reported: " + (reason or "UNEXPLAINED")] += 1
            if reason is None:
                unexplained += 1
                print(f"{path}#{number}: not reported: {start}")
        for start in outside - written:
            reason = why_not_written(start, text, attached)
            reasons["not in the text: " + (reason or "UNEXPLAINED")] += 1
            if reason is None:
                unexplained += 1
                print(f"{path}#{number}: not in the text: {start}")
    print(f"{path}: {messages} messages, {starts} links outside headers")
    for reason, count in reasons.most_common():
        print(f"{count:8} {reason}")
    return unexplained


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(any([compare(sys.argv[1], path) for path in sys.argv[2:]]))
