"""Runs the examples in the README."""

import doctest
import pathlib

README = pathlib.Path(__file__).parent.parent / "README.md"


def test_the_examples_run() -> None:
    failed, tried = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert failed == 0 and tried > 10
