//! Determines how far an expression, a tag or a module of JavaScript with JSX extends.
//!
//! This is a tokenizer with a stack, not a parser: it only tracks which brackets, strings, comments, regular
//! expressions, templates and elements are open. The stack is on the heap, so nesting is not limited.

/// An open bracket, template literal, tag or element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Open {
    /// `(`, `[` or `{`; the field is its closer.
    Bracket(u8),
    /// A template literal.
    Template,
    /// A tag; `closes` says whether it is an end tag.
    Tag { closes: bool },
    /// The content of an element.
    Content,
}

/// The construct whose end is searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// An expression in braces.
    Expression,
    /// A JSX tag.
    Tag,
    /// The declarations of a module, up to a blank line.
    Module,
}

/// The end of the code that begins at `start`; if it does not end, the number of bytes that were read.
pub(super) fn end(source: &[u8], start: usize, what: What) -> Result<usize, usize> {
    let mut script = Script { source, at: start, open: Vec::new(), is_operand: true };
    let end = match what {
        What::Expression => script.expression(),
        What::Tag => script.tag_alone(),
        What::Module => script.module(),
    };
    end.ok_or(script.at.saturating_sub(start) + 1)
}

struct Script<'s> {
    source: &'s [u8],
    at: usize,
    open: Vec<Open>,
    /// Whether an operand is expected: then `/` begins a regular expression, and `<` an element.
    is_operand: bool,
}

