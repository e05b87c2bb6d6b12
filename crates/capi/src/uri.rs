//! One URI: its components, normalization, comparison, resolution and hazards.

use core::ffi::{c_char, c_int};
use std::ffi::CString;
use std::sync::LazyLock;

use linkwright::uri::hazards::{Code, Hazard};
use linkwright::uri::{Iri, IriReference, Rung};

use crate::buffer::{Buffer, fill};
use crate::edge::{guard, name, put, put_all, status, utf8};
use crate::error::{Failure, LwError, NOWHERE, Status};
use crate::flags::severity;
use crate::handle::Handle;
use crate::matched::LwSpan;

/// The components of a URI; `struct lw_uri` in C. A component that is missing has `SIZE_MAX` as its start and end.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LwUri {
    /// The scheme, without the `:`.
    pub scheme: LwSpan,
    /// The userinfo, without the `@`.
    pub userinfo: LwSpan,
    /// The host.
    pub host: LwSpan,
    /// The port, without the `:`.
    pub port: LwSpan,
    /// The path, which is never missing.
    pub path: LwSpan,
    /// The query, without the `?`.
    pub query: LwSpan,
    /// The fragment, without the `#`.
    pub fragment: LwSpan,
}

/// A hazard of a URI; `struct lw_hazard` in C.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct LwHazard {
    /// The name, which stays valid.
    pub code: *const c_char,
    /// A sentence about it, which stays valid.
    pub message: *const c_char,
    /// `enum lw_severity`.
    pub severity: c_int,
    /// The place in the URI, in bytes.
    pub span: LwSpan,
}

/// A URI, an IRI, or a relative reference of the caller.
///
/// # Safety
/// As for [`utf8`].
unsafe fn reference<'t>(
    text: *const c_char,
    len: usize,
    argument: &str,
) -> Result<IriReference<'t>, Failure> {
    // SAFETY: the caller guarantees it.
    Ok(IriReference::parse(unsafe { utf8(text, len, argument) }?)?)
}

/// The rung with this name; null selects the highest that needs no network.
///
/// # Safety
/// As for [`name`].
unsafe fn rung(rung: *const c_char) -> Result<Rung, Failure> {
    // SAFETY: the caller guarantees it.
    let rung = unsafe { name(rung, "rung") }?;
    let Some(rung) = rung else { return Ok(Rung::Scheme) };
    rung.parse().map_err(|unknown| Failure::new(Status::Argument, format!("rung: {unknown}")))
}

/// The components of a URI.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lw_uri_parse(
    text: *const c_char,
    len: usize,
    parts: *mut LwUri,
    error: *mut LwError,
) -> c_int {
    status(error, || {
        // SAFETY: `linkwright.h` asks for `len` bytes.
        let uri = unsafe { reference(text, len, "text") }?;
        let authority = uri.authority();
        // Each component is a part of the text, so its place follows from its address.
        let part = |component: Option<&str>| match component {
            Some(component) => {
                let start = component.as_ptr().addr() - uri.as_str().as_ptr().addr();
                LwSpan { start, end: start + component.len() }
            }
            None => LwSpan { start: NOWHERE, end: NOWHERE },
        };
        let found = LwUri {
            scheme: part(uri.scheme().map(|scheme| scheme.as_str())),
            userinfo: part(authority.and_then(|authority| authority.userinfo())),
            host: part(authority.map(|authority| authority.host().as_str())),
            port: part(authority.and_then(|authority| authority.port())),
            path: part(Some(uri.path())),
            query: part(uri.query()),
            fragment: part(uri.fragment()),
        };
        // SAFETY: `linkwright.h` asks for NULL or a `lw_uri`.
        unsafe { put(parts, found) };
        Ok(())
    })
}

/// The normal form of a URI.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lw_uri_normalize(
    text: *const c_char,
    len: usize,
    to_rung: *const c_char,
    to: Handle<Buffer>,
    error: *mut LwError,
) -> c_int {
    status(error, || {
        fill(to, |out| {
            // SAFETY: `linkwright.h` asks for `len` bytes, and for NULL or a text that ends in NUL.
            let (uri, rung) = unsafe { (reference(text, len, "text")?, rung(to_rung)?) };
            out.extend_from_slice(uri.normalize(rung).as_str().as_bytes());
            Ok(())
        })
    })
}

/// The form of a URI with the fewest escapes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lw_uri_minimally_escaped(
    text: *const c_char,
    len: usize,
    is_medial: bool,
    to: Handle<Buffer>,
    error: *mut LwError,
) -> c_int {
    status(error, || {
        fill(to, |out| {
            // SAFETY: `linkwright.h` asks for `len` bytes.
            let uri = Iri::parse(unsafe { utf8(text, len, "text") }?)?;
            out.extend_from_slice(uri.minimally_escaped(is_medial).as_bytes());
            Ok(())
        })
    })
}

/// Whether two URIs are equal.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lw_uri_equal(
    a: *const c_char,
    a_len: usize,
    b: *const c_char,
    b_len: usize,
    on_rung: *const c_char,
    is_equal: *mut bool,
    error: *mut LwError,
) -> c_int {
    status(error, || {
        // SAFETY: `linkwright.h` asks for texts of these lengths, and for NULL or a text that ends in NUL.
        let (a, b, rung) =
            unsafe { (reference(a, a_len, "a")?, reference(b, b_len, "b")?, rung(on_rung)?) };
        // SAFETY: `linkwright.h` asks for NULL or a `bool`.
        unsafe { put(is_equal, a.is_equivalent(&b, rung)) };
        Ok(())
    })
}

/// The target of a reference.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lw_uri_resolve(
    base: *const c_char,
    base_len: usize,
    text: *const c_char,
    len: usize,
    to: Handle<Buffer>,
    error: *mut LwError,
) -> c_int {
    status(error, || {
        fill(to, |out| {
            // SAFETY: `linkwright.h` asks for texts of these lengths.
            let (base, reference) =
                unsafe { (utf8(base, base_len, "base")?, reference(text, len, "text")?) };
            let target = Iri::parse(base)?.resolve(reference)?;
            out.extend_from_slice(target.as_str().as_bytes());
            Ok(())
        })
    })
}

/// The hazards of a URI.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lw_uri_hazards(
    text: *const c_char,
    len: usize,
    out: *mut LwHazard,
    room: usize,
    error: *mut LwError,
) -> usize {
    guard(
        error,
        |_| 0,
        || {
            // SAFETY: `linkwright.h` asks for `len` bytes.
            let uri = unsafe { reference(text, len, "text") }?;
            // SAFETY: `linkwright.h` asks for memory for `room` hazards.
            unsafe { put_all(out, room, uri.hazards().iter().filter_map(shown)) }
        },
    )
}

fn shown(hazard: &Hazard) -> Option<LwHazard> {
    static NAMES: LazyLock<Vec<(Code, CString, CString)>> = LazyLock::new(|| {
        let of = |&code: &Code| {
            Some((code, CString::new(code.name()).ok()?, CString::new(code.message()).ok()?))
        };
        Code::ALL.iter().filter_map(of).collect()
    });
    let (_, code, message) = NAMES.iter().find(|(code, _, _)| *code == hazard.code())?;
    Some(LwHazard {
        code: code.as_ptr(),
        message: message.as_ptr(),
        severity: severity(hazard.severity()),
        span: hazard.span().into(),
    })
}
