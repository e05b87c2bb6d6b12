"""A replacement for `bleach.linkify`: only the import has to change, to `from linkwright import bleach`.

This module adds links and does not sanitize. It keeps every byte outside the links: `<` in text is not escaped, and
unknown tags are kept. Sanitize the HTML first, with a sanitizer such as nh3. `docs/python/bleach.md` lists the
differences from bleach.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any, TypeAlias, cast

import linkwright
from linkwright import Finder, Link, Match
from linkwright import Linker as _Linker

__all__ = ["DEFAULT_CALLBACKS", "LinkifyFilter", "Linker", "linkify", "nofollow", "target_blank"]

#: The attributes of an anchor, by namespace and name; the text of the link has the key `"_text"`.
Attrs: TypeAlias = dict["tuple[str | None, str] | str", str]
#: Gets the attributes of a link, and whether the link is new. Returns the attributes, or `None` to leave the text
#: without a link.
Callback: TypeAlias = Callable[[Attrs, bool], "Attrs | None"]
Token: TypeAlias = dict[str, Any]

#: Text in these elements is never linked, even if they are not in `skip_tags`.
NEVER_LINKED = frozenset(("a", "script", "style", "textarea", "title", "select", "option", "svg", "math", "template"))

#: Schemes that bleach links in addition to the clickable schemes of this package.
OTHER_SCHEMES = ("ed2k", "feed", "gopher", "rsync", "rtsp", "sftp", "ssh", "telnet", "webcal")

_HREF = (None, "href")
_REL = (None, "rel")
_TARGET = (None, "target")


def nofollow(attrs: Attrs, new: bool = False) -> Attrs:
    """Adds `nofollow` to `rel`, except for e-mail addresses."""
    if not attrs.get(_HREF, "mailto:").startswith("mailto:"):
        words = attrs.get(_REL, "").split()
        if "nofollow" not in (word.lower() for word in words):
            words.append("nofollow")
        attrs[_REL] = " ".join(words)
    return attrs


def target_blank(attrs: Attrs, new: bool = False) -> Attrs:
    """Opens the link in a new window, except for e-mail addresses."""
    if not attrs.get(_HREF, "mailto:").startswith("mailto:"):
        attrs[_TARGET] = "_blank"
    return attrs


#: The callbacks of `linkify` if none are given.
DEFAULT_CALLBACKS: list[Callback] = [nofollow]


def linkify(
    text: str,
    callbacks: Iterable[Callback] = DEFAULT_CALLBACKS,
    skip_tags: Iterable[str] | None = None,
    parse_email: bool = False,
) -> str:
    """Returns the HTML `text` with its URLs as links.

    The callbacks are called for each new link and for each existing anchor of `text`. Nothing is linked inside the
    elements that `skip_tags` names. With `parse_email`, e-mail addresses are linked as well.
    """
    return Linker(callbacks, skip_tags, parse_email).linkify(text)


class Linker:
    """`linkify` with fixed options. A linker can be used more than once, and by several threads."""

    def __init__(
        self,
        callbacks: Iterable[Callback] = DEFAULT_CALLBACKS,
        skip_tags: Iterable[str] | None = None,
        parse_email: bool = False,
        *,
        tlds: Iterable[str] | None = None,
        schemes: Iterable[str] | None = None,
        **removed: object,
    ) -> None:
        _refuse(removed)
        self.callbacks = list(callbacks or ())
        self.skip_tags = frozenset(skip_tags or ())
        self.parse_email = parse_email
        self._tlds = None if tlds is None else frozenset(tld.lower().lstrip(".") for tld in tlds)
        self._linker = _linker(self.skip_tags, parse_email, None if schemes is None else tuple(schemes), self._decide)

    def linkify(self, text: str) -> str:
        """`text` with its URLs as links."""
        if not isinstance(text, str):
            raise TypeError("argument must be of text type")
        return self._linker.html(text)

    def _decide(self, link: Link) -> bool | None:
        if self._tlds is not None and link.match is not None and not _is_below(link.match, self._tlds):
            return False
        before = _attrs(link)
        after = _apply(self.callbacks, dict(before), not link.existing)
        if after is None:
            return False
        _change(link, before, after)
        return None


class LinkifyFilter:
    """Adds links to a stream of html5lib tokens. Use it as a filter for an html5lib serializer or for
    `bleach.sanitizer.Cleaner`."""

    def __init__(
        self,
        source: Iterable[Token],
        callbacks: Iterable[Callback] = DEFAULT_CALLBACKS,
        skip_tags: Iterable[str] | None = None,
        parse_email: bool = False,
        **removed: object,
    ) -> None:
        _refuse(removed)
        self.source = source
        self.callbacks = list(callbacks or ())
        self.skip_tags = frozenset(skip_tags or ())
        self.parse_email = parse_email
        self._finder = _finder(parse_email, None)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.source, name)

    def __iter__(self) -> Iterator[Token]:
        anchor: list[Token] = []
        skipped: str | None = None
        for token in _merged(self.source):
            kind, name = token["type"], token.get("name")
            if anchor:
                anchor.append(token)
                if kind == "EndTag" and name == "a":
                    yield from self._anchor(anchor)
                    anchor = []
            elif kind == "StartTag" and name == "a":
                anchor.append(token)
            elif kind == "Characters" and skipped is None:
                yield from self._text(token["data"])
            else:
                if kind == "StartTag" and skipped is None and name in self.skip_tags:
                    skipped = name
                elif kind == "EndTag" and name == skipped:
                    skipped = None
                yield token
        yield from anchor

    def _text(self, text: str) -> Iterator[Token]:
        """The tokens of a text, with an anchor for each link."""
        end = 0
        for match in self._finder.find(text):
            attrs: Attrs = {_HREF: match.href, "_text": text[match.start : match.end]}
            after = _apply(self.callbacks, attrs, True)
            if after is None or len(match.pieces) > 1:
                continue
            if match.start > end:
                yield {"type": "Characters", "data": text[end : match.start]}
            label = after.pop("_text", "")
            yield {"type": "StartTag", "namespace": None, "name": "a", "data": after}
            yield {"type": "Characters", "data": str(label)}
            yield {"type": "EndTag", "namespace": None, "name": "a"}
            end = match.end
        if end < len(text):
            yield {"type": "Characters", "data": text[end:]}

    def _anchor(self, tokens: list[Token]) -> Iterator[Token]:
        """The tokens of an existing anchor after the callbacks have changed it."""
        texts = (token["data"] for token in tokens if token["type"] in ("Characters", "SpaceCharacters"))
        text = "".join(texts)
        attrs: Attrs = {**(tokens[0]["data"] or {}), "_text": text}
        after = _apply(self.callbacks, attrs, False)
        if after is None:
            yield {"type": "Characters", "data": text}
            return
        label = after.pop("_text", "")
        yield {**tokens[0], "data": after}
        if label == text:
            yield from tokens[1:]
        else:
            yield {"type": "Characters", "data": str(label)}
            yield tokens[-1]


def _refuse(removed: dict[str, object]) -> None:
    """Raises a `TypeError` for options of bleach that this module does not have. The message says what to use
    instead."""
    instead = {
        "url_re": "use tlds= and schemes= to choose what is linked, and a callback that returns None to exclude links",
        "email_re": "use parse_email= to link addresses, and a callback that returns None to exclude some of them",
        "recognized_tags": "every tag is kept; sanitize the HTML first",
    }
    for name in removed:
        if name in instead:
            raise TypeError(f"{name} is not an option: {instead[name]}")
        raise TypeError(f"unexpected keyword argument {name!r}")


@lru_cache(maxsize=16)
def _finder(parse_email: bool, schemes: tuple[str, ...] | None) -> Finder:
    options: dict[str, Any] = {} if schemes is None else {"schemes": schemes}
    return Finder("chat", emails=parse_email, default_scheme="http", **options)


def _linker(
    skip_tags: frozenset[str], parse_email: bool, schemes: tuple[str, ...] | None, decide: Callable[[Link], bool | None]
) -> _Linker:
    return _Linker(
        _finder(parse_email, schemes),
        rel="",
        existing=True,
        elements_without_links=sorted(skip_tags | NEVER_LINKED),
        link_schemes=[*OTHER_SCHEMES, *(schemes or ())],
        decide=decide,
        on_danger="link",
        on_warning="link",
    )


def _apply(callbacks: list[Callback], attrs: Attrs, new: bool) -> Attrs | None:
    """The attributes after all callbacks; `None` if a callback returns `None`."""
    result: Attrs | None = attrs
    for callback in callbacks:
        result = callback(cast(Attrs, result), new)
        if result is None:
            break
    return result


def _attrs(link: Link) -> Attrs:
    """The attributes of a link, in the form that bleach passes to callbacks."""
    attrs: Attrs = {_HREF: link.href}
    attrs.update({(None, name): value for name, value in link.attributes.items()})
    attrs["_text"] = link.text
    return attrs


def _change(link: Link, before: Attrs, after: Attrs) -> None:
    """Applies the changes of the callbacks to the link. Unchanged attributes keep their bytes."""
    for key, value in after.items():
        if before.get(key) == value:
            continue
        if key == "_text":
            link.label = str(value)
        elif key == _HREF:
            link.href = value
        else:
            link.attributes[key if isinstance(key, str) else key[1]] = value
    for key in before:
        if key not in after and isinstance(key, tuple) and key != _HREF:
            link.attributes.pop(key[1], None)


def _is_below(match: Match, tlds: frozenset[str]) -> bool:
    """Whether the host of a match is one of the domains or a subdomain of one."""
    host = (linkwright.Uri(match.uri).host or match.uri.rpartition("@")[2]).lower().rstrip(".")
    return any(host == tld or host.endswith("." + tld) for tld in tlds)


def _merged(tokens: Iterable[Token]) -> Iterator[Token]:
    """The tokens, with adjacent texts merged. html5lib divides text at blanks, but the finder needs the words around a
    URL to decide where the URL ends."""
    text: list[str] = []
    for token in tokens:
        if token["type"] in ("Characters", "SpaceCharacters"):
            text.append(token["data"])
            continue
        if text:
            yield {"type": "Characters", "data": "".join(text)}
            text = []
        yield token
    if text:
        yield {"type": "Characters", "data": "".join(text)}
