#!/usr/bin/env python3
"""Measures two builds of the command side by side: time and memory of `extract`.

    python3 crates/bench-peers/versions.py OLD NEW [--folder F] [--rounds N] [--scale S] [--jobs N,N]

OLD and NEW are binaries. The inputs are generated from a fixed seed into the folder F. If F does not exist,
it is created, and removed at the end unless `--keep` is given:

- 200,000 small files in folders,
- one text of 2 GB,
- one mailbox of 500 MB.

`--scale 0.01` reduces all inputs to a hundredth. The builds take turns, and the order alternates from round to round.
The time of a build is that of its fastest round, because other work on the machine can only make a round slower. CPU is
the sum of the times of all processors; on a busy machine it is more reliable than the elapsed time. Memory is the
largest resident size, as Linux counts it for the process. The outputs of both builds must be equal; `--differ` skips
this check.
"""

import argparse
import hashlib
import os
import random
import shutil
import subprocess
import sys
import time

WORDS = """the list of all that was sent last week about our work on a parser and the mailer with some code
in it but no one has read what they wrote there before or after a release so we ask again when""".split()

HEADER = """From sender{n}@example.org Thu Jan  1 00:00:00 1970
From: Sender <sender{n}@example.org>
To: list@example.org
Subject: {subject}
Message-ID: <{n}@example.org>
Date: Fri, 21 Nov 1997 09:55:06 -0600
"""


def line(rng):
    """A line of text; one line in twelve has a link."""
    words = " ".join(rng.choice(WORDS) for _ in range(rng.randint(5, 12)))
    if rng.random() < 1 / 12:
        host, path = rng.randrange(5000), rng.choice(WORDS)
        words += f" https://www{host}.example.org/{path}/{rng.randrange(10**6)}.html?q={path}"
    return words


def lines(rng, count):
    return "".join(line(rng) + "\n" for _ in range(count))


def blocks(rng, size, block):
    """A text of `size` bytes, in pieces. It repeats 32 generated blocks in a random order."""
    known = [block(rng, number) for number in range(32)]
    while size > 0:
        chosen = rng.choice(known)
        yield chosen[:size]
        size -= len(chosen)


def text_block(rng, _number):
    return lines(rng, 20_000).encode()


def mail_block(rng, number):
    messages = []
    for at in range(500):
        header = HEADER.format(n=number * 500 + at, subject=" ".join(rng.choices(WORDS, k=5)))
        body = lines(rng, rng.randint(5, 80))
        if at % 10 == 0:
            header += "Content-Type: text/html\n"
            body = "<p>" + body.replace("\n", "<br>\n") + '<a href="https://example.org/">x</a></p>\n'
        messages.append(f"{header}\n{body}\n")
    return "".join(messages).encode()


def write(path, rng, size, block):
    with open(path, "wb") as file:
        for part in blocks(rng, size, block):
            file.write(part)


def make_small(folder, rng, count):
    known = [lines(rng, rng.randint(3, 60)).encode() for _ in range(500)]
    for number in range(count):
        where = os.path.join(folder, f"{number // 1000:03}")
        if number % 1000 == 0:
            os.makedirs(where)
        with open(os.path.join(where, f"{number:06}.txt"), "wb") as file:
            file.write(known[rng.randrange(500)])


def make(folder, scale):
    """Generates the inputs unless they exist, and returns the path of each by its name."""
    rng = random.Random(1)
    inputs = {name: os.path.join(folder, name) for name in ("small", "text.txt", "mail.mbox")}
    if not os.path.exists(inputs["mail.mbox"]):
        make_small(inputs["small"], rng, int(200_000 * scale))
        write(inputs["text.txt"], rng, int(2e9 * scale), text_block)
        write(inputs["mail.mbox"], rng, int(500e6 * scale), mail_block)
    return inputs


def seconds(command):
    """The elapsed time of a run, and its CPU time on all processors, in seconds."""
    begin = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    took = time.perf_counter() - begin
    if os.waitstatus_to_exitcode(status) not in (0, 1):
        sys.exit(f"status {status}: {command}")
    return took, usage.ru_utime + usage.ru_stime


def resident(command):
    """The largest resident size of a run, in KiB. The size that `wait4` returns includes the memory of this process
    before the command replaced it, so the size of the command is read while it runs."""
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    most = 0
    while child.poll() is None:
        try:
            with open(f"/proc/{child.pid}/status") as status:
                rows = [row for row in status if row.startswith("VmHWM:")]
            most = max([most, *(int(row.split()[1]) for row in rows)])
        except FileNotFoundError:
            pass
        time.sleep(0.002)
    return most


def digest(command):
    with subprocess.Popen(command, stdout=subprocess.PIPE) as child:
        return hashlib.file_digest(child.stdout, "sha256").hexdigest()


def measure(builds, arguments, rounds):
    """For each build, the shortest time and CPU time of all rounds, and the smaller memory peak of two runs."""
    times = [[], []]
    for number in range(rounds):
        for build in ((0, 1), (1, 0))[number % 2]:
            times[build].append(seconds([builds[build], *arguments]))
    peaks = [min(resident([build, *arguments]) for _ in range(2)) for build in builds]
    return [[min(kind) for kind in zip(*all_times)] for all_times in times], peaks


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--folder", default="versions-data")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--jobs", default="1,0", help="values of -j to measure; 0 means one job per processor")
    parser.add_argument("--only", default="small,text.txt,mail.mbox")
    parser.add_argument("--options", default="", help="more options for extract, separated by blanks")
    parser.add_argument("--differ", action="store_true")
    parser.add_argument("--keep", action="store_true")
    given = parser.parse_args()
    is_new = not os.path.exists(given.folder)
    os.makedirs(given.folder, exist_ok=True)
    # Keeps the builds from reading the configuration of the user; early builds have no option for that.
    os.environ["XDG_CONFIG_HOME"] = os.path.abspath(given.folder)
    try:
        compare(given, make(given.folder, given.scale))
    finally:
        if is_new and not given.keep:
            shutil.rmtree(given.folder)


def compare(given, inputs):
    builds = [os.path.abspath(given.old), os.path.abspath(given.new)]
    titles = ["-j", "old s", "new s", "ratio", "old CPU", "new CPU", "ratio", "old MB", "new MB", "ratio"]
    print(f"{'input':12}" + "".join(f"{title:>9}" for title in titles))
    for name in given.only.split(","):
        for jobs in given.jobs.split(","):
            arguments = ["extract", "--progress", "never", "-j", jobs]
            arguments += [*given.options.split(), inputs[name]]
            if not given.differ and len({digest([build, *arguments]) for build in builds}) != 1:
                sys.exit(f"{name}: the outputs differ")
            times, peaks = measure(builds, arguments, given.rounds)
            pairs = [*zip(*times), [peak / 1024 for peak in peaks]]
            figures = [figure for old, new in pairs for figure in (old, new, new / old)]
            print(f"{name:12}{jobs:>9}" + "".join(f"{figure:9.2f}" for figure in figures), flush=True)


if __name__ == "__main__":
    main()
