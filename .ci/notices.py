#!/usr/bin/env python3
"""Writes the licences of the crates that the command contains: notices.py TARGET [cargo options] > THIRD-PARTY-LICENCES

The crates are those that `cargo tree` prints for the target and the features, without crates that only tests or build
scripts need. A licence text that several crates have is written once. A crate without a licence file is listed only
with the name of its licence and its repository, because its archive has no text to copy. cargo-about does the same with
templates, but takes minutes to build.
"""
import json
import pathlib
import subprocess
import sys

NAMES = ("licen[cs]e*", "LICEN[CS]E*", "copying*", "COPYING*", "notice*", "NOTICE*", "copyright*", "COPYRIGHT*", "UNLICENSE*")


def cargo(*arguments):
    command = ["cargo", *arguments, "--locked"]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def contained(target, options):
    """The names and versions of the third-party crates in the command."""
    tree = cargo("tree", "--package=linkwright-cli", "--edges=normal", f"--target={target}", "--prefix=none", "--format={p}", *options)
    crates = set()
    for line in tree.splitlines():
        name, version = line.split()[:2]
        if not name.startswith("linkwright"):
            crates.add((name, version.removeprefix("v")))
    return sorted(crates)


def texts(folder):
    """The texts of the licence files in the folder of a crate."""
    files = {path for name in NAMES for path in folder.glob(name) if path.is_file()}
    files |= {path for path in folder.glob("LICENSES/*") if path.is_file()}
    return {path.read_text(encoding="utf-8", errors="replace").strip() for path in files}


def block(head, text):
    print(f"\n{'=' * 78}\n{head}\n{'-' * 78}\n{text}")


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    crates = contained(sys.argv[1], sys.argv[2:])
    packages = {(p["name"], p["version"]): p for p in json.loads(cargo("metadata", "--format-version=1"))["packages"]}
    missing, users = [], {}
    print("The command linkwright contains the standard library of Rust (MIT OR Apache-2.0) and the crates below, each under")
    print("its licence. A binary made by `cargo static` on Linux also contains the GNU C library (LGPL-2.1-or-later); the source")
    print("of linkwright and its Cargo.lock are all that is needed to link it with another version.\n")
    for crate in crates:
        package = packages[crate]
        found = texts(pathlib.Path(package["manifest_path"]).parent)
        print(f"{crate[0]} {crate[1]}: {package['license']} <{package['repository']}>")
        for text in found:
            users.setdefault(text, []).append(crate[0])
        if not found:
            missing.append(crate[0])
    if missing:
        print(f"\nWithout a licence file in their archives: {', '.join(missing)}.")
    for text, names in sorted(users.items(), key=lambda item: item[1]):
        block(", ".join(names), text)
    data = pathlib.Path(__file__).parent.parent / "LICENSE-UNICODE"
    block("linkwright: the table of the properties of UTS #58, made from data of the Unicode Consortium", data.read_text().strip())
    print(f"{len(crates)} crates, {len(missing)} without a licence file", file=sys.stderr)


main()
