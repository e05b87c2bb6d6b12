//! Builds the messages about the limits that an input exceeded. Each limit gets only one message, because nested
//! archives may exceed the same limit in thousands of places.

use linkwright_harvest::DiagnosticKind;

/// The limits that one input exceeded, in the order in which they were first exceeded.
#[derive(Debug, Default)]
pub(super) struct LimitLines(Vec<Line>);

#[derive(Debug)]
struct Line {
    kind: DiagnosticKind,
    /// The message about the first place where the limit was exceeded.
    text: String,
    /// The number of other places.
    others: u64,
}

/// Whether a diagnostic of this kind reports an exceeded limit, rather than damaged data.
pub(super) const fn is_limit(kind: DiagnosticKind) -> bool {
    use DiagnosticKind::{Ratio, TooDeep, TooLarge, TooMany, TooMuch};
    matches!(kind, Ratio | TooDeep | TooLarge | TooMany | TooMuch)
}

impl LimitLines {
    /// Records that a limit was exceeded. `text` builds the message, and is called only for the first place of each
    /// kind.
    pub(super) fn add(&mut self, kind: DiagnosticKind, text: impl FnOnce() -> String) {
        match self.0.iter_mut().find(|line| line.kind == kind) {
            Some(line) => line.others += 1,
            None => self.0.push(Line { kind, text: text(), others: 0 }),
        }
    }

    /// Adds the limits that a later portion of the input exceeded.
    pub(super) fn append(&mut self, other: LimitLines) {
        for line in other.0 {
            match self.0.iter_mut().find(|known| known.kind == line.kind) {
                Some(known) => known.others += 1 + line.others,
                None => self.0.push(line),
            }
        }
    }

    /// The messages with their kinds. `is_listed` tells whether `--skipped` lists all places.
    pub(super) fn finish(self, is_listed: bool) -> impl Iterator<Item = (DiagnosticKind, String)> {
        let list = if is_listed { "" } else { " (--skipped FILE lists them)" };
        self.0.into_iter().map(move |Line { kind, text, others }| {
            let text = match others {
                0 => text,
                1 => format!("{text}; also in 1 other place{list}"),
                _ => format!("{text}; also in {others} other places{list}"),
            };
            (kind, text)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_limit_is_reported_on_one_line() {
        let mut lines = LimitLines::default();
        for place in ["a", "b", "c"] {
            lines.add(DiagnosticKind::Ratio, || format!("{place}: grows"));
        }
        lines.add(DiagnosticKind::TooDeep, || "d: deep".to_owned());
        let mut more = LimitLines::default();
        more.add(DiagnosticKind::TooMany, || "e: many".to_owned());
        more.add(DiagnosticKind::Ratio, || "f: grows".to_owned());
        lines.append(more);
        let lines: Vec<String> = lines.finish(true).map(|(_, text)| text).collect();
        assert_eq!(lines, ["a: grows; also in 3 other places", "d: deep", "e: many"]);
    }

    #[test]
    fn damaged_data_is_not_a_limit() {
        assert!(is_limit(DiagnosticKind::TooDeep));
        assert!(!is_limit(DiagnosticKind::Truncated) && !is_limit(DiagnosticKind::LinkTooLong));
    }
}
