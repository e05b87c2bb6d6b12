//! The directives that have delimiters, as one table. They are called tags here, and some of them open or close a block
//! whose content is code or a comment.
//!
//! A tag that is not closed is text. So is a tag that contains the opening mark of another tag, an odd number of
//! backticks or a fence, because masking it would turn code into text. Each byte is searched a constant number of
//! times.

use super::mask::Directive;
use crate::span::Span;

/// A kind of tag.
struct Row {
    open: &'static str,
    close: &'static str,
    /// Whether its output may continue the word before it.
    prints: bool,
    extent: Extent,
    /// The names of the tags whose content is neither text nor Markdown.
    raw: &'static [&'static str],
}

/// The maximum extent of a tag.
#[derive(PartialEq, Eq)]
enum Extent {
    /// It may contain blank lines.
    Any,
    /// It ends in the paragraph in which it begins.
    Paragraph,
    /// It must be alone on its line.
    Line,
    /// It ends in its paragraph, and is a list of attributes at a place where Pandoc reads attributes.
    Attributes,
}

use Extent::{Any, Attributes, Line, Paragraph};

/// All kinds. If the opening marks of several rows match, the first of these rows is used. Shortcodes of Hugo and
/// Quarto; directives of mdBook; output and tags of Liquid, Jinja, Nunjucks, Handlebars and `GitBook`; extensions and
/// attributes of kramdown; embeds of Hashnode; attributes of Pandoc and Quarto.
const ROWS: [Row; 9] = [
    Row { open: "{{<", close: ">}}", prints: true, extent: Any, raw: HUGO },
    Row { open: "{{%", close: "%}}", prints: true, extent: Any, raw: HUGO },
    Row { open: "{{#", close: "}}", prints: true, extent: Any, raw: &[] },
    Row { open: "{{", close: "}}", prints: true, extent: Paragraph, raw: &[] },
    Row { open: "{%", close: "%}", prints: true, extent: Any, raw: LIQUID },
    Row { open: "{::", close: "}", prints: false, extent: Paragraph, raw: KRAMDOWN },
    Row { open: "{:", close: "}", prints: false, extent: Paragraph, raw: KRAMDOWN },
    Row { open: "%[", close: "]", prints: false, extent: Line, raw: &[] },
    Row { open: "{", close: "}", prints: false, extent: Attributes, raw: &[] },
];

const HUGO: &[&str] = &[
    "chart",
    "chem",
    "code",
    "codeblock",
    "goat",
    "graphviz",
    "highlight",
    "html",
    "katex",
    "math",
    "mermaid",
    "plantuml",
    "raw",
    "rawhtml",
];
const LIQUID: &[&str] = &[
    "code",
    "codeblock",
    "comment",
    "doc",
    "graphviz",
    "highlight",
    "javascript",
    "math",
    "mermaid",
    "plantuml",
    "schema",
    "style",
    "stylesheet",
];
const KRAMDOWN: &[&str] = &["comment", "nomarkdown"];

/// Reads the directives of `source` from `start` on into `list`.
pub(super) fn read(source: &str, start: usize, list: &mut Vec<Directive>) {
    let tags = Tags::new(source, start).collect::<Vec<_>>();
    let closes = closes(source, &tags);
    let mut done = start;
    for (tag, close) in tags.iter().zip(closes) {
        if tag.span.start() < done {
            continue;
        }
        let end = close.filter(|end| is_closed(source, Span::new(tag.span.end(), *end)));
        let span = Span::new(tag.span.start(), end.unwrap_or(tag.span.end()));
        list.push(Directive { span, prints: end.is_none() && tag.prints(source) });
        done = span.end();
    }
}

/// For each tag that opens a block, the end of the block: the first closing tag of its name.
///
/// Works from right to left, so that each name is looked up once.
fn closes(source: &str, tags: &[Tag]) -> Vec<Option<usize>> {
    // The closing tags, the nearest one first: the name, the closing mark, and the end. The names come from the table.
    let mut known: Vec<(&str, &str, usize)> = Vec::new();
    let mut closes = vec![None; tags.len()];
    for (tag, close) in tags.iter().zip(&mut closes).rev() {
        let mark = tag.row.close;
        let Some((name, is_end)) = tag.block(source) else { continue };
        if is_end {
            known.retain(|known| (known.0, known.1) != (name, mark));
            known.insert(0, (name, mark, tag.span.end()));
        } else {
            let is_same = |other: &str| other.is_empty() || other == name;
            *close = known.iter().find(|one| is_same(one.0) && one.1 == mark).map(|one| one.2);
        }
    }
    closes
}

