import linkwright


def test_offsets_are_those_of_the_text() -> None:
    text = "👍 http://a.example/ or www.b.example"
    found = linkwright.find(text)
    assert [text[m.start : m.end] for m in found] == ["http://a.example/", "www.b.example"]
    assert [m.uri for m in found] == ["http://a.example/", "http://www.b.example"]
