"""`{% load linkwright %}`: `urlize` and `urlizetrunc` in place of those of Django, and `linkify_html`."""

from __future__ import annotations

from django import template
from django.template.defaultfilters import stringfilter
from django.utils.safestring import SafeString

from linkwright.django import filters

register = template.Library()


@register.filter(is_safe=True, needs_autoescape=True)
@stringfilter
def urlize(value: str, autoescape: bool = True) -> SafeString:
    """HTML of a text with links."""
    return filters.urlize(value, autoescape=autoescape)


@register.filter(is_safe=True, needs_autoescape=True)
@stringfilter
def urlizetrunc(value: str, limit: int | str, autoescape: bool = True) -> SafeString:
    """HTML of a text with links whose text has at most `limit` characters."""
    return filters.urlize(value, int(limit), autoescape)


@register.filter(is_safe=True)
def linkify_html(value: str) -> SafeString:
    """HTML that is marked as safe, with links."""
    return filters.linkify_html(value)
