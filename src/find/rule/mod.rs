//! The table of rules: every decision about where a URI begins and ends, in the order in which they
//! are taken.
//!
//! A rule is one file. It says what it decides, which sentence or measurement it rests on, and
//! when it has to be asked; it knows neither the other rules nor the configuration. To add one:
//! the file, one line in [`TABLE`], one fixture file with a case that fires and one that must not.
//!
//! The table is a `const` of function pointers rather than trait objects: the names, documentation
//! and `explain` are generated from it, and a stage can skip the rules whose byte classes were not
//! met without a call.

mod address_context;
mod angle_brackets;
mod backslash;
mod balanced_brackets;
mod bare_hyphen;
mod carrier_scheme;
mod cjk_brackets;
mod cjk_host;
mod closing_tag;
mod domain_evidence;
mod double_quotes;
mod eager_fold;
mod emphasis;
mod file_name;
mod file_tail;
mod flowed_delsp;
mod flowed_stop;
mod fold;
mod footnote_mark;
mod foreign_character;
mod fullwidth_dot;
mod gfm_address;
mod gfm_domain;
mod gfm_start;
mod gfm_tail;
mod glued_comma;
mod glued_digit;
mod glued_word;
mod host_labels;
mod host_tail;
mod hyphen_break;
mod inner_blank;
mod ip_evidence;
mod line_break;
mod link_syntax;
mod mis_wrapped_reply;
mod natural_break;
mod nested_start;
mod open_bracket;
mod percent_split;
mod pipe;
mod pipe_alternate;
mod port_range;
mod possessive;
mod quoted_printable;
mod scheme_shape;
mod sentence_end;
mod single_quotes;
mod soft_break;
mod soft_hyphen;
#[cfg(test)]
mod synthetic;
mod trailing_apostrophe;
mod trailing_entity;
mod trailing_punctuation;
mod typeset_hyphen;
mod typographic_quotes;
mod url_prefix;
mod userinfo_letters;
mod visual_start;
mod visual_token;

pub(crate) use backslash::is_differential;

use super::decision::{Rule, RuleInfo};
use super::vocabulary::RuleSet;

/// Under which settings a row of the table is in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum On {
    /// In plain text, whatever the settings: everywhere but in the GFM dialect.
    Text,
    /// Everywhere.
    Always,
    /// Where URIs are put back together inside delimiters.
    Wrap,
    /// Where bare ones are as well.
    MailWrap,
    /// Where hard wraps are undone, and where unusual ones are.
    Folds,
    EagerFolds,
    /// In format=flowed text, and where its soft breaks are deleted.
    Flowed,
    DelSp,
    /// Where nothing is repaired.
    Strict,
    /// Where only well-known forms are found and what is doubtful is left alone.
    Careful,
    /// Where hyphens at line ends are the typesetter's.
    Typeset,
    /// Where every reading counts.
    AllReadings,
    /// Where `[1]` after a URI is a footnote.
    Footnotes,
    /// In the GFM dialect.
    Gfm,
    /// Where a test names it.
    #[cfg(test)]
    Named,
}

/// One row: a rule, and when it is in force.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) rule: &'static Rule,
    pub(crate) on: On,
}

const fn row(rule: &'static Rule, on: On) -> Row {
    Row { rule, on }
}

