//! A compiled configuration: the triggers, the syntax, and the enabled rules, by stage.

use std::sync::Arc;

use crate::candidate::facts::{self, Facts};
use crate::candidate::lookaround::{Letters, ReadingLimits};
use crate::candidate::scheme;
use crate::candidate::syntax::{SchemeFilter, Syntax};
use crate::find::choices::{Delimiting, Folds, HyphenOrder, Readings, Schemes, Wrap};
use crate::find::config::{self, Config};
use crate::find::pipeline::lazy_uri::ImpliedPrefix;
use crate::find::pipeline::validate::Validator;
use crate::options::error::{OptionError, OptionProblem};
use crate::patterns::Patterns;
use crate::rules;
use crate::rules::rule::{Rule, Stage};
use crate::rules::table::{On, TABLE};
use crate::scan::{Triggers, Wanted};
use crate::vocabulary::MatchKind;

/// The maximum number of bytes that are read before a trigger, in search of the beginning of a host or a local part, an
/// opener, or the name of a header field.
pub(crate) const MAX_LOOKBEHIND: usize = 1024;

/// The number of bytes that rules may read after a trigger in addition to `max_len`, the length of the longest
/// candidate, and `max_bytes`, the length of the longest join.
const LOOKAHEAD_MARGIN: usize = 1024;

/// A compiled configuration.
#[derive(Debug)]
pub(crate) struct Compiled {
    pub(crate) triggers: Triggers,
    pub(crate) syntax: Syntax,
    pub(crate) validator: Arc<Validator>,
    /// The prefix that makes a URI from a name without a scheme; `None` if the default scheme is neither `http` nor
    /// `https`.
    pub(crate) head: Option<ImpliedPrefix>,
    /// The enabled rules, for each kind of candidate.
    rules: [Rules; 5],
    pub(crate) patterns: Option<Patterns>,
    /// The reader of defanged text, if the option is on.
    pub(crate) defanged: Option<Box<DefangedReader>>,
    pub(crate) bare: bool,
    /// Whether no match begins in code.
    pub(crate) skip_code: bool,
    pub(crate) flags_doubt: bool,
    pub(crate) readings: Readings,
    /// The number of bytes after a trigger that are enough to decide any candidate.
    pub(crate) lookahead: usize,
}

/// The finder for defanged text whose signs were replaced by the text for which they are written.
#[derive(Debug)]
pub(crate) struct DefangedReader {
    pub(crate) compiled: Compiled,
    /// The index of the rule `defanged` in the table.
    pub(crate) rule: usize,
}

impl DefangedReader {
    /// The reader for the options `config`; `None` if they do not ask for one.
    fn new(config: &Config) -> Result<Option<Box<DefangedReader>>, OptionError> {
        let rule = TABLE.iter().position(|(rule, _)| rules::is_defanged(rule));
        let Some(rule) = rule.filter(|_| config.defanged) else { return Ok(None) };
        // The signs show that a host is meant, so bare names and addresses need no option of their own.
        let config = Config {
            defanged: false,
            domains: cfg!(feature = "domains"),
            ip: true,
            bare: true,
            doubtful: false,
            skip_code: false,
            delimiting: Delimiting::Text,
            wrap: Wrap::Off,
            patterns: Vec::new(),
            ..config.clone()
        };
        Ok(Some(Box::new(DefangedReader { compiled: Compiled::new(&config)?, rule })))
    }
}

/// The enabled rules for candidates of one kind.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    stages: [StageRules; Stage::COUNT],
    /// If none of these facts holds, no rule applies, and the candidate is reported.
    pub(crate) any: Facts,
    /// The index in the table of the rule about angle brackets, if that rule is enabled.
    pub(crate) brackets: Option<usize>,
    /// Whether the finder reports matches of this kind. Several kinds share a trigger, so this does not follow from the
    /// list of enabled triggers.
    pub(crate) is_wanted: bool,
}

/// The rules of one stage.
#[derive(Clone, Debug, Default)]
pub(crate) struct StageRules {
    pub(crate) rules: Vec<Waiting>,
    /// At least one of these facts must hold for any of the rules to apply.
    pub(crate) when: Facts,
}

/// A rule of a stage. It is applied when one of its facts holds. The facts are copied from the rule, because most rules
/// are skipped after a look at their facts, and the copy saves an access to the rule.
#[derive(Clone, Debug)]
pub(crate) struct Waiting {
    pub(crate) when: Facts,
    /// The index of the rule in the table.
    pub(crate) index: usize,
    pub(crate) rule: &'static Rule,
}

