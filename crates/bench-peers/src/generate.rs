//! Generated texts for machines without corpora. They are the same on every machine and in every run.
//!
//! They consist of random words, with as many links, dots and colons as real text has. Each host is a name that RFC
//! 2606 reserves for examples, or a subdomain of such a name.

use core::fmt::Write;

/// The length of each generated text except the chat, in bytes. The real files have the same length.
const LEN: usize = 4 << 20;
const CHAT_LEN: usize = 700_000;

const WORDS: [&str; 48] = [
    "the",
    "a",
    "of",
    "and",
    "to",
    "in",
    "is",
    "that",
    "for",
    "with",
    "this",
    "on",
    "when",
    "not",
    "buffer",
    "patch",
    "list",
    "value",
    "reader",
    "option",
    "release",
    "thread",
    "file",
    "driver",
    "because",
    "changed",
    "returns",
    "default",
    "between",
    "message",
    "version",
    "before",
    "error",
    "should",
    "kernel",
    "window",
    "parse",
    "table",
    "number",
    "string",
    "user",
    "test",
    "it",
    "directory",
    "configuration",
    "implementation",
    "documentation",
    "compatibility",
];

const WIDE_WORDS: [&str; 24] = [
    "сервер",
    "который",
    "при",
    "ошибка",
    "файл",
    "строка",
    "значение",
    "не",
    "настройка",
    "и",
    "を使用する",
    "ファイル",
    "設定",
    "について",
    "変更",
    "場合は",
    "默认值",
    "软件包",
    "如果",
    "文件系统",
    "παράμετρος",
    "αρχείο",
    "και",
    "για",
];

const HOSTS: [&str; 8] = [
    "example.com",
    "www.example.org",
    "docs.example.net",
    "lists.example.org",
    "git.example.com",
    "bugs.example.net",
    "registry.npm.example.com",
    "a.b.example.org",
];

/// `SplitMix64`: a small generator that is good enough to shuffle words.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: u64) -> u64 {
        self.roll() % end
    }

    /// Returns `true` once in `times` calls, on average.
    fn one_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        let at = self.below(of.len() as u64);
        usize::try_from(at).ok().and_then(|at| of.get(at)).copied().unwrap_or_default()
    }
}

/// A text under construction.
struct Writer {
    text: String,
    dice: Dice,
}

/// Writes the output of `one`, such as paragraphs or lines, until the text has `len` bytes.
fn fill(seed: u64, len: usize, one: impl Fn(&mut Writer)) -> String {
    let mut writer = Writer { text: String::with_capacity(len + 4096), dice: Dice(seed) };
    while writer.text.len() < len {
        one(&mut writer);
    }
    writer.text
}

