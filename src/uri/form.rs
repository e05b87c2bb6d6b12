//! The normal form of a reference under a rung. Its components are written or compared without a buffer.

use core::fmt;
use core::net::Ipv6Addr;

use super::dots::{self, Dots, Relative, Segment, Survivors, has_dot_segment};
use super::map;
use super::parts::HostKind;
use super::reference::{Authority, Host, UriReference};
use super::rung::Rung;
use super::schemes::{self, SchemeRules, Special};
use super::spelling::{self, Spelling};

/// The components of a reference under a rung.
#[derive(Clone, Copy, Debug)]
pub(super) struct NormalForm<'a> {
    scheme: Option<Spelling<'a>>,
    authority: Option<AuthorityForm<'a>>,
    path: PathForm<'a>,
    query: Option<QueryForm<'a>>,
    fragment: Option<Spelling<'a>>,
}

#[derive(Clone, Copy, Debug)]
struct AuthorityForm<'a> {
    userinfo: Option<Spelling<'a>>,
    host: HostForm<'a>,
    port: Option<&'a str>,
}

#[derive(Clone, Copy, Debug)]
enum HostForm<'a> {
    Text(Spelling<'a>),
    /// An IPv6 address with a zone; `address` includes the opening bracket. The case of the zone is significant, since
    /// the zone is the name of a network interface (RFC 6874).
    Zoned {
        address: Spelling<'a>,
        zone: Spelling<'a>,
    },
    /// An IPv6 address that is written in the canonical form of RFC 5952.
    Ipv6 {
        address: Ipv6Addr,
        zone: Option<Spelling<'a>>,
    },
}

#[derive(Clone, Copy, Debug)]
struct PathForm<'a> {
    text: &'a str,
    dots: Removal,
    special: Special,
    rung: Rung,
}

/// Which dot segments of a path are removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Removal {
    /// No dot segments, because the rung is below [`Rung::Path`].
    Nothing,
    /// All dot segments, because the path is that of a URI, is empty or begins with a slash.
    All,
    /// Only the dot segments that have the same effect with every base, because the path is relative.
    Inner,
}

impl<'a> NormalForm<'a> {
    pub(super) fn new(reference: UriReference<'a>, rung: Rung) -> NormalForm<'a> {
        let rules = rules(reference, rung);
        let path = PathForm::new(reference, rung, rules);
        let mut form = NormalForm {
            scheme: reference.scheme().map(|scheme| Spelling::lower(scheme.as_str(), rung)),
            authority: reference.authority().map(|authority| AuthorityForm::new(authority, rung)),
            path,
            query: reference.query().map(|text| QueryForm { text, special: path.special, rung }),
            fragment: reference.fragment().map(|fragment| Spelling::new(fragment, rung)),
        };
        if rung >= Rung::Scheme {
            form.apply(rules);
        }
        form
    }

    /// Applies scheme-based normalization (6.2.3). In `file` URIs, the authority `localhost` becomes empty, and an
    /// empty authority is added before an absolute path that has no authority (3.2.2).
    fn apply(&mut self, rules: Option<&SchemeRules>) {
        if let Some(authority) = &mut self.authority {
            authority.port = authority.port.filter(|port| {
                !port.is_empty() && rules.is_none_or(|rules| rules.default_port != Some(*port))
            });
            if self.path.text.is_empty() && self.scheme.is_some() {
                self.path.text = "/";
            }
        }
        if rules.is_some_and(|rules| rules.special == Special::File) {
            self.authority = match self.authority {
                None if self.path.is_absolute() => Some(AuthorityForm::empty()),
                Some(authority) if authority.is_localhost() => Some(AuthorityForm::empty()),
                authority => authority,
            };
        }
    }

    /// Writes the form, composed as in section 5.3.
    pub(super) fn write(&self, out: &mut impl fmt::Write) -> fmt::Result {
        if let Some(scheme) = self.scheme {
            scheme.write(out)?;
            out.write_str(":")?;
        }
        if let Some(authority) = &self.authority {
            authority.write(out)?;
        }
        self.path.write(out, self.authority.is_some())?;
        if let Some(query) = self.query {
            out.write_str("?")?;
            query.write(out)?;
        }
        write_after(out, "#", self.fragment)
    }
}

/// Two forms are equal if they have the same components in the same spelling. Paths are compared without their dot
/// segments.
impl PartialEq for NormalForm<'_> {
    fn eq(&self, other: &NormalForm<'_>) -> bool {
        self.scheme == other.scheme
            && self.authority == other.authority
            && self.query == other.query
            && self.fragment == other.fragment
            && self.path == other.path
    }
}

