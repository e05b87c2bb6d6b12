//! Calls that write links.

use core::ffi::{c_int, c_void};
use core::ptr::null_mut;
use std::borrow::Cow;

use linkwright::find::Flags;
use linkwright::link::Link;
use linkwright_capi::*;

use super::found::{bytes, string};
use super::{Input, Linker, Object, World, expect, of_handle, pair};

impl World {
    /// Links a text, with or without a callback, into a buffer.
    pub(super) fn link(&mut self, input: &mut Input<'_>) {
        let mut error = LwError::default();
        let (linker_handle, linker) =
            self.pick(input, |object| matches!(object, Object::Linker(_)));
        let (to, at) = self.pick(input, |object| matches!(object, Object::Buffer(_)));
        let format = input.byte();
        let decides = format / 3 % 2 == 1;
        let text = input.text();
        let linked = match linker.map(|at| &self.held[at].1) {
            Some(Some(Object::Linker(linker))) => linked(linker, format, &text, decides),
            _ => Err(Status::Handle),
        };
        let call = [lw_link_text, lw_link_html, lw_link_markdown][usize::from(format % 3)];
        let (start, len) = pair(&text);
        let callback = decides.then_some(decide as unsafe extern "C" fn(_, _, _) -> _);
        // SAFETY: the text has this length.
        let status = unsafe {
            call(linker_handle.cast(), start, len, callback, null_mut(), to.cast(), &raw mut error)
        };
        self.written(status, &error, at, linked);
    }

    /// Fails if a call did not write what it should to the buffer `at`, which is empty after an error.
    pub(super) fn written(
        &mut self,
        status: c_int,
        error: &LwError,
        at: Option<usize>,
        wanted: Result<Vec<u8>, Status>,
    ) {
        let wanted = if at.is_none() { Err(Status::Handle) } else { wanted };
        expect(status, error, wanted.as_ref().map_or_else(|&status| status, |_| Status::Ok));
        let Some((handle, Some(Object::Buffer(buffer)))) = at.map(|at| &mut self.held[at]) else {
            return;
        };
        *buffer = wanted.unwrap_or_default();
        let (mut len, mut error) = (0, LwError::default());
        // SAFETY: the text of a buffer has this length, and stays until the next result.
        let data = unsafe {
            let data = lw_buffer_data(handle.cast(), &raw mut len, &raw mut error);
            bytes(data, len)
        };
        assert_eq!(data, *buffer);
    }

    pub(super) fn data(&mut self, input: &mut Input<'_>) {
        let mut error = LwError::default();
        let (mut len, (handle, buffer)) = (0, pick!(self, input, Buffer));
        // SAFETY: as in `fill`.
        let data = unsafe {
            let data = lw_buffer_data(handle, &raw mut len, &raw mut error);
            (!data.is_null()).then(|| bytes(data, len))
        };
        expect(error.status, &error, of_handle(buffer.as_ref()));
        assert_eq!(data.as_ref(), buffer.as_deref());
    }
}

/// What a callback answers about a link: a number from 0 to 4.
fn verdict(href: &str, label: &str) -> usize {
    (href.len() + 3 * label.len()) % 5
}

unsafe extern "C" fn decide(_: *mut c_void, link: *const LwLink, answer: *mut LwAnswer) -> c_int {
    const TITLE: [LwAttribute; 1] =
        [LwAttribute { name: c"title".as_ptr(), value: c"a \" b".as_ptr() }];
    static KEPT: &[LwAttributes] = &[LwAttributes(TITLE)];
    // SAFETY: the link and the answer are valid during the call.
    unsafe {
        let link = &*link;
        match verdict(&string(link.href, link.href_len), &string(link.label, link.label_len)) {
            0 => return 1,
            1 => (*answer).label = c"a < b".as_ptr(),
            2 => (*answer).href = c"/x?a&b".as_ptr(),
            3 => ((*answer).attributes, (*answer).attributes_len) = (KEPT[0].0.as_ptr(), 1),
            _ if link.flags % 2 == 1 => return 2,
            _ => {}
        }
    }
    0
}

struct LwAttributes([LwAttribute; 1]);
// SAFETY: the attributes point to constants.
unsafe impl Sync for LwAttributes {}

/// The same for the library.
fn decide_in_rust(link: &mut Link<'_>) -> Result<(), Status> {
    match verdict(link.href(), link.label()) {
        0 => link.remove(),
        1 => link.set_label("a < b"),
        2 => link.set_href("/x?a&b").map_err(|_| Status::Uri)?,
        3 => link.set_attribute("title", "a \" b").map_err(|_| Status::Option)?,
        _ if Flags::default().with_hazards(link.hazards()).bits() % 2 == 1 => {
            return Err(Status::Stopped);
        }
        _ => {}
    }
    Ok(())
}

/// What the library writes.
fn linked(linker: &Linker, format: u8, text: &[u8], decides: bool) -> Result<Vec<u8>, Status> {
    let decide = |link: &mut Link<'_>| if decides { decide_in_rust(link) } else { Ok(()) };
    match format % 3 {
        0 => {
            linker.html.try_linkify(&String::from_utf8_lossy(text), decide).map(String::into_bytes)
        }
        1 => linker.html.try_rewrite(text, decide).map(Cow::into_owned),
        _ => {
            let text = core::str::from_utf8(text).map_err(|_| Status::Utf8)?;
            linker.markdown.try_rewrite(text, decide).map(|linked| linked.into_owned().into_bytes())
        }
    }
}
