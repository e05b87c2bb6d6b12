//! Random texts and options: what no file and no preset has. The numbers are the same in each run, so two states of the
//! library search the same texts with the same options.

use linkwright::Finder;
use linkwright::find::{FinderBuilder, Preset};
use linkwright::options::{OptionInfo, ValueKind};

/// The longest piece of a text.
const PIECE: usize = 40;

/// What may be inside of a URI that was broken or typeset; real texts have few of them.
const BREAKS: [&str; 9] = [" ", "\n", "\n", "\r\n", "\n> ", "-\n", "=\n", "\u{AD}", "\u{2010}"];

/// A generator of pseudorandom numbers.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % end.max(1) as u64).unwrap_or_default()
    }

    fn pick<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        list.get(self.below(list.len()))
    }

    /// Pieces of `texts`, one after the other. Each text is equally likely, so that short ones are not rare. A piece begins
    /// with a word, and ends anywhere.
    pub(crate) fn text(&mut self, texts: &[Vec<u8>]) -> Vec<u8> {
        let mut made = Vec::new();
        for _ in 0..=self.below(8) {
            let text = self.pick(texts).map(Vec::as_slice).unwrap_or_default();
            let (at, len) = (self.below(text.len()), 1 + self.below(PIECE));
            let before = text.get(..at).unwrap_or_default();
            let start =
                before.iter().rposition(|byte| b" \n(<\"`".contains(byte)).map_or(0, |it| it + 1);
            let rest = text.get(start..).unwrap_or_default();
            made.extend_from_slice(rest.get(..len).unwrap_or(rest));
            if self.below(3) == 0 {
                made.extend_from_slice(self.pick(&BREAKS).map_or(b"", |it| it.as_bytes()));
            }
        }
        made
    }

    /// A finder with random options, and their names and values. Options that contradict each other are dropped.
    pub(crate) fn finder(&mut self) -> (String, Finder) {
        let preset = self.pick(Preset::ALL).copied().unwrap_or_default();
        let (mut builder, mut name) = (Finder::builder(), format!("{preset:?}"));
        builder.preset(preset);
        let options: Vec<&OptionInfo> = FinderBuilder::options().collect();
        for _ in 0..self.below(12) {
            let Some(option) = self.pick(&options) else { continue };
            let value = self.value(option.kind());
            let mut changed = builder.clone();
            if changed.set_text(option.name(), &value).is_ok() && changed.build().is_ok() {
                name = format!("{name} {}={value}", option.name());
                builder = changed;
            }
        }
        let finder = builder.build().unwrap_or_else(|_| Finder::preset(preset));
        (name, finder)
    }

    /// A value of this kind. Lists and texts without a table of their members get the name of a scheme.
    fn value(&mut self, kind: ValueKind) -> String {
        let names = match kind {
            ValueKind::Number { least, most, .. } => {
                let width = usize::try_from(most - least).unwrap_or_default();
                let above = self.pick(&[0, 10, 100, 1000]).map(|&near| self.below(near));
                let above = i64::try_from(above.unwrap_or_default().min(width)).unwrap_or_default();
                return (least + above).to_string();
            }
            ValueKind::Switch => &["true", "false"],
            ValueKind::Choice(names) => names,
            ValueKind::List { instead, members, .. } => {
                let lists = [instead, members, &["http,https", "http,https,mailto,tel", "foo"]];
                self.pick(&lists).copied().unwrap_or_default()
            }
            _ => &["http", "ftp", "http://base.example/a/"],
        };
        self.pick(names).copied().unwrap_or_default().to_owned()
    }
}