/// The rules for a kind of match that is not made from a candidate (`MatchKind::Pattern`).
static NO_RULES: Rules = Rules {
    stages: [const { StageRules { rules: Vec::new(), when: Facts::NONE } }; Stage::COUNT],
    any: Facts::ALWAYS,
    brackets: None,
    is_wanted: true,
};

impl Rules {
    fn new(kind: MatchKind, config: &Config, head: Option<ImpliedPrefix>) -> Rules {
        let is_headed = !matches!(kind, MatchKind::Uri);
        let is_headless = is_headed && kind != MatchKind::Email && head.is_none();
        let is_wanted = match kind {
            MatchKind::Www => config.www,
            MatchKind::Domain => config.domains,
            MatchKind::Ip => config.ip,
            _ => true,
        };
        let doubt = Facts::BEFORE_GLUE.or(Facts::AFTER_BACKSLASH);
        let steps = Facts::UNPROVED
            .or(Facts::HOST_ODD)
            .or(Facts::NESTED)
            .or(Facts::PARTIAL)
            .or(Facts::HOST_STUMP)
            .or(Facts::LAST_MARK)
            .or(Facts::TOO_LONG)
            .or(Facts::BEFORE_WIDE)
            .or(Facts::AFTER_WIDE)
            .or(Facts::IN_WIDE.when(is_headed))
            .or(Facts::ALWAYS.when(is_headless || !config.bare || !is_wanted))
            .or(doubt.when(config.doubtful));
        // A bare domain must end in a top-level domain, whatever rules are enabled, because otherwise most words with a
        // dot would be matches.
        let required = Facts::NO_TLD.when(kind == MatchKind::Domain);
        let mut rules = Rules { any: steps | required, is_wanted, ..NO_RULES.clone() };
        for (index, &(rule, on)) in TABLE.iter().enumerate() {
            let is_off = config.without_rules.iter().any(|name| name == rule.info.name());
            if is_off || !is_on(on, config) || !rule.kinds.holds(kind) {
                continue;
            }
            // Without another rule nothing is joined.
            rules.any |= rule.when.when(rule.stage != Stage::Join);
            if rules::is_angle_brackets(rule) {
                rules.brackets = Some(index);
            }
            if let Some(stage) = rules.stages.get_mut(rule.stage as usize) {
                stage.rules.push(Waiting { when: rule.when, index, rule });
                stage.when |= rule.when;
            }
        }
        rules
    }

    /// The rules of a stage, in the order in which they are applied.
    #[inline]
    pub(crate) fn stage(&self, stage: Stage) -> &StageRules {
        let [first, ..] = &self.stages;
        self.stages.get(stage as usize).unwrap_or(first)
    }
}

impl Compiled {
    pub(crate) fn new(config: &Config) -> Result<Compiled, OptionError> {
        config::check(config)?;
        check_features(config)?;
        check_scheme("default_scheme", &config.default_scheme)?;
        let schemes = scheme_filter(config)?;
        let mut listed = schemes.names();
        if let Some(names) = listed.as_mut().filter(|_| config.localhost) {
            // The colon before its port is found like that of a scheme without slashes.
            names.push("localhost");
        }
        let wanted = Wanted {
            schemes: listed.as_deref(),
            www: config.www,
            emails: config.emails,
            dots: config.domains || config.ip,
            wide_dots: config.domains && config.is_uts58(),
        };
        check_rules(config)?;
        let head = ImpliedPrefix::of_names(&config.default_scheme);
        let rules = KINDS.map(|kind| Rules::new(kind, config, head));
        let has_folds = rules.iter().any(|rules| !rules.stage(Stage::Fold).rules.is_empty());
        Ok(Compiled {
            head,
            triggers: Triggers::new(wanted),
            syntax: syntax(config, schemes, has_folds),
            validator: Arc::new(Validator {
                default_scheme: config.default_scheme.as_str().into(),
                repair: config.repair,
                repair_host: config.repair && config.is_gfm(),
                typed: config.repair && config.delimiting == Delimiting::Text,
            }),
            rules,
            patterns: Patterns::new(&config.patterns, config.base.as_deref(), config.max_len)?,
            defanged: DefangedReader::new(config)?,
            bare: config.bare,
            skip_code: config.skip_code,
            flags_doubt: config.doubtful,
            readings: config.readings,
            lookahead: config.max_len + config.max_bytes + LOOKAHEAD_MARGIN,
        })
    }

