//! The options of a finder with their defaults in each preset, and the table of their names.

use core::ops::RangeInclusive;

use super::choices::{Delimiting, Folds, HyphenOrder, Preset, Readings, Schemes, Wrap};
use crate::options::error::{OptionError, OptionProblem};
use crate::options::setting::Setting as _;
use crate::options::table::{OptionRow, rows};
use crate::options::value::{Pattern, Value};

/// The default thresholds for joining bare URIs, in percent. With the threshold for mail, 97 percent of the joins are
/// right (`docs/joins.md`). The threshold for archives is lower, because there a missed join is worse than a wrong one.
const CONSERVATIVE: u8 = 50;
const EAGER: u8 = 35;

#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the builder")]
pub(crate) struct Config {
    pub(crate) schemes: Schemes,
    pub(crate) uris: bool,
    pub(crate) www: bool,
    pub(crate) domains: bool,
    pub(crate) emails: bool,
    pub(crate) ip: bool,
    pub(crate) localhost: bool,
    pub(crate) iri: bool,
    pub(crate) email_utf8: bool,
    pub(crate) repair: bool,
    pub(crate) bare: bool,
    pub(crate) delimiting: Delimiting,
    pub(crate) doubtful: bool,
    pub(crate) skip_code: bool,
    pub(crate) defanged: bool,
    pub(crate) wrap: Wrap,
    pub(crate) folds: Folds,
    pub(crate) join_confidence: Option<u8>,
    pub(crate) flowed: bool,
    pub(crate) delsp: bool,
    pub(crate) page_breaks: bool,
    pub(crate) hyphen: HyphenOrder,
    pub(crate) readings: Readings,
    pub(crate) default_scheme: String,
    pub(crate) max_len: usize,
    pub(crate) max_lines: usize,
    pub(crate) max_bytes: usize,
    pub(crate) patterns: Vec<Pattern>,
    pub(crate) base: Option<String>,
    pub(crate) without_rules: Vec<String>,
}

/// The options by name, in the order of the documentation.
pub(crate) const ROWS: &[OptionRow<Config>] = rows! { Config, Config::preset;
    schemes "Schemes to link: `known` (those in everyday use), `any` (registered with IANA, and any `x://`, but not `javascript`, `data` and `vbscript`), or a list";
    uris "Link URIs with a scheme";
    www "Link `www.example.com`";
    domains "Link bare domains such as `example.com/a`";
    emails "Link e-mail addresses";
    ip "Link bare IPv4 addresses";
    localhost "Link `localhost` with a port, such as `localhost:3000/a`, if `domains` is on";
    iri "Accept characters outside ASCII in a URI (RFC 3987)";
    email_utf8 "Accept letters of all scripts before the `@` of an address, as in `用户@example.com` (RFC 6531); if this is off and `iri` is on, only letters of scripts with blanks between words, as in `josé@example.com`; no effect on the autolinks of GitHub Flavored Markdown";
    repair "Percent-encode characters in path, query and fragment that people write but the grammar does not allow";
    bare "Link URIs without delimiters; if this is off, link only those inside delimiters";
    delimiting "The rules that delimit a URI: those of this program, those of the autolinks of GitHub Flavored Markdown, or those of Unicode Technical Standard #58";
    doubtful "Also link what is probably not a URI, and flag it";
    defanged "Find text that is written so that it is no link, such as `hxxp://a[.]example`, with the URI that is meant; it is never linked";
    skip_code "Link nothing in code: between two runs of one or two backticks on a line, or from three or more backticks to the next such run or the end";
    wrap "Where URIs that are broken across lines are joined: nowhere, inside delimiters, or also where mail programs wrap lines";
    folds "Which hard-wrapped bare URIs are joined if `wrap` is mail";
    join_confidence [PERCENT] "The minimum probability, in percent, for joining a bare URI with the next line; the default is 50, or 35 with eager folds";
    flowed "The text is declared format=flowed (RFC 3676)";
    delsp "Flowed text is declared DelSp=yes: blanks at line ends are deleted";
    page_breaks "Skip the page breaks of RFCs inside delimiters";
    hyphen "Which reading of a hyphen at a line break comes first: that it is a part of the URI, or that a typesetter added it";
    readings "Report only the best reading, or all readings, which may overlap";
    default_scheme "The scheme for matches that are written without one, such as `www.example.com`";
    max_len [BYTES] "The maximum length of a URI in bytes";
    max_lines [LINES] "The maximum number of lines of a URI inside delimiters, and of pieces of a bare URI";
    max_bytes [BYTES] "The maximum number of bytes from the opener to the closer of a URI inside delimiters";
    patterns "Link the matches of a regular expression to a template, in which `$0`, `$1` and `$name` are the groups, percent-encoded, and `${1:raw}` is a group without encoding; the template may begin with `/`, `?` or `#`";
    base "The base URI of the relative references of patterns, and of documents that declare no base";
    without_rules "Delimiting rules that are turned off, by the names that `explain` shows";
};

