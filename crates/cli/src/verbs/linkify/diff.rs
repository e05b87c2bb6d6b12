//! Writes the changes to a file as a unified diff.
//!
//! Linking usually changes lines without adding or removing any, so the lines are compared one by one. If the number of
//! lines differs, for instance because a URI on two lines was joined, one hunk contains all differences.

use std::borrow::Cow;
use std::io::{self, IsTerminal as _, Write};

use anstyle::Style;

use crate::show::{Palette, visible};

/// The number of unchanged lines to show around a change.
const CONTEXT: usize = 3;

/// Writes the difference between `before` and `after`, which must differ.
pub(super) fn write(
    out: &mut impl Write,
    name: &str,
    before: &[u8],
    after: &[u8],
    color: bool,
) -> io::Result<()> {
    let Palette { reject: removed, link: added, .. } = Palette::new(color);
    writeln!(out, "--- {name}\n+++ {name}")?;
    let (before, after) = (lines(before), lines(after));
    let changes = changes(&before, &after);
    // Changes with few lines between them share a hunk.
    for hunk in changes.chunk_by(|one, next| next.start <= one.before_end + 2 * CONTEXT) {
        let (Some(first), Some(last)) = (hunk.first(), hunk.last()) else { continue };
        let head = first.start.saturating_sub(CONTEXT);
        let tail = (last.before_end + CONTEXT).min(before.len());
        let (old, new) = (tail - head, tail - head + last.after_end - last.before_end);
        writeln!(out, "@@ -{},{old} +{},{new} @@", head + 1, head + 1)?;
        let mut at = head;
        for change in hunk {
            show(out, ' ', Style::new(), &before[at..change.start])?;
            show(out, '-', removed, &before[change.start..change.before_end])?;
            show(out, '+', added, &after[change.start..change.after_end])?;
            at = change.before_end;
        }
        show(out, ' ', Style::new(), &before[at..tail])?;
    }
    Ok(())
}

/// A run of changed lines. It starts at the same line in both texts, but may end at different lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Change {
    start: usize,
    before_end: usize,
    after_end: usize,
}

fn changes(before: &[&[u8]], after: &[&[u8]]) -> Vec<Change> {
    if before.len() != after.len() {
        return vec![between(before, after)];
    }
    let mut changes: Vec<Change> = Vec::new();
    for at in (0..before.len()).filter(|&at| before[at] != after[at]) {
        match changes.last_mut() {
            Some(last) if at == last.before_end => {
                (last.before_end, last.after_end) = (at + 1, at + 1);
            }
            _ => changes.push(Change { start: at, before_end: at + 1, after_end: at + 1 }),
        }
    }
    changes
}

/// A single change of all lines between the common beginning and the common end of both texts.
fn between(before: &[&[u8]], after: &[&[u8]]) -> Change {
    let start = before.iter().zip(after).take_while(|(old, new)| old == new).count();
    let (old, new) = (&before[start..], &after[start..]);
    let tail = old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new).count();
    Change { start, before_end: before.len() - tail, after_end: after.len() - tail }
}

fn lines(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|&byte| byte == b'\n').collect()
}

fn show(out: &mut impl Write, sign: char, style: Style, lines: &[&[u8]]) -> io::Result<()> {
    let is_terminal = io::stdout().is_terminal();
    for line in lines {
        let text = line.strip_suffix(b"\n").unwrap_or(line);
        write!(out, "{style}{sign}")?;
        // On a terminal the text is made safe to show. Otherwise the bytes are unchanged, so that `patch` can read
        // them.
        let shown = if is_terminal {
            Cow::Owned(visible(&String::from_utf8_lossy(text)).into_owned().into_bytes())
        } else {
            Cow::Borrowed(text)
        };
        out.write_all(&shown)?;
        writeln!(out, "{style:#}")?;
        if !line.ends_with(b"\n") {
            writeln!(out, "\\ No newline at end of file")?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diff(before: &str, after: &str) -> String {
        let mut out = Vec::new();
        write(&mut out, "x", before.as_bytes(), after.as_bytes(), false).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn changes_are_shown_with_context() {
        let before = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n";
        let after = before.replace("5\n6", "5a\n6a").replace("14", "14a");
        assert_eq!(
            diff(before, &after),
            "--- x\n+++ x\n@@ -2,8 +2,8 @@\n 2\n 3\n 4\n-5\n-6\n+5a\n+6a\n 7\n 8\n 9\n\
             @@ -11,4 +11,4 @@\n 11\n 12\n 13\n-14\n+14a\n"
        );
    }

    #[test]
    fn texts_with_different_numbers_of_lines_are_compared() {
        assert_eq!(
            diff("1\n2\n3\n4", "1\n23\n4"),
            "--- x\n+++ x\n@@ -1,4 +1,3 @@\n 1\n-2\n-3\n+23\n 4\n\\ No newline at end of file\n"
        );
    }
}
