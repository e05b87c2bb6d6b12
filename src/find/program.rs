//! What the options come to: the triggers, the language, the rules in force, by stage.

use std::sync::Arc;

use super::candidate::{Admission, Language};
use super::class::{self, Class};
use super::completion::Head;
use super::config::{BuildError, Config, Folds, HyphenOrder, Preset, Readings, Schemes, Wrap};
use super::decision::{self, Rule};
use super::draft::Limits;
use super::plain::Sleep;
use super::reading::Reader;
use super::rule::{self, On, TABLE};
use super::scheme::{self, MAX_SCHEME_LEN};
use super::trigger::{Triggers, Wanted};
use super::user::UserRules;
use crate::uri::Mode;

/// How far behind a trigger anything is looked at: a host, a local part, an opener, a header line.
pub(crate) const BEHIND: usize = 1024;

/// What lies beyond the longest token or join that a rule may look at: the token behind it.
const BEYOND: usize = 1024;

/// A compiled configuration.
#[derive(Debug)]
pub(crate) struct Program {
    pub(crate) triggers: Triggers,
    pub(crate) language: Language,
    pub(crate) reader: Arc<Reader>,
    pub(crate) stages: Stages,
    /// The short way for plain URIs; closed where a rule that it relies on is off.
    pub(crate) sleep: Option<Sleep>,
    /// What begins the URI of a bare domain; `None` where it has no short way.
    pub(crate) domain_head: Option<Head>,
    pub(crate) users: UserRules,
    pub(crate) bare: bool,
    pub(crate) kinds: Kinds,
    pub(crate) flags_doubt: bool,
    pub(crate) readings: Readings,
    /// A candidate is looked at when so much of the text behind its trigger is there.
    pub(crate) ahead: usize,
}

/// Which matches without a scheme are wanted; their triggers are shared.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kinds {
    pub(crate) www: bool,
    pub(crate) domains: bool,
    pub(crate) ip: bool,
}

/// The rules in force.
#[derive(Debug, Default)]
pub(crate) struct Stages {
    pub(crate) open: Stage,
    pub(crate) fold: Stage,
    pub(crate) join: Stage,
    pub(crate) cut: Stage,
    pub(crate) trim: Stage,
    pub(crate) judge: Stage,
}

