//! Determines how far an expression, a tag or a module of MDX extends.
//!
//! This is no tokenizer of JavaScript: it only tracks braces, strings, templates and comments. A quote after a letter is
//! an apostrophe, because the text of elements has them (`<li>it's</li>`), and two slashes after a colon are a URI. A
//! brace or quote in a regular expression is misread. A maintained parser was rejected: the crate `markdown` takes 27
//! seconds for 120 kB of `<a>`, 1 kB of memory for each byte, and gives no tree for an invalid document.

/// Code of which a part was read.
struct Script<'s> {
    text: &'s [u8],
    at: usize,
    /// The bytes that close the open braces and templates. It is on the heap, so nesting is not limited.
    open: Vec<u8>,
}

/// The end of the expression in braces that begins at `start`; if it does not end, where the reading stopped.
pub(super) fn expression(text: &[u8], start: usize) -> Result<usize, usize> {
    let mut script = Script { text, at: start, open: Vec::new() };
    while script.step() {
        if script.open.is_empty() {
            return Ok(script.at);
        }
    }
    Err(script.at)
}

/// The end of the declarations of a module that begin at `start`: the end of a line before a blank line.
pub(super) fn module(text: &[u8], start: usize) -> Result<usize, usize> {
    let mut script = Script { text, at: start, open: Vec::new() };
    loop {
        let rest = text.get(script.at..).unwrap_or_default();
        if script.open.is_empty() && matches!(rest.first(), None | Some(b'\n' | b'\r')) {
            let mut lines = rest.split(|byte| *byte == b'\n').skip(1);
            if lines.next().is_none_or(|line| line.trim_ascii().is_empty()) {
                return Ok(script.at);
            }
        }
        if !script.step() {
            return if script.open.is_empty() { Ok(text.len()) } else { Err(script.at) };
        }
    }
}

/// The end of the tag that begins at `start`; if there is none, where the reading stopped.
pub(super) fn tag(text: &[u8], start: usize) -> Result<usize, usize> {
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

impl Script<'_> {
    /// Reads one token; `false` at the end of the text.
    fn step(&mut self) -> bool {
        let Some(&byte) = self.text.get(self.at) else { return false };
        let before = self.at.checked_sub(1).and_then(|at| self.text.get(at)).copied();
        let is_template = self.open.last() == Some(&b'`');
        let len = match byte {
            b'\\' => 2,
            b'{' if !is_template || before == Some(b'$') => self.push(b'}'),
            b'`' if !is_template => self.push(b'`'),
            b'`' | b'}' if self.open.last() == Some(&byte) => {
                self.open.pop();
                1
            }
            b'"' | b'\'' | b'/' if !is_template => self.skipped(byte, before),
            _ => 1,
        };
        self.at = self.text.len().min(self.at + len);
        true
    }

    fn push(&mut self, close: u8) -> usize {
        self.open.push(close);
        1
    }

    /// The length of the string or comment that begins here, or 1 if none begins.
    fn skipped(&self, byte: u8, before: Option<u8>) -> usize {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let line = || memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        match (byte, rest.get(1)) {
            (b'/', Some(b'*')) => memchr::memmem::find(rest, b"*/").map_or(rest.len(), |at| at + 2),
            (b'/', Some(b'/')) if before != Some(b':') => line(),
            (b'/', _) => 1,
            _ if before.is_some_and(|byte| byte.is_ascii_alphanumeric()) => 1,
            _ => {
                let mut is_escaped = false;
                let end = rest.iter().take(line()).skip(1).position(|&inner| {
                    let is_end = inner == byte && !is_escaped;
                    is_escaped = inner == b'\\' && !is_escaped;
                    is_end
                });
                end.map_or(1, |end| end + 2)
            }
        }
    }
}
