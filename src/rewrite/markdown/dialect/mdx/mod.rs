//! MDX: Markdown with modules, JSX tags and expressions.
//!
//! A document is read line by line, because code, in which braces have no meaning, is recognized by lines. An
//! expression that is not closed makes the document invalid; the text after it is not changed.

mod code;
mod module;
mod script;
mod signs;

use super::directive::{Directive, Effect};
use crate::span::Span;
use code::{Backticks, End, Fence};
use script::What;

/// Reads the directives of `source` from `start` on into `list`.
pub(super) fn read(source: &str, start: usize, list: &mut Vec<Directive>) {
    list.append(&mut MdxReader::read(source, start).list);
}

/// Whether `source`, from `start`, has something that only MDX has: a module, a comment in braces, or a component with
/// an expression among its attributes.
pub(super) fn is_mdx(source: &str, start: usize) -> bool {
    signs::has_sign(source, start) && MdxReader::read(source, start).is_mdx
}

/// The elements in which nothing is linked. The case of a name is ignored, because components such as `Button` often
/// have these names.
const WITHOUT_LINKS: &[&str] = &[
    "a",
    "button",
    "code",
    "codeblock",
    "iframe",
    "kbd",
    "link",
    "math",
    "navlink",
    "option",
    "pre",
    "samp",
    "script",
    "select",
    "style",
    "svg",
    "template",
    "textarea",
    "title",
];

/// An open element in which nothing is linked.
struct Open<'s> {
    name: &'s str,
    start: usize,
    /// The number of open elements with this name.
    depth: usize,
}

struct MdxReader<'s> {
    source: &'s str,
    at: usize,
    list: Vec<Directive>,
    fence: Option<Fence>,
    backticks: Backticks,
    /// The outermost open element in which nothing is linked.
    open: Option<Open<'s>>,
    /// The number of bytes that were read as JavaScript without success. When it exceeds the length of the document,
    /// nothing more is read as JavaScript, so that the work is linear.
    wasted: usize,
    /// Whether an HTML comment without an end has begun.
    is_comment_open: bool,
    is_mdx: bool,
}

impl<'s> MdxReader<'s> {
    fn read(source: &'s str, start: usize) -> MdxReader<'s> {
        let mut reader = MdxReader {
            source,
            at: start,
            list: Vec::new(),
            fence: None,
            backticks: Backticks::default(),
            open: None,
            wasted: 0,
            is_comment_open: false,
            is_mdx: false,
        };
        let mut is_after_blank = true;
        while let Some(line) = reader.rest().split_inclusive('\n').next() {
            is_after_blank = reader.line(line, is_after_blank);
        }
        if let Some(open) = reader.open.take() {
            reader.add(open.start, source.len(), Effect::Ends);
        }
        reader
    }

    fn rest(&self) -> &'s str {
        self.source.get(self.at..).unwrap_or_default()
    }

    fn add(&mut self, start: usize, end: usize, effect: Effect) {
        self.list.push(Directive { span: Span::new(start, end), effect });
        self.at = end;
    }

    /// Reads a line, and more lines if a directive continues. Returns whether a module may begin after it.
    fn line(&mut self, line: &'s str, is_after_blank: bool) -> bool {
        if let Some(fence) = self.fence {
            let end = fence.ends(line);
            self.fence = self.fence.filter(|_| end.is_none());
            if end != Some(End::Before) {
                self.at += line.len();
                return true;
            }
        }
        if is_after_blank && module::begins_module(self.rest()) {
            return self.module();
        }
        self.fence = code::opens(line);
        if self.fence.is_some() {
            self.at += line.len();
            return false;
        }
        let first = self.list.len();
        let start = self.at + code::prefix_len(line);
        self.inline();
        // A line that begins with a tag or an expression is usually a block.
        let is_block = self.list.get(first).is_some_and(|one| one.span.start() == start);
        line.trim().is_empty() || is_block || code::is_heading(line)
    }

    fn module(&mut self) -> bool {
        let start = self.at;
        self.is_mdx = true;
        let end = self.script(What::Module).unwrap_or_else(|| {
            let len = self.rest().find("\n\n").unwrap_or(self.rest().len());
            start + len
        });
        self.add(start, end, Effect::Ends);
        self.at = self.rest().find('\n').map_or(self.source.len(), |len| self.at + len + 1);
        true
    }

