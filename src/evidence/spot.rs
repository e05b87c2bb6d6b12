//! A line end that a URI reaches, with the text around it from which the facts are computed.

use std::borrow::Cow;

use super::bytes::{self, POINTS, trimmed};
use super::classes::{Classes, Shape};
use crate::candidate::line_end::LineEnd;
use crate::candidate::lines::{self, TextBefore};
use crate::candidate::name;
use crate::span::Span;
use crate::text::chars;
use crate::text::wordlist::WordList;

/// Names of folders that have one entry for each commit, ticket, page or message.
static FOLDERS_OF_ENTRIES: WordList = WordList::new(
    "blob bug bugs commit commits id issue issues message messages msgid patch patches post posts pull \
     questions thread ticket tickets tree user wiki",
);

/// The number of bytes that are read after the token below.
pub(crate) const AHEAD: usize = 1024;

/// A line end that a URI reaches, and the text around it.
#[derive(Clone, Debug)]
pub(crate) struct Spot<'t> {
    pub(super) text: &'t [u8],
    /// The part of the text before the URI that may be read.
    pub(super) text_before: TextBefore,
    pub(super) line_end: &'t LineEnd,
    /// The pieces of the URI so far.
    pub(super) pieces: &'t [Span],
    /// The offset at which the URI begins, including a prefix such as `URL:`.
    pub(super) outset: usize,
    pub(super) is_flowed: bool,
    /// The number of bytes of the line below that would have fitted at the end of the line above, if the text was laid
    /// out.
    pub(super) room: Option<usize>,
    /// The URI up to the line end: its pieces, joined.
    pub(super) above: Cow<'t, [u8]>,
    /// The run of URI characters that begins the line below.
    pub(super) token: &'t [u8],
    /// The token without the punctuation and the closing brackets and quotes at its end.
    pub(super) core: &'t [u8],
    /// The classes of the bytes of `core`, and of the bytes of the token after it.
    pub(super) shape: Shape,
    pub(super) tail: Classes,
}

