"""Tests that the package finds the same links and writes the same documents as the command of the repository."""

import itertools
import json
import os
import pathlib
import subprocess
from collections.abc import Callable
from typing import Any, get_args

import pytest

from linkwright import Finder, Linker, _types
from texts import BETWEEN, LINKS

ROOT = pathlib.Path(__file__).parents[3]
COMMANDS = [
    os.environ.get("LINKWRIGHT_COMMAND", ""),
    *(str(ROOT / f"target/{name}/linkwright") for name in ("release", "debug")),
]


def clean(text: str) -> bool:
    return not any("\ud800" <= c <= "\udfff" for c in text)


TEXTS = [
    first + between + second
    for between in filter(clean, BETWEEN)
    for first, second in itertools.product(LINKS, repeat=2)
]


def answers(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    command = next((path for path in COMMANDS if path and os.access(path, os.X_OK)), None)
    if command is None:
        pytest.skip("the command is not built, and LINKWRIGHT_COMMAND is not set")
    given = "".join(json.dumps(line) + "\n" for line in lines)
    run = subprocess.run([command, "pipe"], input=given, capture_output=True, encoding="utf-8", check=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


@pytest.mark.parametrize("preset", get_args(_types.Preset))
def test_the_command_finds_the_same_links(preset: _types.Preset) -> None:
    finder = Finder(preset)
    lines = [{"text": text, "preset": preset} for text in TEXTS]
    for text, answer in zip(TEXTS, answers(lines), strict=True):
        encoded = text.encode()
        assert [found.as_dict() for found in finder.find(encoded)] == answer["links"], text


@pytest.mark.parametrize(
    ("source", "target"), [("text", "html"), ("html", "html"), ("markdown", "markdown"), ("text", "terminal")]
)
def test_the_command_writes_the_same_documents(source: str, target: str) -> None:
    linker = Linker("chat", extensions="github")
    writers: dict[tuple[str, str], Callable[[str], str]] = {
        ("text", "html"): linker.text,
        ("html", "html"): linker.html,
        ("markdown", "markdown"): linker.markdown,
        ("text", "terminal"): linker.terminal,
    }
    write = writers[source, target]
    lines = [{"text": text, "preset": "chat", "from": source, "to": target} for text in TEXTS]
    for text, answer in zip(TEXTS, answers(lines), strict=True):
        assert write(text) == answer["output"], text
