//! Checks that calendars and contact cards are read from files and from parts of messages, whether they are recognized
//! by their name, by their declared type or by their content.

use super::support::{Drip, Found, read_plainly};
use linkwright_harvest::Harvester;

const EVENT: &str = "BEGIN:VCALENDAR\r\nDESCRIPTION:Join https://meet.example/j/12345678901234567890?p\r\n \
    wd=abcdef\\nor http://b.example/\r\nEND:VCALENDAR\r\n";

const LINKS: [&str; 2] =
    ["text https://meet.example/j/12345678901234567890?pwd=abcdef", "text http://b.example/"];

fn without_places(found: &Found) -> Vec<&str> {
    found
        .links
        .iter()
        .map(|link| link.split_once('@').and_then(|(_, rest)| rest.split_once(' ')).unwrap().1)
        .collect()
}

#[test]
fn calendars_are_recognized_by_name_and_by_content() {
    for name in ["invite.ics", "x.ifb", "x", "x.txt", "x.vcf"] {
        assert_eq!(without_places(&read_plainly(name, EVENT.as_bytes())), LINKS, "{name}");
    }
}

#[test]
fn calendars_in_messages_are_unfolded() {
    let header = "Subject: a\nContent-Type: multipart/alternative; boundary=x\n\n--x\n";
    let message = format!("{header}Content-Type: text/calendar; method=REQUEST\n\n{EVENT}--x--\n");
    assert_eq!(without_places(&read_plainly("a.eml", message.as_bytes())), LINKS);
    let message = format!("{header}Content-Type: application/octet-stream\n\n{EVENT}--x--\n");
    assert_eq!(without_places(&read_plainly("a.eml", message.as_bytes())), LINKS);
}

#[test]
fn windows_of_long_calendars_do_not_end_inside_folded_lines() {
    let event = "NOTE:http://a.example/11111111\r\n 22222222\r\n";
    let calendar = format!("BEGIN:VCALENDAR\r\n{}", event.repeat(20_000));
    for step in [4096, 65_537] {
        let mut found = Found::default();
        let drip = Drip { bytes: calendar.as_bytes(), step };
        found.summary = Harvester::new().read("a.ics", drip, &mut found);
        assert_eq!(found.links.len(), 20_000);
        assert!(found.links.iter().all(|link| link.ends_with("/1111111122222222")));
    }
}
