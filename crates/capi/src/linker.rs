//! Links in text, HTML and Markdown, with a callback for each link.

use core::ffi::{c_char, c_int, c_void};
use std::borrow::Cow;
use std::sync::Arc;

use linkwright::Finder;
use linkwright::find::Flags;
use linkwright::link::{HtmlLinker, Link};
use linkwright::rewrite::markdown::MarkdownLinker;

use crate::buffer::{Buffer, fill, fill_text};
use crate::edge::{guard, name, short_ascii, slice, status, utf8};
use crate::error::{Failure, LwError, Status};
use crate::handle::{Handle, keep, share};
use crate::matched::{kind, terminated};
use crate::options;

/// The linkers with the same options.
#[derive(Debug)]
pub struct Linker {
    html: HtmlLinker,
    markdown: MarkdownLinker,
}

/// A link that is about to be written; `struct lw_link` in C.
#[repr(C)]
#[derive(Debug)]
pub struct LwLink {
    /// The target.
    pub href: *const c_char,
    /// The length of the target in bytes.
    pub href_len: usize,
    /// The text that will be shown.
    pub label: *const c_char,
    /// The length of the text in bytes.
    pub label_len: usize,
    /// The hazards of the target, as flags.
    pub flags: u64,
    /// What was found: `enum lw_kind`.
    pub kind: u32,
    /// 1 if the document already has the link.
    pub is_existing: u32,
}

/// An attribute of an anchor; `struct lw_attribute` in C.
#[repr(C)]
#[derive(Debug)]
pub struct LwAttribute {
    /// The name.
    pub name: *const c_char,
    /// The value.
    pub value: *const c_char,
}

/// The changes that a callback asks for; `struct lw_answer` in C.
#[repr(C)]
#[derive(Debug)]
pub struct LwAnswer {
    /// The new target, or null.
    pub href: *const c_char,
    /// The new text, or null.
    pub label: *const c_char,
    /// Attributes to set.
    pub attributes: *const LwAttribute,
    /// The number of attributes.
    pub attributes_len: usize,
}

/// The callback for a link. Its result is an `enum lw_verdict`.
pub(crate) type Decide = Option<
    unsafe extern "C" fn(user: *mut c_void, link: *const LwLink, answer: *mut LwAnswer) -> c_int,
>;

const KEEP: c_int = 0;
const REMOVE: c_int = 1;
const STOP: c_int = 2;

/// The callback with the memory of its arguments, which is used for each link again.
struct Asking {
    decide: unsafe extern "C" fn(*mut c_void, *const LwLink, *mut LwAnswer) -> c_int,
    user: *mut c_void,
    href: Vec<u8>,
    label: Vec<u8>,
}

impl Asking {
    fn of(decide: Decide, user: *mut c_void) -> Option<Asking> {
        Some(Asking { decide: decide?, user, href: Vec::new(), label: Vec::new() })
    }

    fn ask(&mut self, link: &mut Link<'_>) -> Result<(), Failure> {
        terminated(&mut self.href, link.href());
        terminated(&mut self.label, link.label());
        let shown = LwLink {
            href: self.href.as_ptr().cast(),
            href_len: self.href.len() - 1,
            label: self.label.as_ptr().cast(),
            label_len: self.label.len() - 1,
            flags: Flags::default().with_hazards(link.hazards()).bits(),
            kind: link.kind().map_or(0, kind),
            is_existing: link.is_existing().into(),
        };
        let mut answer = LwAnswer {
            href: core::ptr::null(),
            label: core::ptr::null(),
            attributes: core::ptr::null(),
            attributes_len: 0,
        };
        // SAFETY: the callback is a function of the caller, and its arguments are valid during the call.
        let verdict = unsafe { (self.decide)(self.user, &raw const shown, &raw mut answer) };
        match verdict {
            // SAFETY: the answer has null or texts of the caller that end in NUL, as `linkwright.h` asks for.
            KEEP => unsafe { apply(&answer, link) },
            REMOVE => {
                link.remove();
                Ok(())
            }
            STOP => Err(Failure::new(Status::Stopped, "decide: stopped")),
            other => {
                let message = format!("decide: {other} is not an lw_verdict");
                Err(Failure::new(Status::Argument, message))
            }
        }
    }
}

