//! The treatment of links whose URI has hazards.

use super::attributes::Attributes;
use crate::options::name::names;
use crate::uri::hazards::{Code, Codes, Severity};

/// The treatment of a match whose URI has a hazard of some severity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Treatment {
    /// The match becomes a link like any other.
    Link,
    /// The match becomes a link with the class `hazard` and a title that names the hazards. In Markdown, the link has
    /// only the title. On a terminal, the hazards follow the link in brackets.
    Mark,
    /// The match stays text that is marked like a link: in HTML, it is an `a` without `href`, and on a terminal, the
    /// hazards follow it. In Markdown, it is plain text.
    Caution,
    /// The match stays text.
    Skip,
}

names!(Treatment "treatment of hazards" { Link "link" Mark "mark" Caution "caution" Skip "skip" });

/// The treatment of hazards by their severity.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Treatments {
    pub(crate) danger: Treatment,
    pub(crate) warning: Treatment,
}

impl Treatments {
    /// The same without marks on text, for a format that has none.
    #[cfg(feature = "markdown")]
    pub(crate) fn without_cautions(self) -> Treatments {
        let plain = |one| if one == Treatment::Caution { Treatment::Skip } else { one };
        Treatments { danger: plain(self.danger), warning: plain(self.warning) }
    }

    /// Whether no hazard affects how a match is written.
    pub(crate) fn are_none(self) -> bool {
        (self.danger, self.warning) == (Treatment::Link, Treatment::Link)
    }

    /// The treatment of a match with these hazards.
    pub(crate) fn of(self, hazards: Codes) -> Treatment {
        match hazards.severity() {
            Some(Severity::Danger) => self.danger,
            Some(Severity::Warn) => self.warning,
            _ => Treatment::Link,
        }
    }
}

/// The class of a marked link.
const CLASS: &str = "hazard";

/// Adds the class and the title of a marked link.
pub(super) fn mark(attributes: &mut Attributes, hazards: Codes) {
    attributes.add_word("class", CLASS);
    attributes.put("title", &title(hazards));
}

/// The hazards of the severity `warn` or higher, as a readable sentence.
pub(super) fn title(hazards: Codes) -> String {
    let weighty = hazards.iter().filter(|code| code.severity() >= Severity::Warn);
    let messages: Vec<&str> = weighty.map(Code::message).collect();
    "Caution: ".to_owned() + &messages.join("; ")
}
