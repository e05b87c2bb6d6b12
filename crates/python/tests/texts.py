"""Texts for the property tests: links next to characters that make the ends of the links hard to find."""

from hypothesis import strategies as st

LINKS = [
    "http://a.example/",
    "https://www.example.com/long/path-with-\n  a-break.html",
    "<http://www.example.com/annotated-\ngrammar.html>",
    '"http://a.example/q?x=ü"',
    "www.example.com",
    "ada@example.org",
    "URL:http://b.example/",
    "https://例え.jp/路径#x",
    "http://jane:secret@a.example:80/",
    "example.com/a",
    "#12",
]
BETWEEN = [
    " ",
    "\n",
    "\r\n",
    ". ",
    "é",
    "👍",
    "\ud800",
    "\udc00",
    "e\u0301",
    "\u202e",
    "(",
    ")",
    "<",
    ">",
    '"',
    "\t",
    "&",
    "<b>",
    "x" * 90,
]

texts = st.lists(st.one_of(st.sampled_from(LINKS), st.sampled_from(BETWEEN), st.text(max_size=6)), max_size=14).map(
    "".join
)
"""Texts that may contain lone surrogates."""

clean_texts = texts.map(lambda text: "".join(c for c in text if not "\ud800" <= c <= "\udfff"))


def clean_of(text: str) -> str:
    """The text with U+FFFD in place of each lone surrogate."""
    return "".join("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in text)
