//! Where a link could be: literals and single bytes, found by vector instructions. No opinion.
//!
//! The only user of aho-corasick, and of its packed searcher only: the automaton is twenty times
//! slower than the packed literals. A pattern of one byte slows the packed searcher down to a tenth,
//! so `:`, `@` and `.` are looked for by memchr, and only where the options ask for them.

use aho_corasick::packed;

use super::{scheme, work};
use crate::text::chars;

/// What was hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trigger {
    /// `:`, at the end of what may be a scheme.
    Colon,
    /// `www.`
    Www,
    /// `@`
    At,
    /// `.` between letters or digits.
    Dot,
    /// A rule of the caller's.
    User,
}

impl Trigger {
    /// What a hit that begins with `byte` is: no two triggers begin alike.
    #[inline]
    const fn beginning(byte: u8) -> Trigger {
        match byte {
            b':' => Trigger::Colon,
            b'@' => Trigger::At,
            b'.' => Trigger::Dot,
            _ => Trigger::Www,
        }
    }

    /// How the trigger is written.
    pub(crate) const fn literal(self) -> &'static str {
        match self {
            Trigger::Colon => ":",
            Trigger::Www => "www.",
            Trigger::At => "@",
            Trigger::Dot => ".",
            Trigger::User => "rule",
        }
    }
}

/// A place to look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hit {
    pub(crate) at: usize,
    pub(crate) trigger: Trigger,
}

/// What is looked for.
#[derive(Clone, Debug)]
pub(crate) struct Triggers {
    /// The heads of `://` and `www.`
    literals: Option<packed::Searcher>,
    colons: Colons,
    at: bool,
    dot: bool,
}

/// Which colons without `//` are worth a look.
#[derive(Clone, Debug)]
enum Colons {
    None,
    /// Those behind the last two letters of a scheme that is looked for.
    Behind(Box<Tails>),
    /// All that end a word.
    All,
}

/// The last two letters of scheme names, as a set.
type Tails = [u32; 32];

/// How far a source has come, and what it has found there.
#[derive(Clone, Copy, Debug)]
struct Cached {
    /// Everything before this was searched.
    searched: usize,
    /// Where the hit is that was found last; [`NOWHERE`] if there is none.
    hit: usize,
}

/// Behind every window.
const NOWHERE: usize = usize::MAX;

/// How far each source has come. Of fixed size; offsets are into the window.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cursor {
    literals: Cached,
    colons: Cached,
    bytes: Cached,
    /// What was hit before this is of no interest any more.
    from: usize,
}

/// The head of `://`. Two bytes are a third less work for the packed searcher than three, and what
/// begins like a literal is one nearly always.
const SLASHES: &str = ":/";

/// The head of `www.` in every case, because the automaton that could fold case is slow.
const WWW: [&str; 4] = ["ww", "wW", "Ww", "WW"];

/// The longest literal, less one: so much of the end of a window has to be searched again.
const OVERLAP: usize = 3;

/// What the options make of triggers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted<'s> {
    /// `None`: any scheme.
    pub(crate) schemes: Option<&'s [&'s str]>,
    pub(crate) www: bool,
    pub(crate) emails: bool,
    /// Bare domains or bare IPv4 addresses.
    pub(crate) dots: bool,
}

impl Triggers {
    pub(crate) fn new(wanted: Wanted<'_>) -> Triggers {
        let colons = match wanted.schemes {
            None => Colons::All,
            Some(schemes) => tails(schemes).map_or(Colons::None, Colons::Behind),
        };
        let mut builder =
            packed::Config::new().match_kind(packed::MatchKind::LeftmostFirst).builder();
        if !matches!(colons, Colons::All) {
            builder.add(SLASHES);
        }
        if wanted.www {
            builder.extend(WWW);
        }
        Triggers { literals: builder.build(), colons, at: wanted.emails, dot: wanted.dots }
    }

    /// The first hit at or behind `from`.
    ///
    /// `None` when the window holds no more; unless it is the `last` one, its end was left
    /// unsearched as far as a literal could lie across it.
    pub(crate) fn next(
        &self,
        cursor: &mut Cursor,
        window: &[u8],
        from: usize,
        last: bool,
    ) -> Option<Hit> {
        let from = from.max(cursor.from);
        let end = open_end(window, 0, last);
        let mut at = NOWHERE;
        if let Some(searcher) = &self.literals {
            let search = |from| literal(searcher, window, from, last);
            at = cursor.literals.next(from, end, search);
        }
        if !matches!(self.colons, Colons::None) {
            at = at.min(cursor.colons.next(from, end, |from| self.colon(window, from, last)));
        }
        if self.at || self.dot {
            at = at.min(cursor.bytes.next(from, end, |from| self.byte(window, from, last)));
        }
        let trigger = Trigger::beginning(*window.get(at)?);
        Some(Hit { at, trigger })
    }

    fn colon(&self, window: &[u8], from: usize, last: bool) -> Cached {
        let wanted = |at: usize| match &self.colons {
            Colons::None => false,
            Colons::Behind(tails) => is_tail(tails, window, at) && !is_slashes(window, at),
            Colons::All => chars::byte_before(window, at).is_ascii_alphanumeric(),
        };
        let rest = window.get(from..).unwrap_or_default();
        let searched = open_end(window, from, last);
        let hit = memchr::memchr_iter(b':', rest)
            .map(|at| from + at)
            .find(|&at| at >= searched || wanted(at));
        Cached::found(hit, searched, last)
    }

