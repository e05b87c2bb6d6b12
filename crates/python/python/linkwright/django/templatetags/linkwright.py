"""The filters of `{% load linkwright %}`: `urlize` and `urlizetrunc`, which replace Django's filters, and
`linkify_html`."""

from __future__ import annotations

from django import template
from django.template.defaultfilters import stringfilter
from django.utils.safestring import SafeString

from linkwright.django import filters

register = template.Library()


@register.filter(is_safe=True, needs_autoescape=True)
@stringfilter
def urlize(value: str, autoescape: bool = True) -> SafeString:
    """Converts a text to HTML with links."""
    return filters.urlize(value, autoescape=autoescape)


@register.filter(is_safe=True, needs_autoescape=True)
@stringfilter
def urlizetrunc(value: str, limit: int | str, autoescape: bool = True) -> SafeString:
    """Converts a text to HTML with links. The text of a link has at most `limit` characters."""
    return filters.urlize(value, int(limit), autoescape)


@register.filter(is_safe=True)
def linkify_html(value: str) -> SafeString:
    """Adds links to HTML that is marked as safe."""
    return filters.linkify_html(value)
