use super::super::testing::{links, notes, places, survives};
use super::{is_calendar, is_card, is_utf8, read, split};

const EVENT: &str = "BEGIN:VCALENDAR\r\nATTENDEE;CN=\"B: O'Neil\";SENT-BY=\"mailto:a@a.example\":mailto:\r\n \
    bo@a.example\r\nDESCRIPTION;ALTREP=\"http://a.example/alt\":Join at https://meet.example/j/1234\r\n \
    56?pwd=abc\\, or call.\\nSee http://b.example/\\;x\\\\n\r\nURL:http://c.example/a\\,b\r\n\
    ATTACH;ENCODING=BASE64;VALUE=BINARY:aHR0cDovL2QuZXhhbXBsZS8=\r\n\
    X-ALT-DESC;FMTTYPE=text/html:<a href=\"http://e.e\r\n\txample/?a=1&amp\\;b=2\">e</a>\r\nEND:VCALENDAR\r\n";

#[test]
fn values_are_unfolded_and_unescaped() {
    let expected = [
        "mailto:a@a.example@sent-by",
        "mailto:bo@a.example@attendee",
        "http://a.example/alt@altrep",
        "https://meet.example/j/123456?pwd=abc",
        "http://b.example/;x",
        "http://c.example/a,b@url",
        "http://e.example/?a=1&b=2@href",
    ];
    assert_eq!(links(read, EVENT.as_bytes()), expected);
    // Lines may also end with only LF and be folded with tabs.
    let lines = EVENT.replace("\r\n", "\n").replace("\n ", "\n\t");
    assert_eq!(links(read, lines.as_bytes()), expected);
    let places = places(read, EVENT.as_bytes());
    assert_eq!(places[1], "mailto:\r\n bo@a.example");
    assert_eq!(places[3], "https://meet.example/j/123456?pwd=abc");
    assert_eq!(places[5], "http://c.example/a\\,b");
}

#[test]
fn a_fold_may_cut_a_character() {
    let text = "SUMMARY:x http://a.example/\u{FC}".as_bytes();
    let folded = [&text[..text.len() - 1], b"\r\n ", &text[text.len() - 1..], b"\r\n"].concat();
    assert_eq!(links(read, &folded), ["http://a.example/%C3%BC"]);
    assert!(is_utf8(&folded) && is_utf8(b"cut \xC3") && !is_utf8(b"caf\xE9 au lait"));
}

#[test]
fn a_line_that_does_not_begin_with_a_blank_is_not_a_continuation() {
    let text = b"SUMMARY:http://a.example/\r\nURL:x\r\nNOTE:http://b.example/\r\n\r\n c\r\n";
    assert_eq!(links(read, text), ["http://a.example/", "http://b.example/"]);
}

#[test]
fn values_of_vcards_are_read() {
    let card = b"BEGIN:VCARD\nitem1.URL;TYPE=home:http\\://a.example/\nURL:www.b.example\n\
        NOTE;ENCODING=QUOTED-PRINTABLE:see http://c.example/?a=3Db=\n&c=3Dd\n\
        PHOTO;BASE64:aHR0cDovL2QuZXhhbXBsZS8=\nEMAIL:a@b.example\nEND:VCARD\n";
    let expected = [
        "http://a.example/@url",
        "http://www.b.example",
        "http://c.example/?a=b&c=d",
        "mailto:a@b.example",
    ];
    assert_eq!(links(read, card), expected);
}

#[test]
fn windows_end_between_content_lines() {
    assert_eq!(split(b"A:b\nC:d\n"), 4);
    assert_eq!(split(b"A:b\nC:d\n e\nF"), 11);
    assert_eq!(split(b"A:b\n c"), 0);
    assert_eq!(split(b""), 0);
}

#[test]
fn calendars_are_recognized_by_their_beginning() {
    assert!(is_calendar(b"BEGIN:VCALENDAR\r\nVERSION:2.0") && is_card(b"\nbegin:vcard"));
    assert!(!is_card(b"BEGIN:VCARDS") && !is_calendar(b"BEGIN:VEVENT") && !is_calendar(b""));
}

#[test]
fn broken_calendars_are_read() {
    survives(read, EVENT.as_bytes());
    survives(read, b"A;B=\"c:d\r\n e;F=:=3D=\r\nNOTE;QUOTED-PRINTABLE:a=3D=\nb=\n\n");
    assert_eq!(notes(read, EVENT.as_bytes()).diagnostics, []);
}
