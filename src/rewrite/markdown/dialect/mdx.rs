//! MDX: Markdown with modules, JSX tags and expressions.
//!
//! A document is read line by line, because code, in which braces have no meaning, is recognized by lines. An
//! expression that is not closed makes the document invalid; the text after it is not changed.

use super::mask::Directive;
use super::script;
use crate::link::WITHOUT_LINKS;
use crate::span::Span;

/// The directives of `source` from `start` on; `None` if it is not MDX. Unless `is_set`, it is MDX if it has something
/// that only MDX has: a module, a comment in braces, or a component with an expression among its attributes.
pub(super) fn read(source: &str, start: usize, is_set: bool) -> Option<Vec<Directive>> {
    let text = source.as_bytes().get(start..).unwrap_or_default();
    let is_there = |sign: &&str| memchr::memmem::find(text, sign.as_bytes()).is_some();
    // Most documents have none of these, and are not read further.
    if !is_set && !["import", "export", "{/*", "={", "{..."].iter().any(is_there) {
        return None;
    }
    let mut reader =
        MdxReader { source, at: start, list: Vec::new(), open: None, wasted: 0, is_mdx: is_set };
    reader.read();
    reader.is_mdx.then_some(reader.list)
}

/// Components in which nothing is linked, in addition to the elements of HTML. The case of all these names is ignored,
/// because components such as `Button` often have them.
const COMPONENTS: &[&str] = &["codeblock", "link", "navlink"];

/// An open element in which nothing is linked.
struct Open<'s> {
    name: &'s str,
    /// The number of directives before it.
    first: usize,
    start: usize,
    /// The number of open elements with this name.
    depth: usize,
}

struct MdxReader<'s> {
    source: &'s str,
    at: usize,
    list: Vec<Directive>,
    /// The outermost open element in which nothing is linked.
    open: Option<Open<'s>>,
    /// The number of bytes that were read without success. When it exceeds the length of the document, no more tags,
    /// modules and comments are read, so that the work is linear.
    wasted: usize,
    is_mdx: bool,
}

impl<'s> MdxReader<'s> {
    fn read(&mut self) {
        let mut fence: Option<&str> = None;
        let mut begins_block = true;
        while let Some(line) = self.rest().split_inclusive('\n').next() {
            let text = content(line);
            match fence {
                Some(mark) => {
                    let rest = text.strip_prefix(mark);
                    let rest = rest.map(|rest| rest.trim_start_matches(['`', '~']).trim());
                    fence = fence.filter(|_| rest.is_none_or(|rest| !rest.is_empty()));
                    self.at += line.len();
                    begins_block = true;
                }
                None if begins_block && begins_module(self.rest()) => self.module(),
                None => {
                    fence = fence_of(text);
                    if fence.is_some() {
                        self.at += line.len();
                    } else {
                        self.inline();
                    }
                    // A line that begins with a tag or an expression is usually a block.
                    begins_block = text.trim().is_empty() || text.starts_with(['#', '<', '{']);
                }
            }
        }
        if let Some(open) = self.open.take() {
            self.enclose(&open, self.source.len());
        }
    }

