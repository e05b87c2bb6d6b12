//! Runs conformance cases of other projects, if they are available.
//!
//! The cases are not in the repository. `LINKWRIGHT_SHARED` names the folder that contains `suites/core/*.jsonl`; the
//! default is `../shared`.

use std::path::PathBuf;

use linkwright::find::text_mismatch;
use linkwright::uri::hazards::{Code, Hazard, Inspector};
use linkwright::uri::{Grammar, IriReference, Resolver, Rung, Uri, UriReference, check};
use serde_json::{Value, json};

use crate::taken::Taken;

/// The cases that must fail, because their suite disagrees with the RFCs or with a documented choice of linkwright,
/// each with the reason.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("addressable-0065", "the port contains encoded digits, which the grammar excludes"),
    ("py-rfc3986-hosts-0126", "256.256.256.256 is not an IPv4address, so it is a reg-name"),
    ("addressable-0039", "the suite drops an empty query and fragment, which 6.2.3 keeps"),
    ("addressable-0120", "the suite drops an empty query, which 6.2.3 keeps"),
    ("addressable-0041", "the suite drops an empty userinfo, which 6.2.3 keeps"),
    ("addressable-0044", "the suite drops an empty user and password, which 6.2.3 keeps"),
    ("addressable-0042", "the suite drops the dot of the root, which can change the name"),
    (
        "addressable-0054",
        "the suite applies normalization form C to encoded characters, which only RFC 3987 permits",
    ),
    ("addressable-0066", "the text is not a URI: the port contains encoded digits"),
    #[cfg(not(feature = "idn"))]
    ("addressable-0121", "the suite maps a host to A-labels, which requires the feature `idn`"),
    ("addressable-0122", "the text is not an IRI: it contains spaces"),
    ("iri-string-components-0019", "the suite keeps dot segments of a rootless path (6.2.2.3)"),
    ("iri-string-components-0027", "the suite keeps dot segments of a rootless path (6.2.2.3)"),
    ("iri-string-components-0056", "the suite keeps the case of a non-ASCII host (3.2.2)"),
    (
        "iri-string-components-0065",
        "the suite drops an empty port before the rung `Scheme` (6.2.3)",
    ),
    ("x4ld-normalize-0016", "the suite removes empty segments, which are not dot segments"),
    (
        "x4ld-violations-0006",
        "the suite treats upper-case hexadecimal digits, which 6.2.2.1 recommends, as letters",
    ),
    ("x4ld-relative-0002", "the suite returns no network-path reference, which 4.2 defines"),
    (
        "x4ld-relative-0006",
        "the suite returns no reference for a base with a query, but one exists",
    ),
];

/// Runs all cases of these kinds. The cases in `EXCEPTIONS` must fail, and all other cases must pass.
fn run(kinds: &[&str], check: fn(&Value) -> Result<(), String>) {
    let Some(cases) = cases(kinds) else { return };
    let failures: Vec<String> = cases.iter().filter_map(|case| failure(case, check)).collect();
    println!("{} cases, {} failures", cases.len(), failures.len());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn failure(case: &Value, check: fn(&Value) -> Result<(), String>) -> Option<String> {
    let id = field(case, "id");
    let exception = EXCEPTIONS.iter().find(|(exception, _)| *exception == id);
    match (check(case), exception) {
        (Ok(()), None) | (Err(_), Some(_)) => None,
        (Ok(()), Some((_, reason))) => {
            Some(format!("{id} passes, but `EXCEPTIONS` expects a failure: {reason}"))
        }
        (Err(message), None) => Some(format!("{id} {:?}: {message}", field(case, "text"))),
    }
}

pub(crate) fn shared() -> PathBuf {
    std::env::var_os("LINKWRIGHT_SHARED").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared")),
        PathBuf::from,
    )
}

/// All cases of the kinds. If they are not available, prints one line and returns `None`.
fn cases(kinds: &[&str]) -> Option<Vec<Value>> {
    let folder = shared().join("suites/core");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        println!("skipped: no conformance suites in {}", folder.display());
        return None;
    };
    let mut cases = Vec::new();
    for path in entries.map(|entry| entry.unwrap().path()) {
        if path.extension().is_some_and(|extension| extension == "jsonl") {
            let text = std::fs::read_to_string(&path).unwrap();
            cases.extend(text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()));
        }
    }
    cases.retain(|case| kinds.contains(&field(case, "kind")));
    Some(cases)
}

