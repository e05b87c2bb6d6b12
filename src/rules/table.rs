//! The table of rules: every decision about the beginning and the end of a URI, in order.
//!
//! The table is a `const` with function pointers instead of trait objects. The list of names, the documentation and the
//! output of `explain` are generated from the table. A stage does not call a rule if none of the rule's facts holds.

use core::iter::FusedIterator;
use std::sync::LazyLock;

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

/// Every rule, with the settings under which it is enabled. The order within a stage is the order in which the rules are
/// applied.
pub(crate) const TABLE: &[(&Rule, On)] = &[
    // Stage `Open`: the text before the candidate.
    (&start::CARRIER_SCHEME, On::Always),
    (&start::NESTED_START, On::NotGfm),
    (&start::GLUED_WORD, On::NotGfm),
    (&start::VISUAL_START, On::NotGfm),
    (&start::GLUED_DIGIT, On::Careful),
    (&gfm::GFM_START, On::Gfm),
    (&start::DEFANGED, On::Text),
    (&start::URL_PREFIX, On::Text),
    (&delimiters::ANGLE_BRACKETS, On::NotUts58),
    (&delimiters::DOUBLE_QUOTES, On::Text),
    (&delimiters::TYPOGRAPHIC_QUOTES, On::Text),
    (&delimiters::SINGLE_QUOTES, On::Text),
    // Stage `Fold`: whether the candidate continues on the next line.
    (&flowed::FLOWED_DELSP, On::DelSp),
    (&quoted_printable::QUOTED_PRINTABLE, On::MailWrap),
    (&flowed::PERCENT_SPLIT, On::MailWrap),
    (&flowed::SCHEME_SPLIT, On::Folds),
    (&flowed::TYPESET_BREAK, On::Folds),
    (&flowed::BROKEN_HOST, On::Folds),
    (&flowed::FOLD, On::Folds),
    (&address::BROKEN_DOMAIN, On::Folds),
    (&address::BROKEN_LOCAL_PART, On::Folds),
    // Stage `Join`: which joins are accepted.
    (&join::LINE_BREAK, On::Wrap),
    (&join::INNER_BLANK, On::Wrap),
    (&quoted_printable::SOFT_BREAK, On::MailWrap),
    (&join::SOFT_HYPHEN, On::Wrap),
    (&join::HYPHEN_BREAK, On::Wrap),
    (&join::TYPESET_HYPHEN, On::Typeset),
    // Stage `Cut`: where a bare candidate ends.
    (&unicode::CJK_BRACKETS, On::Text),
    (&unicode::VISUAL_TOKEN, On::NotGfm),
    (&unicode::FULLWIDTH_DOT, On::NotGfm),
    (&separators::BACKSLASH, On::Careful),
    (&separators::ESCAPE, On::Repair),
    (&unicode::CJK_HOST, On::Text),
    (&unicode::GLUED_SYLLABLE, On::Text),
    (&brackets::BRACKETED_TEXT, On::Text),
    (&brackets::BALANCED_BRACKETS, On::Text),
    (&separators::GLUED_COMMA, On::Text),
    (&separators::PIPE_ALTERNATE, On::AllReadings),
    (&separators::PIPE, On::Text),
    (&separators::HOST_END, On::Text),
    (&separators::FOREIGN_CHARACTER, On::Strict),
    (&separators::ESCAPED_MARK, On::AllReadings),
    (&gfm::GFM_ADDRESS, On::Gfm),
    (&uts58::LINK_HOST, On::Uts58),
    (&uts58::LINK_NAME, On::Uts58),
    (&uts58::LINK_BRACKETS, On::Uts58),
    // Stage `Trim`: which characters are trimmed from the end of the candidate.
    (&quoted_printable::SOFT_BREAK_END, On::MailWrap),
    (&trailing::TRAILING_ENTITY, On::Text),
    (&trailing::EMPHASIS, On::Text),
    (&trailing::TRAILING_PUNCTUATION, On::Text),
    (&trailing::TRAILING_APOSTROPHE, On::Text),
    (&trailing::OPEN_BRACKET, On::Text),
    (&trailing::HOST_TAIL, On::Text),
    (&gfm::GFM_TAIL, On::Gfm),
    (&uts58::SOFT_END, On::Uts58),
    // Stage `Judge`: whether the candidate is a link.
    (&validity::SCHEME_SHAPE, On::Always),
    (&validity::HOST_LABELS, On::Text),
    (&gfm::GFM_DOMAIN, On::Gfm),
    (&validity::USERINFO_LETTERS, On::Text),
    (&validity::PROSE_HOST, On::Careful),
    (&validity::PORT_RANGE, On::Careful),
    (&evidence::DOMAIN_EVIDENCE, On::Text),
    (&evidence::SENTENCE_END, On::Text),
    (&evidence::FILE_NAME, On::Text),
    (&bare_domain::BARE_DOMAIN, On::Text),
    (&evidence::IP_EVIDENCE, On::Text),
    (&evidence::ADDRESS_CONTEXT, On::Text),
    (&message_id::MESSAGE_ID, On::Text),
    (&address::ADDRESS_REST, On::Careful),
];

// Each rule has a bit in the set of applied rules.
const _: () = assert!(TABLE.len() <= RuleSet::ROOM);

static INFOS: LazyLock<Vec<RuleInfo>> =
    LazyLock::new(|| TABLE.iter().map(|(rule, _)| rule.info).collect());

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
