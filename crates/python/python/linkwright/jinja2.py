"""Filters for Jinja templates: `Environment(extensions=["linkwright.jinja2.LinkwrightExtension"])`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, cast

from jinja2 import Environment, pass_eval_context
from jinja2.ext import Extension
from jinja2.nodes import EvalContext
from markupsafe import Markup

from linkwright import Finder, Linker
from linkwright._settings import linker_of


class LinkwrightExtension(Extension):
    """Adds the filters `linkify` and `linkify_html`. `linkify` has the arguments and the policies of the built-in
    `urlize`."""

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        environment.filters["linkify"] = linkify
        environment.filters["linkify_html"] = linkify_html


@pass_eval_context
def linkify(
    eval_ctx: EvalContext,
    value: object,
    trim_url_limit: int | None = None,
    nofollow: bool = False,
    target: str | None = None,
    rel: str | None = None,
    extra_schemes: Iterable[str] | None = None,
) -> str:
    """Converts a text to HTML with links. Markup keeps its tags, and any other text is escaped."""
    linker = _of_policies(eval_ctx, trim_url_limit, nofollow, target, rel, extra_schemes)
    is_html = hasattr(value, "__html__")
    linked = linker.html(cast(Any, value).__html__()) if is_html else linker.text(str(value))
    return Markup(linked) if eval_ctx.autoescape else linked


@pass_eval_context
def linkify_html(eval_ctx: EvalContext, value: object, target: str | None = None, rel: str | None = None) -> str:
    """Adds links to HTML. If `autoescape` is on, raises a `TypeError` for a text that is not markup."""
    if eval_ctx.autoescape and not hasattr(value, "__html__"):
        raise TypeError("linkify_html takes markup: use `|safe` for HTML, or `|linkify`, which escapes text")
    html = cast(Any, value).__html__() if hasattr(value, "__html__") else str(value)
    linked = _of_policies(eval_ctx, None, False, target, rel, None).html(html)
    return Markup(linked) if eval_ctx.autoescape else linked


def _of_policies(
    eval_ctx: EvalContext,
    limit: int | None,
    nofollow: bool,
    target: str | None,
    rel: str | None,
    extra_schemes: Iterable[str] | None,
) -> Linker:
    """The linker for these arguments and the policies of the environment."""
    policies = eval_ctx.environment.policies
    words = {*(rel or "").split(), *(policies["urlize.rel"] or "").split()}
    if nofollow:
        words.add("nofollow")
    if target is None:
        target = policies["urlize.target"]
    if extra_schemes is None:
        extra_schemes = policies["urlize.extra_schemes"] or ()
    schemes = tuple(scheme.rstrip("/").rstrip(":") for scheme in extra_schemes)
    return _linker(limit, " ".join(sorted(words)) or None, target, schemes)


@lru_cache(maxsize=64)
def _linker(limit: int | None, rel: str | None, target: str | None, schemes: tuple[str, ...]) -> Linker:
    options: dict[str, Any] = {"preset": "chat", "rel": rel or "", "target": target, "default_scheme": "https"}
    if limit is not None:
        options |= {"shorten": limit, "shorten_how": "end"}
    if not schemes:
        return linker_of(options)
    # The finder finds every scheme. URIs whose schemes are neither clickable nor in `schemes` are not linked.
    return Linker(
        Finder(options.pop("preset"), schemes="any", default_scheme=options.pop("default_scheme")),
        link_schemes=schemes,
        **options,
    )
