//! MDX: Markdown with modules, JSX tags and expressions.
//!
//! A block, which is the lines between two blank lines, is a directive as a whole if it has a brace, a tag or a module.
//! The blocks after it belong to the expression or element that it leaves open: until its braces are balanced, and until
//! the links and the code that it begins end. Everything else is Markdown.
//!
//! So no JavaScript is read: a brace in a string at most makes more blocks a directive. A tokenizer for tags and
//! expressions was rejected: it was four times as long, and all that it added were links in blocks that have braces or
//! tags too. The crate `markdown` was rejected because it takes 27 seconds for 120 kB of `<a>`, 1 kB of memory for each
//! byte, and gives no tree for an invalid document.

use super::super::raw::RawHtml;
use super::mask::Directive;
use crate::span::Span;

/// The directives of `source` from `start` on; `None` if it is not MDX. Unless `is_set`, it is MDX if it has something
/// that only MDX has: a module, a comment in braces, or a component with an expression among its attributes.
pub(super) fn read(source: &str, start: usize, is_set: bool) -> Option<Vec<Directive>> {
    let text = source.get(start..).unwrap_or_default();
    // Most documents have none of these, and are not read further.
    let signs = ["import", "export", "{/*", "={", "{..."];
    if !is_set && !signs.iter().any(|sign| text.contains(sign)) {
        return None;
    }
    let (list, raw) = (Vec::new(), RawHtml::jsx());
    let mut reader = MdxReader { source, list, raw, depth: 0, is_mdx: is_set };
    let (mut block, mut at, mut fence) = (start, start, None);
    for line in text.split_inclusive('\n') {
        let content =
            line.trim_start_matches(|c: char| " \t>-*+.)".contains(c) || c.is_ascii_digit());
        let end = at + line.len();
        if let Some(mark) = fence {
            let is_end = content
                .trim_end()
                .strip_prefix(mark)
                .is_some_and(|rest| rest.trim_matches(['`', '~']).is_empty());
            fence = fence.filter(|_| !is_end);
            block = end;
        } else if line.trim().is_empty() {
            reader.block(Span::new(block, at));
            block = end;
        } else if let Some(mark) = fence_of(content) {
            reader.block(Span::new(block, at));
            // In an expression, this is no code of Markdown.
            fence = Some(mark).filter(|_| !reader.is_open());
            block = if fence.is_some() { end } else { at };
        }
        at = end;
    }
    reader.block(Span::new(block, source.len()));
    reader.is_mdx.then_some(reader.list)
}

struct MdxReader<'s> {
    source: &'s str,
    list: Vec<Directive>,
    /// The elements without links that are open.
    raw: RawHtml,
    /// The number of open braces.
    depth: usize,
    is_mdx: bool,
}

impl MdxReader<'_> {
    /// Whether an expression, a link or code continues in the next block.
    fn is_open(&self) -> bool {
        self.depth > 0 || self.raw.is_open()
    }

    fn block(&mut self, span: Span) {
        let span = span.trimmed(self.source.as_bytes());
        let text = self.source.get(span.range()).unwrap_or_default();
        let is_module = text.lines().any(begins_module);
        let has_sign = memchr::memchr3(b'{', b'}', b'<', text.as_bytes()).is_some();
        if text.is_empty() || !(has_sign || is_module || self.is_open()) {
            return;
        }
        // Every other part is inside backticks, if each of them is closed in the block.
        let has_pairs = text.bytes().filter(|byte| *byte == b'`').count().is_multiple_of(2);
        let parts =
            || text.split('`').enumerate().filter(|(at, _)| !has_pairs || at.is_multiple_of(2));
        let has = |is_there: fn(&str) -> bool| parts().any(|(_, part)| is_there(part));
        self.is_mdx |= begins_module(text.lines().next().unwrap_or_default())
            || has(|part| part.contains("{/*"))
            || has(has_component);
        if self.is_open() || is_module || has(|part| part.contains(['{', '}'])) || has(has_tag) {
            self.list.push(Directive { span, prints: false });
            let count = |brace| parts().map(|(_, part)| part.matches(brace).count()).sum::<usize>();
            self.depth = (self.depth + count('{')).saturating_sub(count('}'));
            self.raw.read(text);
        }
    }
}

fn has_tag(text: &str) -> bool {
    let begins = |tag: &str| tag.starts_with(|c: char| c.is_alphabetic() || "/>_$".contains(c));
    text.split('<').skip(1).any(begins)
}

/// Whether a component has an expression among its attributes.
fn has_component(text: &str) -> bool {
    text.split('<').skip(1).any(|tag| {
        let attributes = tag.split('>').next().unwrap_or_default();
        tag.starts_with(char::is_uppercase)
            && (attributes.contains("={") || attributes.contains("{..."))
    })
}

