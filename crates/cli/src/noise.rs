//! Recognizes URIs that are names rather than addresses of pages. `--no-noise` leaves them out.
//!
//! In markup, URIs identify namespaces, schemas and document types, often without a page at that address. In mail,
//! `cid:` and `mid:` URIs name parts and messages. A `data:` URI contains its content. The table lists hosts and path
//! prefixes, because regular expressions would be longer and harder to check.

use linkwright::uri::UriReference;

/// All URIs with these schemes are noise.
const SCHEMES: &[&str] = &["cid", "data", "mid"];

/// Hosts with path prefixes. A URI with such a host and prefix is noise.
const NAMES: &[(&str, &[&str])] = &[
    ("a9.com", &["/-/spec/"]),
    ("base.google.com", &["/ns/"]),
    ("docbook.org", &["/ns/", "/xml/"]),
    ("earth.google.com", &["/kml/"]),
    ("iptc.org", &["/std/"]),
    ("java.sun.com", &["/dtd/", "/jsp/", "/JSP/", "/jsf/", "/jstl/", "/xml/"]),
    ("json-schema.org", &["/draft", "/schema"]),
    ("maven.apache.org", &["/POM/", "/xsd/", "/SETTINGS/"]),
    ("ns.adobe.com", &["/"]),
    ("ns.useplus.org", &["/"]),
    ("ogp.me", &["/ns"]),
    ("openoffice.org", &["/2000/", "/2001/", "/2004/", "/2009/"]),
    ("purl.oclc.org", &["/dsdl/", "/ooxml/"]),
    ("purl.org", &["/atom/", "/dc/", "/ontology/", "/rss/", "/syndication/", "/vocab/"]),
    ("relaxng.org", &["/ns/"]),
    ("schema.org", &["/"]),
    ("schemas.android.com", &["/"]),
    ("schemas.google.com", &["/"]),
    ("schemas.microsoft.com", &["/"]),
    ("schemas.openxmlformats.org", &["/"]),
    ("schemas.xmlsoap.org", &["/"]),
    ("search.yahoo.com", &["/mrss"]),
    ("sodipodi.sourceforge.net", &["/DTD/"]),
    ("www.apple.com", &["/DTDs/"]),
    ("www.daisy.org", &["/z3986/"]),
    ("www.google.com", &["/schemas/"]),
    ("www.idpf.org", &["/2007/"]),
    ("www.inkscape.org", &["/namespaces/"]),
    ("www.itunes.com", &["/dtds/", "/DTDs/"]),
    ("www.oasis-open.org", &["/docbook/xml/"]),
    ("www.opengis.net", &["/"]),
    ("www.purl.org", &["/dc/", "/rss/"]),
    ("www.sitemaps.org", &["/schemas/"]),
    ("www.springframework.org", &["/schema/"]),
    ("www.topografix.com", &["/GPX/"]),
    (
        "www.w3.org",
        &[
            "/1998/Math",
            "/1999/02/22-rdf",
            "/1999/XSL",
            "/1999/html",
            "/1999/xhtml",
            "/1999/xlink",
            "/2000/01/rdf-schema",
            "/2000/09/xmldsig",
            "/2000/svg",
            "/2000/xmlns",
            "/2001/04/xmlenc",
            "/2001/10/synthesis",
            "/2001/SMIL",
            "/2001/XInclude",
            "/2001/XMLSchema",
            "/2001/xml-events",
            "/2002/07/owl",
            "/2002/xforms",
            "/2003/01/geo",
            "/2003/05/soap",
            "/2004/02/skos",
            "/2005/Atom",
            "/2005/08/addressing",
            "/2005/xpath-functions",
            "/2006/vcard",
            "/2007/app",
            "/Graphics/SVG/",
            "/Math/DTD/",
            "/TR/REC-html40",
            "/TR/html4/",
            "/TR/xhtml1/DTD/",
            "/TR/xhtml11/DTD/",
            "/XML/1998/",
            "/ns/",
        ],
    ),
    ("xmlns.com", &["/"]),
    ("xmlns.jcp.org", &["/"]),
];

/// Whether `uri` matches one of the tables above.
pub(crate) fn is_noise(uri: UriReference<'_>) -> bool {
    let Some(scheme) = uri.scheme() else { return false };
    if SCHEMES.iter().any(|known| scheme.as_str().eq_ignore_ascii_case(known)) {
        return true;
    }
    let Some(authority) = uri.authority() else { return false };
    let (host, path) = (authority.host().as_str(), uri.path());
    let row = NAMES.iter().find(|(known, _)| host.eq_ignore_ascii_case(known));
    row.is_some_and(|(_, paths)| paths.iter().any(|known| path.starts_with(known)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_noise_but_pages_on_the_same_hosts_are_not() {
        let is_noise = |uri| is_noise(UriReference::parse(uri).unwrap());
        for uri in [
            "http://www.w3.org/1999/xhtml",
            "HTTP://WWW.W3.ORG/2000/svg",
            "http://www.w3.org/1999/02/22-rdf-syntax-ns#type",
            "http://schemas.openxmlformats.org/package/2006/relationships",
            "https://json-schema.org/draft/2020-12/schema",
            "cid:part1@a.example",
            "DATA:text/plain,x",
        ] {
            assert!(is_noise(uri), "{uri}");
        }
        for uri in [
            "http://www.w3.org/",
            "https://www.w3.org/TR/xml/",
            "https://www.w3.org/2005/Talks/a.html",
            "https://www.google.com/search?q=schemas",
            "https://json-schema.org/",
            "http://a.example/1999/xhtml",
            "/1999/xhtml",
            "mailto:cid@a.example",
        ] {
            assert!(!is_noise(uri), "{uri}");
        }
    }

    #[test]
    fn hosts_are_sorted_and_paths_begin_with_a_slash() {
        assert!(NAMES.is_sorted_by_key(|(host, _)| host));
        assert!(NAMES.iter().flat_map(|(_, paths)| *paths).all(|path| path.starts_with('/')));
    }
}