fn field<'a>(case: &'a Value, name: &str) -> &'a str {
    case[name].as_str().unwrap_or_default()
}

#[test]
fn valid_cases() {
    run(&["valid"], check_valid);
}

fn check_valid(case: &Value) -> Result<(), String> {
    let (mut text, name) = (field(case, "text").to_owned(), field(case, "grammar"));
    let (name, has_zones) =
        name.strip_suffix("+rfc6874").map_or((name, false), |name| (name, true));
    if has_zones && case["valid"] == true && text.contains("%25") {
        // RFC 9844 withdrew zone identifiers.
        return Ok(());
    }
    let grammar = match name {
        "ip-literal" => {
            text.insert_str(0, "//");
            Grammar::UriReference
        }
        _ => match Grammar::ALL.iter().find(|grammar| grammar.name().eq_ignore_ascii_case(name)) {
            Some(grammar) => *grammar,
            // Any other name is the name of a single rule, which the parser cannot parse separately.
            None => return Ok(()),
        },
    };
    let found = check(&text, grammar);
    if case["valid"] != found.is_ok() {
        return Err(format!("{found:?}"));
    }
    match (case["error_at"].as_u64(), found) {
        (Some(at), Err(error)) if at != error.at() as u64 => {
            Err(format!("{error} instead of byte {at}"))
        }
        _ => Ok(()),
    }
}

#[test]
fn parse_cases() {
    run(&["parse", "parse-partial"], check_parse);
}

fn check_parse(case: &Value) -> Result<(), String> {
    let text = field(case, "text");
    let found = Taken::by_parser(text, Grammar::IriReference).ok_or("it is not valid")?;
    for (name, component) in [
        ("scheme", found.scheme),
        ("userinfo", found.userinfo),
        ("host", found.host),
        ("port", found.port),
        ("path", Some(found.path)),
        ("query", found.query),
        ("fragment", found.fragment),
    ] {
        // A partial case has only the components that its suite asserts.
        let expected = case.get(name).map(Value::as_str);
        if expected.is_some_and(|expected| expected != component) {
            return Err(format!("its {name} is {component:?} instead of {expected:?}"));
        }
    }
    Ok(())
}

#[test]
fn resolve_cases() {
    run(&["resolve"], |case| {
        if case["rfc"] == "2396" {
            return Ok(());
        }
        let [base, reference] = [&field(case, "base"), &field(case, "ref")]
            .map(|text| UriReference::parse(text).map_err(|error| error.to_string()));
        let is_compatible = case["strict"] == false;
        let resolver = Resolver::relative(base?).backward_compatible(is_compatible);
        expect(
            resolver.target(reference?).map_err(|error| error.to_string())?.as_str(),
            field(case, "expect"),
        )
    });
}

#[test]
fn relativize_cases() {
    run(&["relativize"], |case| {
        let [base, target] =
            [field(case, "base"), field(case, "target")].map(|text| Uri::parse(text).unwrap());
        let found = Resolver::new(base).relativize(target);
        match (found.as_deref(), case["expect"].as_str()) {
            (found, expected) if found == expected => Ok(()),
            (found, _) => Err(format!("{found:?}")),
        }
    });
}

/// The rung for the level of a case; `None` for a level that RFC 3986 does not define.
fn rung(case: &Value) -> Option<Rung> {
    match field(case, "level") {
        // `syntax-rootless-dots` contains the cases with rootless paths, which `syntax` omits.
        "syntax" | "syntax-rootless-dots" => Some(Rung::Path),
        "scheme" => Some(Rung::Scheme),
        _ => None,
    }
}

#[test]
fn normalize_cases() {
    run(&["normalize"], |case| {
        let Some(rung) = rung(case) else { return Ok(()) };
        let text = field(case, "text");
        let reference = UriReference::parse(text).map_err(|error| error.to_string())?;
        expect(&reference.normalize(rung), field(case, "expect"))
    });
}

