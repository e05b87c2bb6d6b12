#!/usr/bin/env python3
"""The fixtures of linkwright as a suite for every finder of links.

    suite.py --export                      # writes the suite to standard output
    suite.py [--install] [--show NAME]     # runs the finders that are installed, and prints a table

A line of the suite is an object:

    id        the page in `fixtures` and the name of the case; the page gives the reason
    text      the text to search
    preset    the preset of linkwright under which the links are expected, with the
    options   that differ from it
    domains   whether links without a scheme are searched for: bare domains, IP addresses
    links     for each link "pieces", its ranges in the text in bytes of UTF-8, and "uri"

A link with one piece is a range of the text. One with more pieces goes on behind a line end, a quote mark or a blank.
Cases are left out whose text is not UTF-8, that set limits or patterns, or in which links overlap.

A finder passes a case if it returns the same ranges (of a link with more pieces, from its first byte to its last) and no
others. Links without a scheme that it finds do not count in a case that does not search for them. To run another finder, answer
each line {"id", "text"} with {"id", "links": [{"start", "end"}]}, as `linkwright pipe` does, with offsets in bytes.

--install installs the finders: node modules and Python packages below `target`, URI::Find with apt-get. --show prints the
cases that one of them does not pass.
"""
import argparse, json, os, re, subprocess, sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.normpath(os.path.join(HERE, "..", "..", ".."))
WORK = os.path.join(ROOT, "target", "outside")
MODULES = ["linkify-it@6", "linkifyjs@4", "autolinker@4", "twitter-text@3"]
ESCAPE = re.compile(r"\\(?:u\{([0-9A-Fa-f]+)\}|x([0-9A-Fa-f]{2})|([rts\\]))")
PLAIN = {"r": b"\r", "t": b"\t", "s": b" ", "\\": b"\\"}
VALUES = {"yes": True, "no": False, "true": True, "false": False}
GROUPS = ("one line", "over line ends", "domains", "hostile", "all")


def decoded(source):
    """The bytes of a text in which invisible characters are escaped."""
    out, at = b"", 0
    for escape in ESCAPE.finditer(source):
        out += source[at : escape.start()].encode()
        code, byte, letter = escape.groups()
        out += chr(int(code, 16)).encode() if code else bytes([int(byte, 16)]) if byte else PLAIN[letter]
        at = escape.end()
    return out + source[at:].encode()


def case(page, header, drawn, expected):
    """A case as a line of the suite; `None` if it cannot be one."""
    name, *options = header.split()
    values = dict(option.split("=", 1) for option in options)
    if values.keys() & {"pattern", "max_len", "max_bytes", "readings"} or re.search(r"^\s*(?:again|skipped)\b", expected, re.M):
        return None
    uris = [line.split(None, 1)[1].strip() for line in expected.splitlines() if line.split(None, 1)[:1] == ["uri"]]
    text, links = b"", []
    for n, part in enumerate(re.split("[⟦⟧]", drawn)):
        further = n % 2 == 1 and part.startswith("+")
        start, text = len(text), text + decoded(part[1:] if further else part)
        if further:
            links[-1]["pieces"].append([start, len(text)])
        elif n % 2:
            links.append({"pieces": [[start, len(text)]]})
    try:
        text = text.decode()
    except UnicodeDecodeError:
        return None
    for link, uri in zip(links, uris, strict=True):
        pieces = b"".join(text.encode()[start:end] for start, end in link["pieces"]).decode()
        link["uri"] = pieces if uri == "(as drawn)" else uri
    values = {option: VALUES.get(value, int(value) if value.isdigit() else value) for option, value in values.items()}
    if isinstance(values.get("schemes"), str) and values["schemes"] != "any":
        values["schemes"] = values["schemes"].split(",")
    preset = values.pop("preset", "mail")
    domains = values.get("domains", preset in ("chat", "archive", "uts58")) or values.get("ip", False)
    return {"id": f"{page}/{name}", "text": text, "preset": preset, "options": values, "domains": domains, "links": links}


def suite():
    root = os.path.join(ROOT, "fixtures")
    for folder, _, files in sorted(os.walk(root)):
        for file in sorted(files):
            if not file.endswith(".md") or file == "README.md":
                continue
            path = os.path.join(folder, file)
            page = os.path.relpath(path, root)[:-3]
            with open(path, encoding="utf-8") as source:
                blocks = re.findall(r"^```case (.*)\n((?:.*\n)*?)---\n((?:.*\n)*?)```$", source.read(), re.M)
            for header, drawn, expected in blocks:
                line = case(page, header, drawn[:-1], expected)
                if line:
                    yield line


