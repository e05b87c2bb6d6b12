"""Tests of the drop-in for bleach: the behaviour that bleach documents, bleach's test suite, and the differences."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any

import pytest

from linkwright import bleach

HERE = Path(__file__).parent

#: The tests of bleach that fail, each with the number of its reason in `docs/python/bleach.md`.
DIFFERENCES = HERE / "bleach_differences.txt"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("an http://example.com url", 'an <a href="http://example.com" rel="nofollow">http://example.com</a> url'),
        ("abc example.com def", 'abc <a href="http://example.com" rel="nofollow">example.com</a> def'),
        ("james@example.com", "james@example.com"),
        ('<a href="http://a.example" rel="me">x</a>', '<a href="http://a.example" rel="me nofollow">x</a>'),
        ('<a href="mailto:a@b.example">x</a>', '<a href="mailto:a@b.example">x</a>'),
        ("<pre>http://a.example</pre>", '<pre><a href="http://a.example" rel="nofollow">http://a.example</a></pre>'),
        ("<script>http://a.example</script>", "<script>http://a.example</script>"),
        ("a &amp; b &lt; c", "a &amp; b &lt; c"),
        (
            "http://a.example/?a=1&amp;b=2",
            '<a href="http://a.example/?a=1&amp;b=2" rel="nofollow">http://a.example/?a=1&amp;b=2</a>',
        ),
    ],
)
def test_linkify(text: str, expected: str) -> None:
    assert bleach.linkify(text) == expected


def test_addresses_are_linked_with_parse_email() -> None:
    linked = '<a href="mailto:james@example.com">james@example.com</a>'
    assert bleach.linkify("james@example.com", parse_email=True) == linked


def test_callbacks_see_new_and_existing_links() -> None:
    seen: list[tuple[bleach.Attrs, bool]] = []

    def keep(attrs: bleach.Attrs, new: bool) -> bleach.Attrs:
        seen.append((dict(attrs), new))
        return attrs

    bleach.linkify('www.a.example <a title=t href="/x">a <b>b</b> &amp;</a>', callbacks=[keep])
    assert seen == [
        ({(None, "href"): "http://www.a.example", "_text": "www.a.example"}, True),
        ({(None, "href"): "/x", (None, "title"): "t", "_text": "a b &"}, False),
    ]


def test_callbacks_change_links() -> None:
    def change(attrs: bleach.Attrs, new: bool) -> bleach.Attrs:
        attrs[(None, "href")] += "?q"
        attrs[(None, "class")] = "a b"
        attrs.pop((None, "title"), None)
        attrs["_text"] = "<" + attrs["_text"]
        return attrs

    html = 'http://a.example <a title="t" href="/x">y</a>'
    assert bleach.linkify(html, callbacks=[change]) == (
        '<a href="http://a.example?q" class="a b">&lt;http://a.example</a> <a href="/x?q" class="a b">&lt;y</a>'
    )


def test_after_a_callback_removes_a_link_no_other_callback_is_called() -> None:
    def fail(attrs: bleach.Attrs, new: bool) -> bleach.Attrs:
        raise AssertionError("called")

    html = 'http://a.example <a href="/x">y <b>z</b></a>'
    assert bleach.linkify(html, callbacks=[lambda attrs, new: None, fail]) == "http://a.example y <b>z</b>"


def test_an_exception_of_a_callback_is_raised() -> None:
    def fail(attrs: bleach.Attrs, new: bool) -> bleach.Attrs:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        bleach.linkify("http://a.example", callbacks=[fail])


def test_target_blank() -> None:
    linked = bleach.linkify("http://a.example a@b.example", [bleach.target_blank], parse_email=True)
    assert linked == (
        '<a href="http://a.example" target="_blank">http://a.example</a> <a href="mailto:a@b.example">a@b.example</a>'
    )


def test_domains_and_schemes_can_be_chosen() -> None:
    linker = bleach.Linker([], tlds=["com", "co.uk"])
    assert linker.linkify("a.com b.org c.co.uk") == (
        '<a href="http://a.com">a.com</a> b.org <a href="http://c.co.uk">c.co.uk</a>'
    )
    linker = bleach.Linker([], schemes=["gemini"])
    assert linker.linkify("gemini://a.example http://b.example") == (
        '<a href="gemini://a.example">gemini://a.example</a> http://b.example'
    )


@pytest.mark.parametrize("option", ["url_re", "email_re", "recognized_tags"])
def test_errors_for_removed_options_name_the_replacement(option: str) -> None:
    removed: dict[str, Any] = {option: None}
    with pytest.raises(TypeError, match=f"{option} is not an option: "):
        bleach.Linker(**removed)
    with pytest.raises(TypeError, match=f"{option} is not an option: "):
        bleach.LinkifyFilter([], **removed)


def test_the_filter_of_html5lib() -> None:
    html5lib = pytest.importorskip("html5lib", reason="html5lib is not installed")
    dom = html5lib.parseFragment('a http://a.example/?a=1&amp;b=2 <pre>http://c.example</pre> <a href="/x">y</a>')
    tokens = html5lib.getTreeWalker("etree")(dom)
    linked = bleach.LinkifyFilter(tokens, skip_tags={"pre"})
    written = html5lib.serializer.HTMLSerializer(quote_attr_values="always", omit_optional_tags=False).render(linked)
    assert written == (
        'a <a href="http://a.example/?a=1&amp;b=2" rel="nofollow">http://a.example/?a=1&amp;b=2</a> '
        '<pre>http://c.example</pre> <a href="/x" rel="nofollow">y</a>'
    )


def suite(folder: Path) -> Path:
    """The folder with the source distribution of bleach, which contains its tests."""
    given = os.environ.get("LINKWRIGHT_BLEACH")
    if given:
        return Path(given)
    installed = pytest.importorskip("bleach", reason="bleach is not installed")
    download = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", "bleach"]
    download += ["--dest", str(folder), f"bleach=={installed.__version__}"]
    if subprocess.run(download, capture_output=True, check=False).returncode:
        pytest.skip("the source distribution of bleach cannot be downloaded; set LINKWRIGHT_BLEACH to its folder")
    (archive,) = folder.glob("bleach-*.tar.gz")
    with tarfile.open(archive) as source:
        source.extractall(folder, filter="data")
    return folder / archive.name.removesuffix(".tar.gz")


def test_the_tests_of_bleach(tmp_path: Path) -> None:
    tests = suite(tmp_path) / "tests"
    command = [sys.executable, "-m", "pytest", "-p", "bleach_drop_in", "-p", "no:cacheprovider", "-q", "-rA", "--tb=no"]
    command += [
        "--rootdir",
        str(tests),
        "-c",
        os.devnull,
        str(tests / "test_linkify.py"),
        str(tests / "test_callbacks.py"),
    ]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(HERE), os.environ.get("PYTHONPATH", "")])}
    report = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=tmp_path, check=False).stdout
    lines = [line.partition(" - ")[0].strip() for line in report.splitlines()]
    passed = {line.removeprefix("PASSED ").split("::", 1)[1] for line in lines if line.startswith("PASSED ")}
    failed = {line.removeprefix("FAILED ").split("::", 1)[1] for line in lines if line.startswith("FAILED ")}
    assert len(passed) + len(failed) > 100, report
    listed = {line.split(maxsplit=1)[1] for line in DIFFERENCES.read_text().splitlines() if line and line[0] != "#"}
    assert failed - listed == set(), "failed tests that bleach_differences.txt does not list"
    assert listed - failed == set(), "listed tests that did not fail"