impl<'t> Spot<'t> {
    pub(crate) fn new(
        text: &'t [u8],
        text_before: TextBefore,
        line_end: &'t LineEnd,
        pieces: &'t [Span],
        outset: usize,
        is_flowed: bool,
        room: Option<usize>,
    ) -> Spot<'t> {
        let token = line_end.token.of(text);
        let above = match pieces {
            [piece] => Cow::Borrowed(piece.of(text)),
            _ => Cow::Owned(pieces.iter().flat_map(|piece| piece.of(text)).copied().collect()),
        };
        let core = trimmed(trimmed(token, POINTS), TAIL);
        let shape = Shape::of(core);
        let tail = Classes::of(token.get(core.len()..).unwrap_or_default());
        Spot {
            text,
            text_before,
            line_end,
            pieces,
            outset,
            is_flowed,
            room,
            above,
            token,
            core,
            shape,
            tail,
        }
    }

    /// The last byte of the URI above.
    pub(super) fn last(&self) -> u8 {
        self.above.last().copied().unwrap_or(0)
    }

    /// The first byte of the token below.
    pub(super) fn first(&self) -> u8 {
        self.token.first().copied().unwrap_or(0)
    }

    /// The offset at which the URI begins, without a prefix.
    pub(super) fn start(&self) -> usize {
        self.pieces.first().map_or(0, |piece| piece.start())
    }

    /// The columns of the line above, from its beginning to the end of the URI.
    pub(super) fn width(&self) -> usize {
        bytes::columns(Span::new(self.line_end.start, self.line_end.gap.start()).of(self.text))
    }

    /// The closer of the bracket or quote directly before the URI; `None` if another byte is there.
    pub(super) fn closer(&self) -> Option<u8> {
        let before = self.outset.checked_sub(1).filter(|&at| at >= self.text_before.floor)?;
        match chars::byte_at(self.text, before) {
            b'(' => Some(b')'),
            b'[' => Some(b']'),
            b'{' => Some(b'}'),
            b'<' => Some(b'>'),
            quote @ (b'"' | b'\'' | b'`' | b'*') => Some(quote),
            _ => None,
        }
    }

    /// The part of the URI above after its authority: path, query and fragment.
    pub(super) fn path(&self) -> &[u8] {
        self.above.get(authority_of(&self.above).end()..).unwrap_or_default()
    }

    /// Whether a join is impossible, so that no evidence is weighed: the URI is complete before the line
    /// ends, or the token is the beginning of something else.
    pub(super) fn is_barred(&self) -> bool {
        let may_hold_uri = self.shape.all().has(Classes::COLON) && self.last() != b'=';
        let holds_uri = may_hold_uri && bytes::has_slashes(self.token);
        self.is_field()
            || self.is_elided()
            || self.is_closed()
            || holds_uri
            || self.begins_other()
            || self.moves_host()
            || self.precedes_address()
            || self.is_whole_other()
            || self.is_row()
            || self.is_listing()
            || self.ends_in_line_number()
    }

    /// Whether the URI above is the value of a field, and the token is the name of the next one: `Link: https://h/x`
    /// and `Reported-by: Jane` below.
    fn is_field(&self) -> bool {
        let is_name = matches!(self.token, [_, .., b':'])
            && matches!(chars::byte_at(self.text, self.line_end.token.end()), b' ' | b'\t');
        let lead = || Span::new(self.line_end.own.content, self.outset).of(self.text);
        is_name && self.pieces.len() == 1 && is_label(lead())
    }

    /// Whether the URI above ends in the dash `--`, or in `..` or `…`, which show that the author shortened it.
    fn is_elided(&self) -> bool {
        self.above.ends_with(b"..")
            || self.above.ends_with(b"--")
            || self.above.ends_with("…".as_bytes())
    }

    /// Whether the URI above contains the closer of a bracket or quote before it, or ends in a closer that
    /// belongs to the text around it.
    fn is_closed(&self) -> bool {
        let end = trimmed(&self.above, POINTS);
        let is_quoted = matches!(end, [.., b'\'' | b']' | b'*' | b'}'] | [.., b'\'', b')' | b'/']);
        let is_closed = |closer| match closer {
            b')' => bytes::count(&self.above, b')') > bytes::count(&self.above, b'('),
            b']' => bytes::count(&self.above, b']') > bytes::count(&self.above, b'['),
            _ => bytes::has(&self.above, closer),
        };
        is_quoted || self.closer().is_some_and(is_closed)
    }

    /// Whether the URI above ends in the number of a line of source (`#L1520`), and the token does not
    /// continue that number.
    fn ends_in_line_number(&self) -> bool {
        let number = bytes::end_run(&self.above, u8::is_ascii_digit);
        let before = self.above.get(..self.above.len() - number.len()).unwrap_or_default();
        let is_number = !number.is_empty() && (before.ends_with(b"#L") || before.ends_with(b"#l"));
        is_number && !matches!(self.first(), b'0'..=b'9' | b'-')
    }

    /// Whether the token is a whole thing of another kind: a telephone number, the prompt of a shell
    /// (`name@host:/path$`), a path on a server (`ftp.example.org:/pub`), or after a folder another host. After a key, a
    /// hyphen or a digit, a number is the rest of another one.
    fn is_whole_other(&self) -> bool {
        let classes = self.shape.all();
        let is_rest = || matches!(self.last(), b'=' | b'-' | b'0'..=b'9');
        let is_phone = || classes.are(Classes::PHONE) && !is_rest() && bytes::is_phone(self.core);
        let is_prompt =
            || classes.has(Classes::AT) && matches!(self.token, [.., b'$' | b'#' | b'%']);
        let host = || bytes::before_first(self.token, b':');
        let is_place = || {
            let path = self.token.get(host().len()..).unwrap_or_default();
            path.starts_with(b":/") && !path.starts_with(b"://") && bytes::is_domain(host())
        };
        is_phone()
            || (classes.has(Classes::COLON) && (is_prompt() || is_place()))
            || (self.last() == b'/' && bytes::is_common_host(self.core))
    }

    /// Whether three blanks or more are before the URI and after the token, as between the columns of a table.
    fn is_row(&self) -> bool {
        let lead = Span::new(self.line_end.own.content, self.outset).of(self.text);
        let rest = self.text.get(self.line_end.token.end()..).unwrap_or_default();
        self.pieces.len() == 1 && lead.ends_with(b"   ") && rest.starts_with(b"   ")
    }

    /// Whether the token and the line after it are file names, as in a listing of a folder.
    fn is_listing(&self) -> bool {
        let is_file = |token: &[u8]| bytes::has_extension(trimmed(token, POINTS));
        if !self.shape.all().has(Classes::DOT) || !is_file(self.token) {
            return false;
        }
        let next = lines::skip_blanks(self.text, self.line_end.token.end());
        let broken = lines::break_len(self.text, next);
        let below = lines::prefix(self.text, next + broken, usize::MAX).content;
        let line = self.text.get(below..).unwrap_or_default();
        let token = bytes::start_run(line, |&byte| byte > b' ');
        let is_alone = matches!(line.get(token.len()), None | Some(b'\n' | b'\r'));
        broken > 0 && is_alone && is_file(token)
    }

    /// Whether the token is an e-mail address, and the URI above does not end in a folder of messages or in
    /// the first part of a Message-ID.
    fn precedes_address(&self) -> bool {
        if !self.shape.all().has(Classes::AT) {
            return false;
        }
        let is_address = bytes::is_address(trimmed(self.core, b"/"));
        let segment = bytes::after_last(&self.above, b'/');
        let is_message_id = segment.iter().filter(|byte| byte.is_ascii_digit()).count() >= 4;
        is_address && self.last() != b'-' && !is_message_id && !self.is_folder_of_entries()
    }

    /// Whether the URI above ends in a folder that has one entry for each commit, ticket, page or
    /// message.
    pub(super) fn is_folder_of_entries(&self) -> bool {
        let folder = self.above.strip_suffix(b"/").unwrap_or_default();
        let name = bytes::after_last(folder, b'/');
        FOLDERS_OF_ENTRIES.contains(name) && name.iter().all(u8::is_ascii_lowercase)
    }

    /// Whether the URI above ends in a complete host that a join would change, or the token would continue its host to one
    /// without a top-level domain.
    fn moves_host(&self) -> bool {
        let is_border = |byte| matches!(byte, b'/' | b'?' | b'#' | b':');
        let Some(host) = self.host_at_end().filter(|_| !is_border(self.first())) else {
            return false;
        };
        let whole = [host, bytes::start_run(self.core, |&byte| !is_border(byte))].concat();
        let has_label = bytes::after_last(&whole, b'.').iter().any(u8::is_ascii_alphabetic);
        let is_lost = || bytes::has(&whole, b'.') && !name::is_public_host(&whole);
        is_complete(host)
            || (cfg!(feature = "domains") && self.last() != b':' && has_label && is_lost())
    }

    /// The authority of the URI above, if the URI ends with it.
    fn host_at_end(&self) -> Option<&[u8]> {
        // A slash ends the authority, and most URIs have one.
        let before = memchr::memrchr(b'/', &self.above).map(|slash| self.above.get(..slash));
        if before.flatten().is_some_and(|before| !before.ends_with(b"/")) {
            return None;
        }
        let span = authority_of(&self.above);
        (span.end() == self.above.len()).then_some(span.of(&self.above))
    }

    /// Whether the token begins with a bracket, a quote or a similar mark, or is the mark of a list item or a part of a word.
    fn begins_other(&self) -> bool {
        let marks = b"([{$*'!)],;|";
        let before = self.outset.checked_sub(1).map(|at| chars::byte_at(self.text, at));
        // A letter outside ASCII after the token: it is a part of a word, such as `n` of `näher`.
        let runs_on = matches!(chars::byte_at(self.text, self.line_end.token.end()), 0xC3..=0xDF);
        // `-http://h` and `-x` below: two items of a list.
        let is_item = matches!(self.first(), b'-' | b'+') && before == Some(self.first());
        runs_on || is_item || marks.contains(&self.first()) || self.is_list_mark()
    }

    /// Whether the token is the mark of a list item: `2.`, `3)`, `b)`, `[4]`.
    fn is_list_mark(&self) -> bool {
        let (last, head) = self.token.split_last().unwrap_or((&0, &[]));
        let is_number = bytes::all(head, u8::is_ascii_digit);
        match last {
            b'.' => is_number,
            b')' | b']' => {
                is_number || head.len() == 1 || (head.len() <= 4 && head.starts_with(b"["))
            }
            _ => !self.shape.all().has(Classes::LETTER | Classes::DIGIT),
        }
    }
}

