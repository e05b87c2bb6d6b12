//! Checks quickly whether a document may be MDX. Most documents have no sign of MDX and are not read further.

use super::super::directive::Next;
use super::code::{self, End, Fence};
use super::module;

/// Whether `source`, from `start` on, has a sign of MDX outside of fences.
///
/// The signs are searched for before fences are read, because most documents have no signs, or have them only in code
/// examples.
pub(super) fn has_sign(source: &str, start: usize) -> bool {
    let mut signs = signs(source, start).peekable();
    if signs.peek().is_none() {
        return false;
    }
    let marks = [Next::new(source, "```"), Next::new(source, "~~~")];
    let mut fences = Fences { source, marks, at: start, open: None };
    signs.any(|sign| !fences.hold(sign))
}

/// The positions of signs of MDX, ascending: the first lines of modules, comments in braces, and expressions among the
/// attributes of a component.
fn signs(source: &str, start: usize) -> impl Iterator<Item = usize> {
    let text = source.get(start..).unwrap_or_default();
    let braces = memchr::memchr_iter(b'{', text.as_bytes()).map(move |at| start + at);
    let braces = braces.filter(move |at| is_comment(source, *at) || is_attribute(source, *at));
    let lines = ["import", "export"].into_iter().flat_map(move |word| {
        let found = memchr::memmem::find_iter(text.as_bytes(), word).map(move |at| start + at);
        found.filter(move |at| begins_module(source, start, *at)).collect::<Vec<_>>()
    });
    let mut signs: Vec<usize> = lines.chain(braces).collect();
    signs.sort_unstable();
    signs.into_iter()
}

fn is_comment(source: &str, at: usize) -> bool {
    source.get(at..).is_some_and(|rest| rest.starts_with("{/*"))
}

/// The maximum distance between an expression and the beginning of the tag that has it, in bytes.
const TAG_REACH: usize = 512;

/// Whether a brace may open an expression among the attributes of a component.
fn is_attribute(source: &str, at: usize) -> bool {
    let is_value = source.as_bytes().get(..at).is_some_and(|before| before.ends_with(b"="));
    let is_spread = || source.get(at..).is_some_and(|rest| rest.starts_with("{..."));
    if !is_value && !is_spread() {
        return false;
    }
    let before = source.as_bytes().get(at.saturating_sub(TAG_REACH)..at).unwrap_or_default();
    let tag = memchr::memrchr(b'<', before).and_then(|open| before.get(open + 1..));
    tag.and_then(|tag| tag.first()).is_some_and(u8::is_ascii_alphabetic)
}

/// Whether `at` is the beginning of a line that looks like the first line of a module.
fn begins_module(source: &str, start: usize, at: usize) -> bool {
    let before = source.get(start..at).unwrap_or_default();
    (before.is_empty() || before.ends_with('\n'))
        && source.get(at..).is_some_and(module::begins_module)
}

/// The fences of a document, read from left to right.
struct Fences<'s> {
    source: &'s str,
    marks: [Next<'s>; 2],
    at: usize,
    open: Option<Fence>,
}

impl<'s> Fences<'s> {
    /// Whether the position `at`, which must not precede the previous one, is in a fence. A fence inside a quote or a
    /// list item does not count, because the line of the position may already be outside that block, whose end also
    /// ends the fence.
    fn hold(&mut self, at: usize) -> bool {
        while let Some((line_start, line)) = self.next_line(at) {
            self.at = line_start + line.len();
            self.open = match self.open {
                None => code::opens(line),
                Some(fence) => match fence.ends(line) {
                    None => Some(fence),
                    Some(End::With) => None,
                    Some(End::Before) => code::opens(line),
                },
            };
        }
        self.open.is_some_and(|fence| !fence.is_nested())
    }

    /// The next line before `end` that may open or close a fence. If the current fence is in a quote or a list item,
    /// any line may close it.
    fn next_line(&mut self, end: usize) -> Option<(usize, &'s str)> {
        let is_any = self.open.is_some_and(|fence| fence.is_nested());
        let marks = self.marks.iter_mut().filter_map(|mark| mark.from(self.at));
        let mark = if is_any { Some(self.at) } else { marks.min() }?;
        let before = self.source.get(self.at..mark)?;
        let start = self.at + before.rfind('\n').map_or(0, |at| at + 1);
        let line = self.source.get(start..)?.split_inclusive('\n').next()?;
        (start + line.len() <= end).then_some((start, line))
    }
}

#[cfg(test)]
mod tests {
    use super::has_sign;

    #[test]
    fn signs_in_fences_do_not_count() {
        for source in [
            "import A from 'a'",
            "a\n\nexport const b = 1",
            "```\na\n```\n<A b={c}>",
            "> ```\n> a\n{/* b */}",
            "- ~~~\n  a\nb <A {...c} />",
        ] {
            assert!(has_sign(source, 0), "{source}");
        }
        for source in [
            "",
            "a {b} = {c}",
            "see import A from 'a'",
            "```\nimport A from 'a'\n```",
            "~~~ x\n```\n{/* a */}\n",
            "a < b={c}",
        ] {
            assert!(!has_sign(source, 0), "{source}");
        }
    }
}
