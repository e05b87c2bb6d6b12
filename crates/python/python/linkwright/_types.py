"""The names of options and of their values, for type checkers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Literal, TypedDict

if TYPE_CHECKING:
    from linkwright._linkwright import Link

Preset = Literal["rfc", "mail", "chat", "gfm", "uts58", "archive"]
Kind = Literal["uri", "www", "domain", "email", "ip", "pattern"]
Delimiter = Literal["none", "angle", "double-quote", "single-quote", "typographic-quote", "backtick"]
Rung = Literal["string", "iri", "case", "percent", "path", "scheme", "protocol"]
HostKind = Literal["reg-name", "ipv4", "ipv6", "ipvfuture"]
Context = Literal["text", "html", "markdown", "terminal"]
Treatment = Literal["link", "mark", "caution", "skip"]
Schemes = Literal["known", "clickable", "any"] | Iterable[str]
Pattern = tuple[str, str, str] | Mapping[str, str]
"""A name, a regular expression, and the template of the target."""
Decide = Callable[["Link"], bool | None]
"""A callback of a linker. It returns `False` to leave the text without a link."""


class FinderOptions(TypedDict, total=False):
    """The options of a finder. They have the same names in the Rust library."""

    schemes: Schemes
    uris: bool
    www: bool
    domains: bool
    emails: bool
    ip: bool
    localhost: bool
    iri: bool
    email_utf8: bool
    repair: bool
    bare: bool
    delimiting: Literal["text", "gfm", "uts58"]
    doubtful: bool
    defanged: bool
    skip_code: bool
    wrap: Literal["off", "delimited", "mail"]
    folds: Literal["off", "conservative", "eager"]
    join_confidence: int | None
    flowed: bool
    delsp: bool
    page_breaks: bool
    hyphen: Literal["keep", "typeset"]
    readings: Literal["best", "all"]
    default_scheme: str
    max_len: int
    max_lines: int
    max_bytes: int
    patterns: Iterable[Pattern]
    base: str | None
    without_rules: Iterable[str]


class LinkerOptions(TypedDict, total=False):
    """The options of a linker. They have the same names in the Rust library, except that `class_` is the option
    `class`."""

    rel: str | None
    target: str | None
    class_: str | None
    attributes: Mapping[str, str]
    schemes: Schemes
    link_schemes: Iterable[str]
    on_danger: Treatment
    on_warning: Treatment
    existing: bool
    shorten: int | None
    shorten_how: Literal["end", "middle", "smart"]
    strip_scheme: bool
    decode: bool
    newlines: Literal["keep", "break"]
    quotes: bool
    elements_without_links: Iterable[str]
    extensions: Literal["github"] | Iterable[str]
    dialect: Literal["auto", "mdx", "none"]
    style: Literal["autolink", "inline"]