    /// The end of the JavaScript that begins here; `None` if it does not end, or if too much was already read without
    /// success.
    fn script(&mut self, what: What) -> Option<usize> {
        if self.wasted > self.source.len() {
            return None;
        }
        match script::end(self.source.as_bytes(), self.at, what) {
            Ok(end) => Some(end),
            Err(wasted) => {
                self.wasted += wasted;
                None
            }
        }
    }

    /// Reads text up to the next line that begins outside a directive.
    fn inline(&mut self) {
        loop {
            let rest = self.rest();
            let Some(len) = rest.find(['\\', '`', '{', '<', '\n']) else {
                self.at = self.source.len();
                return;
            };
            self.at += len;
            match self.source.as_bytes().get(self.at) {
                Some(b'\\') => {
                    let next = self.rest().chars().nth(1).filter(|next| *next != '\n');
                    self.at += 1 + next.map_or(0, char::len_utf8);
                }
                Some(b'`') => self.at = self.backticks.skip(self.source, self.at),
                Some(b'{') => self.expression(),
                Some(b'<') => self.markup(),
                _ => {
                    self.at += 1;
                    return;
                }
            }
        }
    }

    fn expression(&mut self) {
        let start = self.at;
        let read = self.script(What::Expression);
        self.is_mdx |= read.is_some() && self.rest().starts_with("{/*");
        let end = read.or_else(|| closing_brace(self.source, start)).unwrap_or(self.source.len());
        let inner = self.source.get(start + 1..end.saturating_sub(1)).unwrap_or_default();
        let effect = if is_blank(inner) { Effect::Ends } else { Effect::Prints };
        self.add(start, end, effect);
    }

    /// Reads a tag or an HTML comment.
    fn markup(&mut self) {
        let start = self.at;
        if self.rest().starts_with("<!--") {
            let end = if self.is_comment_open { None } else { self.rest().find("-->") };
            self.is_comment_open = end.is_none();
            self.at += end.map_or(1, |len| len + 3);
            return;
        }
        let Some(end) = self.script(What::Tag) else {
            self.at += 1;
            return;
        };
        self.add(start, end, Effect::Ends);
        self.tag(self.source.get(start..end).unwrap_or_default(), start);
    }

    /// Records the tag at `start`.
    fn tag(&mut self, tag: &'s str, start: usize) {
        let is_end = tag.starts_with("</");
        let text = tag.trim_start_matches(['<', '/']);
        let is_name = |c: char| c.is_alphanumeric() || "_$-.:".contains(c);
        let len = text.find(|c| !is_name(c)).unwrap_or(text.len());
        let (name, attributes) = text.split_at_checked(len).unwrap_or_default();
        let is_component = name.starts_with(char::is_uppercase) || name.contains('.');
        self.is_mdx |= is_component && (attributes.contains("={") || attributes.contains("{..."));
        if !is_end && tag.ends_with("/>") {
            return;
        }
        match &mut self.open {
            Some(open) if open.name == name && !is_end => open.depth += 1,
            Some(open) if open.name == name && open.depth > 1 => open.depth -= 1,
            Some(open) if open.name == name => {
                let (start, end) = (open.start, self.at);
                self.open = None;
                self.add(start, end, Effect::Ends);
            }
            None if !is_end && is_without_links(name, attributes) => {
                self.open = Some(Open { name, start, depth: 1 });
            }
            _ => {}
        }
    }
}

/// Whether no link is permitted in the element, because it is a link itself, code, or similar.
fn is_without_links(name: &str, attributes: &str) -> bool {
    let is_target = |word: &str| word.starts_with("href=") || word.starts_with("to=");
    WITHOUT_LINKS.iter().any(|one| one.eq_ignore_ascii_case(name))
        || attributes.split_ascii_whitespace().any(is_target)
}

/// The end of the pair of braces that opens at `start`, without regard to strings and comments.
fn closing_brace(source: &str, start: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, byte) in source.bytes().enumerate().skip(start) {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at + 1);
        }
    }
    None
}

/// Whether an expression, such as a comment or `{" "}`, prints at most white space.
fn is_blank(expression: &str) -> bool {
    let text = expression.trim();
    let is_comment = text.starts_with("/*") && text.ends_with("*/");
    let is_string =
        matches!(text.as_bytes(), [open @ (b'"' | b'\'' | b'`'), .., close] if open == close);
    let string = text.get(1..text.len().saturating_sub(1)).unwrap_or_default();
    text.is_empty() || is_comment || is_string && string.trim().is_empty()
}

#[cfg(test)]
mod tests {
    use super::super::directives::testing::directives;
    use super::super::set::Dialects;

