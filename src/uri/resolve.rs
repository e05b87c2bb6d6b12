//! Reference resolution (section 5), and its inverse.
//!
//! # Rules that are followed literally
//!
//! - A base path that does not begin with a slash, as in `s:a/b`, is merged as in 5.2.3, and dot segments are removed
//!   as in 5.2.4: the target of `../c` is `s:/c`. Some resolvers reject such bases, for example `urn:` URIs; the RFC
//!   does not.
//! - The base path is copied unchanged, including dot segments, if the path of the reference is empty (5.2.2).
//! - `%2e` is not a dot here. Normalization (6.2.2.2) decodes it, before or after resolution.
//!
//! # A gap in the RFC
//!
//! A target may have a path that begins with `//` and no authority. If it were recomposed as in section 5.3, the start
//! of the path would become an authority: with the base `s:/a`, the target of `.//g` would be `s://g`. Here, the target
//! is `s:/.//g`, as in [normalization](super::UriReference::normalize). Similarly, if neither the base nor the reference has a
//! scheme, `./` is inserted before a first segment with a colon (4.2).

use std::borrow::Cow;

use super::buf::{IriBuf, UriBuf, UriReferenceBuf};
use super::dots::{self, Dots};
use super::error::ParseError;
use super::reference::{Iri, IriReference, Uri, UriReference};
use super::rung::Rung;
use super::split::Components;

/// A base URI that references are resolved against (section 5.1).
///
/// ```
/// use linkwright::uri::{Resolver, Uri};
///
/// let resolver = Resolver::new(Uri::parse("http://a/b/c/d;p?q")?);
/// assert_eq!(resolver.resolve("../g?y#s")?, "http://a/b/g?y#s");
/// assert_eq!(resolver.resolve("http:g")?, "http:g");
/// assert_eq!(resolver.backward_compatible(true).resolve("http:g")?, "http://a/b/c/g");
/// # Ok::<_, linkwright::uri::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resolver<'b> {
    base: UriReference<'b>,
    is_strict: bool,
}

impl<'b> Resolver<'b> {
    /// A resolver that resolves references strictly against `base`. The fragment of `base` is ignored (5.1).
    pub const fn new(base: Uri<'b>) -> Resolver<'b> {
        Resolver::relative(base.as_reference())
    }

    /// A resolver whose base may itself be relative.
    ///
    /// Section 5.1 requires a base to have a scheme. If neither `base` nor the reference has a scheme, the target is
    /// also a relative reference: with the base `a/b`, the target of `c` is `a/c`, and the target of `../c` is `c`. The
    /// start of the base is treated as the root, so `..` does not go above it. Resolving the target against `http://h/`
    /// returns the same URI as resolving `base` against `http://h/` and then resolving the reference against the
    /// result.
    ///
    /// ```
    /// use linkwright::uri::{Resolver, UriReference};
    ///
    /// let base = Resolver::relative(UriReference::parse("a/b/c")?);
    /// let target = |text| base.target(UriReference::parse(text).unwrap()).unwrap();
    /// assert_eq!(target("../d"), "a/d");
    /// assert_eq!(target("../../../d"), "d");
    /// # Ok::<_, linkwright::uri::ParseError>(())
    /// ```
    pub const fn relative(base: UriReference<'b>) -> Resolver<'b> {
        Resolver { base, is_strict: true }
    }

    /// Sets whether the scheme of a reference is ignored if it is the scheme of the base. Section 5.4.2 permits this
    /// for compatibility with specifications from before RFC 2396.
    #[must_use]
    pub const fn backward_compatible(mut self, is_compatible: bool) -> Resolver<'b> {
        self.is_strict = !is_compatible;
        self
    }

    /// The base.
    pub const fn base(&self) -> UriReference<'b> {
        self.base
    }

    /// The target of `reference`, as a URI.
    ///
    /// It is an error if `reference` is invalid, if the target is relative because neither the base nor `reference`
    /// has a scheme, or if the target is longer than 4 GiB.
    pub fn resolve(&self, reference: &str) -> Result<UriBuf, ParseError> {
        UriBuf::parse(self.text(UriReference::parse(reference)?.into()))
    }

    /// The target of `reference`, which is relative if neither the base nor `reference` has a scheme.
    ///
    /// It is an error only if the target is longer than 4 GiB.
    pub fn target(&self, reference: UriReference<'_>) -> Result<UriReferenceBuf, ParseError> {
        UriReferenceBuf::parse(self.text(reference.into()))
    }