/// The row of the scheme in the table of schemes; `None` if the table does not contain the scheme, or if `rung` is
/// below [`Rung::Scheme`].
fn rules(reference: UriReference<'_>, rung: Rung) -> Option<&'static SchemeRules> {
    if rung < Rung::Scheme {
        return None;
    }
    schemes::find(reference.scheme()?.as_str())
}

fn write_after(
    out: &mut impl fmt::Write,
    delimiter: &str,
    component: Option<Spelling<'_>>,
) -> fmt::Result {
    let Some(component) = component else { return Ok(()) };
    out.write_str(delimiter)?;
    component.write(out)
}

impl<'a> AuthorityForm<'a> {
    fn new(authority: Authority<'a>, rung: Rung) -> AuthorityForm<'a> {
        AuthorityForm {
            userinfo: authority.userinfo().map(|userinfo| Spelling::new(userinfo, rung)),
            host: HostForm::new(authority.host(), rung),
            port: authority.port(),
        }
    }

    const fn empty() -> AuthorityForm<'a> {
        AuthorityForm { userinfo: None, host: HostForm::EMPTY, port: None }
    }

    fn is_localhost(&self) -> bool {
        let localhost = HostForm::Text(Spelling::lower("localhost", Rung::Scheme));
        self.userinfo.is_none() && self.port.is_none() && self.host == localhost
    }

    fn write(&self, out: &mut impl fmt::Write) -> fmt::Result {
        out.write_str("//")?;
        if let Some(userinfo) = self.userinfo {
            userinfo.write(out)?;
            out.write_str("@")?;
        }
        self.host.write(out)?;
        match self.port {
            Some(port) => write!(out, ":{port}"),
            None => Ok(()),
        }
    }
}

impl PartialEq for AuthorityForm<'_> {
    fn eq(&self, other: &AuthorityForm<'_>) -> bool {
        self.userinfo == other.userinfo && self.host == other.host && self.port == other.port
    }
}

impl<'a> HostForm<'a> {
    const EMPTY: HostForm<'static> = HostForm::Text(Spelling::EMPTY);