/// Every rule. The order within a stage is the order in which they act.
pub(crate) const TABLE: [Row; COUNT] = [
    // What is before it.
    row(&carrier_scheme::RULE, On::Always),
    row(&nested_start::RULE, On::Text),
    row(&glued_word::RULE, On::Text),
    row(&visual_start::RULE, On::Text),
    row(&glued_digit::RULE, On::Careful),
    row(&gfm_start::RULE, On::Gfm),
    row(&url_prefix::RULE, On::Text),
    row(&angle_brackets::RULE, On::Always),
    row(&double_quotes::RULE, On::Text),
    row(&typographic_quotes::RULE, On::Text),
    row(&single_quotes::RULE, On::Text),
    // Whether it goes on below its line.
    row(&flowed_delsp::RULE, On::DelSp),
    row(&flowed_stop::RULE, On::Flowed),
    row(&quoted_printable::RULE, On::MailWrap),
    row(&percent_split::RULE, On::MailWrap),
    row(&bare_hyphen::RULE, On::MailWrap),
    row(&fold::RULE, On::Folds),
    row(&natural_break::RULE, On::Folds),
    row(&file_tail::RULE, On::Folds),
    row(&eager_fold::RULE, On::EagerFolds),
    row(&mis_wrapped_reply::RULE, On::MailWrap),
    // Which joins hold.
    row(&line_break::RULE, On::Wrap),
    row(&inner_blank::RULE, On::Wrap),
    row(&soft_break::RULE, On::MailWrap),
    row(&soft_hyphen::RULE, On::Wrap),
    row(&hyphen_break::RULE, On::Wrap),
    row(&typeset_hyphen::RULE, On::Typeset),
    // Where a bare candidate ends.
    row(&cjk_brackets::RULE, On::Text),
    row(&visual_token::RULE, On::Text),
    row(&fullwidth_dot::RULE, On::Text),
    row(&backslash::RULE, On::Careful),
    row(&cjk_host::RULE, On::Text),
    row(&link_syntax::RULE, On::Text),
    row(&closing_tag::RULE, On::Text),
    row(&footnote_mark::RULE, On::Footnotes),
    row(&balanced_brackets::RULE, On::Text),
    row(&possessive::RULE, On::Text),
    row(&glued_comma::RULE, On::Text),
    row(&pipe_alternate::RULE, On::AllReadings),
    row(&pipe::RULE, On::Text),
    row(&foreign_character::RULE, On::Strict),
    row(&gfm_address::RULE, On::Gfm),
    // What its tail loses.
    row(&trailing_entity::RULE, On::Text),
    row(&emphasis::RULE, On::Text),
    row(&trailing_punctuation::RULE, On::Text),
    row(&trailing_apostrophe::RULE, On::Text),
    row(&open_bracket::RULE, On::Text),
    row(&host_tail::RULE, On::Text),
    row(&gfm_tail::RULE, On::Gfm),
    // Whether it is a link.
    row(&scheme_shape::RULE, On::Always),
    row(&host_labels::RULE, On::Text),
    row(&gfm_domain::RULE, On::Gfm),
    row(&userinfo_letters::RULE, On::Text),
    row(&port_range::RULE, On::Careful),
    row(&domain_evidence::RULE, On::Text),
    row(&sentence_end::RULE, On::Text),
    row(&file_name::RULE, On::Text),
    row(&ip_evidence::RULE, On::Text),
    row(&address_context::RULE, On::Text),
    #[cfg(test)]
    row(&synthetic::OPEN, On::Named),
    #[cfg(test)]
    row(&synthetic::FOLD, On::Named),
    #[cfg(test)]
    row(&synthetic::JOIN, On::Named),
    #[cfg(test)]
    row(&synthetic::CUT, On::Named),
    #[cfg(test)]
    row(&synthetic::CUT_WIDE, On::Named),
    #[cfg(test)]
    row(&synthetic::TRIM, On::Named),
    #[cfg(test)]
    row(&synthetic::TRIM_WIDE, On::Named),
    #[cfg(test)]
    row(&synthetic::JUDGE, On::Named),
    #[cfg(test)]
    row(&synthetic::JUDGE_WIDE, On::Named),
];

const COUNT: usize = if cfg!(test) { 68 } else { 59 };

// Each rule has a bit of its own in the set of those that fired.
const _: () = assert!(COUNT <= RuleSet::ROOM);

static INFOS: [RuleInfo; COUNT] = infos();

const fn infos() -> [RuleInfo; COUNT] {
    let mut infos = [RuleInfo::new("", "", ""); COUNT];
    let mut at = 0;
    while at < COUNT {
        #[expect(clippy::indexing_slicing, reason = "evaluated at compile time")]
        {
            infos[at] = TABLE[at].rule.info;
        }
        at += 1;
    }
    infos
}

/// The rules by which matches are delimited, in the order in which they act.
///
/// ```
/// let names: Vec<&str> = linkwright::find::rules().iter().map(|rule| rule.name()).collect();
/// assert!(names.contains(&"angle-brackets"));
/// ```
pub fn rules() -> &'static [RuleInfo] {
    &INFOS
}

impl RuleSet {
    /// Whether the rule of that name had a part in it.
    pub fn contains(self, name: &str) -> bool {
        self.iter().any(|rule| rule.name() == name)
    }

    /// The rules, in the order of [`rules`].
    pub fn iter(self) -> impl Iterator<Item = &'static RuleInfo> {
        INFOS.iter().enumerate().filter(move |&(at, _)| self.has(at)).map(|(_, rule)| rule)
    }
}