    fn byte(&self, window: &[u8], from: usize, last: bool) -> Cached {
        let rest = window.get(from..).unwrap_or_default();
        let searched = open_end(window, from, last);
        let wanted = |&at: &usize| at >= searched || is_between_words(window, at);
        let hit = match (self.at, self.dot) {
            (true, true) => memchr::memchr2_iter(b'@', b'.', rest).map(|at| from + at).find(wanted),
            (is_at, _) => {
                let byte = if is_at { b'@' } else { b'.' };
                memchr::memchr_iter(byte, rest).map(|at| from + at).find(wanted)
            }
        };
        Cached::found(hit, searched, last)
    }
}

/// The first literal whose head the searcher finds.
fn literal(searcher: &packed::Searcher, window: &[u8], from: usize, last: bool) -> Cached {
    let mut span = aho_corasick::Span { start: from, end: window.len() };
    while let Some(head) = searcher.find_in(window, span) {
        match beginning(window, head.start()) {
            Ok(at) => return Cached { searched: at, hit: at },
            Err(next) => span.start = next,
        }
    }
    Cached { searched: open_end(window, from, last), hit: NOWHERE }
}

/// Where the literal begins whose head stands at `at`; or where to go on if it is none.
fn beginning(window: &[u8], at: usize) -> Result<usize, usize> {
    if chars::byte_at(window, at) == b':' {
        return if is_slashes(window, at) { Ok(at) } else { Err(at + 1) };
    }
    // A run of `w` is passed over at once, or each of them would be a head.
    let rest = window.get(at..).unwrap_or_default();
    let len = rest.iter().take_while(|byte| matches!(byte, b'w' | b'W')).count();
    let is_www = len >= 3 && rest.get(len) == Some(&b'.');
    if is_www { Ok(at + len - 3) } else { Err(at + len) }
}

impl Default for Cached {
    fn default() -> Cached {
        Cached { searched: 0, hit: NOWHERE }
    }
}

impl Cached {
    /// What a search has found; a hit from `searched` on is none yet, unless the window is the
    /// `last` one.
    fn found(hit: Option<usize>, searched: usize, last: bool) -> Cached {
        match hit {
            Some(at) if at < searched || last => Cached { searched: at, hit: at },
            _ => Cached { searched, hit: NOWHERE },
        }
    }

    /// The first hit at or behind `from`. From `end` on nothing is searched, so that a source that has
    /// come so far costs nothing at the hits of the others.
    #[inline]
    fn next(&mut self, from: usize, end: usize, search: impl FnOnce(usize) -> Cached) -> usize {
        if self.hit < from || self.hit == NOWHERE {
            let from = from.max(self.searched);
            if from >= end {
                return NOWHERE;
            }
            *self = search(from);
            work::add(self.searched - from);
        }
        self.hit
    }

    fn slide(&mut self, by: usize) {
        self.searched = self.searched.saturating_sub(by);
        if self.hit != NOWHERE {
            self.hit = self.hit.saturating_sub(by);
        }
    }
}

impl Cursor {
    /// Whether a hit at `at` has not been passed.
    #[inline]
    pub(crate) fn allows(&self, at: usize) -> bool {
        at >= self.from
    }

    /// Forgets the hits before `at`.
    pub(crate) fn pass(&mut self, at: usize) {
        self.from = self.from.max(at);
    }

    /// The window loses its first `by` bytes.
    pub(crate) fn slide(&mut self, by: usize) {
        self.literals.slide(by);
        self.colons.slide(by);
        self.bytes.slide(by);
        self.from = self.from.saturating_sub(by);
    }
}

/// Up to where a window is searched for good: a hit's neighbours have to be in sight.
fn open_end(window: &[u8], from: usize, last: bool) -> usize {
    if last { window.len() } else { window.len().saturating_sub(OVERLAP).max(from) }
}

fn is_slashes(window: &[u8], at: usize) -> bool {
    window.get(at + 1..).is_some_and(|rest| rest.starts_with(b"//"))
}

/// Most dots and many `@` stand at the end of a word or a line: two bytes tell.
fn is_between_words(window: &[u8], at: usize) -> bool {
    let next = chars::byte_at(window, at + 1);
    let before = chars::byte_before(window, at);
    (next.is_ascii_alphanumeric() || next >= 0x80) && before > b' '
}

fn bit(letter: u8) -> Option<(usize, u32)> {
    let letter = letter.to_ascii_lowercase();
    letter.is_ascii_alphabetic().then(|| (usize::from(letter & 31), 1 << (letter & 31)))
}

fn tails(schemes: &[&str]) -> Option<Box<Tails>> {
    let mut tails = Box::new([0; 32]);
    let mut any = false;
    for name in schemes.iter().filter(|name| scheme::may_lack_slashes(name)) {
        any = true;
        if let [.., before, last] = name.as_bytes()
            && let (Some((row, _)), Some((_, bit))) = (bit(*before), bit(*last))
            && let Some(row) = tails.get_mut(row)
        {
            *row |= bit;
        } else {
            // A name that ends in a digit or has one letter: any colon could be its own.
            tails.fill(u32::MAX);
        }
    }
    any.then_some(tails)
}

fn is_tail(tails: &Tails, window: &[u8], at: usize) -> bool {
    let last = chars::byte_before(window, at);
    let before = chars::byte_before(window, at.saturating_sub(1));
    match (bit(before), bit(last)) {
        (Some((row, _)), Some((_, bit))) => tails.get(row).is_some_and(|row| row & bit != 0),
        _ => tails.first() == Some(&u32::MAX) && last.is_ascii_alphanumeric(),
    }
}