/// A tag and its kind.
struct Tag {
    row: &'static Row,
    span: Span,
}

/// The tags of Liquid, Jinja and their relatives that only control what is printed between them.
const CONTROLS: &[&str] = &[
    "assign",
    "autoescape",
    "block",
    "break",
    "capture",
    "case",
    "comment",
    "continue",
    "elif",
    "else",
    "elsif",
    "extends",
    "filter",
    "for",
    "from",
    "if",
    "import",
    "layout",
    "macro",
    "raw",
    "set",
    "unless",
    "when",
    "with",
];

impl Tag {
    /// Whether the output of the tag may continue the word before it.
    fn prints(&self, source: &str) -> bool {
        let inner = source.get(self.span.start() + self.row.open.len()..self.span.end());
        let inner =
            inner.unwrap_or_default().trim_start_matches(['-', '+', '~', ' ', '\t', '\n', '\r']);
        let len = inner.bytes().take_while(u8::is_ascii_alphanumeric).count();
        let name = inner.get(..len).unwrap_or_default();
        self.row.prints
            && !(inner.starts_with('/') || name.starts_with("end") || CONTROLS.contains(&name))
    }

    /// The name of the block that the tag opens or closes, and whether it closes the block. An empty name closes a
    /// block with any name.
    fn block<'s>(&self, source: &'s str) -> Option<(&'s str, bool)> {
        let start = self.span.start() + self.row.open.len();
        let inner = source.get(start..self.span.end() - self.row.close.len())?;
        let is_mark = |c: char| matches!(c, '-' | '+' | '~') || c.is_whitespace();
        let inner = inner.trim_matches(is_mark);
        let end = inner.strip_prefix('/').or_else(|| inner.strip_prefix("end"));
        let name = end.unwrap_or(inner).split_ascii_whitespace().next().unwrap_or_default();
        let is_known = self.row.raw.contains(&name) || name.is_empty() && self.row.open == "{:";
        // `{{< raw />}}` has no content.
        (is_known && (end.is_some() || !inner.ends_with('/'))).then_some((name, end.is_some()))
    }
}

/// The tags of a document, in their order.
struct Tags<'s> {
    source: &'s str,
    /// The next closing mark of each row.
    closers: [Next<'s>; ROWS.len()],
    /// The next opening mark of each row.
    openers: [Next<'s>; ROWS.len()],
    /// The next `{{` and the next `{%`.
    templates: [Next<'s>; 2],
    at: usize,
}

impl<'s> Tags<'s> {
    fn new(source: &'s str, start: usize) -> Tags<'s> {
        let next = |text| Next { source, text, found: None };
        let closers = ROWS.each_ref().map(|row| next(row.close));
        let openers = ROWS.each_ref().map(|row| next(row.open));
        Tags { source, closers, openers, templates: [next("{{"), next("{%")], at: start }
    }

    /// The end of the tag of row `number` that opens at `at`.
    fn end(&mut self, number: usize, at: usize) -> Option<usize> {
        let row = ROWS.get(number)?;
        let inner = at + row.open.len();
        let close = self.closers.get_mut(number)?.from(inner)?;
        let mut openers = self.templates.iter_mut().chain(self.openers.get_mut(number));
        if openers.any(|next| next.from(inner).is_some_and(|open| open < close)) {
            return None;
        }
        let end = close + row.close.len();
        // The third brace of `{{{ html }}}` belongs to the tag.
        let has_third = row.close == "}}" && self.source.as_bytes().get(end) == Some(&b'}');
        let is_tag = is_whole(self.source.get(inner..close)?)
            && row.extent.holds(self.source, Span::new(at, end));
        is_tag.then_some(end + usize::from(has_third))
    }
}

impl Iterator for Tags<'_> {
    type Item = Tag;

    fn next(&mut self) -> Option<Tag> {
        loop {
            let rest = self.source.get(self.at..)?;
            let at = self.at + memchr::memchr2(b'{', b'%', rest.as_bytes())?;
            let here = self.source.get(at..)?;
            self.at = at + 1;
            let Some(number) = ROWS.iter().position(|row| here.starts_with(row.open)) else {
                continue;
            };
            if let (Some(end), Some(row)) = (self.end(number, at), ROWS.get(number)) {
                self.at = end;
                return Some(Tag { row, span: Span::new(at, end) });
            }
        }
    }
}

/// The next position of a mark. Positions must be requested in ascending order, so that each byte is searched once.
struct Next<'s> {
    source: &'s str,
    text: &'static str,
    /// The last result; `None` before the first search.
    found: Option<usize>,
}

impl Next<'_> {
    /// The first position at or after `at`.
    fn from(&mut self, at: usize) -> Option<usize> {
        if self.found.is_none_or(|found| found < at) {
            let rest = self.source.as_bytes().get(at..).unwrap_or_default();
            let next = memchr::memmem::find(rest, self.text.as_bytes());
            self.found = Some(next.map_or(usize::MAX, |len| at + len));
        }
        self.found.filter(|found| *found < usize::MAX)
    }
}

