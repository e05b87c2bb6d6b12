//! Compares the cost of harvesting a mailbox with the cost of only parsing its messages with mail-parser.
//!
//! ```sh
//! cargo build --release -p linkwright-harvest --example mail
//! for who in harvest mail-parser; do
//!     valgrind --tool=callgrind --callgrind-out-file=/dev/null \
//!         target/release/examples/mail $who box.mbox
//! done
//! ```
//!
//! In `mail-parser` mode, that crate also splits the mailbox into messages. The commands above count instructions
//! instead of measuring time, because instruction counts do not depend on what else the machine is doing.

#![allow(clippy::print_stdout, reason = "a command prints its result")]

use std::fs::File;
use std::io::BufReader;
use std::{env, process};

use linkwright_harvest::{Harvester, Located};
use mail_parser::MessageParser;
use mail_parser::mailbox::mbox::MessageIterator;

fn main() {
    let words: Vec<String> = env::args().collect();
    let [_, who, path] = &words[..] else {
        eprintln!("usage: mail harvest|mail-parser MAILBOX");
        process::exit(2);
    };
    match &**who {
        "harvest" => harvest(path),
        _ => parse(path),
    }
}

fn harvest(path: &str) {
    let mut links = 0;
    let summary = Harvester::new().read_path(path, &mut |_: &Located<'_>| links += 1);
    println!("{} messages, {links} links", summary.messages);
}

fn parse(path: &str) {
    let file = BufReader::new(File::open(path).expect("the mailbox can be opened"));
    let parser = MessageParser::default();
    let (mut messages, mut bytes) = (0, 0);
    for message in MessageIterator::new(file) {
        let message = message.expect("the mailbox can be read");
        let Some(message) = parser.parse(message.contents()) else { continue };
        messages += 1;
        // `parse` has already decoded the bodies. Their lengths are summed only so that the result is used.
        bytes += message
            .text_bodies()
            .filter_map(|part| part.text_contents())
            .map(str::len)
            .sum::<usize>();
    }
    println!("{messages} messages, {bytes} bytes of text");
}