/// The ranges of the numbers.
const PERCENT: RangeInclusive<i64> = 0..=100;
const BYTES: RangeInclusive<i64> = 16..=65_536;
const LINES: RangeInclusive<i64> = 1..=1000;

/// Checks the numbers, because the typed methods do not check ranges; every other field has only valid values. The rows
/// of the table are not used here, so a program that sets no option by name does not contain them.
pub(crate) fn check(config: &Config) -> Result<(), OptionError> {
    for (name, range, number) in [
        ("join_confidence", PERCENT, config.join_confidence.map(usize::from)),
        ("max_len", BYTES, Some(config.max_len)),
        ("max_lines", LINES, Some(config.max_lines)),
        ("max_bytes", BYTES, Some(config.max_bytes)),
    ] {
        let (expected, found) = (usize::KIND.within(range), Value::from(number));
        if number.is_some() && !expected.accepts(&found) {
            return Err(OptionError::new(name, OptionProblem::Value { expected, found }));
        }
    }
    Ok(())
}

impl Config {
    /// Whether the rules of GitHub Flavored Markdown are enabled.
    pub(crate) fn is_gfm(&self) -> bool {
        self.delimiting == Delimiting::Gfm
    }

    /// Whether the rules of UTS #58 are enabled.
    pub(crate) fn is_uts58(&self) -> bool {
        self.delimiting == Delimiting::Uts58
    }

    /// The minimum confidence, in percent, for joining a bare URI or an address with the next line.
    pub(crate) fn join_confidence(&self) -> u8 {
        let by_folds = if self.folds == Folds::Eager { EAGER } else { CONSERVATIVE };
        self.join_confidence.unwrap_or(by_folds)
    }

    pub(crate) fn preset(preset: Preset) -> Config {
        let plain = Config::plain();
        match preset {
            Preset::Mail => plain,
            Preset::Rfc => Config {
                schemes: Schemes::Any,
                www: false,
                emails: false,
                iri: false,
                repair: false,
                wrap: Wrap::Delimited,
                doubtful: true,
                ..plain
            },
            Preset::Chat => Config { domains: cfg!(feature = "domains"), wrap: Wrap::Off, ..plain },
            Preset::Gfm => Config {
                schemes: ["http", "https", "ftp", "mailto", "xmpp"].into(),
                delimiting: Delimiting::Gfm,
                wrap: Wrap::Off,
                ..plain
            },
            Preset::Uts58 => Config {
                domains: cfg!(feature = "domains"),
                email_utf8: true,
                delimiting: Delimiting::Uts58,
                wrap: Wrap::Off,
                ..plain
            },
            Preset::Archive => Config {
                schemes: Schemes::Any,
                domains: cfg!(feature = "domains"),
                folds: Folds::Eager,
                doubtful: true,
                defanged: true,
                readings: Readings::All,
                ..plain
            },
        }
    }

    /// The values of all options that a preset does not set.
    fn plain() -> Config {
        Config {
            schemes: Schemes::Known,
            uris: true,
            www: true,
            domains: false,
            emails: true,
            ip: false,
            localhost: false,
            iri: true,
            email_utf8: false,
            repair: true,
            bare: true,
            delimiting: Delimiting::Text,
            doubtful: false,
            skip_code: false,
            defanged: false,
            wrap: Wrap::Mail,
            flowed: false,
            delsp: false,
            folds: Folds::Conservative,
            join_confidence: None,
            page_breaks: false,
            hyphen: HyphenOrder::Keep,
            readings: Readings::Best,
            default_scheme: "http".to_owned(),
            max_len: 8 * 1024,
            max_lines: 24,
            max_bytes: 4096,
            patterns: Vec::new(),
            base: None,
            without_rules: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::kind::ValueKind;

    /// [`check`] names the numbers, so a new one would be forgotten without this test.
    #[test]
    fn every_number_of_the_table_is_checked() {
        let mut checked = 0;
        for OptionRow { info, set, .. } in ROWS {
            let ValueKind::Number { most, .. } = info.kind else { continue };
            let mut config = Config::preset(Preset::Mail);
            set(&mut config, &Value::Number(most + 1)).expect("the value is a number");
            assert!(check(&config).is_err(), "{}", info.name);
            checked += 1;
        }
        assert!(checked > 3, "{checked}");
    }
}