/// The rules of one stage, with their index in the table.
#[derive(Debug, Default)]
pub(crate) struct Stage {
    pub(crate) rules: Vec<(usize, &'static Rule)>,
    /// What wakes any of them.
    pub(crate) wakes: Class,
}

impl Stage {
    /// What wakes any but the rule with this index.
    fn wakes_without(&self, index: usize) -> Class {
        let others = self.rules.iter().filter(|&&(other, _)| other != index);
        others.fold(Class::NONE, |wakes, (_, rule)| wakes | rule.wakes)
    }
}

impl Program {
    pub(crate) fn new(config: &Config) -> Result<Program, BuildError> {
        check_limits(config)?;
        check_features(config)?;
        check_scheme("default_scheme", &config.default_scheme)?;
        let listed = scheme_list(config)?;
        let wanted = Wanted {
            schemes: listed.as_deref(),
            www: config.www,
            emails: config.emails,
            dots: config.domains || config.ip,
        };
        let stages = stages(config)?;
        Ok(Program {
            sleep: sleep(config, &stages),
            domain_head: Head::of_names(&config.default_scheme).filter(|_| config.domains),
            triggers: Triggers::new(wanted),
            language: language(config),
            reader: Arc::new(Reader {
                default_scheme: config.default_scheme.as_str().into(),
                repair: config.repair,
                repair_host: config.repair && config.preset == Preset::Gfm,
                mode: Mode::new().zone_ids(config.zone_ids),
            }),
            stages,
            users: UserRules::new(&config.rules, config.max_len)?,
            bare: config.bare,
            kinds: Kinds { www: config.www, domains: config.domains, ip: config.ip },
            flags_doubt: is_open(config),
            readings: config.readings,
            ahead: config.max_len + config.max_bytes + BEYOND,
        })
    }
}

/// The short way relies on every rule of plain text, and on URIs without delimiters.
fn sleep(config: &Config, stages: &Stages) -> Option<Sleep> {
    let has_web = |name: &str| match &config.schemes {
        Schemes::Known | Schemes::Any => true,
        Schemes::Only(list) => list.iter().any(|one| one.eq_ignore_ascii_case(name)),
    };
    let is_open = config.preset != Preset::Gfm
        && config.without.is_empty()
        && config.bare
        && has_web("http")
        && has_web("https");
    let before = stages.open.wakes | Class::DIGIT;
    // No plain URI ends with the tail of a host.
    let wakes = [stages.cut.wakes, stages.trim.wakes_without(rule::HOST_TAIL), before];
    let folds = !stages.fold.rules.is_empty();
    is_open.then(|| Sleep::new(wakes, [folds, config.flowed, config.iri], config.max_len))
}

fn error(option: &'static str, message: impl Into<String>) -> BuildError {
    BuildError { option, message: message.into() }
}

fn check_limits(config: &Config) -> Result<(), BuildError> {
    if !(16..=65_536).contains(&config.max_len) {
        return Err(error("max_len", format!("{} is not between 16 and 65536", config.max_len)));
    }
    if !(16..=65_536).contains(&config.max_bytes) {
        return Err(error(
            "max_bytes",
            format!("{} is not between 16 and 65536", config.max_bytes),
        ));
    }
    if !(1..=1_000).contains(&config.max_lines) {
        return Err(error("max_lines", format!("{} is not between 1 and 1000", config.max_lines)));
    }
    Ok(())
}

fn check_features(config: &Config) -> Result<(), BuildError> {
    if config.domains && !cfg!(feature = "domains") {
        return Err(error("domains", "the feature `domains` is not compiled in"));
    }
    Ok(())
}

fn check_scheme(option: &'static str, name: &str) -> Result<(), BuildError> {
    let is_scheme = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.len() <= MAX_SCHEME_LEN
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'));
    if is_scheme { Ok(()) } else { Err(error(option, format!("`{name}` is no scheme"))) }
}

/// The schemes to look for; `None` for any.
fn scheme_list(config: &Config) -> Result<Option<Vec<&str>>, BuildError> {
    match &config.schemes {
        Schemes::Any => Ok(None),
        Schemes::Known => Ok(Some(scheme::known_names().collect())),
        Schemes::Only(list) => {
            list.iter().try_for_each(|name| check_scheme("schemes", name))?;
            Ok(Some(list.iter().map(String::as_str).collect()))
        }
    }
}

fn language(config: &Config) -> Language {
    let is_gfm = config.preset == Preset::Gfm;
    Language {
        classes: if is_gfm { &class::GFM } else { &class::TEXT },
        schemes: match &config.schemes {
            Schemes::Known => Admission::Known,
            Schemes::Any => Admission::Any,
            Schemes::Only(list) => {
                Admission::Only(list.iter().map(|s| s.as_str().into()).collect())
            }
        },
        is_gfm,
        limits: Limits {
            max_lines: u32::try_from(config.max_lines).unwrap_or(u32::MAX),
            max_bytes: u32::try_from(config.max_bytes).unwrap_or(u32::MAX),
            iri: config.iri,
            page_breaks: config.page_breaks,
        },
        max_len: config.max_len,
    }
}

/// Presets that keep what is doubtful and flag it.
fn is_open(config: &Config) -> bool {
    matches!(config.preset, Preset::Rfc | Preset::Archive)
}

fn is_on(on: On, config: &Config) -> bool {
    let is_gfm = config.preset == Preset::Gfm;
    let is_mail = config.wrap == Wrap::Mail;
    match on {
        On::Always => true,
        On::Text => !is_gfm,
        On::Wrap => config.wrap != Wrap::Off,
        On::MailWrap => is_mail,
        On::Folds => is_mail && config.folds != Folds::Off,
        On::EagerFolds => is_mail && config.folds == Folds::Eager,
        On::Flowed => is_mail && config.flowed && !config.delsp,
        On::DelSp => is_mail && config.flowed && config.delsp,
        On::Strict => !is_gfm && !config.repair,
        On::Careful => !is_gfm && !is_open(config),
        On::Typeset => config.hyphen == HyphenOrder::Typeset,
        On::AllReadings => config.readings == Readings::All,
        On::Footnotes => config.preset == Preset::Mail,
        On::Gfm => is_gfm,
    }
}

fn stages(config: &Config) -> Result<Stages, BuildError> {
    let names = || TABLE.iter().map(|row| row.rule.info.name());
    if let Some(name) = config.without.iter().find(|name| names().all(|rule| rule != **name)) {
        return Err(error("without_rule", format!("there is no rule `{name}`")));
    }
    let mut stages = Stages::default();
    for (index, row) in TABLE.iter().enumerate() {
        let is_off = config.without.iter().any(|name| name == row.rule.info.name());
        if is_off || !is_on(row.on, config) {
            continue;
        }
        let stage = match row.rule.stage {
            decision::Stage::Open => &mut stages.open,
            decision::Stage::Fold => &mut stages.fold,
            decision::Stage::Join => &mut stages.join,
            decision::Stage::Cut => &mut stages.cut,
            decision::Stage::Trim => &mut stages.trim,
            decision::Stage::Judge => &mut stages.judge,
        };
        stage.rules.push((index, row.rule));
        stage.wakes |= row.rule.wakes;
    }
    Ok(stages)
}
