// Finds the links of a message, and writes it as HTML in which the links are described.
#include <linkwright.hpp>

#undef NDEBUG
#include <algorithm>
#include <cassert>
#include <iostream>
#include <string>
#include <vector>

using namespace std::literals;

int main() {
    const linkwright::Finder finder("preset=mail");
    linkwright::Search search(finder);
    const auto text = "The slides are at <http://www.example.net/talks/\n  2026/survey.pdf>, ask jane@example.org."sv;

    std::vector<std::string> uris;
    for (const auto &match : search.in(text)) {
        std::cout << match.start() << ".." << match.end() << ' ' << match.uri() << '\n';
        uris.emplace_back(match.uri());
    }
    assert((uris == std::vector{"http://www.example.net/talks/2026/survey.pdf"s, "mailto:jane@example.org"s}));

    // The algorithms of the standard library take the matches as a range. A temporary search lives as long as needed.
    const auto matches = linkwright::Search(finder).in(u"\U0001F44D http://a.example, bo@b.example"sv);
    const auto mail = std::find_if(matches.begin(), matches.end(),
                                   [](const auto &match) { return match.kind() == LW_KIND_EMAIL; });
    assert(mail != matches.end() && mail->start() == 21 && mail->text() == "bo@b.example");

    // A callback for each match is faster. It may throw.
    std::size_t units = 0;
    search.each(u"\u00FC http://a.example"sv, [&](const auto &match) { units = match.end(); });
    assert(units == 18);
    try {
        search.each(text, [](const linkwright::Match &match) { throw std::string(match.uri()); });
        assert(false);
    } catch (const std::string &thrown) {
        assert(thrown == uris[0]);
    }

    // A callback for each link, which may throw as well.
    const linkwright::Linker linker(finder, "rel=noopener");
    const auto html = linker.text(text, [](linkwright::Link &link) {
        if (link.kind() == LW_KIND_EMAIL)
            return false;
        link.set_attribute("class", "outside");
        link.set_label("slides & more");
        return true;
    });
    std::cout << html << '\n';
    assert(html.find("rel=\"noopener\" class=\"outside\">slides &amp; more</a>") != std::string::npos);
    assert(html.find("mailto:") == std::string::npos);
    try {
        linker.html("<p>http://a.example", [](linkwright::Link &) -> bool { throw std::string("mine"); });
        assert(false);
    } catch (const std::string &thrown) {
        assert(thrown == "mine");
    }

    // Options are checked by name.
    try {
        linkwright::Finder("ww=false");
        assert(false);
    } catch (const linkwright::Error &error) {
        assert(error.status() == LW_OPTION && error.option() == "ww");
        std::cout << error.what() << '\n';
    }

    // A text that arrives in chunks.
    linkwright::Stream stream(finder);
    std::string streamed;
    const auto see = [&](const linkwright::Match &match) { streamed += match.uri(); };
    for (const auto chunk : {"see htt"sv, "p://a.exa"sv, "mple/"sv})
        stream.push(chunk, see);
    assert(streamed.empty() && stream.pending().end == 21);
    stream.finish(see);
    assert(streamed == "http://a.example/");
    const auto see_wide = [&](const auto &match) { units = match.start(); };
    for (const auto chunk : {u"\xD83D"sv, u"\xDC4D www.b.example"sv})
        stream.push(chunk, see_wide);
    stream.finish(see_wide);
    assert(units == 3);

    // The cells of a link in a terminal of eight columns.
    linkwright::Grid grid;
    for (const auto row : {"see http"sv, "://a.b/c"sv}) {
        for (const char &cell : row)
            grid.cell({&cell, 1}, 1);
        grid.end_row(row[0] == 's');
    }
    search.each(grid.text(), [&](const auto &match) {
        const auto cells = grid.cells(match.pieces()[0]);
        assert(cells.size() == 2 && cells[0].start == 4 && cells[1].row == 1 && cells[1].end == 8);
    });

    // Single URIs.
    namespace uri = linkwright::uri;
    assert(uri::minimally_escaped("http://a.example/%C3%BC%2E") == "http://a.example/\u00FC%2E");
    assert(uri::minimally_escaped("http://a.example/%C3%BC%2E", true) == "http://a.example/\u00FC.");
    assert(uri::resolve(uri::normalize("HTTP://a/b/../c"), "d") == "http://a/d");
    assert(uri::equal("HTTP://a", "http://a/") && uri::parse("a:b#").fragment.end == 4);
    assert(uri::hazards("http://0x7f.1/")[0].severity >= LW_SEVERITY_WARN);
}
