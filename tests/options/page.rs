//! Checks that `docs/options.md` is the page that the tables of options generate.
#![cfg(all(feature = "domains", feature = "markdown"))]

use core::fmt::Write as _;

use linkwright::find::{FinderBuilder, Flag, Preset, Schemes};
use linkwright::link::{HtmlLinkerBuilder, TerminalLinkerBuilder};
use linkwright::options::{OptionInfo, Value};
use linkwright::rewrite::markdown::MarkdownLinkerBuilder;

const HEAD: &str = "\
# Options

<!-- Generated from the tables of the library: BLESS=1 cargo test --all-features --test options the_page -->

An option has the same name in Rust, in the command, in its configuration and in `linkwright pipe`:

- in Rust, `set(\"name\", value)`, `set_text(\"name\", \"text\")`, `get(\"name\")`, and the method of the builder with this name;
- in the command, `--set name=value`, with the value as `set_text` parses it; `linkwright options` lists the names. The
  options that people type often also have a flag, which `linkwright options` shows: `--domains`, `--scheme http,ftp`;
- in `linkwright pipe`, the key in `\"options\"`, with a JSON value.

`set` replaces a list as a whole. Other methods add or remove one member: `pattern` for `patterns`, `without_rule` for
`without_rules`, `attribute` for `attributes`, `link_scheme` for `link_schemes`, `without_links` and `with_links` for
`elements_without_links`. The method `shorten(how, limit)` sets `shorten` and `shorten_how`.

`null` means that the option has no value. It is valid where the column \"value\" lists it.

`set_text` parses a value from a string, for example from an environment variable: `true` or `yes`, and `false` or `no`,
for a switch; a number; a name; the members of a list, separated by commas (blanks around a member are removed, and the
empty string is the empty list); `NAME=VALUE` for a map. For an option that may be `null`, the empty string means `null`.
`patterns` cannot be set from a string.

## Presets

A preset is a set of values for the options of the finder, but it is not an option itself. In Rust,
`builder.preset(\"chat\".parse()?)` sets it. Call it before you set options that differ from it. `kinds` is also not an option:
`builder.kinds([MatchKind::Uri, MatchKind::Email])` sets `uris`, `www`, `domains`, `emails` and `ip`.

";

const LINKERS: [(&str, &str); 3] = [
    (
        "Options of the HTML linker",
        "`HtmlLinker`, from plain text or HTML to HTML. In the command, `--scheme` sets `schemes` of the finder, and `--link-scheme`\nadds to the schemes that become links.",
    ),
    (
        "Options of the terminal linker",
        "`TerminalLinker`, from plain text to text with hyperlinks.",
    ),
    (
        "Options of the Markdown linker",
        "`MarkdownLinker`, from Markdown to Markdown. The command reads Markdown with the extensions `github`.",
    ),
];

const SCHEMES: &str = "
## Known schemes

The option `schemes` of a finder selects the schemes that are searched for; the option `schemes` of a linker selects the
matches that become links. To link another scheme, list it for the finder, and in `link_schemes` of the linker. Schemes that
run code never become links. `known` means the same schemes in both options:

";

const CLICKABLE: &str = "
## Clickable schemes

`clickable` is the default of the linkers: a program that opens such a link shows a page, a message, a call or a room, and asks
before it sends or calls anything. `file`, `smb`, `ssh`, `ldap`, `git` and others are found but remain text.

";

const FLAGS: &str = "
## Flags of a match

The number of a flag is its bit in `Flags::bits()`. Numbers are stable: a flag keeps its number, and a new flag gets a number
that has never been used.

| number | flag |
|---|---|
";

fn page() -> String {
    let mut page = HEAD.to_owned();
    row(&mut page, &["preset", "for"]);
    row(&mut page, &["---"; 2]);
    for preset in Preset::ALL {
        row(&mut page, &[&format!("`{preset}`"), preset.about()]);
    }
    page.push_str("\n## Options of the finder\n\n");
    let presets: Vec<&str> = Preset::ALL.iter().map(|preset| preset.name()).collect();
    row(&mut page, &[&["option", "value"], &presets[..], &["meaning"]].concat());
    row(&mut page, &["---"; 3].repeat(3)[..presets.len() + 3]);
    for option in FinderBuilder::options() {
        let defaults: Vec<String> =
            Preset::ALL.iter().map(|&preset| code(&option.default(preset))).collect();
        let defaults: Vec<&str> = defaults.iter().map(String::as_str).collect();
        let (name, kind) = (format!("`{}`", option.name()), kind(option));
        row(&mut page, &[&[name.as_str(), &kind], &defaults[..], &[option.about()]].concat());
    }
    let tables: [Vec<&OptionInfo>; 3] = [
        HtmlLinkerBuilder::options().collect(),
        TerminalLinkerBuilder::options().collect(),
        MarkdownLinkerBuilder::options().collect(),
    ];
    for ((title, of), options) in LINKERS.iter().zip(tables) {
        let _ = write!(page, "\n## {title}\n\n{of}\n\n");
        row(&mut page, &["option", "value", "default", "meaning"]);
        row(&mut page, &["---"; 4]);
        for option in options {
            let (name, default) = (format!("`{}`", option.name()), option.default(Preset::Mail));
            row(&mut page, &[&name, &kind(option), &code(&default), option.about()]);
        }
    }
    page.push_str(SCHEMES);
    let schemes: Vec<String> = Schemes::known().map(|scheme| format!("`{scheme}`")).collect();
    for line in schemes.chunks(12) {
        let _ = writeln!(page, "{}", line.join(" "));
    }
    page.push_str(CLICKABLE);
    let schemes: Vec<String> = Schemes::clickable().map(|scheme| format!("`{scheme}`")).collect();
    let _ = writeln!(page, "{}", schemes.join(" "));
    page.push_str(FLAGS);
    let mut flags: Vec<Flag> = Flag::all().collect();
    flags.sort_by_key(|flag| flag.number());
    for flag in flags {
        let number = flag.number().map_or(String::new(), |number| number.to_string());
        row(&mut page, &[&number, &format!("`{flag}`")]);
    }
    page
}

fn row(page: &mut String, cells: &[&str]) {
    let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
    let _ = writeln!(page, "| {} |", cells.join(" | "));
}

fn kind(option: &OptionInfo) -> String {
    let kind = option.kind().to_string();
    if option.is_optional() { format!("{kind}, or null") } else { kind }
}

/// A JSON value as code.
fn code(value: &Value) -> String {
    let text = value.to_string().replace("\",\"", "\", \"");
    format!("`{text}`")
}

#[test]
fn the_page_of_options_matches_the_tables() {
    super::generated::hold("docs/options.md", &page(), "options");
}
