//! Reads files that contain one link: Internet shortcuts (`.url`) and desktop entries (`.desktop`).
//!
//! Both formats have sections with keys and values. The values of certain keys are references; the other values are
//! searched.

use std::borrow::Cow;

use linkwright::Span;
use linkwright::rewrite::TextRun;

use super::marked_text::has_scheme;
use super::value;
use crate::encoding::utf7;
use crate::model::Origin;
use crate::sink::Sink;

/// The section whose values are in UTF-7.
const WIDE: &[u8] = b"InternetShortcut.W";
const DESKTOP: &[u8] = b"Desktop Entry";

/// Whether `head` is the beginning of an Internet shortcut or a desktop entry. The first line that is not a comment
/// must begin a section of such a file. If this section is `[DEFAULT]`, `head` must also contain the section
/// `[InternetShortcut]`.
pub(crate) fn is_shortcut(head: &[u8]) -> bool {
    const FIRST: [&[u8]; 4] =
        [b"[InternetShortcut]", b"[Desktop Entry]", b"[DEFAULT]", b"[{000214A0-"];
    let mut lines = head.split(|byte| matches!(byte, b'\r' | b'\n')).map(<[u8]>::trim_ascii);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with(b"#"));
    let is_known = first.is_some_and(|line| FIRST.iter().any(|one| line.starts_with(one)));
    is_known
        && (first != Some(b"[DEFAULT]")
            || memchr::memmem::find(head, b"[InternetShortcut]").is_some())
}

pub(crate) fn read(document: &[u8], sink: &mut dyn Sink) {
    let mut section: &[u8] = b"";
    let mut at = 0;
    while at < document.len() && !sink.is_cancelled() {
        let rest = document.get(at..).unwrap_or_default();
        let len = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        let line = Span::new(at, at + len).trimmed(document);
        at += len + 1;
        match line.of(document) {
            [b'[', name @ .., b']'] => section = name,
            [b'#' | b';', ..] => sink.search(document, line),
            text => match memchr::memchr(b'=', text) {
                Some(sign) => {
                    let key = text.get(..sign).unwrap_or_default().trim_ascii();
                    let place = Span::new(line.start() + sign + 1, line.end()).trimmed(document);
                    pair(document, section, (key, place), sink);
                }
                None => sink.search(document, line),
            },
        }
    }
}

/// Reads a key and its value.
fn pair(document: &[u8], section: &[u8], (key, place): (&[u8], Span), sink: &mut dyn Sink) {
    let text = place.of(document);
    let meaning = match section {
        WIDE => Cow::Owned(utf7::decode(text)),
        DESKTOP => unescaped(text),
        _ => Cow::Borrowed(text),
    };
    let name = key.split(|byte| *byte == b'[').next().unwrap_or_default();
    let name = String::from_utf8_lossy(name).to_ascii_lowercase();
    let reference = String::from_utf8_lossy(&meaning);
    match &*name {
        "url" | "baseurl" | "origurl" if !reference.is_empty() => {
            sink.existing(&reference, place, Origin::Attribute, &name);
        }
        // Most icons are local files.
        "iconfile" | "icon" if has_scheme(&reference) => {
            sink.existing(&reference, place, Origin::Attribute, &name);
        }
        "iconfile" | "icon" => {}
        _ if meaning == text => value::search(document, place, sink),
        _ => {
            let mut run = TextRun::new(document);
            run.push_decoded(&meaning, place);
            value::search_run(&run, sink);
        }
    }
}

/// A value with the escapes of the Desktop Entry Specification decoded.
fn unescaped(text: &[u8]) -> Cow<'_, [u8]> {
    if memchr::memchr(b'\\', text).is_none() {
        return Cow::Borrowed(text);
    }
    let mut out = Vec::with_capacity(text.len());
    let mut bytes = text.iter();
    while let Some(&byte) = bytes.next() {
        let meaning = match (byte, bytes.as_slice().first()) {
            (b'\\', Some(b's')) => b' ',
            (b'\\', Some(b'n')) => b'\n',
            (b'\\', Some(b't')) => b'\t',
            (b'\\', Some(b'r')) => b'\r',
            (b'\\', Some(b'\\')) => b'\\',
            _ => {
                out.push(byte);
                continue;
            }
        };
        bytes.next();
        out.push(meaning);
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{links, places, survives};
    use super::{is_shortcut, read};

    #[test]
    fn internet_shortcuts_are_read() {
        let file = b"[DEFAULT]\r\nBASEURL=http://a.example/\r\n[InternetShortcut]\r\nURL=http://a.example/b?c=d\r\n\
            IDList=\r\nIconFile=http://a.example/favicon.ico\r\nIconIndex=1\r\nHotKey=0\r\nModified=20F06BA06D07BD014D\r\n\
            [InternetShortcut.W]\r\nURL=http://a.example/+AOk-\r\n";
        let expected = [
            "http://a.example/@baseurl",
            "http://a.example/b?c=d@url",
            "http://a.example/favicon.ico@iconfile",
            "http://a.example/\u{E9}@url",
        ];
        assert_eq!(links(read, file), expected);
        assert_eq!(places(read, file)[1], "http://a.example/b?c=d");
        assert_eq!(links(read, b"[InternetShortcut]\nIconFile=C:\\a.ico"), [""; 0]);
    }

    #[test]
    fn desktop_entries_are_read() {
        let file = b"#!/usr/bin/env xdg-open\n[Desktop Entry]\nType=Link\nURL[$e]=http://a.example/b\\sc\n\
            Name[de]=A\nComment=see http://c.example/.\nIcon=text-html\nExec=firefox http://d.example/ %u\n";
        let expected = ["http://a.example/b c@url", "http://c.example/", "http://d.example/"];
        assert_eq!(links(read, file), expected);
    }

    #[test]
    fn files_are_recognized_by_their_first_section() {
        assert!(is_shortcut(b"\r\n[InternetShortcut]\r\nURL=x"));
        assert!(is_shortcut(b"# x\n[Desktop Entry]\n"));
        assert!(!is_shortcut(b"[DEFAULT]\na=b") && !is_shortcut(b"see [Desktop Entry]"));
    }

    #[test]
    fn broken_files_are_read() {
        survives(read, b"[InternetShortcut.W]\nURL=http://a.example/+AOk-\n[Desktop Entry]\nURL=a\\sb\\\n=\n[\n");
    }
}
