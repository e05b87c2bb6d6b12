"""Values without behaviour, as named tuples: they compare, hash and pickle as tuples do."""

from typing import NamedTuple

Span = tuple[int, int]


class Join(NamedTuple):
    """Where two pieces of a match meet."""

    gap: Span
    reason: str
    confidence: float


class Alternate(NamedTuple):
    """Another reading of the text of a match, as valid as the first one."""

    uri: str
    text: str
    pieces: tuple[Span, ...]
    why: str
    confidence: float | None