    fn new(host: Host<'a>, rung: Rung) -> HostForm<'a> {
        let zone = host.zone().map(|zone| Spelling::new(zone, rung));
        match (host.kind(), zone) {
            (HostKind::Ipv6(address), _) if rung >= Rung::Scheme => {
                HostForm::Ipv6 { address, zone }
            }
            (_, Some(zone)) if rung >= Rung::Case => {
                let address = host.as_str().split('%').next().unwrap_or_default();
                HostForm::Zoned { address: Spelling::lower(address, rung), zone }
            }
            _ => HostForm::Text(Spelling::lower(host.as_str(), rung)),
        }
    }

    fn write(&self, out: &mut impl fmt::Write) -> fmt::Result {
        match self {
            HostForm::Text(text) => match a_labels(*text) {
                Some(labels) => out.write_str(&labels),
                None => text.write(out),
            },
            HostForm::Zoned { address, zone } => {
                address.write(out)?;
                write_after(out, "%25", Some(*zone))?;
                out.write_str("]")
            }
            HostForm::Ipv6 { address, zone } => {
                write!(out, "[{address}")?;
                write_after(out, "%25", *zone)?;
                out.write_str("]")
            }
        }
    }
}

/// The A-labels of a percent-encoded name (RFC 3987, 5.3.3); `None` below the rung [`Rung::Scheme`].
fn a_labels(name: Spelling<'_>) -> Option<String> {
    let is_encoded = name.text.contains('%');
    if is_encoded && name.rung >= Rung::Scheme { map::a_labels(name.text) } else { None }
}

/// Whether two names that are spelled differently have the same A-labels.
fn have_same_labels(a: Spelling<'_>, b: Spelling<'_>) -> bool {
    let is_text = |labels: &str, name| Spelling::new(labels, Rung::String) == name;
    match (a_labels(a), a_labels(b)) {
        (Some(a), Some(b)) => a == b,
        (Some(labels), None) => is_text(&labels, b),
        (None, Some(labels)) => is_text(&labels, a),
        (None, None) => false,
    }
}

impl PartialEq for HostForm<'_> {
    fn eq(&self, other: &HostForm<'_>) -> bool {
        match (self, other) {
            (HostForm::Text(a), HostForm::Text(b)) => a == b || have_same_labels(*a, *b),
            (HostForm::Ipv6 { address: a, zone: x }, HostForm::Ipv6 { address: b, zone: y }) => {
                a == b && x == y
            }
            (HostForm::Zoned { address: a, zone: x }, HostForm::Zoned { address: b, zone: y }) => {
                a == b && x == y
            }
            // A name contains no bracket, so it differs from every address.
            _ => false,
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct QueryForm<'a> {
    text: &'a str,
    special: Special,
    rung: Rung,
}

impl<'a> QueryForm<'a> {
    fn spellings(self) -> impl Iterator<Item = Spelling<'a>> {
        spelling::query(self.text, self.special, self.rung)
    }

    fn is_plain(self) -> bool {
        self.special != Special::Mailto
    }

    fn write(self, out: &mut impl fmt::Write) -> fmt::Result {
        if self.is_plain() {
            return Spelling::new(self.text, self.rung).write(out);
        }
        self.spellings().try_for_each(|spelling| spelling.write(out))
    }
}

impl PartialEq for QueryForm<'_> {
    fn eq(&self, other: &QueryForm<'_>) -> bool {
        if self.is_plain() && other.is_plain() {
            return Spelling::new(self.text, self.rung) == Spelling::new(other.text, other.rung);
        }
        spelling::eq(self.spellings(), other.spellings())
    }
}

