"""Values without behaviour, as named tuples: they compare, hash and pickle as tuples do."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from linkwright._linkwright import Match

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


class RuleInfo(NamedTuple):
    """A rule that decides where a link begins and ends."""

    name: str
    summary: str
    source: str
    """Where the rule comes from: a section of an RFC, for example."""


class Step(NamedTuple):
    """What one rule did to a candidate."""

    rule: RuleInfo
    before: Span
    after: Span


class LineEnd(NamedTuple):
    """A line end that a candidate reached, and the evidence for a join there."""

    gap: Span
    facts: tuple[str, ...]
    log_odds: float
    confidence: float
    joined: bool


class Clue(NamedTuple):
    """A fact that was weighed to decide whether a text is a link at all."""

    log_odds: float
    why: str


class Candidate(NamedTuple):
    """What looked like a link, what the rules did to it, and what came of it."""

    trigger: Span
    trigger_name: str
    kind: str
    extent: Span
    """The widest plausible extent, before any rule."""
    steps: tuple[Step, ...]
    line_ends: tuple[LineEnd, ...]
    clues: tuple[Clue, ...]
    confidence: float | None
    match: Match | None
    rejected_by: RuleInfo | None
    reason: str | None
    """Why it is not a link, in words."""
    at: int | None
    """The offset at which the reason is, if it has one."""


class Hazard(NamedTuple):
    """What makes a URI dangerous to show or to follow (RFC 3986, section 7)."""

    code: str
    severity: str
    span: Span
    section: str
    """The section of the RFC or the standard that describes it."""
    message: str
