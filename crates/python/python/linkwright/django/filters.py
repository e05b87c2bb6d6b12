"""The functions that the filters call. They convert plain text and HTML to HTML with links."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.core.signals import setting_changed
from django.utils.safestring import SafeData, SafeString, mark_safe

from linkwright import Linker
from linkwright._settings import linker_of

#: With these options, links look like those of Django's `urlize`.
DEFAULTS: Mapping[str, Any] = {"preset": "chat", "rel": "nofollow"}


def urlize(value: str, limit: int | None = None, autoescape: bool = True) -> SafeString:
    """Converts a text to HTML with links. If `limit` is given, the text of a link has at most this many characters.

    A text that is marked as safe is treated as HTML. If the template turns `autoescape` off, every text is treated as
    HTML. All other texts are escaped.
    """
    linker = _linker(limit)
    is_html = isinstance(value, SafeData) or not autoescape
    return mark_safe(linker.html(str(value)) if is_html else linker.text(str(value)))


def linkify_html(value: str) -> SafeString:
    """Adds links to HTML. Raises a `TypeError` for a text that is not marked as safe."""
    if not isinstance(value, SafeData):
        raise TypeError("linkify_html takes HTML: mark the text as safe, or use urlize, which escapes text")
    return mark_safe(_linker(None).html(str(value)))


@lru_cache(maxsize=16)
def _linker(limit: int | None) -> Linker:
    options: dict[str, Any] = {**DEFAULTS, **getattr(settings, "LINKWRIGHT", {})}
    if limit is not None:
        options |= {"shorten": limit, "shorten_how": "end"}
    return linker_of(options)


def _forget(*, setting: str, **_: object) -> None:
    """Drops the cached linkers when a test changes the settings, so that the next call reads the settings again."""
    if setting == "LINKWRIGHT":
        _linker.cache_clear()


setting_changed.connect(_forget)
