"""Builds linkers from a single mapping of options, such as the setting `LINKWRIGHT` of Django."""

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
    """A linker from a mapping that has options of linkers and of finders. `preset` is the preset of the finder.

    Finders and linkers both have the option `schemes`. It is passed to both, so that URIs with these schemes are found
    and linked.
    """
    of_linker = {name: value for name, value in options.items() if name in _OF_LINKERS}
    of_finder = {name: value for name, value in options.items() if name not in _OF_LINKERS}
    if "schemes" in of_finder:
        of_linker["schemes"] = of_finder["schemes"]
    return Linker(Finder(of_finder.pop("preset", "chat"), **of_finder), **of_linker)
