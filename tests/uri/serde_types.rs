//! Checks that every public type of `uri`, except the iterators and `Aliases`, implements the traits of serde.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use linkwright::uri::hazards::{Code, Codes, Hazard, Inspector, Severity};
use linkwright::uri::pct::Octet;
use linkwright::uri::rfc2396::{Escaped, Excluded, Part, Reference, Unescaped};
use linkwright::uri::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{from_str, to_string};

/// Types that are not values: iterators, and an index that is collected from pairs of URIs.
const WITHOUT_SERDE: [&str; 5] =
    ["Aliases", "MinimallyEscaped", "Octets", "QueryPairs", "Segments"];

fn owned<T: Serialize + DeserializeOwned>() {}

fn borrowed<'de, T: Serialize + Deserialize<'de>>() {}

/// Compiles for types that can only be serialized: views of a part of a text, and values with a guarantee that cannot
/// be checked in their text.
fn written<T: Serialize>() {}

/// Calls the function for each type, and expands to a list of the names of the types.
macro_rules! types {
    ($($bound:ident: $($name:ident $(<$lifetime:lifetime>)?)*;)*) => {
        [$($({ $bound::<$name $(<$lifetime>)?>(); stringify!($name) }),*),*]
    };
}

#[test]
fn each_public_type_implements_serde() {
    let named = types! {
        owned: Builder Code Codes ComposeError Edit Excluded Expected Grammar Hazard HostKind Inspector IriBuf
            IriReferenceBuf MapError Mode Octet ParseError Rule Rung Severity UriBuf UriBufError
            UriReferenceBuf;
        borrowed: Components<'static> Iri<'static> IriReference<'static> Resolver<'static>
            Scheme<'static> Target<'static> Unescaped<'static> Uri<'static> UriReference<'static> Urn<'static>;
        written: Authority<'static> Escaped<'static> Host<'static> Normalized<'static> Part<'static>
            Reference<'static> Repaired<'static>;
    };
    let named: BTreeSet<&str> = named.into_iter().chain(WITHOUT_SERDE).collect();
    let mut declared = BTreeSet::new();
    collect_types(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src/uri")), &mut declared);
    // A macro declares these types.
    declared.extend(
        ["UriBuf", "UriReferenceBuf", "IriBuf", "IriReferenceBuf", "Code"].map(str::to_owned),
    );
    let named: BTreeSet<String> = named.into_iter().map(str::to_owned).collect();
    assert_eq!(declared, named);
}

/// Adds the names of the public types that the files of `folder` declare.
fn collect_types(folder: &Path, names: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect_types(&path, names);
            continue;
        }
        for line in fs::read_to_string(&path).unwrap().lines() {
            let line = line.trim_start();
            let rest = line.strip_prefix("pub struct ").or_else(|| line.strip_prefix("pub enum "));
            let name =
                rest.and_then(|rest| rest.split(|char: char| !char.is_alphanumeric()).next());
            names.extend(name.filter(|name| !name.is_empty()).map(str::to_owned));
        }
    }
}

#[test]
fn serialized_errors_can_be_read_back() {
    let error = Uri::parse("http://h:80x").unwrap_err();
    assert_eq!(from_str::<ParseError>(&to_string(&error).unwrap()).unwrap(), error);
}

#[test]
fn views_are_serialized_as_texts() {
    let uri = Uri::parse("HTTP://u@[::1]:80/a/../b").unwrap();
    let authority = uri.authority().unwrap();
    assert_eq!(to_string(&authority).unwrap(), "\"u@[::1]:80\"");
    assert_eq!(to_string(&authority.host()).unwrap(), "\"[::1]\"");
    assert_eq!(to_string(&uri.normalize(Rung::Scheme)).unwrap(), "\"http://u@[::1]/b\"");
    assert_eq!(to_string(&uri.scheme()).unwrap(), "\"HTTP\"");
    assert_eq!(from_str::<Scheme<'_>>("\"http\"").unwrap(), uri.scheme());
    for text in ["\"\"", "\"1a\"", "\"a:\"", "\"\u{e9}\""] {
        assert!(from_str::<Scheme<'_>>(text).is_err(), "{text}");
    }
    let text = "\"urn:example:a?+r?=q#f\"";
    let urn = from_str::<Urn<'_>>(text).unwrap();
    assert_eq!(
        (urn.nss(), urn.r_component(), to_string(&urn).unwrap().as_str()),
        ("a", Some("r"), text)
    );
    assert!(from_str::<Urn<'_>>("\"urn:x:y\"").is_err());
    let opaque = Reference::parse("mailto:a@b").unwrap();
    let expected = r#"{"scheme":"mailto","part":{"Opaque":"a@b"},"fragment":null}"#;
    assert_eq!(to_string(&opaque).unwrap(), expected);
}
