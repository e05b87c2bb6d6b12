"""URIs in text: found, proved with a parser of RFC 3986, and linked."""

from linkwright._linkwright import Error, Finder, Match, OptionError, UriError, __version__, find
from linkwright._tuples import Alternate, Join

__all__ = [
    "Alternate",
    "Error",
    "Finder",
    "Join",
    "Match",
    "OptionError",
    "UriError",
    "__version__",
    "find",
]
