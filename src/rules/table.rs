//! The table of rules: every decision about the beginning and the end of a URI, in order.
//!
//! The table is a `const` with function pointers instead of trait objects. The list of names, the documentation and the
//! output of `explain` are generated from the table. A stage does not call a rule if none of the rule's facts holds.

use core::iter::FusedIterator;

use super::rule::{Rule, RuleInfo};
use super::{
    address, bare_domain, brackets, delimiters, evidence, flowed, gfm, join, message_id,
    quoted_printable, separators, start, trailing, unicode, uts58, validity,
};
use crate::vocabulary::RuleSet;

/// The settings under which a row of the table is enabled: a condition on options, because a preset is only a set of
/// option values. The conditions are in `is_on` in the module `find::pipeline::compiled`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum On {
    /// With the delimiting of this program.
    Text,
    /// Always, except in the GFM dialect.
    NotGfm,
    /// Always.
    Always,
    /// If line breaks and blanks inside delimiters are joined.
    Wrap,
    /// If bare URIs are joined over line breaks as well.
    MailWrap,
    /// If hard-wrapped bare URIs are joined.
    Folds,
    /// If bare URIs are joined and the text is format=flowed text whose soft breaks are deleted.
    DelSp,
    /// If URIs are not repaired, with the delimiting of this program.
    Strict,
    /// If URIs are repaired, with the delimiting of this program.
    Repair,
    /// If the option `doubtful` is off, with the delimiting of this program.
    Careful,
    /// If a typesetter may have added a hyphen at a line end.
    Typeset,
    /// If every reading is returned.
    AllReadings,
    /// In the GFM dialect.
    Gfm,
    /// With the delimiting of UTS #58.
    Uts58,
    /// Always, except with the delimiting of UTS #58.
    NotUts58,
}

/// One row: a rule, and the settings under which it is enabled.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) rule: &'static Rule,
    pub(crate) on: On,
}

const fn row(rule: &'static Rule, on: On) -> Row {
    Row { rule, on }
}

/// Every rule. The order within a stage is the order in which the rules are applied.
pub(crate) const TABLE: &[Row] = &[
    // Stage `Open`: the text before the candidate.
    row(&start::CARRIER_SCHEME, On::Always),
    row(&start::NESTED_START, On::NotGfm),
    row(&start::GLUED_WORD, On::NotGfm),
    row(&start::VISUAL_START, On::NotGfm),
    row(&start::GLUED_DIGIT, On::Careful),
    row(&gfm::GFM_START, On::Gfm),
    row(&start::DEFANGED, On::Text),
    row(&start::URL_PREFIX, On::Text),
    row(&delimiters::ANGLE_BRACKETS, On::NotUts58),
    row(&delimiters::DOUBLE_QUOTES, On::Text),
    row(&delimiters::TYPOGRAPHIC_QUOTES, On::Text),
    row(&delimiters::SINGLE_QUOTES, On::Text),
    // Stage `Fold`: whether the candidate continues on the next line.
    row(&flowed::FLOWED_DELSP, On::DelSp),
    row(&quoted_printable::QUOTED_PRINTABLE, On::MailWrap),
    row(&flowed::PERCENT_SPLIT, On::MailWrap),
    row(&flowed::SCHEME_SPLIT, On::Folds),
    row(&flowed::TYPESET_BREAK, On::Folds),
    row(&flowed::BROKEN_HOST, On::Folds),
    row(&flowed::FOLD, On::Folds),
    row(&address::BROKEN_DOMAIN, On::Folds),
    row(&address::BROKEN_LOCAL_PART, On::Folds),
    // Stage `Join`: which joins are accepted.
    row(&join::LINE_BREAK, On::Wrap),
    row(&join::INNER_BLANK, On::Wrap),
    row(&quoted_printable::SOFT_BREAK, On::MailWrap),
    row(&join::SOFT_HYPHEN, On::Wrap),
    row(&join::HYPHEN_BREAK, On::Wrap),
    row(&join::TYPESET_HYPHEN, On::Typeset),
    // Stage `Cut`: where a bare candidate ends.
    row(&unicode::CJK_BRACKETS, On::Text),
    row(&unicode::VISUAL_TOKEN, On::NotGfm),
    row(&unicode::FULLWIDTH_DOT, On::NotGfm),
    row(&separators::BACKSLASH, On::Careful),
    row(&separators::ESCAPE, On::Repair),
    row(&unicode::CJK_HOST, On::Text),
    row(&unicode::GLUED_SYLLABLE, On::Text),
    row(&brackets::BRACKETED_TEXT, On::Text),
    row(&brackets::BALANCED_BRACKETS, On::Text),
    row(&separators::GLUED_COMMA, On::Text),
    row(&separators::PIPE_ALTERNATE, On::AllReadings),
    row(&separators::PIPE, On::Text),
    row(&separators::HOST_END, On::Text),
    row(&separators::FOREIGN_CHARACTER, On::Strict),
    row(&separators::ESCAPED_MARK, On::AllReadings),
    row(&gfm::GFM_ADDRESS, On::Gfm),
    row(&uts58::LINK_HOST, On::Uts58),
    row(&uts58::LINK_NAME, On::Uts58),
    row(&uts58::LINK_BRACKETS, On::Uts58),
    // Stage `Trim`: which characters are trimmed from the end of the candidate.
    row(&quoted_printable::SOFT_BREAK_END, On::MailWrap),
    row(&trailing::TRAILING_ENTITY, On::Text),
    row(&trailing::EMPHASIS, On::Text),
    row(&trailing::TRAILING_PUNCTUATION, On::Text),
    row(&trailing::TRAILING_APOSTROPHE, On::Text),
    row(&trailing::OPEN_BRACKET, On::Text),
    row(&trailing::HOST_TAIL, On::Text),
    row(&gfm::GFM_TAIL, On::Gfm),
    row(&uts58::SOFT_END, On::Uts58),
    // Stage `Judge`: whether the candidate is a link.
    row(&validity::SCHEME_SHAPE, On::Always),
    row(&validity::HOST_LABELS, On::Text),
    row(&gfm::GFM_DOMAIN, On::Gfm),
    row(&validity::USERINFO_LETTERS, On::Text),
    row(&validity::PROSE_HOST, On::Careful),
    row(&validity::PORT_RANGE, On::Careful),
    row(&evidence::DOMAIN_EVIDENCE, On::Text),
    row(&evidence::SENTENCE_END, On::Text),
    row(&evidence::FILE_NAME, On::Text),
    row(&bare_domain::BARE_DOMAIN, On::Text),
    row(&evidence::IP_EVIDENCE, On::Text),
    row(&evidence::ADDRESS_CONTEXT, On::Text),
    row(&message_id::MESSAGE_ID, On::Text),
    row(&address::ADDRESS_REST, On::Careful),
];

const COUNT: usize = TABLE.len();

// Each rule has a bit in the set of applied rules.
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

/// The delimiting rules, in the order in which they are applied.
///
/// ```
/// let names: Vec<&str> = linkwright::find::rules().iter().map(|rule| rule.name()).collect();
/// assert!(names.contains(&"angle-brackets"));
/// ```
pub fn rules() -> &'static [RuleInfo] {
    &INFOS
}

impl RuleSet {
    /// Whether the rule with this name applied.
    pub fn contains(self, name: &str) -> bool {
        self.iter().any(|rule| rule.name() == name)
    }

    /// The rules, in the order of [`rules`].
    pub fn iter(self) -> impl FusedIterator<Item = &'static RuleInfo> {
        INFOS.iter().enumerate().filter(move |&(at, _)| self.has(at)).map(|(_, rule)| rule)
    }
}
