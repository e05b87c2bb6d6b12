"""Tests that `Finder.find_batch` finds, in columns of every type, the links that `find` finds in each row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import linkwright

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")

TEXTS = [
    "see http://a.example/x",
    None,
    "",
    "é 👍 http://b.example/ü www.c.example.",
    "none",
    "http://d.example http://e.example",
]
FINDER = linkwright.Finder("chat")


def rows_of(texts: Sequence[str | bytes | None], finder: linkwright.Finder = FINDER) -> list[tuple[int, int, int, str]]:
    """The links that `find` finds in each row."""
    return [
        (row, match.start, match.end, match.uri)
        for row, text in enumerate(texts)
        if text is not None
        for match in finder.find(text)
    ]


def batch_rows(column: Any, **options: Any) -> list[tuple[int, int, int, str]]:
    """The links that `find_batch` finds."""
    table = pa.table(FINDER.find_batch(column, **options))
    assert table.schema.names == ["row", "start", "end", "uri"]
    return [tuple(row.values()) for row in table.to_pylist()]


@pytest.mark.parametrize("name", ["string", "large_string", "string_view"])
def test_columns_of_strings(name: str) -> None:
    assert batch_rows(pa.array(TEXTS, getattr(pa, name)())) == rows_of(TEXTS)
    assert len(rows_of(TEXTS)) == 5


@pytest.mark.parametrize("name", ["binary", "large_binary", "binary_view"])
def test_columns_of_bytes_have_offsets_in_bytes(name: str) -> None:
    texts = [None if text is None else text.encode() for text in TEXTS]
    assert batch_rows(pa.array(texts, getattr(pa, name)())) == rows_of(texts)
    assert batch_rows(pa.array(texts)) != batch_rows(pa.array(TEXTS))


def test_invalid_utf_8_in_binary_columns_is_searched() -> None:
    texts = [b"\xff\xfe http://a.example/\xff http://b.example", b"\x00"]
    assert batch_rows(pa.array(texts)) == rows_of(texts)


def test_invalid_utf_8_in_string_columns_is_searched() -> None:
    """Programs that produce Arrow data need not check that their strings are UTF-8."""
    data = pa.py_buffer(b"\xff http://a.example \x80")
    offsets = pa.py_buffer((0).to_bytes(4, "little") + len(data).to_bytes(4, "little"))
    column = pa.StringArray.from_buffers(1, offsets, data)
    assert [row[3] for row in batch_rows(column)] == ["http://a.example"]


def test_slices_of_columns_are_searched() -> None:
    for kind in (pa.string(), pa.string_view(), pa.large_binary()):
        array = (
            pa.array(TEXTS * 2, pa.string()).cast(kind)
            if kind != pa.large_binary()
            else pa.array([t and t.encode() for t in TEXTS * 2], kind)
        )
        for start in range(len(array)):
            part = array.slice(start, 4)
            assert batch_rows(part) == rows_of(part.to_pylist())


def test_rows_are_counted_over_all_chunks() -> None:
    column = pa.chunked_array([TEXTS, [], TEXTS[2:]], pa.string())
    assert batch_rows(column) == rows_of(TEXTS + TEXTS[2:])


def test_dictionary_columns_are_searched() -> None:
    for texts in (TEXTS * 2, [None, None]):
        column = pa.array(texts, pa.string()).dictionary_encode()
        assert batch_rows(column) == rows_of(texts)
        assert batch_rows(column.slice(1)) == rows_of(texts[1:])
    no_values = pa.DictionaryArray.from_arrays(pa.array([None], pa.int8()), pa.array([], pa.string()))
    assert batch_rows(no_values) == []


def test_a_struct_with_one_field_is_searched() -> None:
    texts = pa.array(TEXTS)
    assert batch_rows(pa.record_batch({"text": texts})) == rows_of(TEXTS)
    assert batch_rows(pa.table({"text": texts})) == rows_of(TEXTS)
    masked = pa.StructArray.from_arrays([texts], ["text"], mask=pa.array([True, False, False, False, False, True]))
    assert batch_rows(masked) == [row for row in rows_of(TEXTS) if row[0] not in (0, 5)]
    with pytest.raises(TypeError, match="id, text: choose one"):
        FINDER.find_batch(pa.table({"id": [1], "text": ["a"]}))


def test_columns_without_rows_or_links_have_empty_tables() -> None:
    assert batch_rows(pa.array([], pa.string())) == []
    assert batch_rows(pa.nulls(3)) == []
    assert batch_rows(pa.chunked_array([], pa.string())) == []


def test_each_column_of_the_result_has_its_values() -> None:
    text = "<http://A.example.co.uk/x\ny> user@b.example"
    finder = linkwright.Finder("mail")
    names = "row start end uri text kind scheme host domain pieces flags alternates".split()
    table = pa.table(finder.find_batch(pa.array([text]), columns=names))
    assert table.schema.names == names
    rows, matches = table.to_pylist(), finder.find(text)
    assert [row["kind"] for row in rows] == ["uri", "email"]
    assert [(row["host"], row["domain"]) for row in rows] == [("a.example.co.uk", "example.co.uk"), (None, "b.example")]
    for row, match in zip(rows, matches, strict=True):
        assert (row["text"], row["uri"]) == (match.text, match.uri)
        assert [(piece["start"], piece["end"]) for piece in row["pieces"]] == list(match.pieces)
        assert set(row["flags"]) == set(match.flags)
        assert row["alternates"] == [other.uri for other in match.alternates]
    assert len(rows[0]["pieces"]) == 2


def test_the_links_of_an_array_can_be_read_again() -> None:
    table = FINDER.find_batch(pa.array(TEXTS))
    assert pa.table(table) == pa.table(table)
    assert pa.schema(table).names == ["row", "start", "end", "uri"]


def test_a_stream_is_read_once_and_on_demand() -> None:
    read = []

    def batches() -> Iterator[Any]:
        for number in range(1000):
            read.append(number)
            yield pa.record_batch({"text": pa.array([f"http://a.example/{n}" for n in range(500)])})

    schema = pa.schema({"text": pa.string()})
    table = FINDER.find_batch(pa.RecordBatchReader.from_batches(schema, batches()))
    assert read == []
    links = pa.RecordBatchReader.from_stream(table)
    first = links.read_next_batch()
    assert first.num_rows == 1 << 16, "a batch is bounded"
    assert len(read) == 132, "only the chunks that the first batch needs are read"
    with pytest.raises(ValueError, match="read once"):
        pa.table(table)
    assert first.num_rows + sum(batch.num_rows for batch in links) == 500_000


def test_the_error_of_a_stream_is_raised() -> None:
    def batches() -> Iterator[Any]:
        yield pa.record_batch({"text": ["http://a.example"]})
        raise ValueError("the source is gone")

    table = FINDER.find_batch(pa.RecordBatchReader.from_batches(pa.schema({"text": pa.string()}), batches()))
    with pytest.raises(Exception, match="the source is gone"):
        pa.table(table)


def test_the_links_of_one_row_may_need_several_batches() -> None:
    links = pa.RecordBatchReader.from_stream(FINDER.find_batch(pa.array(["http://a.example " * 200_000])))
    assert [batch.num_rows for batch in links] == [1 << 16, 1 << 16, 1 << 16, 200_000 - 3 * (1 << 16)]


def test_wrong_inputs_are_refused() -> None:
    for wrong in (pa.array([1]), pa.array([["http://a.example"]])):
        with pytest.raises(TypeError, match="strings or binary data"):
            FINDER.find_batch(wrong)
    no_columns: list[Any] = ["http://a.example", ["http://a.example"], None, 1]
    for wrong in no_columns:
        with pytest.raises(TypeError, match="__arrow_c_array__"):
            FINDER.find_batch(wrong)
    wrong_columns: list[tuple[list[str], str]] = [
        (["uri", "x"], '"x" is not a column'),
        ([], "no column"),
        (["uri", "uri"], "twice"),
    ]
    for columns, message in wrong_columns:
        with pytest.raises(linkwright.OptionError, match=message) as error:
            FINDER.find_batch(pa.array(["a"]), columns=columns)
        assert error.value.option == "columns"
    no_names: list[Any] = ["uri", 1, [1]]
    for names in no_names:
        with pytest.raises(TypeError):
            FINDER.find_batch(pa.array(["a"]), columns=names)


@given(st.lists(st.none() | st.text(alphabet=st.sampled_from('ab.:/@ <>\n"é👍http')) | st.text()), st.integers(0, 5))
def test_every_column_has_the_links_of_find(texts: list[str | None], start: int) -> None:
    texts = [text and text.encode("utf-8", "replace").decode() for text in texts]
    texts += ["http://é.example/é x http://b.example 👍", None]
    array = pa.array(texts, pa.string()).slice(start)
    assert batch_rows(array) == rows_of(texts[start:])
    assert batch_rows(array.dictionary_encode()) == rows_of(texts[start:])
    assert batch_rows(array.cast(pa.string_view())) == rows_of(texts[start:])


def test_polars() -> None:
    pl = pytest.importorskip("polars", reason="polars is not installed")
    texts = pl.Series("text", TEXTS)
    assert pl.DataFrame(FINDER.find_batch(texts)).rows() == rows_of(TEXTS)
    assert pl.DataFrame(FINDER.find_batch(texts.cast(pl.Categorical))).rows() == rows_of(TEXTS)
    assert pl.DataFrame(FINDER.find_batch(texts.to_frame())).rows() == rows_of(TEXTS)


def test_duckdb() -> None:
    duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed")
    texts = duckdb.connect().sql("SELECT 'http://a.example/' || range AS text FROM range(100000)").to_arrow_reader(1000)
    links = pa.RecordBatchReader.from_stream(FINDER.find_batch(texts, columns=["uri", "domain"]))
    counted = duckdb.connect().sql("SELECT count(*), count(DISTINCT uri), max(domain) FROM links")
    assert counted.fetchall() == [(100000, 100000, "a.example")]