/// Whether `host` ends in a top-level domain, as far as its form shows. A host of `www.` and one label is not complete. A
/// hyphen after the host belongs to the text.
fn is_complete(host: &[u8]) -> bool {
    let host = trimmed(host, b"-");
    let is_www = host.starts_with(b"www.") && bytes::count(host, b'.') == 1;
    let label = bytes::after_last(host, b'.');
    let is_whole = bytes::has(host, b'.') && bytes::all(label, u8::is_ascii_alphabetic);
    is_whole && label.len() >= 2 && !is_www
}

/// Whether `lead`, the text before a URI on its line, ends in a colon after words.
pub(super) fn is_label(lead: &[u8]) -> bool {
    lead.trim_ascii_end().ends_with(b":") && lead.iter().any(u8::is_ascii_alphabetic)
}

/// The span of the authority in `uri`, which begins with a scheme and `://` or with its host.
fn authority_of(uri: &[u8]) -> Span {
    let border = |byte: &u8| matches!(byte, b'/' | b'?' | b'#');
    let scheme = bytes::start_run(uri, |byte| *byte != b':' && !border(byte)).len();
    let has_scheme = uri.get(scheme..).is_some_and(|rest| rest.starts_with(b"://"));
    let start = if has_scheme { scheme + 3 } else { 0 };
    let rest = uri.get(start..).unwrap_or_default();
    Span::new(start, start + rest.iter().position(border).unwrap_or(rest.len()))
}

/// The bytes at the end of a token that may belong to the sentence and not to the URI.
const TAIL: &[u8] = b")]'.,*}";
