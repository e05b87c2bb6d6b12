//! The directives that have delimiters, as one table. They are called tags here, and some of them open or close a block
//! whose content is code or a comment.
//!
//! A tag that is not closed is text. So is a tag that contains the opening mark of another tag, an odd number of
//! backticks or a fence, because masking it would turn code into text. Each byte is searched a constant number of
//! times.

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};

use super::mask::Directive;
use crate::span::Span;

/// A kind of tag.
#[derive(Clone, Copy)]
struct Row {
    open: &'static str,
    close: &'static str,
    /// Whether it is a tag of a template language, whose output may continue the word before it. All others are
    /// attributes.
    is_template: bool,
    /// Whether it may contain blank lines.
    is_long: bool,
}

/// All kinds. If the opening marks of several rows match, the first of these rows is used. Shortcodes of Hugo and
/// Quarto; directives of mdBook; output and tags of Liquid, Jinja, Nunjucks, Handlebars and `GitBook`; extensions and
/// attributes of kramdown; attributes of Pandoc and Quarto.
const ROWS: [Row; 8] = [
    Row { open: "{{<", close: ">}}", is_template: true, is_long: true },
    Row { open: "{{%", close: "%}}", is_template: true, is_long: true },
    Row { open: "{{#", close: "}}", is_template: true, is_long: true },
    Row { open: "{{", close: "}}", is_template: true, is_long: false },
    Row { open: "{%", close: "%}", is_template: true, is_long: true },
    Row { open: "{::", close: "}", is_template: false, is_long: false },
    Row { open: "{:", close: "}", is_template: false, is_long: false },
    Row { open: "{", close: "}", is_template: false, is_long: false },
];

/// The search for the opening marks, each with the number of its row, and for braces that may close a tag. It is always
/// built, because the marks are few and constant.
static MARKS: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| {
    let marks = ROWS.iter().map(|row| row.open).chain(["}"]);
    AhoCorasick::builder().match_kind(MatchKind::LeftmostFirst).build(marks).ok()
});

/// The names of the tags whose content is neither text nor Markdown.
#[rustfmt::skip]
const RAW: [&str; 17] = [
    "chem", "code", "codeblock", "comment", "goat", "graphviz", "highlight", "html", "javascript", "katex", "math",
    "mermaid", "nomarkdown", "plantuml", "rawhtml", "style", "stylesheet",
];

/// Reads the directives of `source` from `start` on into `list`.
pub(super) fn read(source: &str, start: usize, list: &mut Vec<Directive>) {
    let mut reader = TagReader { source, list, raw: [None; RAW.len()] };
    // The last opening mark of a template and of attributes that is not closed yet: two marks, because templates may
    // contain braces.
    let mut template: Option<(Row, usize)> = None;
    let mut attributes: Option<(Row, usize)> = None;
    let mut at = start;
    let find = |from| MARKS.as_ref()?.find(source.get(from..)?);
    while let Some(mark) = find(at) {
        at += mark.start();
        if let Some(row) = ROWS.get(mark.pattern().as_usize()) {
            if row.is_template {
                (template, attributes) = (Some((*row, at)), None);
            } else if row.open != "{" || attributes.is_none() {
                attributes = Some((*row, at));
            }
            at += row.open.len();
            continue;
        }
        let closed = template.take_if(|(row, start)| row.close_at(source, *start, at).is_some());
        let other = attributes.take();
        let end = closed.or(other).and_then(|(row, start)| reader.tag(row, start, at));
        at = end.unwrap_or(at + 1);
    }
}

impl Row {
    /// Where the closing mark begins whose first brace is at `brace`, for a tag that begins at `start`.
    fn close_at(&self, source: &str, start: usize, brace: usize) -> Option<usize> {
        let at = brace.checked_sub(self.close.find('}')?)?;
        let is_there = source.get(at..)?.starts_with(self.close);
        (is_there && start + self.open.len() <= at).then_some(at)
    }
}

struct TagReader<'s, 'l> {
    source: &'s str,
    list: &'l mut Vec<Directive>,
    /// For each name in [`RAW`], the place in `list` of the first tag that opens such a block.
    raw: [Option<usize>; RAW.len()],
}