    fn rest(&self) -> &'s str {
        self.source.get(self.at..).unwrap_or_default()
    }

    fn add(&mut self, end: usize, prints: bool) {
        self.list.push(Directive { span: Span::new(self.at, end), prints });
        self.at = end;
    }

    /// Replaces the directives from the beginning of `open` to `end` by a single one.
    fn enclose(&mut self, open: &Open<'_>, end: usize) {
        self.list.truncate(open.first);
        self.list.push(Directive { span: Span::new(open.start, end), prints: false });
        self.at = end;
    }

    /// The end that `read` finds for what begins here, unless too much was already read without success.
    fn end(&mut self, read: fn(&[u8], usize) -> Result<usize, usize>) -> Option<usize> {
        if self.wasted > self.source.len() {
            return None;
        }
        let end = read(self.source.as_bytes(), self.at);
        self.wasted += end.err().map_or(0, |stop| stop.saturating_sub(self.at) + 1);
        end.ok()
    }

    fn module(&mut self) {
        self.is_mdx = true;
        let paragraph = |rest: &str| rest.find("\n\n").unwrap_or(rest.len());
        let end = self.end(script::module);
        self.add(end.unwrap_or_else(|| self.at + paragraph(self.rest())), false);
        self.at += self.rest().find('\n').map_or(self.rest().len(), |len| len + 1);
    }

    /// Reads text up to the next line that begins outside a directive.
    fn inline(&mut self) {
        while let Some(len) = self.rest().find(['\\', '`', '{', '<', '\n']) {
            self.at += len;
            match self.source.as_bytes().get(self.at) {
                Some(b'\\') => {
                    let next = self.rest().chars().nth(1).filter(|next| *next != '\n');
                    self.at += 1 + next.map_or(0, char::len_utf8);
                }
                Some(b'`') => self.at += code_len(self.rest()),
                Some(b'{') => self.expression(),
                Some(b'<') => self.markup(),
                _ => {
                    self.at += 1;
                    return;
                }
            }
        }
        self.at = self.source.len();
    }

    fn expression(&mut self) {
        let read = script::expression(self.source.as_bytes(), self.at);
        self.is_mdx |= read.is_ok() && self.rest().starts_with("{/*");
        let end = read.unwrap_or(self.source.len());
        let inner = self.source.get(self.at + 1..end.saturating_sub(1)).unwrap_or_default();
        self.add(end, !is_blank(inner));
    }

    /// Reads a tag or an HTML comment.
    fn markup(&mut self) {
        let start = self.at;
        if self.rest().starts_with("<!--") {
            let comment = |text: &[u8], at: usize| {
                let rest = text.get(at..).unwrap_or_default();
                memchr::memmem::find(rest, b"-->").map(|len| at + len + 3).ok_or(text.len())
            };
            self.at = self.end(comment).unwrap_or(start + 1);
        } else if let Some(end) = self.end(script::tag) {
            self.add(end, false);
            self.tag(self.source.get(start..end).unwrap_or_default(), start);
        } else {
            self.at += 1;
        }
    }

    /// Records the tag at `start`, the last directive.
    fn tag(&mut self, tag: &'s str, start: usize) {
        let is_end = tag.starts_with("</");
        let text = tag.trim_start_matches(['<', '/']);
        let len = text.find(|c: char| c.is_whitespace() || "/>{".contains(c)).unwrap_or(text.len());
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
                let end = self.at;
                if let Some(open) = self.open.take() {
                    self.enclose(&open, end);
                }
            }
            None if !is_end && is_without_links(name, attributes) => {
                self.open = Some(Open { name, first: self.list.len() - 1, start, depth: 1 });
            }
            _ => {}
        }
    }
}

/// Whether no link is permitted in the element, because it is a link itself, code, or similar.
fn is_without_links(name: &str, attributes: &str) -> bool {
    let is_target = |word: &str| word.starts_with("href=") || word.starts_with("to=");
    WITHOUT_LINKS.iter().chain(COMPONENTS).any(|one| one.eq_ignore_ascii_case(name))
        || attributes.split_ascii_whitespace().any(is_target)
}

/// Whether an expression, such as a comment or `{" "}`, prints at most white space.
fn is_blank(expression: &str) -> bool {
    let text = expression.trim();
    let is_comment = text.starts_with("/*") && text.ends_with("*/");
    is_comment || text.trim_matches(['"', '\'', '`']).trim().is_empty()
}

/// The text of a line after white space, `>` and the marks of list items.
fn content(line: &str) -> &str {
    let mut rest = line;
    loop {
        let text = rest.trim_start_matches([' ', '\t', '>']);
        let digits = text.bytes().take(9).take_while(u8::is_ascii_digit).count();
        let marks: &[char] = if digits > 0 { &['.', ')'] } else { &['-', '*', '+'] };
        let item = text.get(digits..).and_then(|text| text.strip_prefix(marks));
        match item.filter(|item| item.starts_with([' ', '\t'])) {
            Some(item) => rest = item,
            None => return text,
        }
    }
}

/// The marks of the fence that a line opens.
fn fence_of(text: &str) -> Option<&str> {
    let mark = text.chars().next().filter(|mark| matches!(mark, '`' | '~'))?;
    let info = text.trim_start_matches(mark);
    let marks = text.get(..text.len() - info.len()).filter(|marks| marks.len() >= 3)?;
    (mark == '~' || !info.contains('`')).then_some(marks)
}

/// A longer run of backticks is text.
const LONGEST: usize = 32;

/// The length of the span of code that begins `text`, or of its backticks if they are not closed in their paragraph.
fn code_len(text: &str) -> usize {
    let ticks = |text: &str| text.bytes().take_while(|byte| *byte == b'`').count();
    let len = ticks(text);
    let mut at = len;
    let rest = |at: usize| text.get(at..).unwrap_or_default();
    let has_blank = |text: &str| text.contains("\n\n") || text.contains("\n\r\n");
    while let Some((inner, _)) = rest(at).split_once('`').filter(|_| len <= LONGEST) {
        let run = ticks(rest(at + inner.len()));
        at += inner.len() + run;
        if has_blank(inner) {
            break;
        } else if run == len {
            return at;
        }
    }
    len
}

/// The maximum length of the names of an import, in bytes.
const MOST_NAMES: usize = 4096;

