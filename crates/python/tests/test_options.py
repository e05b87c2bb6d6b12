"""Tests of the options, and of the errors for wrong names and values."""

import re
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

import linkwright
from linkwright import Error, Finder, Linker, OptionError, _types
from linkwright._linkwright import _option_names


def test_the_stub_has_every_option() -> None:
    finders, linkers = _option_names()
    assert set(_types.FinderOptions.__annotations__) == finders
    assert {name.rstrip("_") for name in _types.LinkerOptions.__annotations__} == linkers


@pytest.mark.parametrize(
    ("names", "call"),
    [
        (_types.Preset, lambda: Finder("?")),  # type: ignore[arg-type]
        (_types.Rung, lambda: linkwright.Uri("a:").normalize("?")),  # type: ignore[arg-type]
        (_types.Treatment, lambda: Linker(on_danger="?")),  # type: ignore[arg-type]
        (_types.FinderOptions.__annotations__["wrap"], lambda: Finder(wrap="?")),  # type: ignore[arg-type]
        (_types.FinderOptions.__annotations__["folds"], lambda: Finder(folds="?")),  # type: ignore[arg-type]
        (_types.LinkerOptions.__annotations__["style"], lambda: Linker(style="?")),  # type: ignore[arg-type]
        (_types.LinkerOptions.__annotations__["newlines"], lambda: Linker(newlines="?")),  # type: ignore[arg-type]
    ],
)
def test_the_stub_has_every_value_of_an_option(names: Any, call: Any) -> None:
    with pytest.raises(OptionError) as raised:
        call()
    names = get_args(names) or re.findall(r"'([a-z-]+)'", names.__forward_arg__.replace('"', "'"))
    message = str(raised.value)
    listed = re.findall(r'"([a-z-]+)"', message) or message.split("the names are ")[1].split(", ")
    assert set(listed) == set(names)


@pytest.mark.parametrize(
    ("options", "option", "message"),
    [
        ({"warp": "mail"}, "warp", "did you mean wrap"),
        ({"wrap": True}, "wrap", 'expected "off"'),
        ({"max_len": 3}, "max_len", "from 16 to 65536"),
        ({"max_len": 10**40}, "max_len", "from 16"),
        ({"max_len": -(10**40)}, "max_len", "from 16"),
        ({"www": None}, "www", "true or false"),
        ({"patterns": [("a", "(", "/")]}, "patterns", "unclosed group"),
        ({"patterns": [("a", "b")]}, "patterns", "name, pattern, href"),
        ({"schemes": ["\ud800"]}, "schemes", "surrogate"),
        ({"schemes": ["not a scheme"]}, "schemes", "not a scheme"),
        ({"without_rules": ["balance-brackets"]}, "without_rules", "balanced-brackets"),
        ({"base": "nowhere"}, "base", "nowhere"),
    ],
)
def test_the_error_names_the_wrong_option(options: dict[str, Any], option: str, message: str) -> None:
    with pytest.raises(OptionError, match=re.escape(message)) as raised:
        Finder(**options)
    assert raised.value.option == option
    assert str(raised.value).startswith(option)
    assert isinstance(raised.value, Error) and isinstance(raised.value, ValueError)
    with pytest.raises(OptionError):
        linkwright.find("text", **options)


@pytest.mark.parametrize(
    "options",
    [
        {"max_len": 1.5},
        {"schemes": b"http"},
        {"schemes": [1]},
        {"schemes": {"http": 1}},
        {"patterns": "issue"},
        {"patterns": [1]},
        {"patterns": 1},
        {"www": object()},
    ],
)
def test_the_error_names_the_option_with_a_wrong_type(options: dict[str, Any]) -> None:
    (option,) = options
    with pytest.raises(TypeError, match=f"^{option}: "):
        Finder(**options)


def test_options_of_linkers() -> None:
    with pytest.raises(OptionError, match="did you mean") as raised:
        Linker(shorten_hwo="end")  # type: ignore[call-arg]
    assert raised.value.option == "shorten_hwo"
    with pytest.raises(OptionError, match="onclick"):
        Linker(attributes={"onclick": "x"})
    with pytest.raises(OptionError, match="runs code"):
        Linker(link_schemes=["javascript"])
    with pytest.raises(TypeError, match="^attributes: "):
        Linker(attributes={"a": 1})  # type: ignore[dict-item]
    for wrong in [1, [1], "x"]:
        with pytest.raises(TypeError, match="^decide: "):
            Linker(decide=wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="^finder: "):
        Linker(1)  # type: ignore[arg-type]


def test_an_exception_of_an_iterator_is_raised() -> None:
    def broken() -> Any:
        yield "http"
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        Finder(schemes=broken())
    with pytest.raises(ZeroDivisionError):
        Finder(patterns=broken_patterns())


def broken_patterns() -> Any:
    yield ("a", "b", "/")
    raise ZeroDivisionError


names = st.sampled_from(sorted(_option_names()[0] | _option_names()[1])) | st.text(max_size=8)
scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.binary(max_size=4)
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.tuples(inner, inner, inner)
        | st.dictionaries(st.text(max_size=4) | st.integers(), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(st.dictionaries(names, values, max_size=3), values)
def test_any_value_is_accepted_or_raises(options: dict[str, Any], other: Any) -> None:
    for make in (Finder, Linker, lambda **given: linkwright.find("x", **given)):
        try:
            make(**options)
        except (TypeError, ValueError):
            pass
    for call in (Finder, Linker, lambda value: Linker(decide=value), linkwright.find, linkwright.linkify_html):
        try:
            call(other)
        except (TypeError, ValueError):
            pass