/// The marks of the fence that a line opens.
fn fence_of(text: &str) -> Option<&str> {
    let info = text.trim_start_matches(['`', '~']);
    let marks = text.get(..text.len() - info.len()).filter(|marks| marks.len() >= 3)?;
    (marks.starts_with('~') || !info.contains('`')).then_some(marks)
}

/// Whether a line begins an import or an export in the syntax of JavaScript. The same words in prose do not begin a
/// module.
fn begins_module(line: &str) -> bool {
    let line = line.trim_end().trim_end_matches(';');
    if let Some(rest) = line.strip_prefix("export") {
        #[rustfmt::skip]
        const EXPORTS: [&str; 10] = [
            "{", " {", " *", " const ", " let ", " var ", " function", " async ", " class ", " type ",
        ];
        let name = rest.strip_prefix(" default ");
        return name.is_some_and(|name| !name.contains(' ') || name.contains(['{', '(']))
            || EXPORTS.iter().any(|word| rest.starts_with(word))
                && rest.contains(['=', '{', '(', '*']);
    }
    let Some(rest) = line.strip_prefix("import").map(str::trim_start) else { return false };
    let names = rest.split(['"', '\'']).next().unwrap_or_default().trim();
    let list = names.strip_suffix("from").map(str::trim);
    // The names may continue in the next lines.
    rest.starts_with('{') && !rest.contains('}')
        || rest.ends_with(['"', '\''])
            && (names.is_empty()
                || list.is_some_and(|list| !list.contains(' ') || list.contains(['{', '*'])))
}

#[cfg(test)]
mod tests {
    use super::super::Dialect;
    use super::super::directives::testing::directives;
    use super::begins_module;

    #[test]
    fn blocks_with_modules_tags_and_expressions_are_directives() {
        for (source, expected) in [
            (
                "import A from \"http://a.example\"\nexport const b = {\n\n  c: 1\n}\n\nhttp://c.example",
                &["import A from \"http://a.example\"\nexport const b = {", "c: 1\n}"][..],
            ),
            (
                "<Card\n  title=\"http://a.example\"\n>\nb\n</Card>\n\nhttp://c.example",
                &["<Card\n  title=\"http://a.example\"\n>\nb\n</Card>"],
            ),
            ("a {\"http://a.example\"} b\n\nc", &["a {\"http://a.example\"} b"]),
            ("{a.map(b => <li>it's {b}</li>)}\n\nd", &["{a.map(b => <li>it's {b}</li>)}"]),
            (
                "<b>http://a.example</b>\n\n<Tabs>\n\nb\n\n</Tabs>",
                &["<b>http://a.example</b>", "<Tabs>", "</Tabs>"],
            ),
            ("`{` a `<b`\n\n{a}", &["{a}"]),
            ("`{` a ` {\n\nb {c}", &["`{` a ` {", "b {c}"]),
            ("```\n{a\n```\n{b}", &["{b}"]),
            ("- ```\n  {a\n\n  ```\n{b}", &["{b}"]),
            ("a\n~~~~\n{b\n~~~\n~~~~\nc", &[]),
            ("{a\n```\nb\n\n```}\n\nc", &["{a", "```\nb", "```}"]),
            // An unclosed expression extends to the end.
            ("a {b\n\nc\n\nd", &["a {b", "c", "d"]),
            ("{'}'}\n\na", &["{'}'}"]),
        ] {
            assert_eq!(directives(Dialect::Mdx, source), expected, "{source}");
        }
    }

    #[test]
    fn the_content_of_links_and_code_belongs_to_their_tags() {
        for source in [
            "<a href=\"b\">\n\nhttp://a.example\n\n</a>",
            "<Link to={b}>\n\nhttp://a.example\n\n</Link>",
            "<Card href=\"b\">\n<Card>c</Card>\n\nhttp://a.example {d}\n</Card>",
            "<pre>\n\nhttp://a.example\n</pre>",
        ] {
            let source = format!("{source}\n\nhttp://b.example");
            let found = directives(Dialect::Mdx, &source);
            assert!(found.iter().any(|one| one.contains("http://a.example")), "{source}");
            assert!(!found.iter().any(|one| one.contains("http://b.example")), "{source}");
        }
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
            "a\nimport A from 'a'",
            "`<A b={c} />` and `{/* d */}`",
            "<a b={c}>",
            "<A b=\"c\">",
            "{ http://a.example }",
            "f = {a: {b: 1}}",
            "",
        ] {
            assert!(!Dialect::Auto.directives(source).is_mdx(), "{source}");
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
            "export function a() {",
            "export class A extends B {}",
            "export default A;",
            "export default {",
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