impl<'a> PathForm<'a> {
    fn new(
        reference: UriReference<'a>,
        rung: Rung,
        rules: Option<&'static SchemeRules>,
    ) -> PathForm<'a> {
        let text = reference.path();
        let dots = match text.as_bytes().first() {
            _ if rung < Rung::Path => Removal::Nothing,
            None | Some(b'/') => Removal::All,
            Some(_) if reference.scheme().is_some() => Removal::All,
            Some(_) => Removal::Inner,
        };
        let special = rules.map_or(Special::None, |rules| rules.special);
        PathForm { text, dots, special, rung }
    }

    /// Whether the normal form begins with a slash.
    fn is_absolute(&self) -> bool {
        let is_first_absolute = || self.survivors().last().is_some_and(|first| first.has_slash);
        self.text.starts_with('/') || is_first_absolute()
    }

    /// Whether the segments must be examined one by one.
    fn is_by_segment(&self) -> bool {
        self.special.has_caseless_path() || has_dot_segment(self.text)
    }

    fn survivors(&self) -> Survivors<'a> {
        Survivors::new(self.text, Dots::Decoded)
    }

    fn relative(&self) -> Relative<'a> {
        Relative::new(self.text, Dots::Decoded)
    }

    fn spellings(self, segment: Segment<'a>) -> impl Iterator<Item = Spelling<'a>> {
        spelling::segment(segment.text, segment.has_slash, self.special, self.rung)
    }

    fn write(self, out: &mut impl fmt::Write, has_authority: bool) -> fmt::Result {
        match self.dots {
            Removal::All if self.is_by_segment() => self.write_segments(out, has_authority),
            Removal::Inner if self.is_by_segment() => self.write_relative(out),
            _ => Spelling::new(self.text, self.rung).write(out),
        }
    }

    fn write_segments(self, out: &mut impl fmt::Write, has_authority: bool) -> fmt::Result {
        // True before the first segment, if no authority precedes the path. If the first segment is empty, it is held
        // back until another segment follows.
        let mut may_be_authority = !has_authority;
        let mut is_held_back = false;
        dots::write(self.text, Dots::Decoded, &mut |segment| {
            if core::mem::take(&mut is_held_back) {
                // Without an authority, the path must not begin with "//". Section 5.2.4 does not mention this case;
                // here, "/." is inserted.
                out.write_str("/./")?;
            }
            let may_be_authority = core::mem::take(&mut may_be_authority);
            if may_be_authority && segment.has_slash && segment.text.is_empty() {
                is_held_back = true;
                return Ok(());
            }
            if segment.has_slash {
                out.write_str("/")?;
            }
            self.write_segment(out, segment)
        })?;
        if is_held_back { out.write_str("/") } else { Ok(()) }
    }

    fn write_relative(self, out: &mut impl fmt::Write) -> fmt::Result {
        let relative = self.relative();
        out.write_str(if relative.needs_dot() { "./" } else { "" })?;
        (0..relative.up).try_for_each(|_| out.write_str("../"))?;
        Spelling::new(relative.first, self.rung).write(out)?;
        (0..relative.up_again).try_for_each(|_| out.write_str("/.."))?;
        dots::write(relative.rest, Dots::Decoded, &mut |segment| {
            out.write_str("/")?;
            self.write_segment(out, segment)
        })
    }

    /// Whether the segments `mine` of this path have the same spelling as the segments `theirs` of `other`.
    ///
    /// The segments are compared from the ends of the paths, because [`Survivors`] reads them in this order. Whether
    /// "/." is inserted depends only on the segments and the authority, so it is not compared.
    fn has_segments_of(
        &self,
        other: &PathForm<'a>,
        mut mine: Survivors<'a>,
        mut theirs: Survivors<'a>,
    ) -> bool {
        loop {
            match (mine.next(), theirs.next()) {
                (None, None) => return true,
                (Some(x), Some(y)) if x.has_slash == y.has_slash => {
                    if !spelling::eq(self.spellings(x), other.spellings(y)) {
                        return false;
                    }
                }
                _ => return false,
            }
        }
    }

    fn write_segment(self, out: &mut impl fmt::Write, segment: Segment<'a>) -> fmt::Result {
        self.spellings(segment).try_for_each(|spelling| spelling.write(out))
    }
}

impl PartialEq for PathForm<'_> {
    fn eq(&self, other: &PathForm<'_>) -> bool {
        if self.text == other.text && self.rung == other.rung && self.special == other.special {
            return self.dots == other.dots;
        }
        if self.dots != other.dots {
            return false;
        }
        if self.dots == Removal::Nothing || !self.is_by_segment() && !other.is_by_segment() {
            return Spelling::new(self.text, self.rung) == Spelling::new(other.text, other.rung);
        }
        if self.dots == Removal::All {
            return self.has_segments_of(other, self.survivors(), other.survivors());
        }
        let (a, b) = (self.relative(), other.relative());
        a.up == b.up
            && a.up_again == b.up_again
            && Spelling::new(a.first, self.rung) == Spelling::new(b.first, other.rung)
            && self.has_segments_of(
                other,
                Survivors::new(a.rest, Dots::Decoded),
                Survivors::new(b.rest, Dots::Decoded),
            )
    }
}
