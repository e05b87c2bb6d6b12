//! Tests of the tables of options: setting an option by name has the same effect as the typed method, and the defaults
//! are those of the presets.

use std::fs;
use std::path::{Path, PathBuf};

use linkwright::find::FinderBuilder;
use linkwright::link::{HtmlLinkerBuilder, TerminalLinkerBuilder};
use linkwright::options::{OptionError, OptionInfo, Value};

mod by_name;
mod errors;
#[path = "../support/generated.rs"]
#[cfg(all(feature = "domains", feature = "markdown"))]
mod generated;
mod kinds;
mod names;
mod page;
#[cfg(all(feature = "domains", feature = "markdown"))]
mod playground;
mod presets;

/// The methods that the tests call on the builders of finders and linkers.
trait Builder: Clone {
    fn list() -> Vec<&'static OptionInfo>;
    fn value(&self, name: &str) -> Option<Value>;
    fn change(&mut self, name: &str, value: Value) -> Result<(), OptionError>;
}

macro_rules! builder {
    ($builder:ty) => {
        impl Builder for $builder {
            fn list() -> Vec<&'static OptionInfo> {
                <$builder>::options().collect()
            }

            fn value(&self, name: &str) -> Option<Value> {
                self.get(name)
            }

            fn change(&mut self, name: &str, value: Value) -> Result<(), OptionError> {
                self.set(name, value).map(|_| ())
            }
        }
    };
}

builder!(FinderBuilder);
builder!(HtmlLinkerBuilder);
builder!(TerminalLinkerBuilder);
#[cfg(feature = "markdown")]
builder!(linkwright::rewrite::markdown::MarkdownLinkerBuilder);

fn values<B: Builder>(builder: &B) -> Vec<(&'static str, Value)> {
    let value = |option: &&OptionInfo| (option.name(), builder.value(option.name()).unwrap());
    B::list().iter().map(value).collect()
}

fn map(members: &[(&str, &str)]) -> Value {
    Value::Map(members.iter().map(|(name, text)| ((*name).to_owned(), (*text).into())).collect())
}

/// The content of every file in `fixtures`, without the brackets around matches.
fn fixtures() -> Vec<String> {
    let mut folders = vec![root().join("fixtures")];
    let mut texts = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                texts.push(fs::read_to_string(path).unwrap().replace(['⟦', '⟧'], ""));
            }
        }
    }
    assert!(texts.len() > 100);
    texts
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}