#[test]
fn remove_dots_cases() {
    run(&["remove-dots"], |case| {
        // The case is a path, so a scheme is added, and an empty authority if the path begins with `//`.
        let path = field(case, "text");
        let prefix = if path.starts_with("//") { "s://" } else { "s:" };
        let text = format!("{prefix}{path}");
        let target = Resolver::new(Uri::parse("s:").unwrap()).resolve(&text);
        let target = target.map_err(|error| error.to_string())?.into_string();
        expect(target.strip_prefix(prefix).unwrap(), field(case, "expect"))
    });
}

#[test]
fn equal_cases() {
    run(&["equal"], |case| {
        let Some(rung) = rung(case) else { return Ok(()) };
        let [a, b] = [field(case, "a"), field(case, "b")]
            .map(|text| linkwright::uri::to_uri(text).map_err(|error| error.to_string()));
        let found = a?.as_uri().is_equivalent(&b?.as_uri(), rung);
        if case["equal"] == found { Ok(()) } else { Err(format!("equal: {found}")) }
    });
}

/// The names that other projects give to hazards, each with the corresponding code or with the reason why it has none.
const FINDINGS: &[(&str, Result<Code, &str>)] = &[
    ("userinfo-present", Ok(Code::Userinfo)),
    ("userinfo-looks-like-host", Ok(Code::UserinfoLooksLikeHost)),
    ("well-known-port-mismatch", Ok(Code::WellKnownPort)),
    ("port-out-of-range", Ok(Code::PortOutOfRange)),
    ("port-zero", Ok(Code::PortZero)),
    ("default-port-explicit", Ok(Code::DefaultPort)),
    ("encoded-cr-lf", Ok(Code::EncodedCrlf)),
    ("mailto-encoded-crlf", Ok(Code::EncodedCrlf)),
    ("encoded-nul", Ok(Code::EncodedNul)),
    ("encoded-control", Ok(Code::EncodedControl)),
    ("encoded-backslash", Ok(Code::EncodedBackslash)),
    ("encoded-dot-segment", Ok(Code::EncodedDotSegment)),
    ("dot-segment", Ok(Code::DotSegment)),
    ("device-name-segment", Ok(Code::DeviceName)),
    ("double-encoded", Ok(Code::DoubleEncoded)),
    ("rare-ipv4-integer", Ok(Code::RareIp)),
    ("rare-ipv4-hex", Ok(Code::RareIp)),
    ("ipv4-out-of-range", Ok(Code::IpOutOfRange)),
    ("ipv4-loopback-or-private", Ok(Code::PrivateIp)),
    ("ipv6-zone", Err("is not a URI: RFC 9844 withdrew the syntax")),
    ("host-not-dns", Ok(Code::HostNotDns)),
    ("host-label-too-long", Ok(Code::HostLabelTooLong)),
    ("missing-authority", Ok(Code::MissingAuthority)),
    ("whole-script-confusable", Ok(Code::ConfusableHost)),
    #[cfg(feature = "security")]
    ("not-nfc", Ok(Code::NotNfc)),
    #[cfg(not(feature = "security"))]
    ("not-nfc", Err("requires the feature `security`")),
    ("bidi-control", Ok(Code::Bidi)),
    ("private-use", Ok(Code::PrivateUse)),
    ("active-scheme", Ok(Code::ActiveScheme)),
    ("local-file", Ok(Code::LocalFile)),
    ("nested-url", Ok(Code::NestedUri)),
    ("too-long", Ok(Code::TooLong)),
    ("display-text-mismatch", Err("requires the text of the link; `text_mismatch` reports it")),
    ("backslash", Err("is not a hazard of a URI: the parser stops before a backslash")),
    ("iri_user_info_present", Ok(Code::Userinfo)),
    ("iri_password", Ok(Code::Password)),
    ("iri_bad_dot_segments", Ok(Code::DotSegment)),
    ("http_no_host", Ok(Code::MissingAuthority)),
    ("http_empty_host", Ok(Code::EmptyHost)),
    ("iri_host_not_lowercase", Err("is changed by the rung `Case`")),
    ("iri_percent_not_uppercase", Err("is changed by the rung `Case`")),
    ("iri_scheme_name_is_not_lowercase", Err("is changed by the rung `Case`")),
    ("file_relative_path", Ok(Code::LocalFile)),
    ("file_bad_form", Ok(Code::LocalFile)),
    ("urn_bad_nid", Err("is the grammar of one scheme")),
    ("urn_bad_nss", Err("is the grammar of one scheme")),
    ("urn_bad_components", Err("is the grammar of one scheme")),
    ("urn_x_namespace", Err("is a rule about registration")),
    ("did_bad_syntax", Err("is the grammar of one scheme")),
    ("uuid_bad_pattern", Err("is the grammar of one namespace")),
    ("uuid_not_lowercase", Err("is the grammar of one namespace")),
    ("uuid_scheme_not_registered", Err("is a rule about registration")),
    ("uuid_has_query", Err("is the grammar of one namespace")),
    ("oid_bad_syntax", Err("is the grammar of one namespace")),
    ("oid_scheme_not_registered", Err("is a rule about registration")),
];

