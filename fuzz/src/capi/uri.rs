//! Calls with options, and calls with one or two URIs.

use core::ffi::c_int;
use core::ptr::{null, null_mut};
use std::ffi::CString;

use linkwright::uri::{Iri, IriReference, Rung};
use linkwright_capi::*;

use super::{Any, Input, OK, Object, World, expect, pair};

impl World {
    /// Any options: those that are wrong have a name or a place.
    pub(super) fn options(&mut self, input: &mut Input<'_>) {
        let mut error = LwError::default();
        let text: Vec<u8> = input.text().iter().copied().filter(|&byte| byte != 0).collect();
        let (finder, _) = self.pick(input, |object| matches!(object, Object::Finder(_)));
        let options = CString::new(&*text).expect("no NUL");
        // SAFETY: the options end in NUL.
        let made: [Any; 2] = unsafe {
            let made = lw_finder_new(options.as_ptr(), &raw mut error).cast();
            wrong_options(&text, made, &error);
            [made, lw_linker_new(finder.cast(), options.as_ptr(), &raw mut error).cast()]
        };
        if error.status != Status::Handle as c_int {
            wrong_options(&text, made[1], &error);
        }
        for handle in made {
            assert_eq!(lw_free(handle), OK);
        }
    }

    /// One text as a URI.
    pub(super) fn uri(&mut self, input: &mut Input<'_>) {
        let mut error = LwError::default();
        let (text, rung) = (input.text(), Rung::ALL[usize::from(input.byte()) % Rung::ALL.len()]);
        let (to, at) = self.pick(input, |object| matches!(object, Object::Buffer(_)));
        let (start, len) = pair(&text);
        let wanted = reference(&text);
        let status = wanted.as_ref().map_or_else(|&status| status, |_| Status::Ok);
        let none = LwSpan { start: 0, end: 0 };
        let [scheme, userinfo, host, port, path, query, fragment] = [none; 7];
        let mut parts = LwUri { scheme, userinfo, host, port, path, query, fragment };
        let name = CString::new(rung.to_string()).expect("no NUL");
        // SAFETY: the text has this length, the name ends in NUL, and there is memory for what is written.
        let (normalized, count) = unsafe {
            expect(lw_uri_parse(start, len, &raw mut parts, &raw mut error), &error, status);
            let count = lw_uri_hazards(start, len, null_mut(), 0, &raw mut error);
            expect(error.status, &error, status);
            let normalized = lw_uri_normalize(start, len, name.as_ptr(), to.cast(), &raw mut error);
            (normalized, count)
        };
        let form = wanted.map(|uri| uri.normalize(rung).as_str().as_bytes().to_owned());
        self.written(normalized, &error, at, form);
        let Ok(uri) = wanted else { return assert_eq!(count, 0) };
        let part = |span: LwSpan| text.get(span.start..span.end);
        let host = uri.authority().map(|authority| authority.host().as_str());
        assert_eq!(part(parts.path), Some(uri.path().as_bytes()));
        assert_eq!(part(parts.host), host.map(str::as_bytes));
        assert_eq!(part(parts.query), uri.query().map(str::as_bytes));
        assert_eq!(count, uri.hazards().len());
    }

    pub(super) fn minimally_escaped(&mut self, input: &mut Input<'_>) {
        let mut error = LwError::default();
        let (text, medial) = (input.text(), input.byte() % 2 == 1);
        let (to, at) = self.pick(input, |object| matches!(object, Object::Buffer(_)));
        let (start, len) = pair(&text);
        // SAFETY: the text has this length.
        let status =
            unsafe { lw_uri_minimally_escaped(start, len, medial, to.cast(), &raw mut error) };
        let uri = core::str::from_utf8(&text).map_err(|_| Status::Utf8);
        let uri = uri.and_then(|text| Iri::parse(text).map_err(|_| Status::Uri));
        let escaped = uri.map(|uri| uri.minimally_escaped(medial));
        self.written(status, &error, at, escaped.map(String::into_bytes));
    }

    /// Two texts as URIs: compared, and the second in a document at the first.
    pub(super) fn two_uris(&mut self, input: &mut Input<'_>) {
        let mut error = LwError::default();
        let (a, b) = (input.text(), input.text());
        let (to, at) = self.pick(input, |object| matches!(object, Object::Buffer(_)));
        let ((a_start, a_len), (b_start, b_len)) = (pair(&a), pair(&b));
        let mut is_equal = false;
        let both = reference(&a).and_then(|a| Ok((a, reference(&b)?)));
        // SAFETY: the texts have these lengths.
        let resolved = unsafe {
            let equal = &raw mut is_equal;
            let compared =
                lw_uri_equal(a_start, a_len, b_start, b_len, null(), equal, &raw mut error);
            expect(compared, &error, both.as_ref().map_or_else(|&status| status, |_| Status::Ok));
            lw_uri_resolve(a_start, a_len, b_start, b_len, to.cast(), &raw mut error)
        };
        assert_eq!(is_equal, both.is_ok_and(|(a, b)| a.is_equivalent(&b, Rung::Scheme)));
        let base = core::str::from_utf8(&a).map_err(|_| Status::Utf8);
        let target = base.and_then(|base| {
            let second = reference(&b)?;
            let base = Iri::parse(base).map_err(|_| Status::Uri)?;
            let target = base.resolve(second).map_err(|_| Status::Uri)?;
            Ok(target.as_str().as_bytes().to_owned())
        });
        self.written(resolved, &error, at, target);
    }
}

/// Fails unless a handle was made or the error says what is wrong with the options.
fn wrong_options(text: &[u8], made: Any, error: &LwError) {
    assert_eq!(made.is_null(), error.status != OK);
    let utf8 = core::str::from_utf8(text);
    if let Err(wrong) = utf8 {
        expect(error.status, error, Status::Utf8);
        assert_eq!(error.at, wrong.valid_up_to());
    } else if made.is_null() {
        expect(error.status, error, Status::Option);
        // The place of an option in JSON is not known, and its name may be empty.
        assert!(error.at <= text.len() || error.at == usize::MAX);
    }
}

fn reference(text: &[u8]) -> Result<IriReference<'_>, Status> {
    let text = core::str::from_utf8(text).map_err(|_| Status::Utf8)?;
    IriReference::parse(text).map_err(|_| Status::Uri)
}