impl Script<'_> {
    fn expression(&mut self) -> Option<usize> {
        self.step()?;
        while !self.open.is_empty() {
            self.step()?;
        }
        Some(self.at)
    }

    fn tag_alone(&mut self) -> Option<usize> {
        self.begin_tag()?;
        // The content of the element is Markdown.
        while !matches!(self.open.as_slice(), [] | [Open::Content]) {
            self.step()?;
        }
        Some(self.at)
    }

    fn module(&mut self) -> Option<usize> {
        loop {
            if self.open.is_empty() && self.is_line_end() {
                return Some(self.at.min(self.source.len()));
            }
            self.step()?;
        }
    }

    /// Whether the text ends here, or the line ends and a blank line follows.
    fn is_line_end(&self) -> bool {
        let rest = self.source.get(self.at..).unwrap_or_default();
        let mut lines = rest.split(|byte| *byte == b'\n');
        let is_blank = |line: Option<&[u8]>| line.is_none_or(|line| line.trim_ascii().is_empty());
        matches!(rest.first(), None | Some(b'\n' | b'\r'))
            && is_blank(lines.next())
            && is_blank(lines.next())
    }

    fn byte(&self, ahead: usize) -> Option<u8> {
        self.source.get(self.at + ahead).copied()
    }

    /// Reads one token.
    fn step(&mut self) -> Option<()> {
        match self.open.last() {
            Some(Open::Template) => self.template(),
            Some(Open::Tag { closes }) => self.tag(*closes),
            Some(Open::Content) => self.content(),
            Some(Open::Bracket(_)) | None => self.script(),
        }
    }

    fn push(&mut self, open: Open, len: usize) {
        self.open.push(open);
        self.at += len;
        self.is_operand = true;
    }

    /// Closes the innermost open item and skips `len` bytes; no operand is expected after it.
    fn pop(&mut self, len: usize) {
        self.open.pop();
        self.at += len;
        self.is_operand = false;
    }

    fn script(&mut self) -> Option<()> {
        match self.byte(0)? {
            quote @ (b'"' | b'\'') => self.string(quote)?,
            b'`' => self.push(Open::Template, 1),
            b'(' => self.push(Open::Bracket(b')'), 1),
            b'[' => self.push(Open::Bracket(b']'), 1),
            b'{' => self.push(Open::Bracket(b'}'), 1),
            close @ (b')' | b']' | b'}') => {
                if self.open.last() != Some(&Open::Bracket(close)) {
                    return None;
                }
                self.pop(1);
            }
            b'/' if self.byte(1) == Some(b'/') => self.at += self.until(b"\n"),
            b'/' if self.byte(1) == Some(b'*') => self.comment()?,
            b'/' if self.is_operand => self.pattern()?,
            b'<' if self.is_operand && self.begins_tag() => self.begin_tag()?,
            byte if byte.is_ascii_whitespace() => self.at += 1,
            byte if is_word(byte) => self.word(),
            _ => {
                self.at += 1;
                self.is_operand = true;
            }
        }
        Some(())
    }

    /// The number of bytes before the first of `ends`, or before the end of the text.
    fn until(&self, ends: &[u8]) -> usize {
        let rest = self.source.get(self.at..).unwrap_or_default();
        rest.iter().position(|byte| ends.contains(byte)).unwrap_or(rest.len())
    }

    /// Reads a string, which ends on its line.
    fn string(&mut self, quote: u8) -> Option<()> {
        self.at += 1;
        loop {
            match self.byte(0)? {
                b'\\' => self.at += 2,
                b'\n' => return None,
                byte => {
                    self.at += 1;
                    if byte == quote {
                        self.is_operand = false;
                        return Some(());
                    }
                }
            }
        }
    }

    fn comment(&mut self) -> Option<()> {
        let rest = self.source.get(self.at + 2..)?;
        let len = memchr::memmem::find(rest, b"*/");
        self.at += len.map_or(rest.len(), |len| len + 2) + 2;
        len.map(|_| ())
    }

    /// Reads a regular expression, which ends on its line.
    fn pattern(&mut self) -> Option<()> {
        let mut is_class = false;
        self.at += 1;
        loop {
            match self.byte(0)? {
                b'\\' => self.at += 1,
                b'[' => is_class = true,
                b']' => is_class = false,
                b'/' if !is_class => break,
                b'\n' => return None,
                _ => {}
            }
            self.at += 1;
        }
        self.at += 1;
        self.is_operand = false;
        Some(())
    }

    fn word(&mut self) {
        let rest = self.source.get(self.at..).unwrap_or_default();
        let len = rest.iter().take_while(|byte| is_word(**byte)).count();
        self.is_operand = rest.get(..len).is_some_and(|word| BEFORE_OPERANDS.contains(&word));
        self.at += len;
    }

    fn template(&mut self) -> Option<()> {
        self.at += self.until(b"\\`$");
        match (self.byte(0)?, self.byte(1)) {
            (b'\\', _) => self.at += 2,
            (b'`', _) => self.pop(1),
            (_, Some(b'{')) => self.push(Open::Bracket(b'}'), 2),
            _ => self.at += 1,
        }
        Some(())
    }

    /// Whether a tag begins here: `<a`, `</a`, `<>`, `</>`.
    fn begins_tag(&self) -> bool {
        let first = if self.byte(1) == Some(b'/') { self.byte(2) } else { self.byte(1) };
        first.is_some_and(|byte| byte == b'>' || is_name_start(byte))
    }

    /// Reads `<` and the name.
    fn begin_tag(&mut self) -> Option<()> {
        if !self.begins_tag() {
            return None;
        }
        let closes = self.byte(1) == Some(b'/');
        self.push(Open::Tag { closes }, if closes { 2 } else { 1 });
        self.name();
        // `<http://a.example>` and `<a@b.example>` are not tags.
        let is_over = |byte: u8| byte.is_ascii_whitespace() || b"/>{".contains(&byte);
        let is_scheme = self.byte(0) == Some(b'/') && self.byte(1) == Some(b'/');
        (is_over(self.byte(0)?) && !is_scheme).then_some(())
    }

    /// Reads a name: `a`, `A.b`, `a:b`, `data-a`.
    fn name(&mut self) {
        let rest = self.source.get(self.at..).unwrap_or_default();
        let is_name = |byte: &&u8| is_word(**byte) || matches!(byte, b'-' | b'.' | b':');
        let len = rest.iter().take_while(is_name).count();
        let is_colon = len > 0 && rest.get(len - 1) == Some(&b':');
        self.at += len - usize::from(is_colon);
    }

    /// Reads a part of a tag after its name.
    fn tag(&mut self, closes: bool) -> Option<()> {
        match self.byte(0)? {
            byte if byte.is_ascii_whitespace() => self.at += 1,
            b'>' if closes => {
                self.pop(1);
                // The end tag also closes the content of its element, if the start tag was read as well.
                match self.open.last() {
                    Some(Open::Content) => self.pop(0),
                    Some(_) => return None,
                    None => {}
                }
            }
            b'>' => {
                self.pop(1);
                self.push(Open::Content, 0);
            }
            b'/' if self.byte(1) == Some(b'>') && !closes => self.pop(2),
            b'/' if self.byte(1) == Some(b'*') => self.comment()?,
            b'{' if !closes => self.push(Open::Bracket(b'}'), 1),
            byte if is_name_start(byte) && !closes => self.attribute()?,
            _ => return None,
        }
        Some(())
    }

    /// Reads an attribute. If its value is an expression, the expression is left for the next step.
    fn attribute(&mut self) -> Option<()> {
        self.name();
        let blanks = |script: &Self| {
            let rest = script.source.get(script.at..).unwrap_or_default();
            rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count()
        };
        self.at += blanks(self);
        if self.byte(0) != Some(b'=') {
            return Some(());
        }
        self.at += 1;
        self.at += blanks(self);
        match self.byte(0)? {
            quote @ (b'"' | b'\'') => {
                let rest = self.source.get(self.at + 1..)?;
                let len = memchr::memchr(quote, rest);
                self.at += len.map_or(rest.len(), |len| len + 2);
                len.map(|_| ())
            }
            b'{' => Some(()),
            _ => None,
        }
    }

    /// Reads the text of an element up to a tag or an expression.
    fn content(&mut self) -> Option<()> {
        self.at += self.until(b"<{");
        match self.byte(0)? {
            b'{' => self.push(Open::Bracket(b'}'), 1),
            _ => self.begin_tag()?,
        }
        Some(())
    }
}

