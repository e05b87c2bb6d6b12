//! The reasons why inputs or parts of inputs were not read.

use linkwright_harvest::DiagnosticKind;

/// Why something was left out, or was read only in part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// The harvester reported a diagnostic.
    Diagnostic(DiagnosticKind),
    /// A symbolic link in a folder. If its target is also in the folder, the target is read under its own name.
    Link,
    /// A socket, a named pipe or a device in a folder.
    Special,
    /// A file that this run writes.
    Own,
    /// The unfinished output file of some run.
    Draft,
    /// A folder, an archive or another input that contains nothing to search.
    Nothing,
    /// A reference in a document that is not a URI, even after repair.
    Invalid,
    /// A relative reference without a base URI.
    Relative,
}

impl Reason {
    /// The name of the reason, for machine-readable output and for the summary.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Reason::Diagnostic(kind) => kind.name(),
            Reason::Link => "symbolic link",
            Reason::Special => "special file",
            Reason::Own => "own output",
            Reason::Draft => "unfinished output",
            Reason::Nothing => "nothing to read",
            Reason::Invalid => "reference that is not a URI",
            Reason::Relative => "relative reference without a base",
        }
    }

    /// The reason in words. For a diagnostic of the harvester, its own message is used instead.
    pub(super) const fn words(self) -> &'static str {
        match self {
            Reason::Diagnostic(_) => "not read",
            Reason::Link => "a symbolic link, not followed",
            Reason::Special => "not a regular file, not read",
            Reason::Own => "written by this run",
            Reason::Draft => "the unfinished output file of another run",
            Reason::Nothing => "nothing in it was searched",
            Reason::Invalid => "a reference that is not a URI",
            Reason::Relative => "a relative reference without a base URI",
        }
    }

    /// Whether the reason is that this kind of data is not read by default. Such data is counted at the end of the run,
    /// and is a failure with `--strict`. The files that this run writes do not count.
    pub(super) const fn is_unread_kind(self) -> bool {
        match self {
            Reason::Diagnostic(kind) => kind.is_harmless(),
            Reason::Link | Reason::Special => true,
            _ => false,
        }
    }

    /// The count with the name of the reason, for the line at the end of the run.
    fn counted(self, count: u64) -> String {
        let s = if count == 1 { "" } else { "s" };
        match self {
            Reason::Diagnostic(DiagnosticKind::UnreadFormat) => {
                format!("{count} in a format that is not read")
            }
            Reason::Link | Reason::Special => {
                format!("{count} {}{s}", self.name())
            }
            _ => format!("{count} {}", self.name()),
        }
    }

    /// The option that reads the skipped data, followed by a verb: `--binary searches`.
    pub(super) const fn option(self) -> Option<&'static str> {
        match self {
            Reason::Diagnostic(DiagnosticKind::Binary | DiagnosticKind::UnreadFormat) => {
                Some("--binary searches")
            }
            _ => None,
        }
    }
}

/// The number of occurrences of each reason, in the order in which the reasons first occurred.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts(Vec<(Reason, u64)>);

impl Counts {
    pub(super) fn add(&mut self, reason: Reason, count: u64) {
        if count == 0 {
            return;
        }
        match self.0.iter_mut().find(|(known, _)| known.name() == reason.name()) {
            Some((_, sum)) => *sum += count,
            None => self.0.push((reason, count)),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (Reason, u64)> {
        self.0.iter().copied()
    }

    /// The counts in words: `3 binary, 1 symbolic link`.
    pub(super) fn words(&self) -> String {
        let words: Vec<String> = self.iter().map(|(reason, count)| reason.counted(count)).collect();
        words.join(", ")
    }

    /// The options that read the counted data, preceded by `first`: ` (--binary searches them)`.
    pub(super) fn options(&self, first: Option<&'static str>) -> String {
        let option = self.iter().find_map(|(reason, _)| reason.option());
        let options = first.into_iter().chain(option).map(|option| format!("{option} them"));
        let options: Vec<String> = options.collect();
        if options.is_empty() {
            return String::new();
        }
        format!(" ({})", options.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_written_in_words() {
        let mut counts = Counts::default();
        assert_eq!((counts.words(), counts.options(None)), (String::new(), String::new()));
        counts.add(Reason::Diagnostic(DiagnosticKind::Binary), 2);
        counts.add(Reason::Special, 1);
        counts.add(Reason::Special, 1);
        counts.add(Reason::Diagnostic(DiagnosticKind::UnreadFormat), 1);
        counts.add(Reason::Own, 0);
        assert_eq!(counts.words(), "2 binary, 2 special files, 1 in a format that is not read");
        assert_eq!(counts.options(Some("x lists")), " (x lists them, --binary searches them)");
    }
}