impl Writer {
    fn put(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Appends a number below `below`.
    fn number(&mut self, below: u64) {
        let number = self.dice.below(below);
        // Writing to a string does not fail.
        let _ = write!(self.text, "{number}");
    }

    fn word(&mut self) {
        let word = self.dice.pick(&WORDS);
        self.put(word);
    }

    fn wide_word(&mut self) {
        let word = self.dice.pick(&WIDE_WORDS);
        self.put(word);
    }

    /// Appends a sentence of about ten words, with punctuation.
    fn sentence(&mut self, word: fn(&mut Writer)) {
        for _ in 0..5 + self.dice.below(10) {
            word(self);
            let mark = match self.dice.below(24) {
                0 => ", ",
                1 => ": ",
                2 => "\n",
                3 => " - ",
                _ => " ",
            };
            self.put(mark);
        }
        word(self);
        self.put(".\n");
    }

    fn url(&mut self) {
        let scheme = if self.dice.one_in(4) { "http://" } else { "https://" };
        let host = self.dice.pick(&HOSTS);
        self.put(scheme);
        self.put(host);
        for _ in 0..self.dice.below(4) {
            self.put("/");
            self.word();
            if self.dice.one_in(3) {
                self.put("-");
                self.number(100_000);
            }
        }
        match self.dice.below(6) {
            0 => {
                self.put("?id=");
                self.number(100_000);
                self.put("&view=");
                self.word();
            }
            1 => {
                self.put(".html#");
                self.word();
            }
            2 => self.put("/"),
            _ => {}
        }
    }

    /// Appends a link in one of the forms that people use, sometimes with delimiters.
    fn link(&mut self) {
        match self.dice.below(12) {
            0 => {
                self.put("<URL:");
                self.url();
                self.put(">");
            }
            1 => {
                self.put("(see ");
                self.url();
                self.put(")");
            }
            2 => self.put("www.example.org/start"),
            3 => {
                self.word();
                self.put("@example.com");
            }
            4 => {
                self.url();
                self.put(".");
            }
            5 => self.put("example.com"),
            _ => self.url(),
        }
    }
}

/// Paragraphs with about one link per KB; some lines begin like quoted text.
pub(crate) fn mail() -> String {
    fill(1, LEN, |w| {
        if w.dice.one_in(3) {
            w.put("> ");
        }
        w.sentence(Writer::word);
        if w.dice.one_in(13) {
            w.link();
            w.put("\n");
        }
        if w.dice.one_in(5) {
            w.put("\n");
        }
    })
}

/// Paragraphs without a link.
pub(crate) fn prose() -> String {
    fill(2, LEN, |w| {
        w.sentence(Writer::word);
        if w.dice.one_in(5) {
            w.put("\n");
        }
    })
}

/// One URL per line.
pub(crate) fn links() -> String {
    fill(3, LEN, |w| {
        w.url();
        w.put("\n");
    })
}

/// Source code and log lines, with many dots, colons and symbols, and a few links.
pub(crate) fn code() -> String {
    fill(4, LEN, |w| match w.dice.below(1000) {
        0 => {
            w.put("// see ");
            w.url();
            w.put("\n");
        }
        1..150 => {
            for part in ["2024-05-1", " 12:3", ":0", " INFO "] {
                w.put(part);
                w.number(10);
            }
            w.put(" worker: ");
            w.sentence(Writer::word);
        }
        150..400 => {
            w.put("    let ");
            w.word();
            w.put(" = self.");
            w.word();
            w.put(".iter().map(|x| x.");
            w.word();
            w.put(" + ");
            w.number(1000);
            w.put(").collect::<Vec<_>>();\n");
        }
        400..800 => {
            w.put("static int ");
            w.word();
            w.put("_");
            w.word();
            w.put("(struct ctx *c) { return c->");
            w.word();
            w.put(" ? 1 : 0; }\n");
        }
        _ => {
            w.put("    # ");
            w.sentence(Writer::word);
        }
    })
}

/// Cyrillic, Greek, Chinese and Japanese words, with one link per 8 KB.
pub(crate) fn nonascii() -> String {
    fill(5, LEN, |w| {
        w.sentence(Writer::wide_word);
        if w.dice.one_in(50) {
            w.link();
            w.put("\n");
        }
    })
}

/// HTML: most URLs are in attributes.
pub(crate) fn pages() -> String {
    fill(6, LEN, |w| {
        w.put("<p class=\"");
        w.word();
        w.put("\">");
        for _ in 0..3 {
            w.sentence(Writer::word);
        }
        if w.dice.one_in(3) {
            w.put("<a class=\"reference internal\" href=\"../");
            w.word();
            w.put(".html\">");
            w.word();
            w.put("</a>");
        }
        if w.dice.one_in(12) {
            w.put("<a href=\"");
            w.url();
            w.put("\">");
            w.word();
            w.put("</a> &mdash; ");
        }
        w.put("</p>\n");
    })
}

/// Markdown: headings, badges, lists, code.
pub(crate) fn readme() -> String {
    fill(7, LEN, |w| match w.dice.below(12) {
        0 => {
            w.put("\n## ");
            w.word();
            w.put("\n\n");
        }
        1 => {
            w.put("[![build](");
            w.url();
            w.put(".svg)](");
            w.url();
            w.put(")\n");
        }
        2 => {
            w.put("* [");
            w.word();
            w.put("](");
            w.url();
            w.put("): ");
            w.sentence(Writer::word);
        }
        3 => {
            w.put("```sh\nnpm install --save ");
            w.word();
            w.put("\n```\n");
        }
        _ => w.sentence(Writer::word),
    })
}

/// One message per line; one message in seven has a link.
pub(crate) fn chat() -> String {
    fill(8, CHAT_LEN, |w| {
        for _ in 0..2 + w.dice.below(30) {
            w.word();
            let mark = if w.dice.one_in(8) { ". " } else { " " };
            w.put(mark);
        }
        match w.dice.below(7) {
            0 => w.link(),
            1 => w.put("v1.2.3 :)"),
            2 => w.put("ok?"),
            _ => w.word(),
        }
        w.put("\n");
    })
}