impl TagReader<'_, '_> {
    /// Adds the tag from `start` to the closing mark whose first brace is at `brace`, and returns its end; `None` if it
    /// is no tag.
    fn tag(&mut self, row: Row, start: usize, brace: usize) -> Option<usize> {
        let close = row.close_at(self.source, start, brace)?;
        let inner = self.source.get(start + row.open.len()..close)?;
        let end = close + row.close.len();
        let is_short = || self.source.get(start..end).is_some_and(is_in_paragraph);
        let is_tag = is_whole(inner)
            && (row.is_long || is_short())
            && (row.open != "{" || are_attributes(inner));
        if !is_tag {
            return None;
        }
        // The third brace of `{{{ html }}}` belongs to the tag.
        let has_third = row.close == "}}" && self.source.get(end..)?.starts_with('}');
        let span = Span::new(start, end + usize::from(has_third));

        let inner = inner.trim_matches(|c: char| "-+~".contains(c) || c.is_whitespace());
        let closing = inner.strip_prefix('/').or_else(|| inner.strip_prefix("end"));
        // Attributes in a template were added before.
        let place = self.list.partition_point(|one| one.span.start() < start);
        self.replace(place, span, row.is_template && closing.is_none());
        let name = closing.unwrap_or(inner).split_ascii_whitespace().next().unwrap_or_default();
        let block = RAW.iter().zip(&mut self.raw).find(|(one, _)| **one == name);
        match block {
            Some((_, first)) if closing.is_some() => {
                let first = first.take();
                self.close(first, span);
            }
            // `{{< code />}}` has no content.
            Some((_, first)) if !inner.ends_with('/') => {
                first.get_or_insert(place);
            }
            // `{:/}` closes a block with any name.
            None if closing.is_some() && name.is_empty() => {
                let first = self.raw.iter().flatten().min().copied();
                self.close(first, span);
            }
            _ => {}
        }
        Some(span.end())
    }

    /// Makes one directive of the block from the tag at `first` in the list to the tag at `last`, unless it has half a
    /// block of code.
    fn close(&mut self, first: Option<usize>, last: Span) {
        let Some(open) = first.and_then(|first| self.list.get(first)).map(|one| one.span) else {
            return;
        };
        let content = self.source.get(open.end()..last.start()).unwrap_or_default();
        if fences(content).is_multiple_of(2) {
            self.replace(first.unwrap_or_default(), Span::new(open.start(), last.end()), false);
        }
    }

    /// Puts a directive in place of those from `place` on.
    fn replace(&mut self, place: usize, span: Span, prints: bool) {
        self.list.truncate(place);
        self.list.push(Directive { span, prints });
        for first in &mut self.raw {
            first.take_if(|first| *first >= place);
        }
    }
}

fn is_in_paragraph(text: &str) -> bool {
    text.lines().all(|line| !line.trim().is_empty())
}

/// Whether the content of braces is a list of attributes of Pandoc: it begins with `.class`, `#id`, `=format`, `-`, or a
/// key with a value.
fn are_attributes(inner: &str) -> bool {
    let is_name = |c: char| c.is_alphanumeric() || "-_.:".contains(c);
    let word = inner.split_ascii_whitespace().next().unwrap_or_default();
    inner.starts_with(['.', '#', '=', '-'])
        || word.split_once('=').is_some_and(|(key, value)| {
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
            ("{{ a {b} {.c} }}", &["{{ a {b} {.c} }}"]),
            ("{{< a b=\"}\" >}} {{ c", &["{{< a b=\"}\" >}}"]),
            ("{% raw %}http://a.example{% endraw %}", &["{% raw %}", "{% endraw %}"]),
            ("{{{ html }}} b", &["{{{ html }}}"]),
            ("[a]({% link b.md %})", &["{% link b.md %}"]),
            ("*a*{: .b link=\"http://a.example\"} c", &["{: .b link=\"http://a.example\"}"]),
            ("{::options a=\"http://a.example\" /}", &["{::options a=\"http://a.example\" /}"]),
            ("{::comment /}http://a.example{:/}", &["{::comment /}", "{:/}"]),
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
            "{{< code />}} http://a.example {{< /code >}}",
            "{{< code >}} http://a.example",
            "{{< code >}}\n```\nhttp://a.example {{< /code >}}",
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
            "[a]{http://a.example}",
            "[a](b){ http://a.example }",
            "[a]{}",
            "[a]{.b\n\nlink=http://a.example}",
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