/// The maximum indentation of a tag that is alone on its line, in spaces; text that is indented further is code.
const MOST_INDENTED: usize = 3;

impl Extent {
    /// Whether a tag at `span` stays within this extent.
    fn holds(&self, source: &str, span: Span) -> bool {
        let text = source.get(span.range()).unwrap_or_default();
        let line = source.get(..span.start()).unwrap_or_default().rsplit('\n').next();
        let line = line.unwrap_or_default();
        let after = source.get(span.end()..).unwrap_or_default();
        let ends_line = after.lines().next().unwrap_or_default().trim().is_empty();
        let is_in_paragraph = || text.lines().all(|line| !line.trim().is_empty());
        match self {
            Any => true,
            Paragraph => is_in_paragraph(),
            Line => {
                let is_first = line.len() <= MOST_INDENTED && line.trim_matches(' ').is_empty();
                is_first && ends_line && !text.contains('\n')
            }
            Attributes => {
                let is_marked = text.get(1..).is_some_and(|inner| inner.starts_with(MARKS));
                let block = line.trim_start_matches([' ', '>']);
                let is_place = line.ends_with([']', ')', '`', '>'])
                    || block.starts_with(":::")
                    || ends_line && block.starts_with('#')
                    || ends_line && is_marked && line.ends_with(' ');
                is_place && (is_marked || begins_with_pair(text)) && is_in_paragraph()
            }
        }
    }
}

/// The first characters of the attributes `.class`, `#id`, `=format` and `-`.
const MARKS: [char; 4] = ['.', '#', '=', '-'];

/// Whether the first word in the braces of `text` is a key with a value.
fn begins_with_pair(text: &str) -> bool {
    let inner = text.trim_matches(['{', '}']);
    let is_name = |c: char| c.is_alphanumeric() || "-_.:".contains(c);
    let word = inner.split_ascii_whitespace().next().unwrap_or_default();
    let pair = word.split_once('=');
    pair.is_some_and(|(key, value)| {
        !key.is_empty() && key.chars().all(is_name) && !value.is_empty()
    })
}

/// Whether a tag with this content can be masked without changing which text is code. If the content begins with a
/// backtick, the opening mark is itself in a span of code.
fn is_whole(content: &str) -> bool {
    !content.starts_with('`')
        && content.bytes().filter(|byte| *byte == b'`').count().is_multiple_of(2)
        && fences(content) == 0
}

/// Whether a block with this content can be masked without changing which text is code.
fn is_closed(source: &str, content: Span) -> bool {
    let content = source.get(content.range()).unwrap_or_default();
    fences(content).is_multiple_of(2)
}

/// The number of lines that begin with a fence.
fn fences(text: &str) -> usize {
    let is_fence = |line: &&str| {
        let line = line.trim_start();
        line.starts_with("```") || line.starts_with("~~~")
    };
    text.split('\n').skip(1).filter(is_fence).count()
}

#[cfg(test)]
mod tests {
    use super::super::Dialect;
    use super::super::directives::testing::directives;