/// Changes `link` as the callback answered.
///
/// # Safety
/// Each pointer in `answer` is null or points to a text that ends in NUL; the attributes are an array of their number.
unsafe fn apply(answer: &LwAnswer, link: &mut Link<'_>) -> Result<(), Failure> {
    // SAFETY: the caller guarantees it, here and below.
    if let Some(href) = unsafe { name(answer.href, "answer.href") }? {
        link.set_href(href).map_err(Failure::from)?;
    }
    // SAFETY: as above.
    if let Some(label) = unsafe { name(answer.label, "answer.label") }? {
        link.set_label(label);
    }
    // SAFETY: as above.
    let attributes =
        unsafe { slice(answer.attributes, answer.attributes_len, "answer.attributes") }?;
    for attribute in attributes {
        // SAFETY: as above.
        let (key, value) = unsafe {
            (name(attribute.name, "attribute.name")?, name(attribute.value, "attribute.value")?)
        };
        let key = key.ok_or_else(|| Failure::new(Status::Argument, "attribute.name: NULL"))?;
        link.set_attribute(key, value.unwrap_or_default())?;
    }
    Ok(())
}

/// A linker for the links of this finder, with these options.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lw_linker_new(
    finder: Handle<Arc<Finder>>,
    options: *const c_char,
    error: *mut LwError,
) -> Handle<Linker> {
    guard(
        error,
        |_| Handle::NULL,
        || {
            // SAFETY: `linkwright.h` asks for NULL or a text that ends in NUL.
            let options = unsafe { name(options, "options") }?.unwrap_or_default();
            let (html, markdown) = options::linkers(&*share(finder)?, options)?;
            keep(Linker { html, markdown })
        },
    )
}

/// Writes a plain text as HTML with links.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lw_link_text(
    linker: Handle<Linker>,
    text: *const c_char,
    len: usize,
    decide: Decide,
    user: *mut c_void,
    to: Handle<Buffer>,
    error: *mut LwError,
) -> c_int {
    status(error, || {
        fill_text(to, |out| {
            let linker = share(linker)?;
            // SAFETY: `linkwright.h` asks for `len` bytes.
            let bytes = unsafe { slice(text.cast::<u8>(), len, "text") }?;
            // `from_utf8_lossy` alone reads byte by byte, which takes a third of the time of the search.
            let text = short_ascii(bytes).or_else(|| core::str::from_utf8(bytes).ok());
            let text = text.map_or_else(|| String::from_utf8_lossy(bytes), Cow::Borrowed);
            match Asking::of(decide, user) {
                None => *out = linker.html.linkify(&text),
                Some(mut asking) => {
                    *out = linker.html.try_linkify(&text, |link| asking.ask(link))?;
                }
            }
            Ok(())
        })
    })
}

/// Adds links to an HTML document.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lw_link_html(
    linker: Handle<Linker>,
    html: *const c_char,
    len: usize,
    decide: Decide,
    user: *mut c_void,
    to: Handle<Buffer>,
    error: *mut LwError,
) -> c_int {
    status(error, || {
        fill(to, |out| {
            let linker = share(linker)?;
            // SAFETY: `linkwright.h` asks for `len` bytes.
            let html = unsafe { slice(html.cast::<u8>(), len, "html") }?;
            let linked: Cow<'_, [u8]> = match Asking::of(decide, user) {
                None => linker.html.rewrite(html),
                Some(mut asking) => linker.html.try_rewrite(html, |link| asking.ask(link))?,
            };
            out.extend_from_slice(&linked);
            Ok(())
        })
    })
}

/// Adds links to a Markdown document.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lw_link_markdown(
    linker: Handle<Linker>,
    markdown: *const c_char,
    len: usize,
    decide: Decide,
    user: *mut c_void,
    to: Handle<Buffer>,
    error: *mut LwError,
) -> c_int {
    status(error, || {
        fill(to, |out| {
            let linker = share(linker)?;
            // SAFETY: `linkwright.h` asks for `len` bytes.
            let markdown = unsafe { utf8(markdown, len, "markdown") }?;
            let linked = match Asking::of(decide, user) {
                None => linker.markdown.rewrite(markdown),
                Some(mut asking) => {
                    linker.markdown.try_rewrite(markdown, |link| asking.ask(link))?
                }
            };
            out.extend_from_slice(linked.as_bytes());
            Ok(())
        })
    })
}