#[test]
fn hazard_cases() {
    run(&["hazard"], |case| {
        let text = field(case, "text");
        let single = case["finding"].as_str();
        let several = case["findings"].as_array().into_iter().flatten().filter_map(Value::as_str);
        for name in single.into_iter().chain(several) {
            let (_, code) = FINDINGS.iter().find(|(known, _)| *known == name).ok_or(name)?;
            match code {
                Ok(code) => check_hazard(text, *code, &case["span"])?,
                Err(_) => check_other(text, name)?,
            }
        }
        Ok(())
    });
}

/// For each flag of a hostile link in the suite, the library reports one of the corresponding codes.
#[test]
fn hostile_cases() {
    let Ok(text) = std::fs::read_to_string(shared().join("suites/hostile.jsonl")) else { return };
    let mut seen = 0;
    for line in text.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        for link in case["expect"]["links"].as_array().into_iter().flatten() {
            for flag in link["flags"].as_array().into_iter().flatten() {
                let codes: &[Code] = match flag.as_str().unwrap() {
                    "userinfo" => &[Code::Userinfo],
                    "rare-ip" => &[Code::RareIp],
                    "port" => &[Code::WellKnownPort, Code::PortOutOfRange, Code::EmptyPort],
                    "pct-ctl" => &[Code::EncodedControl, Code::EncodedCrlf, Code::EncodedNul],
                    "punycode" => &[Code::Punycode],
                    _ => continue,
                };
                let hazards = IriReference::parse(field(link, "href")).unwrap().hazards();
                let is_found = hazards.iter().any(|hazard| codes.contains(&hazard.code()));
                assert!(is_found, "{flag} in {link}: {hazards:?}");
                seen += 1;
            }
        }
    }
    assert!(seen > 0, "no flag was tested");
}

fn check_hazard(text: &str, code: Code, span: &Value) -> Result<(), String> {
    let reference = IriReference::parse(text).map_err(|error| error.to_string())?;
    let hazards = Inspector::new().inspect(reference);
    let is_expected = |hazard: &Hazard| {
        let at = hazard.span();
        hazard.code() == code && (span.is_null() || *span == json!([at.start(), at.end()]))
    };
    let is_found = hazards.iter().any(is_expected);
    if is_found { Ok(()) } else { Err(format!("no {code} at {span} in {hazards:?}")) }
}

/// Checks that the library reports a finding without a code in another way, such as an error or a normal form.
fn check_other(text: &str, name: &str) -> Result<(), String> {
    let reference = UriReference::parse(text);
    let is_reported = match name {
        "iri_host_not_lowercase"
        | "iri_percent_not_uppercase"
        | "iri_scheme_name_is_not_lowercase" => {
            reference.is_ok_and(|reference| reference.normalize(Rung::Case) != text)
        }
        "ipv6-zone" => reference.is_err(),
        "backslash" => reference.is_err_and(|error| text[error.at()..].starts_with('\\')),
        "display-text-mismatch" => {
            let uri = reference.ok().and_then(|reference| reference.to_uri());
            uri.is_some_and(|uri| text_mismatch("http://bank.example/", uri))
        }
        _ => true,
    };
    if is_reported { Ok(()) } else { Err(format!("{name} is not reported")) }
}

fn expect(found: &str, expected: &str) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("{found:?} instead of {expected:?}")) }
}

#[cfg(feature = "idn")]
#[test]
fn mapping_cases() {
    run(&["iri-to-uri-idna"], |case| {
        let uri =
            linkwright::uri::to_uri(field(case, "text")).map_err(|error| error.to_string())?;
        if uri == field(case, "expect") { Ok(()) } else { Err(uri.into_string()) }
    });
}
