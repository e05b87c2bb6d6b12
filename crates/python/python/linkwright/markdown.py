"""An extension for Python-Markdown: `markdown.markdown(text, extensions=["linkwright.markdown"])`."""

from __future__ import annotations

import xml.etree.ElementTree as etree
from collections.abc import Iterator
from typing import Any

from markdown import Markdown
from markdown.extensions import Extension
from markdown.inlinepatterns import InlineProcessor
from markdown.util import AtomicString

from linkwright import Finder

#: The priority of the pattern. It comes after the patterns for code, links and HTML, which replace their text with
#: placeholders. It comes before the patterns for entities and emphasis, because an underscore in a URL is not emphasis.
PRIORITY = 85

#: The first character of each placeholder of Python-Markdown.
PLACEHOLDER = "\x02"


class LinkwrightExtension(Extension):
    """Adds links to text. The option `finder` is a `Finder`; `rel` and `target` are attributes of the links."""

    def __init__(self, **options: Any) -> None:
        self.config = {
            "finder": [Finder("chat"), "the finder, by default one of the preset `chat`"],
            "rel": ["", "the attribute `rel`"],
            "target": ["", "the attribute `target`"],
        }
        super().__init__(**options)

    def extendMarkdown(self, md: Markdown) -> None:
        """Registers the pattern that finds links."""
        finder = self.getConfig("finder")
        attributes = {name: self.getConfig(name) for name in ("rel", "target") if self.getConfig(name)}
        md.inlinePatterns.register(_Links(finder, attributes, md), "linkwright", PRIORITY)


class _Place:
    """A link with the methods of `re.Match` that Python-Markdown calls."""

    def __init__(self, href: str, text: str, start: int) -> None:
        self.href, self.text, self._start = href, text, start

    def start(self, group: int = 0) -> int:
        return self._start

    def end(self, group: int = 0) -> int:
        return self._start + len(self.text)


class _Search:
    """A finder with the method of `re.Pattern` that Python-Markdown calls."""

    def __init__(self, finder: Finder) -> None:
        self.finder = finder

    def finditer(self, data: str, start: int = 0) -> Iterator[_Place]:
        # Python-Markdown uses only the first match, and then calls this method again for the rest of the text.
        for match in self.finder.finditer(data[start:]):
            text = data[start + match.start : start + match.end]
            if len(match.pieces) == 1 and "defanged" not in match.flags and PLACEHOLDER not in text:
                yield _Place(match.href, text, start + match.start)


class _Links(InlineProcessor):
    ANCESTOR_EXCLUDES = ("a",)

    def __init__(self, finder: Finder, attributes: dict[str, str], md: Markdown) -> None:
        super().__init__("", md)
        self.search = _Search(finder)
        self.attributes = attributes

    def getCompiledRegExp(self) -> Any:
        """Returns the search for links in place of a compiled pattern."""
        return self.search

    def handleMatch(self, m: Any, data: str) -> tuple[etree.Element, int, int]:  # type: ignore[override]
        """The anchor of a link, and the range of the text that it replaces."""
        anchor = etree.Element("a", {"href": m.href, **self.attributes})
        anchor.text = AtomicString(m.text)
        return anchor, m.start(), m.end()


def makeExtension(**options: Any) -> LinkwrightExtension:
    """Returns the extension. Python-Markdown calls this function when it loads the module."""
    return LinkwrightExtension(**options)
