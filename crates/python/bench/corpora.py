"""Texts for the benchmark: chat messages, mail and HTML. Generated texts are the same in every run.

If the environment variable `LINKWRIGHT_CORPORA` names a folder with `chat.txt`, `mail.txt` and `pages.html`, these real
texts are used instead.
"""

from __future__ import annotations

import html
import os
import random
from pathlib import Path

WORDS = (
    "the of and to in that is was he for it with as his on be at by had not are but from or have an they which one you "
    "were her all she there would their we him been has when who will more no if out so said what up its about into than "
    "them can only other new some could time these two may then do first any my now such like our over man me even most "
    "made after also did many before must through back years where much your way well down should because each just "
    "those people how too little state good very make world still own see men work long get here between both life "
    "being under never day same another know while last might us great old year off come since against go came right used"
).split()
HOSTS = (
    "example.com",
    "www.example.org",
    "archive.example.net",
    "lists.a.example",
    "docs.python.org",
    "en.wikipedia.org",
)
NAMES = ("ada", "bo.o'neil", "carol", "dmitri.k", "eve+lists", "françoise")


def chat(count: int = 1000) -> list[str]:
    """Messages of one to thirty words; about half of them have a link."""
    rng = random.Random(3986)
    return [_sentence(rng, rng.randint(1, 30), links=rng.random() < 0.5) for _ in range(count)]


def mail(size: int = 1_000_000) -> str:
    """Messages with headers, quotes and signatures, in lines of at most 72 characters."""
    rng = random.Random(2822)
    parts: list[str] = []
    length = 0
    while length < size:
        message = _message(rng)
        parts.append(message)
        length += len(message)
    return "".join(parts)[:size]


def page(size: int = 1_000_000) -> str:
    """A page of paragraphs with emphasis, entities, code and existing links."""
    rng = random.Random(1866)
    parts = ["<!DOCTYPE html>\n<html><head><title>A page</title></head><body>\n"]
    length = 0
    while length < size:
        paragraph = _paragraph(rng)
        parts.append(paragraph)
        length += len(paragraph)
    return "".join(parts) + "</body></html>\n"


def corpora(size: int) -> tuple[list[str], str, str]:
    """The messages, the mail and the page: real texts if a folder is set, generated texts otherwise."""
    folder = os.environ.get("LINKWRIGHT_CORPORA")
    if not folder:
        return chat(), mail(size), page(size)
    read = {
        name: Path(folder, name).read_bytes()[:size].decode("utf-8", "replace") for name in ("mail.txt", "pages.html")
    }
    messages = Path(folder, "chat.txt").read_text("utf-8", "replace").splitlines()
    return [line for line in messages if line][:1000], read["mail.txt"], read["pages.html"]


def _url(rng: random.Random) -> str:
    path = "/".join(rng.choices(WORDS, k=rng.randint(0, 5)))
    query = f"?id={rng.randint(1, 99999)}&q={rng.choice(WORDS)}" if rng.random() < 0.3 else ""
    return f"{rng.choice(('https', 'http'))}://{rng.choice(HOSTS)}/{path}{query}"


def _link(rng: random.Random) -> str:
    kind = rng.random()
    if kind < 0.7:
        return _url(rng)
    if kind < 0.85:
        return f"{rng.choice(NAMES[:4])}@{rng.choice(HOSTS[:3])}"
    return f"{rng.choice(HOSTS)}/{rng.choice(WORDS)}"


def _sentence(rng: random.Random, words: int, *, links: bool) -> str:
    text = rng.choices(WORDS, k=words)
    if links:
        text.insert(rng.randint(0, words), _link(rng))
    return " ".join(text).capitalize() + rng.choice(".!?")


def _message(rng: random.Random) -> str:
    lines = [
        f"From {rng.choice(NAMES)}@example.com Mon Jan  {rng.randint(1, 9)} 10:00:00 20{rng.randint(10, 26)}",
        f"From: {rng.choice(NAMES)} <{rng.choice(NAMES)}@example.com>",
        f"Date: Mon, {rng.randint(1, 28):02d} Jan 20{rng.randint(10, 26)} 10:00:00 +0000",
        f"Subject: {_sentence(rng, 5, links=False)}",
        "",
    ]
    for _ in range(rng.randint(2, 12)):
        quote = rng.choice(("", "", "> "))
        lines += [quote + line for line in _wrapped(_sentence(rng, rng.randint(10, 60), links=rng.random() < 0.3))]
        lines.append("")
    lines += ["-- ", f"{rng.choice(NAMES)} <{_url(rng)}>", "", ""]
    return "\n".join(lines)


def _wrapped(text: str) -> list[str]:
    lines, line = [], ""
    for word in text.split(" "):
        if line and len(line) + 1 + len(word) > 72:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return [*lines, line]


def _paragraph(rng: random.Random) -> str:
    text = html.escape(_sentence(rng, rng.randint(10, 80), links=rng.random() < 0.5), quote=False)
    shape = rng.random()
    if shape < 0.2:
        text = f'<b>{text}</b> <a href="{html.escape(_url(rng))}">{rng.choice(WORDS)}</a>'
    elif shape < 0.3:
        text = f"<code>{text}</code>"
    elif shape < 0.5:
        text += f" <em>{rng.choice(WORDS)}</em> &amp; &quot;{rng.choice(WORDS)}&quot;"
    return f"<p>{text}</p>\n"
