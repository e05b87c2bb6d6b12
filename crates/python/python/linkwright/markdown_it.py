"""A plugin for markdown-it-py: `MarkdownIt().use(linkwright.markdown_it.plugin)`."""

from __future__ import annotations

from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore

from linkwright import Finder, Match


@dataclass(frozen=True)
class Found:
    """A link, with the attributes that the rules of markdown-it-py read."""

    url: str
    text: str
    index: int
    last_index: int
    #: The scheme with its colon; empty if the text has none.
    schema: str


class LinkifyIt:
    """A finder with the methods of `linkify_it.LinkifyIt` that markdown-it-py calls."""

    def __init__(self, finder: Finder) -> None:
        self.finder = finder

    def pretest(self, text: str) -> bool:
        """Whether a text has links. A quick test for characters such as `:` would miss matches of the patterns of a
        finder."""
        return self.finder.has_link(text)

    def test(self, text: str) -> bool:
        """Whether a text has links."""
        return self.finder.has_link(text)

    def match(self, text: str) -> list[Found] | None:
        """The links of a text; `None` if the text has none."""
        return [_found(text, match) for match in self.finder.find(text) if _is_link(match)] or None

    def match_at_start(self, text: str) -> Found | None:
        """The link at the beginning of a text. Only a link whose URL equals its text is returned, because the caller
        skips as many characters of the text as the URL has."""
        # A link has no blanks, so text after a blank is not part of it.
        word = text.split(maxsplit=1)[0] if text else ""
        match = self.finder.first(word)
        if match is None or not _is_link(match) or match.start != 0 or match.href != word[: match.end]:
            return None
        return _found(word, match)


def plugin(md: MarkdownIt, finder: Finder | None = None, *, rel: str | None = None, target: str | None = None) -> None:
    """Turns on the option `linkify` of the parser, with this finder. `rel` and `target` are attributes of the new
    links."""
    md.linkify = LinkifyIt(finder or Finder("chat"))
    md.options["linkify"] = True
    md.enable("linkify")
    attributes = {name: value for name, value in (("rel", rel), ("target", target)) if value}

    def attribute_rule(state: StateCore) -> None:
        for token in state.tokens:
            for child in token.children or ():
                if child.type == "link_open" and child.markup == "linkify":
                    child.attrs.update(attributes)

    if attributes:
        md.core.ruler.after("linkify", "linkwright_attributes", attribute_rule)


def _is_link(match: Match) -> bool:
    """Whether the match becomes a link: it is in one piece, and not written so that it is no link."""
    return len(match.pieces) == 1 and "defanged" not in match.flags


def _found(text: str, match: Match) -> Found:
    schema = "" if match.kind in ("www", "domain", "ip") else match.href.partition(":")[0] + ":"
    return Found(match.href, text[match.start : match.end], match.start, match.end, schema)