    fn text(&self, reference: Components<'_>) -> String {
        target(self.base.into(), reference, self.is_strict)
    }

    /// Whether the target of `reference` and the base, both without their fragments, have the same normal form under
    /// `rung`. Such a `reference` is a same-document reference (section 4.4), for which a client fetches nothing.
    ///
    /// ```
    /// use linkwright::uri::{Resolver, Rung, Uri, UriReference};
    ///
    /// let resolver = Resolver::new(Uri::parse("http://a/b?q")?);
    /// let is_same =
    ///     |text, rung| resolver.is_same_document(UriReference::parse(text).unwrap(), rung);
    /// assert!(is_same("#top", Rung::String) && is_same("b?q#top", Rung::String));
    /// assert!(!is_same("?q=1", Rung::Scheme) && !is_same("b", Rung::Scheme));
    /// assert!(!is_same("HTTP://a:80/b?q", Rung::String));
    /// assert!(is_same("HTTP://a:80/b?q", Rung::Scheme));
    /// # Ok::<_, linkwright::uri::ParseError>(())
    /// ```
    pub fn is_same_document(&self, reference: UriReference<'_>, rung: Rung) -> bool {
        let base = self.base.without_fragment();
        self.target(reference)
            .is_ok_and(|target| target.as_reference().without_fragment().is_equivalent(&base, rung))
    }

    /// A reference that is shorter than `target` and resolves to `target`; `None` if no such reference exists, for
    /// example because the schemes differ.
    ///
    /// Strict resolution of the reference returns exactly `target`. If several such references exist, the first one in
    /// this order is returned: without a path, relative to the folder of the base, relative to the root, with an
    /// authority (`//host/path`). For most targets with dot segments no reference exists, since resolution removes dot
    /// segments.
    ///
    /// ```
    /// use linkwright::uri::{Resolver, Uri};
    ///
    /// let resolver = Resolver::new(Uri::parse("http://a/b/c/d?q")?);
    /// let relative = |target| resolver.relativize(Uri::parse(target).unwrap());
    /// assert_eq!(relative("http://a/b/x/y#z").as_deref(), Some("../x/y#z"));
    /// assert_eq!(relative("http://a/b/c/d?q#top").as_deref(), Some("#top"));
    /// assert_eq!(relative("http://a/b/c/").as_deref(), Some("./"));
    /// assert_eq!(relative("http://b/").as_deref(), Some("//b/"));
    /// assert_eq!(relative("https://a/b/c/"), None);
    /// # Ok::<_, linkwright::uri::ParseError>(())
    /// ```
    pub fn relativize(&self, target: Uri<'_>) -> Option<String> {
        let strict = Resolver { is_strict: true, ..*self };
        let [base, to] = [self.base, target.as_reference()].map(Components::from);
        if base.scheme != to.scheme {
            return None;
        }
        let is_origin_same = base.authority == to.authority;
        let way = way(folder(base), to.path);
        let query = to.query.filter(|_| to.query != base.query);
        let candidates = [
            (is_origin_same && base.path == to.path)
                .then(|| without_origin(Components { path: "", query, ..to })),
            is_origin_same.then(|| without_origin(Components { path: &way, ..to })),
            (is_origin_same && to.path.starts_with('/')).then(|| without_origin(to)),
            to.authority.map(|_| Components { scheme: None, ..to }.to_string()),
        ];
        let is_shorter = |candidate: &String| candidate.len() < target.as_str().len();
        candidates
            .into_iter()
            .flatten()
            .filter(is_shorter)
            .find(|candidate| strict.resolve(candidate).is_ok_and(|found| found.as_uri() == target))
    }
}

impl Iri<'_> {
    /// The target of `reference` with this IRI as the base (RFC 3987, section 6.5). No character is encoded or decoded.
    /// [`Resolver`] does the same for URIs.
    ///
    /// It is an error only if the target is longer than 4 GiB.
    ///
    /// ```
    /// use linkwright::uri::{Iri, IriReference};
    ///
    /// let base = Iri::parse("http://example.com/é/a")?;
    /// assert_eq!(base.resolve(IriReference::parse("../ü?α")?)?, "http://example.com/ü?α");
    /// # Ok::<_, linkwright::uri::ParseError>(())
    /// ```
    pub fn resolve(&self, reference: IriReference<'_>) -> Result<IriBuf, ParseError> {
        IriBuf::parse(target(self.as_reference().into(), reference.into(), true))
    }
}

