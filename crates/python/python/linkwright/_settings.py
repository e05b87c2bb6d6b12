"""Builds linkers from one mapping of options, as in settings files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from linkwright import Finder, Linker

_OF_LINKERS = frozenset(
    (
        "rel target class attributes link_schemes on_danger on_warning existing shorten shorten_how strip_scheme decode "
        "newlines quotes elements_without_links decide"
    ).split()
)


def linker_of(options: Mapping[str, Any]) -> Linker:
    """A linker from options of linkers and of finders together; `preset` is the preset of the finder.

    `schemes` is an option of both, so that links of these schemes are found and written.
    """
    of_linker = {name: value for name, value in options.items() if name in _OF_LINKERS}
    of_finder = {name: value for name, value in options.items() if name not in _OF_LINKERS}
    if "schemes" in of_finder:
        of_linker["schemes"] = of_finder["schemes"]
    return Linker(Finder(of_finder.pop("preset", "chat"), **of_finder), **of_linker)
