//! MDX: Markdown with modules, JSX tags and expressions.
//!
//! A document is read line by line, because code, in which braces have no meaning, is recognized by lines. An
//! expression that is not closed makes the document invalid; the text after it is not changed.
//!
//! This is no tokenizer of JavaScript: it only tracks braces, strings and comments. A quote after a letter is an
//! apostrophe, because the text of elements has them (`<li>it's</li>`), and two slashes after a colon are a URI. A brace
//! or quote in a regular expression is misread. A maintained parser was rejected: the crate `markdown` takes 27 seconds
//! for 120 kB of `<a>`, 1 kB of memory for each byte, and gives no tree for an invalid document.

use super::super::raw::RawHtml;
use super::mask::Directive;
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
    let (list, raw) = (Vec::new(), RawHtml::default());
    let mut reader =
        MdxReader { source, at: start, list, raw, opened: None, wasted: 0, is_mdx: is_set };
    reader.read();
    reader.is_mdx.then_some(reader.list)
}

struct MdxReader<'s> {
    source: &'s str,
    at: usize,
    list: Vec<Directive>,
    raw: RawHtml,
    /// The number of directives before the outermost open element in which nothing is linked, and where it begins.
    opened: Option<(usize, usize)>,
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
                None if begins_block && begins_module(line.trim_end()) => self.module(),
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
        if self.opened.is_some() {
            self.enclose(self.source.len());
        }
    }

    fn rest(&self) -> &'s str {
        self.source.get(self.at..).unwrap_or_default()
    }

    fn add(&mut self, end: usize, prints: bool) {
        self.list.push(Directive { span: Span::new(self.at, end), prints });
        self.at = end;
    }

    /// Replaces the directives of the open element in which nothing is linked by a single one, which ends at `end`.
    fn enclose(&mut self, end: usize) {
        if let Some((first, start)) = self.opened.take() {
            self.list.truncate(first);
            self.list.push(Directive { span: Span::new(start, end), prints: false });
            self.at = end;
        }
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
        let end = self.end(module);
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
        let read = expression(self.source.as_bytes(), self.at);
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
        } else if let Some(end) = self.end(tag) {
            let inner = self.source.get(start + 1..end - 1).unwrap_or_default();
            let name = inner.split(|c: char| c.is_whitespace() || "/{".contains(c)).next();
            let is_component =
                name.is_some_and(|name| name.starts_with(char::is_uppercase) || name.contains('.'));
            self.is_mdx |= is_component && (inner.contains("={") || inner.contains("{..."));
            if !inner.ends_with('/') || inner.starts_with('/') {
                self.raw.read_tag(inner);
            }
            if self.raw.is_open() {
                self.opened.get_or_insert((self.list.len(), start));
            }
            self.add(end, false);
            if !self.raw.is_open() {
                self.enclose(end);
            }
        } else {
            self.at += 1;
        }
    }
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

/// What follows `export`.
const EXPORTS: &[&str] = &[
    "{",
    "*",
    "const ",
    "let ",
    "var ",
    "function",
    "async ",
    "class ",
    "type ",
    "interface ",
    "default ",
];

/// Whether a line begins an import or an export in the syntax of JavaScript. The same words in prose do not begin a
/// module.
fn begins_module(line: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    let keyword = |word| line.strip_prefix(word).filter(|rest| !rest.starts_with(is_word));
    if let Some(rest) = keyword("export").map(str::trim) {
        let name = rest.strip_prefix("default ").map(|name| name.trim_end_matches(';'));
        return EXPORTS.iter().any(|word| rest.starts_with(word))
            && (rest.contains(['=', '{', '(', '*'])
                || name.is_some_and(|name| name.chars().all(is_word)));
    }
    let Some(rest) = keyword("import").map(str::trim) else { return false };
    // The names may continue in the next lines.
    if rest.starts_with('{') && !rest.contains('}') {
        return true;
    }
    let quote = rest.find(['"', '\'']).unwrap_or(rest.len());
    let (names, module) = rest.split_at_checked(quote).unwrap_or_default();
    let is_string = module.chars().next().is_some_and(|quote| module.matches(quote).count() > 1);
    let list = names.trim().strip_suffix("from").map(str::trim);
    is_string
        && (names.is_empty()
            || list.is_some_and(|list| !list.contains(' ') || list.contains(['{', '*'])))
}