    #[test]
    fn modules_tags_and_expressions_are_directives() {
        for (source, expected) in [
            (
                "import A from \"http://a.example\"\nexport const b = {\n\n}\n\nhttp://c.example",
                &["import A from \"http://a.example\"\nexport const b = {\n\n}"][..],
            ),
            (
                "<Card\n  title=\"http://a.example\"\n>\nhttp://b.example\n</Card>",
                &["<Card\n  title=\"http://a.example\"\n>", "</Card>"],
            ),
            ("a {\"http://a.example\"} b", &["{\"http://a.example\"}"]),
            ("a {`${{b: \"}\"}}`} c", &["{`${{b: \"}\"}}`}"]),
            ("{/* http://a.example */}", &["{/* http://a.example */}"]),
            ("<b>http://a.example</b>", &["<b>", "</b>"]),
            ("<A/>\nimport B from 'b'\n", &["<A/>", "import B from 'b'"]),
            ("`{` {a} \\{ ``{``", &["{a}"]),
            ("```\n{a\n```\n{b}", &["{b}"]),
            ("- ```\n  {a\n{b}", &["{b}"]),
            ("> ```\n> {a\n\n{b}", &["{b}"]),
            ("<!-- {a --> {b}", &["{b}"]),
            ("a < b {c} <http://a.example>", &["{c}"]),
        ] {
            assert_eq!(directives(Dialects::MDX, source), expected, "{source}");
        }
    }

    #[test]
    fn links_and_code_are_directives_with_their_content() {
        for source in [
            "<a href=\"b\">http://a.example</a>",
            "<Link to={b}>http://a.example</Link>",
            "<Card href=\"b\">\n<Card>c</Card>\n\nhttp://a.example {d}\n</Card>",
            "<pre>\n`http://a.example`\n</pre>",
            "<Button>http://a.example</Button>",
        ] {
            assert_eq!(directives(Dialects::MDX, &format!("{source} http://b.example")), [source]);
        }
        let open = "a <a href=\"b\">\n\nhttp://a.example {c} <b>";
        assert_eq!(directives(Dialects::MDX, open), [&open[2..]]);
    }

    #[test]
    fn an_unclosed_expression_or_link_extends_to_the_end() {
        assert_eq!(
            directives(Dialects::MDX, "a {b http://a.example\n\nc"),
            ["{b http://a.example\n\nc"]
        );
        // The content is not JavaScript, but the braces are balanced.
        assert_eq!(directives(Dialects::MDX, "a {don't} b {c)} d"), ["{don't}", "{c)}"]);
    }

    #[test]
    fn mdx_is_detected_in_the_content() {
        for source in [
            "import A from 'a'\n\n# B",
            "---\na: b\n---\n\nexport const c = 1\n",
            "# A\n\n<B c={1} />",
            "<A.B {...c}>",
            "a {/* b */} c",
        ] {
            assert!(Dialects::AUTO.directives(source).is_mdx(), "{source}");
        }
        for source in [
            "import duties, see http://a.example",
            "import it from http://a.example or {http://b.example}",
            "export of http://a.example",
            "```js\nimport A from 'a'\n```",
            "    import A from 'a'",
            "a\nimport A from 'a'",
            "`<A b={c} />` and `{/* d */}`",
            "<a b={c}>",
            "<A b=\"c\">",
            "{ http://a.example }",
            "f = {a: {b: 1}}",
            "",
        ] {
            assert!(!Dialects::AUTO.directives(source).is_mdx(), "{source}");
            assert_eq!(directives(Dialects::AUTO, source), [""; 0], "{source}");
        }
    }

    #[test]
    fn directives_of_hostile_documents_are_masked() {
        let units = [
            "{",
            "{}",
            "{a",
            "{`",
            "{`}",
            "{/*",
            "{/*}",
            "<a {",
            "<a b={",
            "<a b=\"",
            "<a b='<c d=\"",
            "<a>",
            "<a href=b>",
            "</a>",
            "`",
            "``a`",
            "```\n",
            "- ```\n",
            "`\n\n",
            "{<a>",
            "{(",
            "{'",
            "\n\nexport const a = {",
            "\n\nimport {",
            "<!--",
            "\\",
            "{/",
            "> ",
            "- ",
            "{'}",
            "{)}",
            "\n",
        ];
        for unit in units {
            for end in ["", "}", "`}", ">", "*/}", "\""] {
                let source = unit.repeat(8_000) + end;
                for dialects in [Dialects::MDX, Dialects::AUTO] {
                    assert_eq!(dialects.directives(&source).masked().len(), source.len());
                }
            }
        }
    }
}
