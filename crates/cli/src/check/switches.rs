//! The switches in a text that turn rules off: `linkwright-disable`, `linkwright-enable`, `linkwright-disable-line` and
//! `linkwright-disable-next-line`, each with the names of rules or, without names, for all rules.
//!
//! A switch directly follows the mark of a comment of any language, so no parser of comments is needed. In Markdown and HTML
//! only the marks `<!--` and `/*` count, because `#` begins a heading. Code between fences or backticks is an example, in
//! which switches are text.

use std::collections::{BTreeMap, HashSet};
use std::io::{self, BufRead};

use memchr::memmem;

use super::rules;

const PREFIX: &[u8] = b"linkwright-";

/// The rest of each switch. A name that begins with another one comes first.
const KINDS: [(&str, Kind); 4] = [
    ("disable-next-line", Kind::Line(1)),
    ("disable-line", Kind::Line(0)),
    ("disable", Kind::From(false)),
    ("enable", Kind::From(true)),
];

#[derive(Clone, Copy, Debug)]
enum Kind {
    /// Turns rules off in the line that is this number of lines below.
    Line(usize),
    /// Turns rules on or off from this line on.
    From(bool),
}

/// The switches of a text.
#[derive(Debug, Default)]
pub(crate) struct Switches {
    /// The lines in which a rule is off; the name is empty for all rules.
    lines: HashSet<(usize, &'static str)>,
    /// For each rule, or for all rules, and the line from which a switch applies: the number of the switch, and whether
    /// the rule is on from there.
    from: BTreeMap<(&'static str, usize), (usize, bool)>,
    count: usize,
    /// The words that are in the place of a rule and name none, with their lines.
    pub(crate) unknown: Vec<(usize, String)>,
}

impl Switches {
    /// The switches of Markdown or HTML in memory.
    pub(crate) fn of(text: &[u8]) -> Switches {
        // Reading from memory cannot fail.
        Switches::read(text, true).unwrap_or_default()
    }

    /// The switches of a text of any length, of which one line at a time is held; `is_markup` if it is Markdown or HTML.
    pub(crate) fn read(mut text: impl BufRead, is_markup: bool) -> io::Result<Switches> {
        let (mut switches, mut line) = (Switches::default(), Vec::new());
        let (mut number, mut fence) = (0, None);
        // Made once: making it takes longer than searching a line.
        let prefix = memmem::Finder::new(PREFIX);
        while text.read_until(b'\n', &mut line)? > 0 {
            number += 1;
            fence = fence_after(fence, &line);
            let (mut done, mut ticks) = (0, 0);
            for at in prefix.find_iter(&line) {
                ticks += memchr::memchr_iter(b'`', &line[done..at]).count();
                done = at;
                let is_code = fence.is_some() || is_markup && ticks % 2 == 1;
                if !is_code && opens_comment(&line[..at], is_markup) {
                    switches.take(number, line.get(at + PREFIX.len()..).unwrap_or_default());
                }
            }
            line.clear();
        }
        Ok(switches)
    }

    /// Whether the rule `name` is off in `line`, counted from 1.
    pub(crate) fn are_off(&self, name: &'static str, line: usize) -> bool {
        let last = |name| self.from.range((name, 0)..=(name, line)).next_back();
        let [own, all] = [name, ""].map(|name| last(name).map(|(_, state)| *state));
        !own.max(all).is_none_or(|(_, is_on)| is_on)
            || [name, ""].iter().any(|name| self.lines.contains(&(line, *name)))
    }

    /// Whether the text has any.
    pub(crate) fn exist(&self) -> bool {
        self.count > 0
    }

    /// Adds the switch in `line` that begins with `text` after the prefix.
    fn take(&mut self, line: usize, text: &[u8]) {
        let kind = KINDS.iter().find_map(|(name, kind)| {
            let rest = text.strip_prefix(name.as_bytes())?;
            let is_whole =
                rest.first().is_none_or(|next| !is_word(*next)) || rest.starts_with(b"--");
            is_whole.then_some((*kind, rest))
        });
        let Some((kind, mut text)) = kind else { return };
        let mut names = Vec::new();
        loop {
            let start = text.iter().position(|byte| !b" \t,".contains(byte)).unwrap_or(text.len());
            text = &text[start..];
            // A name begins with a letter: `-->` and `-- the reason` end the list.
            if !text.first().is_some_and(u8::is_ascii_alphabetic) {
                break;
            }
            let end = text.iter().position(|byte| !is_word(*byte)).unwrap_or(text.len());
            // The end of the comment may follow a name directly.
            let end = memmem::find(&text[..end], b"--").unwrap_or(end);
            let name = String::from_utf8_lossy(&text[..end]);
            text = &text[end..];
            match rules::find(&name) {
                Some(rule) => names.push(rule.name),
                // The words after it are probably no names either.
                None => return self.unknown.push((line, name.into_owned())),
            }
        }
        if names.is_empty() {
            names.push("");
        }
        self.count += 1;
        for name in names {
            match kind {
                Kind::Line(below) => _ = self.lines.insert((line + below, name)),
                Kind::From(is_on) => _ = self.from.insert((name, line), (self.count, is_on)),
            }
        }
    }
}

/// The fence that is open after `line`, as its mark and length, if `open` is the one before it. It may be in a quotation or a
/// list item.
fn fence_after(open: Option<(u8, usize)>, line: &[u8]) -> Option<(u8, usize)> {
    let is_container = |byte: &u8| b" \t>-*+".contains(byte);
    let start = line.iter().position(|byte| !is_container(byte)).unwrap_or(line.len());
    let line = line[start..].trim_ascii_end();
    let mark = line.first().copied().filter(|mark| b"`~".contains(mark));
    let len = line.iter().take_while(|byte| Some(**byte) == mark).count();
    match (open, mark) {
        (Some((open, least)), Some(mark)) if mark == open && len >= least && len == line.len() => {
            None
        }
        (Some(_), _) => open,
        // The word after backticks has none, in contrast to code in a line.
        (None, Some(mark)) if len >= 3 && !(mark == b'`' && line[len..].contains(&b'`')) => {
            Some((mark, len))
        }
        (None, _) => None,
    }
}

/// Whether the text of the line before a switch ends with the mark of a comment.
fn opens_comment(before: &[u8], is_markup: bool) -> bool {
    const MARKS: [&[u8]; 9] = [b"<!--", b"/*", b"//", b"//!", b"#", b"*", b"--", b";", b"%"];
    let marks = if is_markup { &MARKS[..2] } else { &MARKS };
    marks.iter().any(|mark| before.trim_ascii_end().ends_with(mark))
}

/// Whether the byte continues a word.
const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &[u8] =
        b"# linkwright-disable-line\n// linkwright-disable bare, joined -- why\r\n\n\
        <!-- linkwright-enable bare -->\n/* linkwright-disable-next-line */\n\n\
        xlinkwright-disable; linkwright-disabled\n; linkwright-disable bear\n\
        The `linkwright-disable` of\n```\n# linkwright-disable\n```\n";

    fn off(switches: &Switches, name: &'static str) -> Vec<usize> {
        (1..9).filter(|line| switches.are_off(name, *line)).collect()
    }

    #[test]
    fn switches_apply_to_their_lines() {
        let switches = Switches::read(TEXT, false).unwrap();
        assert_eq!(off(&switches, "bare"), [1, 2, 3, 6]);
        assert_eq!(off(&switches, "joined"), [1, 2, 3, 4, 5, 6, 7, 8]);
        assert_eq!(off(&switches, "invalid"), [1, 6]);
        assert_eq!(switches.unknown, [(8, "bear".to_owned())]);
    }

    #[test]
    fn a_switch_for_all_rules_and_one_for_a_rule_apply_in_their_order() {
        let text = b"#linkwright-disable\n#linkwright-enable bare\n# linkwright-disable\n";
        let switches = Switches::read(&text[..], false).unwrap();
        assert_eq!(off(&switches, "bare"), [1, 3, 4, 5, 6, 7, 8]);
    }

    #[test]
    fn code_of_markdown_has_no_switches() {
        for text in [
            "~~~\n<!-- linkwright-disable -->\n```\n",
            "> ````\n> <!-- linkwright-disable -->\n> ```\n> <!-- linkwright-disable -->\n",
            "- ```sh\n  <!-- linkwright-disable -->\n",
            "The mark `<!-- linkwright-disable -->`.\n",
            "# linkwright-disable\n* linkwright-disable\n",
        ] {
            assert!(!Switches::of(text.as_bytes()).exist(), "{text}");
        }
        for text in [
            "```a` b\n<!-- linkwright-disable -->\n",
            "```\n```\n<!--linkwright-disable-line bare-->\n",
            "`a` <!-- linkwright-disable-->\n{/* linkwright-disable */}\n",
        ] {
            let switches = Switches::of(text.as_bytes());
            assert!(switches.exist() && switches.unknown.is_empty(), "{text}");
        }
    }
}
