"""Finds URIs in text, validates them with an RFC 3986 parser, and turns them into links.

Offsets count code points for `str`, and bytes for `bytes`. Finders, linkers, matches and URIs are immutable and may be
shared between threads; a stream can be used by only one thread at a time.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from linkwright._harvest import Harvest, HarvestError, harvest
from linkwright._linkwright import (
    FEATURES,
    Error,
    Finder,
    FindStream,
    Link,
    Linker,
    LinkStream,
    LinkTable,
    Match,
    MatchIterator,
    OptionError,
    Uri,
    UriError,
    __version__,
    _rules,
    find,
    linkify,
    linkify_html,
    linkify_markdown,
    uris,
)
from linkwright._tuples import Alternate, Candidate, Clue, Hazard, Join, LineEnd, RuleInfo, Step
from linkwright._types import Decide, FinderOptions, LinkerOptions, Preset

RULES: Final[Mapping[str, RuleInfo]] = MappingProxyType({rule.name: rule for rule in _rules()})
"""The rules that decide where a link begins and ends, by their names."""

__all__ = [
    "FEATURES",
    "RULES",
    "Alternate",
    "Candidate",
    "Clue",
    "Decide",
    "Error",
    "FindStream",
    "Finder",
    "FinderOptions",
    "Harvest",
    "HarvestError",
    "Hazard",
    "Join",
    "LineEnd",
    "Link",
    "LinkStream",
    "LinkTable",
    "Linker",
    "LinkerOptions",
    "Match",
    "MatchIterator",
    "OptionError",
    "Preset",
    "RuleInfo",
    "Step",
    "Uri",
    "UriError",
    "__version__",
    "find",
    "harvest",
    "linkify",
    "linkify_html",
    "linkify_markdown",
    "uris",
]