/// The target of `reference` with this base (5.2.2), recomposed (5.3).
fn target(base: Components<'_>, reference: Components<'_>, is_strict: bool) -> String {
    let is_same =
        |[a, b]: [Option<&str>; 2]| a.zip(b).is_some_and(|(a, b)| a.eq_ignore_ascii_case(b));
    let is_ignored = !is_strict && is_same([base.scheme, reference.scheme]);
    let has_scheme = reference.scheme.is_some() && !is_ignored;
    let mut target = Components { scheme: base.scheme, authority: base.authority, ..reference };
    if has_scheme {
        target.scheme = reference.scheme;
    }
    let is_whole = has_scheme || reference.authority.is_some();
    if is_whole {
        target.authority = reference.authority;
    }
    let path = if is_whole || reference.path.starts_with('/') {
        remove_dot_segments(reference.path)
    } else if reference.path.is_empty() {
        target.query = reference.query.or(base.query);
        Cow::Borrowed(base.path)
    } else {
        Cow::Owned(merge(base, reference.path))
    };
    let target = Components { path: &path, ..target };
    target.pieces(guard(target)).collect()
}

/// The text to insert before the path of a target, so that its start is not parsed as an authority or a scheme; usually
/// empty.
fn guard(target: Components<'_>) -> &'static str {
    let first = target.path.split('/').next().unwrap_or_default();
    match (target.scheme, target.authority) {
        (_, None) if target.path.starts_with("//") => "/.",
        (None, None) if first.contains(':') => "./",
        _ => "",
    }
}

/// The result of `merge` (section 5.2.3), without its dot segments.
fn merge(base: Components<'_>, path: &str) -> String {
    if base.scheme.is_some() {
        return remove_dot_segments(&[folder(base), path].concat()).into_owned();
    }
    // The dot segments of a relative base are removed before the merge.
    let base_path = remove_below_start(base.path);
    let merged = [folder(Components { path: &base_path, ..base }), path].concat();
    remove_below_start(&merged).into_owned()
}

/// The text that `merge` of section 5.2.3 prepends to a relative path.
fn folder(base: Components<'_>) -> &str {
    match base.path.rfind('/') {
        _ if base.authority.is_some() && base.path.is_empty() => "/",
        Some(last) => base.path.get(..=last).unwrap_or_default(),
        None => "",
    }
}

/// The path without dot segments: `remove_dot_segments` of section 5.2.4.
fn remove_dot_segments(path: &str) -> Cow<'_, str> {
    if !Dots::Literal.are_in(path) {
        return Cow::Borrowed(path);
    }
    Cow::Owned(dots::remove(path, Dots::Literal).0)
}

/// The path without dot segments. A relative path remains relative: its start is treated as the root.
fn remove_below_start(path: &str) -> Cow<'_, str> {
    if path.starts_with('/') {
        return remove_dot_segments(path);
    }
    let rooted = remove_dot_segments(&["/", path].concat()).into_owned();
    let relative = rooted.strip_prefix('/').unwrap_or_default();
    // Without "./", a path that begins with an empty segment would be absolute.
    let guard = if relative.starts_with('/') { "./" } else { "" };
    Cow::Owned([guard, relative].concat())
}

fn without_origin(components: Components<'_>) -> String {
    Components { scheme: None, authority: None, ..components }.to_string()
}

/// The relative path from a folder to a path: up to their common folder, then down.
fn way(folder: &str, to: &str) -> String {
    let shared: usize = folder
        .split_inclusive('/')
        .zip(to.split_inclusive('/'))
        .take_while(|(a, b)| a == b && a.ends_with('/'))
        .map(|(a, _)| a.len())
        .sum();
    let left = folder.get(shared..).unwrap_or_default();
    let down = to.get(shared..).unwrap_or_default();
    let up = "../".repeat(left.matches('/').count());
    let first = down.split('/').next().unwrap_or_default();
    // Without "./", an empty path would refer to the base, a first "/" to the root, and "a:" would be a scheme.
    let here = if up.is_empty() && (first.is_empty() || first.contains(':')) { "./" } else { "" };
    format!("{here}{up}{down}")
}
