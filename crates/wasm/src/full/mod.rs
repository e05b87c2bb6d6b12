//! What the module of `linkwright` has, and that of `linkwright/slim` has not: options by name, the linker, explanations,
//! and the details of matches.

mod details;
mod explain;
mod json;
mod options;

use core::cell::RefCell;

use linkwright::Span;
use linkwright::find::{AlternateReason, Flag, JoinReason, rules};
use linkwright::link::HtmlLinker;

use crate::fields::Fields;
use crate::full::json::Json;
use crate::records::{self, Records};
use crate::state::{FAILED, Slots, call};
use crate::units::Places;

pub(crate) use details::add as add_details;
pub(crate) use options::finder;

thread_local! {
    static LINKERS: RefCell<Slots<HtmlLinker>> = RefCell::default();
}

/// A linker for the matches of a finder with the options in the input.
#[unsafe(no_mangle)]
pub extern "C" fn lw_linker(finder: i32, len: usize) -> i32 {
    call(|state| {
        let Some((finder, _)) = state.finders.get(finder) else { return FAILED };
        match options::linker(finder, records::text(&state.input, len)) {
            Ok(linker) => LINKERS.with_borrow_mut(|linkers| linkers.keep(linker)),
            Err(refused) => state.out.refuse(refused),
        }
    })
}

/// Frees a linker.
#[unsafe(no_mangle)]
pub extern "C" fn lw_free_linker(linker: i32) {
    LINKERS.with_borrow_mut(|linkers| linkers.free(linker));
}

/// The text in the input as HTML. The first `own` bytes of the input are the links of the caller: the start and the end of
/// each, in code units, and its target. Returns 1 if the HTML is the text itself.
#[unsafe(no_mangle)]
pub extern "C" fn lw_linkify(linker: i32, own: usize, len: usize) -> i32 {
    call(|state| {
        LINKERS.with_borrow(|linkers| {
            let Some(linker) = linkers.get(linker) else { return FAILED };
            let (own, text) =
                records::text(&state.input, len).split_at_checked(own).unwrap_or_default();
            linkify(linker, own, text, &mut state.out);
            i32::from(state.out.text == text)
        })
    })
}

fn linkify(linker: &HtmlLinker, own: &str, text: &str, out: &mut Records) {
    if own.is_empty() {
        out.text = linker.linkify(text);
        return;
    }
    let mut places = Places::default();
    let mut fields = Fields(own);
    let own = core::iter::from_fn(|| {
        let mut place = || Some(places.byte(text, fields.next()?.parse().ok()?));
        let (start, end) = (place()?, place()?);
        Some((Span::new(start, end.max(start)), fields.next()?))
    });
    out.text = linker.linkify_with(text, own);
}

/// Explains the input; the text is JSON.
#[unsafe(no_mangle)]
pub extern "C" fn lw_explain(finder: i32, len: usize) -> i32 {
    call(|state| {
        let Some((finder, _)) = state.finders.get(finder) else { return FAILED };
        explain::explain(finder, records::text(&state.input, len), &mut state.out)
    })
}

/// The names behind the numbers of the details, as JSON.
pub(crate) fn names() -> String {
    let mut json = Json::default();
    json.open();
    json.key("joins").strings(JoinReason::ALL.iter().copied().map(JoinReason::name));
    json.key("readings").strings(AlternateReason::ALL.iter().copied().map(AlternateReason::name));
    json.key("flags").list(Flag::all(), |json, flag| {
        json.open();
        json.text("name", flag.name());
        json.number("number", flag.number());
        if let Some(severity) = flag.severity() {
            json.text("severity", severity.name());
        }
        if let Flag::Hazard(code) = flag {
            json.text("message", code.message());
        }
        json.close();
    });
    json.key("rules").list(rules(), |json, rule| {
        json.open();
        json.text("name", rule.name());
        json.text("summary", rule.summary());
        json.text("source", rule.source());
        json.close();
    });
    json.close();
    json.0
}