/// The end of the expression in braces that begins at `start`; if it does not end, where the reading stopped.
fn expression(text: &[u8], start: usize) -> Result<usize, usize> {
    let (mut at, mut depth) = (start, 0_usize);
    while let Some(byte) = text.get(at) {
        depth = nested(depth, *byte);
        at = token_end(text, at);
        if depth == 0 {
            return Ok(at);
        }
    }
    Err(at)
}

/// The end of the declarations of a module that begin at `start`: the end of a line before a blank line.
fn module(text: &[u8], start: usize) -> Result<usize, usize> {
    let (mut at, mut depth) = (start, 0_usize);
    while let Some(byte) = text.get(at) {
        if depth == 0 && *byte == b'\n' {
            let rest = text.get(at + 1..).unwrap_or_default();
            if rest
                .split(|byte| *byte == b'\n')
                .next()
                .is_none_or(|line| line.trim_ascii().is_empty())
            {
                return Ok(at);
            }
        }
        depth = nested(depth, *byte);
        at = token_end(text, at);
    }
    if depth == 0 { Ok(at) } else { Err(at) }
}

/// The end of the tag that begins at `start`; if there is none, where the reading stopped.
fn tag(text: &[u8], start: usize) -> Result<usize, usize> {
    let closes = usize::from(text.get(start + 1) == Some(&b'/'));
    let mut at = start + 1 + closes;
    let is_name =
        |byte: &u8| byte.is_ascii_alphanumeric() || !byte.is_ascii() || b"_$-.:".contains(byte);
    let name = text.get(at..).unwrap_or_default().iter().take_while(|byte| is_name(byte)).count();
    let begins = text.get(at).is_some_and(|byte| !byte.is_ascii_digit() && !b"-.:".contains(byte));
    at += name;
    // `<http://a.example>` is no tag.
    let is_after = |byte: u8| matches!(byte, b'/' | b'>' | b'{') || byte.is_ascii_whitespace();
    let is_tag = begins && text.get(at).is_some_and(|byte| is_after(*byte));
    if !is_tag || text.get(at - 1) == Some(&b':') {
        return Err(at);
    }
    loop {
        match text.get(at).ok_or(at)? {
            b'>' => return Ok(at + 1),
            b'{' => at = expression(text, at)?,
            quote @ (b'"' | b'\'') => {
                let rest = text.get(at + 1..).unwrap_or_default();
                at += 2 + memchr::memchr(*quote, rest).ok_or(text.len())?;
            }
            b'<' => return Err(at),
            _ => at += 1,
        }
    }
}

/// The number of open braces after `byte`.
const fn nested(depth: usize, byte: u8) -> usize {
    match byte {
        b'{' => depth + 1,
        b'}' => depth.saturating_sub(1),
        _ => depth,
    }
}

/// The end of the string, comment or escape at `at`, or of the single byte there. In a template, the text between two
/// backticks is a string, so the braces of `${` are balanced in one way or the other.
fn token_end(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let before = at.checked_sub(1).and_then(|at| text.get(at)).copied().unwrap_or_default();
    let line = || memchr::memchr(b'\n', rest).unwrap_or(rest.len());
    let len = match rest {
        [b'\\', _, ..] => 2,
        [b'/', b'*', ..] => memchr::memmem::find(rest, b"*/").map_or(rest.len(), |end| end + 2),
        [b'/', b'/', ..] if before != b':' => line(),
        [b'`', ..] => string_len(rest).unwrap_or(rest.len()),
        [b'"' | b'\'', ..] if !before.is_ascii_alphanumeric() => {
            string_len(rest.get(..line()).unwrap_or_default()).unwrap_or(1)
        }
        _ => 1,
    };
    at + len
}

/// The length of the string that begins `text`, with its quotes; `None` if it is not closed.
fn string_len(text: &[u8]) -> Option<usize> {
    let (quote, inner) = text.split_first()?;
    let mut is_escaped = false;
    let end = inner.iter().position(|byte| {
        let is_end = byte == quote && !is_escaped;
        is_escaped = *byte == b'\\' && !is_escaped;
        is_end
    });
    end.map(|end| end + 2)
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