/// Whether `text` begins with an import or an export in the syntax of JavaScript. The same words in prose do not begin
/// a module.
fn begins_module(text: &str) -> bool {
    let line = text.lines().next().unwrap_or_default();
    let keyword = |word| text.strip_prefix(word).filter(|rest| !rest.starts_with(is_word));
    if let Some(rest) = keyword("export") {
        let rest = rest.get(..line.len() - "export".len()).unwrap_or_default();
        return is_export(rest.trim());
    }
    let Some(rest) = keyword("import") else { return false };
    let quote = rest.bytes().take(MOST_NAMES).position(|byte| matches!(byte, b'"' | b'\''));
    let Some((names, module)) = quote.and_then(|at| rest.split_at_checked(at)) else {
        return false;
    };
    let line = module.lines().next().unwrap_or_default();
    let is_string = line.chars().next().is_some_and(|quote| line.matches(quote).count() > 1);
    let names = names.trim();
    let list = names.strip_suffix("from").map(str::trim);
    let is_list = list.is_some_and(|list| {
        let is_listed = |c: char| is_word(c) || c.is_whitespace() || "{},*".contains(c);
        let is_one = !list.is_empty() && list.chars().all(is_word);
        is_one || list.chars().all(is_listed) && list.contains(['{', '*'])
    });
    is_string && (names.is_empty() || is_list)
}

/// Whether `rest` continues the line of an export after its keyword.
fn is_export(rest: &str) -> bool {
    let len = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
    let (word, after) = rest.split_at_checked(len).unwrap_or_default();
    let after = after.trim();
    match word {
        "" => rest.starts_with(['{', '*']),
        "const" | "let" | "var" => after.contains('=') || after.starts_with(['{', '[']),
        "function" | "async" | "class" | "type" | "interface" => after.contains(['(', '{', '=']),
        "default" => {
            after.trim_end_matches(';').chars().all(is_word) || after.contains(['(', '{', '['])
        }
        _ => false,
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$')
}

#[cfg(test)]
mod tests {
    use super::super::Dialect;
    use super::super::directives::testing::directives;
    use super::begins_module;

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
            (
                "{a.map(b => <li>it's {b} http://c.example</li>)} d",
                &["{a.map(b => <li>it's {b} http://c.example</li>)}"],
            ),
            ("{/* http://a.example */}", &["{/* http://a.example */}"]),
            ("<b>http://a.example</b>", &["<b>", "</b>"]),
            ("<A/>\nimport B from 'b'\n", &["<A/>", "import B from 'b'"]),
            ("`{` {a} \\{ ``{``", &["{a}"]),
            ("```\n{a\n```\n{b}", &["{b}"]),
            ("- ```\n  {a\n  ```\n{b}", &["{b}"]),
            ("<!-- {a --> {b}", &["{b}"]),
            ("a < b {c} <http://a.example>", &["{c}"]),
            ("a {don't} b {c)} d", &["{don't}", "{c)}"]),
            // An unclosed expression extends to the end.
            ("a {b http://a.example\n\nc", &["{b http://a.example\n\nc"]),
        ] {
            assert_eq!(directives(Dialect::Mdx, source), expected, "{source}");
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
            assert_eq!(directives(Dialect::Mdx, &format!("{source} http://b.example")), [source]);
        }
        let open = "a <a href=\"b\">\n\nhttp://a.example {c} <b>";
        assert_eq!(directives(Dialect::Mdx, open), [&open[2..]]);
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
            assert!(Dialect::Auto.directives(source).is_mdx(), "{source}");
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
            assert!(!Dialect::Auto.directives(source).is_mdx(), "{source}");
            assert_eq!(directives(Dialect::Auto, source), [""; 0], "{source}");
        }
    }

    #[test]
    fn declarations_begin_a_module_and_prose_does_not() {
        for text in [
            "import \"http://a.example\"",
            "import A from 'a'",
            "import {\n  A,\n  B as C,\n} from \"a\"",
            "import A, {B} from 'a'",
            "import * as A from 'a'",
            "import{A}from'a'",
            "export const a = 1",
            "export const {a} = b",
            "export let a: B = c",
            "export async function a() {}",
            "export class A extends B {}",
            "export default A;",
            "export default ({children}) => a",
            "export {a} from 'b'",
            "export * from 'b'",
            "export type A = B",
        ] {
            assert!(begins_module(text), "{text}");
        }
        for text in [
            "import",
            "import duties, see http://a.example",
            "import it from http://a.example",
            "import of goods from 'abroad",
            "import the goods from 'abroad'",
            "imports 'a'",
            "export",
            "export of http://a.example",
            "export const http://a.example",
            "export default http://a.example",
            "export class of goods",
            "exports = 1",
            "Import A from 'a'",
        ] {
            assert!(!begins_module(text), "{text}");
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
            "{<a>}",
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
            "1. ",
        ];
        for unit in units {
            for end in ["", "}", "`}", ">", "*/}", "\""] {
                let source = unit.repeat(8_000) + end;
                for dialect in [Dialect::Mdx, Dialect::Auto] {
                    assert_eq!(dialect.directives(&source).masked().len(), source.len());
                }
            }
        }
    }
}
