//! The flags of a match, which are bits with names.

use core::ffi::{c_char, c_int};
use std::ffi::CString;
use std::sync::LazyLock;

use linkwright::Match;
use linkwright::find::Flag;
use linkwright::uri::hazards::Severity;

use crate::matched::LwMatch;

/// The flags of a match.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lw_match_flags(found: *const LwMatch) -> u64 {
    // SAFETY: `linkwright.h` asks for NULL or a match that is still valid.
    let Some(found) = (unsafe { found.as_ref() }) else { return 0 };
    // SAFETY: `Shown::show` set the pointer to the match of the library, which is kept as long as the match is valid.
    let Some(inner) = (unsafe { found.inner.cast::<Match<'_>>().as_ref() }) else { return 0 };
    crate::edge::guard(core::ptr::null_mut(), |_| 0, || Ok(inner.flags().bits()))
}

/// The name of a flag.
#[unsafe(no_mangle)]
pub extern "C" fn lw_flag_name(number: u32) -> *const c_char {
    static NAMES: LazyLock<Vec<Option<CString>>> = LazyLock::new(|| {
        let name = |number| CString::new(Flag::from_number(number)?.to_string()).ok();
        (0..64).map(name).collect()
    });
    let name = usize::try_from(number).ok().and_then(|number| NAMES.get(number)?.as_ref());
    name.map_or(core::ptr::null(), |name| name.as_ptr())
}

/// The highest severity among flags.
#[unsafe(no_mangle)]
pub extern "C" fn lw_flags_severity(flags: u64) -> c_int {
    let set = (0..64).filter(|number| flags >> number & 1 == 1);
    set.filter_map(|number| Flag::from_number(number)?.severity()).map(severity).max().unwrap_or(0)
}

/// The number of a severity in `enum lw_severity`.
pub(crate) fn severity(severity: Severity) -> c_int {
    match severity {
        Severity::Info => 1,
        Severity::Warn => 2,
        _ => 3,
    }
}