/// The words after which an operand is expected.
const BEFORE_OPERANDS: &[&[u8]] = &[
    b"return", b"typeof", b"case", b"in", b"of", b"delete", b"void", b"await", b"yield", b"else",
    b"default", b"new", b"do", b"throw",
];

/// Whether a byte is part of a word or a number. Every byte of a non-ASCII character counts as part of a word.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || !byte.is_ascii()
}

/// Whether the name of an element or an attribute begins with the byte.
fn is_name_start(byte: u8) -> bool {
    is_word(byte) && !byte.is_ascii_digit()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(source: &str, what: What) -> Option<&str> {
        end(source.as_bytes(), 0, what).ok().map(|end| &source[..end])
    }

    #[test]
    fn expressions_end_with_their_brace() {
        for source in [
            "{}",
            "{a}",
            "{\"}\"}",
            "{'\\'}'}",
            "{`}${`}`}}`}",
            "{/* } */}",
            "{a // }\n}",
            "{a / b / {}}",
            "{/[/}]\\/}/.test(a)}",
            "{f(a) / 2} ",
            "{{a: [1, (2)]}}",
            "{a && <b c=\"}\">don't {d} }</b>}",
            "{a ? <b/> : <><c.d e={<f/>}/></>}",
            "{list.map(a => <li key={a}>{a}'s</li>)}",
            "{a < b}",
            "{\u{e9}}",
        ] {
            let whole = source.trim_end();
            assert_eq!(read(&format!("{whole} }} x"), What::Expression), Some(whole), "{source}");
        }
        for source in ["{", "{a)}", "{'}", "{`}", "{/*}", "{<a>}", "{(}"] {
            assert_eq!(read(source, What::Expression), None, "{source}");
        }
    }

    #[test]
    fn tags_end_with_their_bracket() {
        for source in [
            "<a>",
            "</a>",
            "<>",
            "</>",
            "<a />",
            "<a.b c:d>",
            "<Card\n  href={\"http://a.example\"}\n  title=\"a > b\"\n>",
            "<a b='>' c = {`>`} {...d} /* > */ e-f/>",
            "<a b={<c>{'}'}</c>}>",
        ] {
            assert_eq!(read(&format!("{source} x>"), What::Tag), Some(source), "{source}");
        }
        for source in [
            "<",
            "< a>",
            "<1>",
            "<a",
            "<a b=",
            "<a b=c>",
            "<a <b>",
            "<http://a.example>",
            "<a@b.example>",
            "</a b>",
            "<!-- -->",
        ] {
            assert_eq!(read(source, What::Tag), None, "{source}");
        }
    }

    #[test]
    fn modules_end_before_a_blank_line() {
        for (module, rest) in [
            ("import A from \"http://a.example\"", "\n\ntext"),
            ("import A from 'a'\nimport B from 'b'", "\r\n \r\ntext"),
            ("export const a = {\n\n  b: `\n\n`,\n}", "\n\ntext"),
            ("export default () => <a>\n\nb's\n</a>", ""),
            ("export const a = 1", "\n"),
        ] {
            assert_eq!(read(&format!("{module}{rest}"), What::Module), Some(module), "{module}");
        }
        assert_eq!(read("export const a = {\n\n", What::Module), None);
    }
}