    /// The enabled rules for candidates of `kind`.
    #[inline]
    pub(crate) fn rules(&self, kind: MatchKind) -> &Rules {
        self.rules.get(kind as usize).unwrap_or(&NO_RULES)
    }
}

/// The kinds of candidates, in the order of their discriminants.
const KINDS: [MatchKind; 5] =
    [MatchKind::Uri, MatchKind::Www, MatchKind::Domain, MatchKind::Email, MatchKind::Ip];

fn check_features(config: &Config) -> Result<(), OptionError> {
    if config.domains && !cfg!(feature = "domains") {
        let problem = OptionProblem::Feature { feature: "domains" };
        return Err(OptionError::new("domains", problem));
    }
    if config.wrap != Wrap::Off && !cfg!(feature = "joins") {
        return Err(OptionError::new("wrap", OptionProblem::Feature { feature: "joins" }));
    }
    Ok(())
}

fn check_scheme(option: &str, name: &str) -> Result<(), OptionError> {
    if scheme::is_name(name) {
        return Ok(());
    }
    Err(OptionError::new(option, OptionProblem::Scheme { name: name.to_owned() }))
}

/// The schemes that begin a candidate; none if URIs with a scheme are disabled.
fn scheme_filter(config: &Config) -> Result<SchemeFilter, OptionError> {
    if let Schemes::Only(list) = &config.schemes {
        list.iter().try_for_each(|name| check_scheme("schemes", name))?;
    }
    Ok(match &config.schemes {
        _ if !config.uris => SchemeFilter::Only(Vec::new()),
        Schemes::Known => SchemeFilter::Known,
        Schemes::Clickable => SchemeFilter::Only(Schemes::clickable().map(Into::into).collect()),
        Schemes::Any => SchemeFilter::Any,
        Schemes::Only(list) => {
            SchemeFilter::Only(list.iter().map(|name| name.to_ascii_lowercase().into()).collect())
        }
    })
}

fn syntax(config: &Config, schemes: SchemeFilter, folds: bool) -> Syntax {
    Syntax {
        table: match config.delimiting {
            Delimiting::Text => &facts::TEXT,
            Delimiting::Gfm => &facts::GFM,
            Delimiting::Uts58 => &facts::UTS58,
        },
        web: ["http", "https"].map(|web| match &schemes {
            SchemeFilter::Only(list) => list.iter().any(|name| **name == *web),
            _ => true,
        }),
        schemes,
        domains: config.domains,
        ip: config.ip,
        localhost: config.domains && config.localhost,
        is_gfm: config.is_gfm(),
        is_uts58: config.is_uts58(),
        folds,
        max_len: config.max_len,
        limits: ReadingLimits {
            max_lines: u32::try_from(config.max_lines).unwrap_or(u32::MAX),
            max_bytes: u32::try_from(config.max_bytes).unwrap_or(u32::MAX),
            iri: config.iri,
            local_letters: match config.email_utf8 {
                true => Letters::All,
                false if config.iri => Letters::Spaced,
                false => Letters::None,
            },
            page_breaks: config.page_breaks,
            is_flowed: config.flowed,
            join_confidence: config.join_confidence(),
            least_confidence: if config.doubtful { 0 } else { 50 },
        },
    }
}

fn is_on(on: On, config: &Config) -> bool {
    let is_gfm = config.is_gfm();
    let is_text = config.delimiting == Delimiting::Text;
    let is_mail = config.wrap == Wrap::Mail;
    match on {
        On::Always => true,
        On::Text => is_text,
        On::NotGfm => !is_gfm,
        On::Wrap => config.wrap != Wrap::Off,
        On::MailWrap => is_mail,
        On::Folds => is_mail && config.folds != Folds::Off,
        On::DelSp => is_mail && config.flowed && config.delsp,
        On::Strict => is_text && !config.repair,
        On::Repair => is_text && config.repair,
        On::Careful => is_text && !config.doubtful,
        On::Typeset => config.hyphen == HyphenOrder::Typeset,
        On::AllReadings => config.readings == Readings::All,
        On::Gfm => is_gfm,
        On::Uts58 => config.is_uts58(),
        On::NotUts58 => !config.is_uts58(),
    }
}

fn check_rules(config: &Config) -> Result<(), OptionError> {
    let names = || TABLE.iter().map(|(rule, _)| rule.info.name());
    match config.without_rules.iter().find(|name| names().all(|rule| rule != **name)) {
        Some(name) => Err(OptionError::unknown_name("without_rules", name, names())),
        None => Ok(()),
    }
}
