//! `linkwright uri encode`: percent-encodes or decodes data.

use clap::ValueEnum;
use linkwright::uri::pct::{self, ByteSet};

use super::session::{InOut, Session};
use crate::exit::{Failure, Status};

/// Percent-encode data for a component, or decode a component.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// The texts to convert; by default the lines of standard input
    #[arg(value_name = "TEXT")]
    texts: Vec<String>,

    /// The component that the data is for, which determines the characters that are not encoded
    #[arg(long, value_enum, default_value_t = Component::Data)]
    component: Component,

    /// Decode instead of encoding; never decode the same data twice (RFC 3986, 2.4)
    #[arg(long)]
    decode: bool,

    #[command(flatten)]
    pub(super) io: InOut,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Component {
    /// Any component: everything except unreserved characters is encoded
    Data,
    Userinfo,
    Host,
    /// A whole path, with its slashes
    Path,
    /// One segment of a path
    Segment,
    Query,
    Fragment,
}

impl Component {
    const fn allowed(self) -> &'static ByteSet {
        match self {
            Component::Data => &pct::UNRESERVED,
            Component::Userinfo => &pct::USERINFO,
            Component::Host => &pct::REG_NAME,
            Component::Path => &pct::PATH,
            Component::Segment => &pct::PCHAR,
            Component::Query => &pct::QUERY,
            Component::Fragment => &pct::FRAGMENT,
        }
    }
}

pub(super) fn run(args: &Args, session: Session) -> Result<Status, Failure> {
    session.answer_texts(&args.texts, |session, text| {
        let result = core::str::from_utf8(text).ok().and_then(|text| {
            if args.decode {
                pct::decode_utf8(text).ok()
            } else {
                Some(pct::encode(text, args.component.allowed()))
            }
        });
        match result {
            Some(result) => session.write("text", &result),
            None => session.reject_text(text, "the octets are not UTF-8"),
        }
    })
}
