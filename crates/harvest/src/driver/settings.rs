//! The options of a harvester, in the form in which the readers use them.

use encoding_rs::Encoding;
use linkwright::Finder;
use linkwright::find::FinderBuilder;
use linkwright::options::OptionError;
use linkwright::uri::UriBuf;

use super::input::Buffers;
use crate::detect::Format;
use crate::model::{Flow, Limits, WarcType};

/// The settings of a [`Harvester`](crate::Harvester), except the options of its finder.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the builder")]
pub(crate) struct Settings {
    pub(crate) limits: Limits,
    pub(crate) format: Option<Format>,
    pub(crate) encoding: Option<&'static Encoding>,
    pub(crate) base: Option<UriBuf>,
    pub(crate) lines: bool,
    /// The number of characters of context; `None` for no context.
    pub(crate) context: Option<usize>,
    pub(crate) binary: bool,
    pub(crate) separate_lines: bool,
    /// Whether links keep the text that they show.
    pub(crate) displayed_text: bool,
    /// The types of records of web archives that are read.
    pub(crate) warc_types: Vec<WarcType>,
    /// The function that decodes a PDF in another process; `None` if PDFs are decoded in this
    /// process.
    #[cfg(feature = "pdf")]
    pub(crate) pdf_process: Option<crate::pdf::Process>,
    /// The function that reads a database in another process; `None` if databases are read in this process.
    #[cfg(feature = "sqlite")]
    pub(crate) sqlite_process: Option<crate::sqlite::Process>,
}

/// Everything that a harvester needs, and that its clones share.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) settings: Settings,
    pub(crate) finders: Finders,
    pub(crate) buffers: Buffers,
}

/// A finder for each way in which text can be declared to be flowed (RFC 3676).
#[derive(Debug)]
pub(crate) struct Finders {
    plain: Finder,
    flowed: Finder,
    delsp: Finder,
}

impl Finders {
    pub(crate) fn new(options: &FinderBuilder) -> Result<Finders, OptionError> {
        let mut flowed = options.clone();
        flowed.flowed(true);
        let mut delsp = flowed.clone();
        delsp.delsp(true);
        Ok(Finders { plain: options.build()?, flowed: flowed.build()?, delsp: delsp.build()? })
    }

    /// The finder for a text that is declared to be flowed in this way.
    pub(crate) const fn of(&self, flow: Flow) -> &Finder {
        match flow {
            Flow::Fixed => &self.plain,
            Flow::Flowed { delsp: false } => &self.flowed,
            Flow::Flowed { delsp: true } => &self.delsp,
        }
    }
}
