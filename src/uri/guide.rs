//! A guide to choosing a rung, and to what replaced the rules of RFC 2396. This module contains only documentation.
//!
//! # Which rung do I want?
//!
//! A comparison can be wrong in two ways. If it treats equivalent URIs as different, work is done twice. If it treats
//! different URIs as equivalent, one of them is lost. Each later [`Rung`] makes fewer errors of the first kind. Choose
//! a rung that makes no errors of the second kind in your task.
//!
//! | I want to | rung | because |
//! |---|---|---|
//! | sign a URI, or use it as an XML namespace | [`String`] | signatures and namespaces are compared character by character |
//! | treat an IRI and the URI it maps to as equal | [`Iri`] | `é` and `%C3%A9` mean the same character (RFC 3987, 5.3) |
//! | show a link only once if a text repeats it | [`Case`] | `HTTP:` never means another scheme |
//! | find a URI in the log of another program | [`Percent`] | some programs encode `~`, others do not |
//! | cache responses | [`Path`] | clients remove dot segments before they send a request |
//! | remove duplicates from an archive or a crawl | [`Scheme`] | `http://h` and `http://h:80/` result in the same request |
//! | count a page once although other URIs redirect to it | [`Protocol`] | redirects are known only after the URIs have been requested |
//!
//! ## Examples
//!
//! ```
//! use linkwright::uri::{Aliases, Rung, Uri};
//!
//! let uri = |text| Uri::parse(text).unwrap();
//! let first = |a, b| uri(a).first_equal_rung(&uri(b));
//!
//! assert_eq!(first("http://h/", "http://h/"), Some(Rung::String));
//! assert_eq!(first("http://h/%c3%a9", "HTTP://H/%C3%A9"), Some(Rung::Case));
//! assert_eq!(first("http://h/~me", "http://h/%7Eme"), Some(Rung::Percent));
//! assert_eq!(first("http://h/a/../b", "http://h/b"), Some(Rung::Path));
//! assert_eq!(first("http://h:80", "http://h/"), Some(Rung::Scheme));
//!
//! let aliases = Aliases::from_iter([(uri("http://h/old"), uri("http://h/new"))]);
//! let found = aliases.first_equal_rung(uri("http://h/old"), uri("http://h/new"));
//! assert_eq!(found, Some(Rung::Protocol));
//! ```
//!
//! ## What no rung does
//!
//! - No rung sorts queries, removes `index.html`, a trailing slash or `www.`, or treats `http` as `https`. On some
//!   servers, each of these changes would result in a URI of another resource. If you know that your servers treat such
//!   URIs as equivalent, use [`Aliases`].
//! - No rung removes fragments. If you compare URIs in order to fetch them, use
//!   [`without_fragment`](super::Uri::without_fragment) first (section 6.1).
//! - No rung resolves relative references. Compare their targets instead; see [`Resolver`].
//! - No rung makes a URI safe. For example, `http://127.1/` is its own normal form, and [`hazards`] reports it.
//!
//! # From RFC 2396 to RFC 3986
//!
//! This table lists the rules of RFC 2396 and their successors, following appendix D of RFC 3986.
//!
//! | RFC 2396 | RFC 3986 | here |
//! |---|---|---|
//! | `absoluteURI` | `URI`, `absolute-URI` (no fragment) | [`Grammar::Uri`], [`Grammar::AbsoluteUri`] |
//! | `URI-reference` | `URI-reference` | [`UriReference::parse`] |
//! | `relativeURI` | `relative-ref` | [`Grammar::RelativeRef`] |
//! | `hier_part`, `opaque_part` | `hier-part` | [`rfc2396::Part`]; in RFC 3986 every URI has a [`path`](super::IriReference::path) |
//! | `net_path`, `abs_path`, `rel_path` | `path-abempty`, `path-absolute`, `path-noscheme`, `path-rootless` | [`Rule`], [`path`](super::IriReference::path) |
//! | `server`, `reg_name`, `authority` | `authority` | [`Authority`] |
//! | `hostport` | `host [ ":" port ]` | [`Authority::host`], [`Authority::port`] |
//! | `hostname`, `domainlabel`, `toplabel` | `reg-name` | [`HostKind::RegName`]; [`HostNotDns`] |
//! | `IPv4address` (any digits) | `IPv4address` (`dec-octet`) | [`HostKind::Ipv4`]; [`RareIp`] |
//! | (RFC 2732) `ipv6reference` | `IP-literal` | [`HostKind::Ipv6`] |
//! | `segment`, `param` | `segment` | [`rfc2396::components`]; a `;` is a `sub-delim` |
//! | `uric`, `uric_no_slash` | `pchar`, `query` | [`pct::PCHAR`], [`pct::QUERY`] |
//! | `reserved` | `reserved = gen-delims / sub-delims` | [`rfc2396::RESERVED`], [`pct::RESERVED`] |
//! | `unreserved`, `mark` | `unreserved`; five marks are `sub-delims` now | [`rfc2396::UNRESERVED`], [`pct::UNRESERVED`] |
//! | `escaped` | `pct-encoded` | [`pct::octets`] |
//! | escaping, unescaping (2.4.2) | percent-encoding, decoding (2.4) | [`pct::encode`], [`pct::decode`]; [`rfc2396::Escaped`] |
//! | `control`, `space`, `delims`, `unwise` (2.4.3) | the characters that no rule allows | [`rfc2396::Excluded`], [`repair`] |
//! | fragment "is not part of a URI" (4.1) | `fragment` is a component | [`fragment`](super::IriReference::fragment), [`Uri::without_fragment`] |
//! | same-document reference (4.2) | same-document reference (4.4) | [`Resolver::is_same_document`] |
//! | resolution (5.2), step 6: a `..` above the root is an error and may be kept | it is removed (5.2.4) | [`Resolver::resolve`] |
//! | a reference with the scheme of its base (5.2, step 3) | strict, or backward compatible (5.2.2) | [`Resolver::backward_compatible`] |
//! | equivalence (6) is "scheme dependent" | the ladder (6.2) | [`is_equivalent`](super::UriReference::is_equivalent), [`Rung`] |
//! | security (7) | security (7) | [`hazards`] |
//! | URIs in context (appendix E) | delimiting a URI in context (appendix C) | [`Finder`] |
//!
//! [`String`]: super::Rung::String
//! [`Case`]: super::Rung::Case
//! [`Iri`]: super::Rung::Iri
//! [`Percent`]: super::Rung::Percent
//! [`Path`]: super::Rung::Path
//! [`Scheme`]: super::Rung::Scheme
//! [`Protocol`]: super::Rung::Protocol
//! [`HostNotDns`]: super::hazards::Code::HostNotDns
//! [`RareIp`]: super::hazards::Code::RareIp
//! [`Finder`]: crate::Finder
//! [`Aliases`]: super::Aliases
//! [`Authority`]: super::Authority
//! [`Authority::host`]: super::Authority::host
//! [`Authority::port`]: super::Authority::port
//! [`Grammar::AbsoluteUri`]: super::Grammar::AbsoluteUri
//! [`Grammar::RelativeRef`]: super::Grammar::RelativeRef
//! [`Grammar::Uri`]: super::Grammar::Uri
//! [`HostKind::Ipv4`]: super::HostKind::Ipv4
//! [`HostKind::Ipv6`]: super::HostKind::Ipv6
//! [`HostKind::RegName`]: super::HostKind::RegName
//! [`Resolver`]: super::Resolver
//! [`Resolver::backward_compatible`]: super::Resolver::backward_compatible
//! [`Resolver::is_same_document`]: super::Resolver::is_same_document
//! [`Resolver::resolve`]: super::Resolver::resolve
//! [`Rule`]: super::Rule
//! [`Rung`]: super::Rung
//! [`Uri::without_fragment`]: super::Uri::without_fragment
//! [`UriReference::parse`]: super::UriReference::parse
//! [`pct::PCHAR`]: super::pct::PCHAR
//! [`pct::QUERY`]: super::pct::QUERY
//! [`pct::RESERVED`]: super::pct::RESERVED
//! [`pct::UNRESERVED`]: super::pct::UNRESERVED
//! [`hazards`]: super::hazards
//! [`pct::decode`]: super::pct::decode
//! [`pct::encode`]: super::pct::encode
//! [`pct::octets`]: super::pct::octets
//! [`repair`]: super::repair
//! [`rfc2396::Escaped`]: super::rfc2396::Escaped
//! [`rfc2396::Excluded`]: super::rfc2396::Excluded
//! [`rfc2396::RESERVED`]: super::rfc2396::RESERVED
//! [`rfc2396::UNRESERVED`]: super::rfc2396::UNRESERVED
//! [`rfc2396::Part`]: super::rfc2396::Part
//! [`rfc2396::components`]: super::rfc2396::components