    /// Each tag is a directive; `…` stands for text that is none.
    #[test]
    fn tags_are_directives() {
        for (source, expected) in [
            ("a {{< b src=\"http://a.example\" >}}", &["{{< b src=\"http://a.example\" >}}"][..]),
            ("{{% b %}}http://a.example{{% /b %}}", &["{{% b %}}", "{{% /b %}}"]),
            ("{{< b `http://a.example` >}}", &["{{< b `http://a.example` >}}"]),
            ("{{< b\n\nsrc=\"http://a.example\"\n>}}", &["{{< b\n\nsrc=\"http://a.example\"\n>}}"]),
            ("{{< tabs >}} http://a.example {{< /tabs >}}", &["{{< tabs >}}", "{{< /tabs >}}"]),
            (
                "a \\{{#template a.md b=http://c.example}}",
                &["{{#template a.md b=http://c.example}}"],
            ),
            ("{{ a | b: \"http://a.example\" }}", &["{{ a | b: \"http://a.example\" }}"]),
            ("{%- if a -%}http://a.example{% endif %}", &["{%- if a -%}", "{% endif %}"]),
            ("{% raw %}http://a.example{% endraw %}", &["{% raw %}", "{% endraw %}"]),
            ("{{{ html }}} b", &["{{{ html }}}"]),
            ("[a]({% link b.md %})", &["{% link b.md %}"]),
            ("*a*{: .b link=\"http://a.example\"} c", &["{: .b link=\"http://a.example\"}"]),
            ("{::options a=\"http://a.example\" /}", &["{::options a=\"http://a.example\" /}"]),
            ("{::comment /}http://a.example{:/}", &["{::comment /}", "{:/}"]),
            ("a\n\n  %[http://a.example]  \r\nb", &["%[http://a.example]"]),
            ("[a](b){.c link=\"http://a.example\"} d", &["{.c link=\"http://a.example\"}"]),
            ("![a](b){width=50% src=http://a.example}", &["{width=50% src=http://a.example}"]),
            ("`a`{=html} <http://a.example>{.c}", &["{=html}", "{.c}"]),
            ("# A {link=\"http://a.example\"}\n# B {-}", &["{link=\"http://a.example\"}", "{-}"]),
            ("> ::::: {link=http://a.example}", &["{link=http://a.example}"]),
            (": A {#tbl-b link=\"http://a.example\"}\n", &["{#tbl-b link=\"http://a.example\"}"]),
            ("{{ a {{ b }}", &["{{ b }}"]),
            ("{% a {{ b }} %}", &["{{ b }}"]),
        ] {
            assert_eq!(directives(Dialect::Auto, source), expected, "{source}");
        }
    }

    #[test]
    fn the_content_of_code_and_comments_is_kept() {
        for source in [
            "{{< highlight go >}} http://a.example {{< /highlight >}}",
            "{% comment %} http://a.example {% endcomment %}",
            "{%- highlight html -%}\n```\nhttp://a.example\n```\n{%-endhighlight-%}",
            "{% comment %} {% if a %} http://a.example {{ b }} {% endcomment %}",
            "{::comment}\nhttp://a.example\n\nb\n{:/comment}",
            "{::nomarkdown}http://a.example{:/}",
        ] {
            assert_eq!(directives(Dialect::Auto, source), [source]);
        }
        // A block that is not closed, is closed otherwise, or has half a block of code, is only its first tag.
        for source in [
            "{{< raw />}} http://a.example {{< /raw >}}",
            "{{< raw >}} http://a.example",
            "{{< raw >}} http://a.example {{% /raw %}}",
            "{{< raw >}}\n```\nhttp://a.example {{< /raw >}}",
            "{% comment %} http://a.example {% endhighlight %} {% comment",
        ] {
            let found = directives(Dialect::Auto, source);
            assert!(found.iter().all(|one| !one.contains("http")), "{source}");
        }
    }

    #[test]
    fn prose_with_braces_has_no_directives() {
        for source in [
            "{http://a.example}",
            "{ http://a.example }",
            "{{http://a.example",
            "{{< http://a.example }",
            "{% http://a.example",
            "a 100% http://a.example %}",
            "{http://a.example}}",
            "f(x) = { x : x > 0 }, 50 %}",
            "{{ a\n\nhttp://a.example }}",
            "`{{` http://a.example `}}`",
            "{{ a\n```\nhttp://a.example }}\n```",
            "{ : http://a.example}",
            "{: a\n\nhttp://a.example}",
            "100%[http://a.example]",
            "%[a](http://a.example)",
            "%[a] http://a.example",
            "    %[http://a.example]",
            "[a]{http://a.example}",
            "[a](b){ http://a.example }",
            "[a]{}",
            "[a]{.b\n\nlink=http://a.example}",
            "[a] {.b} http://a.example",
            "a {link=\"http://a.example\"}",
            "# A {link=\"http://a.example\"} b",
            "[a]{b=}",
            "[a]{/b=http://a.example}",
            "{",
            "%",
            "{{",
            "{{}",
        ] {
            assert_eq!(directives(Dialect::Auto, source), [""; 0], "{source}");
        }
    }

    #[test]
    fn directives_of_hostile_documents_are_masked() {
        for unit in
            ["{{", "{{<", "{%", "{:", "{::a}", "{{<a>}}", "{% raw %}", "{% comment %}", "{{`"]
        {
            for end in ["", "}}", "%}", ">}}", "}", "{% endcomment %}", "{:/}"] {
                let source = unit.repeat(8_000) + end;
                assert_eq!(Dialect::Auto.directives(&source).masked().len(), source.len());
            }
        }
    }
}
