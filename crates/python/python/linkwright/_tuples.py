"""Values without methods. They are named tuples, so they can be compared, hashed and pickled."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from linkwright._linkwright import Match

Span = tuple[int, int]


class Join(NamedTuple):
    """The join between two pieces of a match."""

    gap: Span
    reason: str
    confidence: float


class Alternate(NamedTuple):
    """Another reading of the text of a match, which is also a valid URI."""

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
    """The source of the rule, for example a section of an RFC."""


class Step(NamedTuple):
    """The change that a rule made to a candidate."""

    rule: RuleInfo
    before: Span
    after: Span


class LineEnd(NamedTuple):
    """A line end that a candidate reaches, and the evidence for a join over this line end."""

    gap: Span
    facts: tuple[str, ...]
    log_odds: float
    confidence: float
    joined: bool


class Clue(NamedTuple):
    """A fact that was weighed to decide whether a text is a link."""

    log_odds: float
    why: str


class Candidate(NamedTuple):
    """A text that looks like a link, with the changes that the rules made to it, and the result."""

    trigger: Span
    trigger_name: str
    kind: str
    extent: Span
    """The widest plausible extent of the link, before any rule is applied."""
    steps: tuple[Step, ...]
    line_ends: tuple[LineEnd, ...]
    clues: tuple[Clue, ...]
    confidence: float | None
    match: Match | None
    rejected_by: RuleInfo | None
    reason: str | None
    """Why the text is not a link, in words; `None` for a link."""
    at: int | None
    """The offset of the character that makes the text invalid; `None` if no single character does."""


class Hazard(NamedTuple):
    """A reason why a URI is dangerous to show or to follow (RFC 3986, section 7)."""

    code: str
    severity: str
    span: Span
    section: str
    """The section of the RFC or the standard that describes the hazard."""
    message: str
