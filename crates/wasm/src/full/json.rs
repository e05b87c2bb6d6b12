//! A writer of JSON.

use core::fmt::Write;

/// Writes JSON. Commas are written before whatever follows a value.
#[derive(Default)]
pub(crate) struct Json(pub(crate) String);

impl Json {
    /// Writes the comma before the next value, unless it is the first one.
    pub(crate) fn item(&mut self) {
        if !self.0.is_empty() && !self.0.ends_with(['[', '{', ':']) {
            self.0.push(',');
        }
    }

    pub(crate) fn open(&mut self) {
        self.item();
        self.0.push('{');
    }

    pub(crate) fn close(&mut self) {
        self.0.push('}');
    }

    pub(crate) fn key(&mut self, key: &str) -> &mut Json {
        self.string(key);
        self.0.push(':');
        self
    }

    pub(crate) fn raw(&mut self, value: impl core::fmt::Display) {
        // Writing to a `String` does not fail.
        let _ = write!(self.0, "{value}");
    }

    pub(crate) fn number(&mut self, key: &str, value: Option<impl Into<i64>>) {
        if let Some(value) = value {
            self.key(key).raw(value.into());
        }
    }

    pub(crate) fn text(&mut self, key: &str, value: &str) {
        self.key(key).string(value);
    }

    pub(crate) fn pair(&mut self, key: &str, [start, end]: [u32; 2]) {
        self.key(key).raw(format_args!("[{start},{end}]"));
    }

    pub(crate) fn list<T>(
        &mut self,
        items: impl IntoIterator<Item = T>,
        mut write: impl FnMut(&mut Json, T),
    ) {
        self.0.push('[');
        items.into_iter().for_each(|item| write(self, item));
        self.0.push(']');
    }

    pub(crate) fn strings<'t>(&mut self, texts: impl Iterator<Item = &'t str>) {
        self.list(texts, Json::string);
    }

    pub(crate) fn string(&mut self, text: &str) {
        self.item();
        self.0.push('"');
        for c in text.chars() {
            match c {
                '"' | '\\' => self.0.extend(['\\', c]),
                c if c.is_control() => self.raw(format_args!("\\u{:04x}", u32::from(c))),
                c => self.0.push(c),
            }
        }
        self.0.push('"');
    }
}