def finders():
    node = {"NODE_PATH": os.path.join(WORK, "node_modules")}
    yield "linkwright", [os.path.join(ROOT, "target", "release", "linkwright"), "pipe"], {}
    yield "linkify", [os.path.join(ROOT, "target", "release", "examples", "linkify-pipe")], {}
    for name in ("linkify-it", "linkifyjs", "autolinker", "twitter-text"):
        yield name, ["node", os.path.join(HERE, "accuracy.cjs"), name], node
    python = os.path.join(WORK, "python", "bin", "python")
    yield "linkify-it-py", [python, os.path.join(HERE, "linkify_it_pipe.py")], {}
    yield "URI::Find", ["perl", os.path.join(HERE, "uri-find.pl")], {}


def answers(name, command, environment, cases):
    """The links that a finder finds in each case; `None` if the finder is not installed."""
    requests = [{"id": n, "text": line["text"]} for n, line in enumerate(cases)]
    if name == "linkwright":
        for request, line in zip(requests, cases):
            request |= {"preset": line["preset"], "options": line["options"]}
    sent = "".join(json.dumps(request) + "\n" for request in requests).encode()
    try:
        done = subprocess.run(command, input=sent, capture_output=True, env={**os.environ, **environment})
    except OSError as error:
        return print(f"left out: {name}: {error}", file=sys.stderr)
    if done.returncode:
        return print(f"left out: {name}: {done.stderr.decode().strip()[-300:]}", file=sys.stderr)
    found = {answer["id"]: answer.get("links", []) for answer in map(json.loads, done.stdout.decode().split("\n")[:-1])}
    return [found[n] for n in range(len(cases))]


def is_domain(text):
    return not re.match(r"[a-z][a-z0-9+.-]*:|//|www\.", text, re.I) and "@" not in text


def passes(line, links):
    data = line["text"].encode()
    found = [(link["start"], link["end"]) for link in links]
    if not line["domains"]:
        found = [span for span in found if not is_domain(data[slice(*span)].decode(errors="replace"))]
    return sorted(found) == sorted((link["pieces"][0][0], link["pieces"][-1][1]) for link in line["links"])


def groups(line):
    if line["id"].startswith("hostile/"):
        return "hostile", "all"
    if any(len(link["pieces"]) > 1 for link in line["links"]):
        return "over line ends", "all"
    return "domains" if line["domains"] else "one line", "all"


def install():
    run = lambda *command: subprocess.run(command, check=False, stdout=sys.stderr)
    run("npm", "install", "--silent", "--no-save", "--prefix", WORK, *MODULES)
    run(sys.executable, "-m", "venv", os.path.join(WORK, "python"))
    run(os.path.join(WORK, "python", "bin", "pip"), "install", "--quiet", "linkify-it-py")
    if run("perl", "-MURI::Find", "-e1").returncode:
        run("apt-get", "install", "-qy", "--no-install-recommends", "liburi-find-perl")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("export", "install"):
        parser.add_argument(f"--{name}", action="store_true")
    parser.add_argument("--show", metavar="NAME")
    options = parser.parse_args()
    cases = list(suite())
    if options.export:
        return print(*(json.dumps(line, ensure_ascii=False) for line in cases), sep="\n")
    if options.install:
        install()
    build = ["cargo", "build", "--quiet", "--release", "--package", "linkwright-cli", "--package", "bench-peers"]
    subprocess.run([*build, "--bin", "linkwright", "--example", "linkify-pipe"], check=True, cwd=ROOT)
    total = {group: sum(group in groups(line) for line in cases) for group in GROUPS}
    print("| finder |", *(f"{group} ({total[group]}) |" for group in GROUPS))
    print("|---" * (len(GROUPS) + 1) + "|")
    for name, command, environment in finders():
        links = answers(name, command, environment, cases)
        if links is None:
            continue
        good = dict.fromkeys(GROUPS, 0)
        for line, found in zip(cases, links):
            ok = passes(line, found)
            for group in groups(line):
                good[group] += ok
            if not ok and name == options.show:
                print(line["id"], json.dumps(line, ensure_ascii=False), found, file=sys.stderr)
        print(f"| {name} |", *(f"{good[group] / total[group]:.0%} |" for group in GROUPS))


main()
