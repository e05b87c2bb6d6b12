//! Tests URIs that must have a certain hazard, and URIs that must not have a warning. Cases are only added, never
//! removed.

use linkwright::uri::hazards::{Code, Hazard, Inspector, Severity};
use linkwright::uri::{IriReference, UriBuf};

fn codes(text: &str) -> Vec<(Code, Severity)> {
    let hazards = Inspector::new()
        .inspect(IriReference::parse(text).unwrap_or_else(|error| panic!("{text}: {error}")));
    hazards.iter().map(|hazard| (hazard.code(), hazard.severity())).collect()
}

/// URIs that are dangerous, whichever features are compiled in.
const DANGER: &[(&str, Code)] = &[
    ("http://paypal.com@evil.example/", Code::UserinfoLooksLikeHost),
    ("https://www.bank.example%2Flogin@evil.example/", Code::UserinfoLooksLikeHost),
    ("ftp://cnn.example.com&story=breaking_news@10.0.0.1/", Code::UserinfoLooksLikeHost),
    ("http://login.bank.co.uk:x@evil.example/", Code::UserinfoLooksLikeHost),
    ("http://192.0.2.1@evil.example/", Code::UserinfoLooksLikeHost),
    ("http://paypal.com;x@evil.example/", Code::UserinfoLooksLikeHost),
    ("http://http%3A%2F%2Fbank@evil.example/", Code::UserinfoLooksLikeHost),
    ("http://яндекс.рф@evil.example/", Code::UserinfoLooksLikeHost),
    ("http://paypal\u{3002}com@evil.example/", Code::UserinfoLooksLikeHost),
    ("http://pay\u{200b}pal.com@evil.example/", Code::UserinfoLooksLikeHost),
    ("ssh://-oProxyCommand=calc/x", Code::OptionLike),
    ("ssh://-oProxyCommand=calc@host/x", Code::OptionLike),
    ("git+ssh://%2DoProxyCommand=x/", Code::OptionLike),
    ("mailto:-x@example.com", Code::OptionLike),
    ("telnet://-l/", Code::OptionLike),
    ("http://pay\u{200b}pal.com/", Code::InvisibleHost),
    ("http://pay%E2%80%8Bpal.com/", Code::InvisibleHost),
    ("http://paypal\u{2060}.com/", Code::InvisibleHost),
    ("http://pay\u{ad}pal.com/", Code::InvisibleHost),
    ("http://a\u{a0}b.example/", Code::InvisibleHost),
    ("http://evil\u{202e}moc.lapyap/", Code::BidiHost),
    ("http://%E2%80%AEmoc.example/", Code::BidiHost),
    ("http://user\u{2066}x@example.com/", Code::BidiHost),
    ("javascript:alert(1)", Code::ActiveScheme),
    ("JaVaScRiPt:alert(1)", Code::ActiveScheme),
    ("javascript://example.com/%0aalert(1)", Code::ActiveScheme),
    ("vbscript:msgbox(1)", Code::ActiveScheme),
    ("data:text/html,%3Cscript%3E", Code::ActiveScheme),
    ("data:text/html;base64,PHNjcmlwdD4=", Code::ActiveScheme),
    ("data:image/svg+xml;base64,PHN2Zz4=", Code::ActiveScheme),
    ("data:application/xhtml+xml,x", Code::ActiveScheme),
    ("blob:https://example.com/9115d58c", Code::ActiveScheme),
    ("filesystem:https://example.com/temporary/x", Code::ActiveScheme),
    ("feed:javascript:alert(1)", Code::ActiveScheme),
    ("view-source:javascript:alert(1)", Code::ActiveScheme),
    ("ms-msdt:/id%20PCWDiagnostic", Code::ActiveScheme),
    ("ms-word:ofe%7Cu%7Chttps://evil.example/x.docx", Code::ActiveScheme),
    ("ms-appinstaller:?source=https://evil.example/x", Code::ActiveScheme),
    ("search-ms:query=x&crumb=location:evil.example", Code::ActiveScheme),
    ("intent://evil.example/#Intent;end", Code::ActiveScheme),
    ("shell:startup", Code::ActiveScheme),
    ("mk:@MSITStore:x", Code::ActiveScheme),
];

/// Hosts that imitate others.
const IMITATIONS: &[(&str, Code)] = &[
    ("http://p\u{430}ypal.com/", Code::MixedScript),
    ("http://xn--pypal-4ve.com/", Code::MixedScript),
    ("http://\u{430}\u{440}\u{440}\u{4cf}\u{435}.com/", Code::ConfusableHost),
    ("http://xn--80ak6aa92e.com/", Code::ConfusableHost),
    ("http://%D1%80%D0%B0%D1%83.com/", Code::ConfusableHost),
    ("http://\u{3b1}.com/", Code::ConfusableHost),
    ("http://www.\u{455}\u{456}x.com/", Code::MixedScript),
    ("http://\u{410}\u{420}\u{420}\u{4c0}\u{415}.com/", Code::ConfusableHost),
    ("http://g\u{585}\u{585}gle.com/", Code::MixedScript),
    ("http://\u{570}\u{578}\u{585}.com/", Code::ConfusableHost),
    ("http://\u{10ff}\u{10e7}.com/", Code::ConfusableHost),
    ("http://\u{3c1}\u{3b1}\u{3c5}-1.com/", Code::ConfusableHost),
    ("http://goo\u{261}le.com/", Code::ConfusableHost),
    ("http://\u{13da}\u{13a2}.com/", Code::ConfusableHost),
];

/// Labels that begin like A-labels but are not valid are reported.
#[cfg(feature = "security")]
#[test]
fn invalid_a_labels_are_reported() {
    for text in ["http://xn--a.example/", "http://xn--abc-.example/", "http://xn--\u{e9}.example/"]
    {
        assert!(codes(text).contains(&(Code::InvalidALabel, Severity::Warn)), "{text}");
    }
    for text in ["http://xn--bcher-kva.example/", "http://XN--BCHER-KVA.example/"] {
        assert!(codes(text).iter().all(|(code, _)| *code != Code::InvalidALabel), "{text}");
    }
}

const WARN: &[(&str, Code)] = &[
    ("http://me@example.com/", Code::Userinfo),
    ("http://u:secret@example.com/", Code::Password),
    ("http://example.com/?password=secret", Code::SecretParameter),
    ("http://example.com/#access_token=abc", Code::SecretParameter),
    ("http://example.com:25/", Code::WellKnownPort),
    ("http://example.com:6379/", Code::WellKnownPort),
    ("http://example.com:11211/", Code::WellKnownPort),
    ("http://example.com:6667/", Code::WellKnownPort),
    ("http://example.com:65536/", Code::PortOutOfRange),
    ("http://example.com:0/", Code::PortZero),
    ("http://example.com/%0D%0AHELO", Code::EncodedCrlf),
    ("http://example.com/?a=%0D%0ALocation:%20x", Code::EncodedCrlf),
    ("http://example.com/a%00.png", Code::EncodedNul),
    ("http://example.com/%1b%5B31m", Code::EncodedControl),
    ("http://example.com/%C2%85", Code::EncodedControl),
    ("http://example.com/%E2%80%A8", Code::EncodedControl),
    ("http://example.com/..%5C..%5Cx", Code::EncodedBackslash),
    ("http://example.com/%c0%ae%c0%ae/x", Code::OverlongEncoding),
    ("http://example.com/%252e%252e/x", Code::DoubleEncoded),
    ("http://example.com/%25%32%65/x", Code::DoubleEncoded),
    ("http://example.com/%2e%2e/admin", Code::EncodedDotSegment),
    ("http://example.com/..%2f..%5Cx", Code::EncodedDotSegment),
    ("http://example.com/%2e%2e%2fx", Code::EncodedDotSegment),
    ("http://example.com/../x", Code::DotUnderflow),
    ("file:///C:/aux", Code::DeviceName),
    ("file:///lpt/x", Code::DeviceName),
    ("file:///.../x", Code::DeviceName),
    ("http://0x7f.1/", Code::RareIp),
    ("http://2130706433/", Code::RareIp),
    ("http://0177.0.0.1/", Code::RareIp),
    ("http://\u{ff11}\u{ff12}\u{ff17}.1/", Code::RareIp),
    ("http://127\u{3002}0\u{3002}0\u{3002}1/", Code::RareIp),
    ("http://\u{2460}\u{2461}\u{2466}.0.0.1/", Code::RareIp),
    ("http://1.2.3.256/", Code::IpOutOfRange),
    ("http://[::ffff:127.0.0.1]/", Code::MappedIp),
    ("http://[2002:7f00:1::]/", Code::MappedIp),
    ("http://[2001:0:1::80ff:fffe]/", Code::MappedIp),
    ("http://[64:ff9b::7f00:1]/", Code::MappedIp),
    ("http://169.254.169.254/latest/", Code::MetadataHost),
    ("http://metadata.google.internal/", Code::MetadataHost),
    ("http://[fd00:ec2::254]/", Code::MetadataHost),
    ("http://ex%61mple.com/", Code::EncodedHost),
    ("http:///x", Code::EmptyHost),
    ("http:x", Code::MissingAuthority),
    ("http://example\u{ff0e}com/", Code::CompatibilityHost),
    ("http://example.com/\u{202e}gnp.exe", Code::Bidi),
    ("http://example.com/a\u{200b}b", Code::Invisible),
    ("file://server/share", Code::LocalFile),
    ("mailto:a@example.com?attach=/etc/passwd", Code::MailtoHeaders),
];

/// Ordinary URIs that earlier versions flagged, and similar URIs. None of them may have a hazard of severity `warn` or
/// higher.
const HARMLESS: &[&str] = &[
    "http://пример.бг/",
    "http://сайт.срб/",
    "http://пример.рус/",
    "http://пример.орг/",
    "http://օրինակ.հայ/",
    "http://сор.бг/",
    "https://play.rust-lang.org/?code=fn%20main()%20%7B%0A%7D",
    "https://example.com/?text=a%0D%0Ab",
    "https://example.com/#%5Cn",
    "http://fa.example.org/می\u{200c}خواهم",
    "http://example.com/क\u{94d}\u{200d}ष",
    "http://example.com/👨\u{200d}👩\u{200d}👧",
    "http://example.com/\u{d33}\u{d4d}\u{200d}.html",
    "http://[::1:80]:8080/",
    "http://localhost:631/printers",
    "http://192.168.0.1:631/",
    "http://例え.テスト/",
    "http://exampleこれは日本語です.com/",
    "http://ひらがなとカタカナとabcー漢字.jp/",
    "http://한국어han漢字.kr/",
    "http://ёлка-2024.com/",
    "http://москва.com/",
    "http://ελλάδα.gr/",
    // UTS 39 reports `ı` in a Latin label, which the small table leaves to living alphabets.
    #[cfg(not(feature = "security"))]
    "http://kapı.com.tr/",
    "http://łódź-straße.example/",
    "http://xn--e1afmkfd.xn--p1ai/",
    "http://भारत.com/",
    "http://ישראל.co.il/",
    "http://مثال.com/",
    "http://საქართველო.com/",
    "http://հայաստան.com/",
    "http://bücher.example/",
    "http://xn--bcher-kva.example/",
    "https://xn--mxa.example.com/",
    "data:image/png;base64,iVBORw0KGgo=",
    "data:,plain",
    "feed:https://example.com/atom",
    "https://web.archive.org/web/2020/http://example.com/",
    "mailto:me@example.com?subject=a&body=b%0D%0Ac",
    "http://example.com/?next=http%3A%2F%2Fexample.org",
    "redis://example.com:6379/0",
    "http://example.com/aux",
    "http://user.example.com/",
    "http://example.com/a..b%2F...c",
    "http://h/\u{202c}\u{2069}",
];

#[test]
fn dangerous_uris_have_hazards() {
    assert!(DANGER.len() + WARN.len() >= 60);
    let tables =
        [(DANGER, Severity::Danger), (WARN, Severity::Warn), (IMITATIONS, Severity::Danger)];
    for (table, severity) in tables {
        for (text, code) in table {
            let found = codes(text);
            assert!(found.contains(&(*code, severity)), "{text} has no {code}: {found:?}");
        }
    }
}

#[test]
fn harmless_uris_have_no_warning() {
    for text in HARMLESS {
        let found = codes(text);
        assert!(found.iter().all(|(_, severity)| *severity < Severity::Warn), "{text} {found:?}");
    }
}

/// A severity can be set for a code and for a port. The severity of a port takes precedence.
#[test]
fn severities_are_set_by_code_and_by_port() {
    let severities = |inspector: Inspector, text| -> Vec<Severity> {
        inspector.inspect(IriReference::parse(text).unwrap()).iter().map(Hazard::severity).collect()
    };
    let all = Inspector::new().severity(Code::WellKnownPort, Severity::Info);
    let one = all.clone().port(25, Some(Severity::Danger)).port(22, None);
    assert_eq!(severities(all, "http://h:25/"), [Severity::Info]);
    assert_eq!(severities(one.clone(), "http://h:25/"), [Severity::Danger]);
    assert_eq!(severities(one.clone(), "http://h:22/"), []);
    assert_eq!(severities(one, "http://h:23/"), [Severity::Info]);
    let files = Inspector::new().paths_are_files(true);
    assert_eq!(severities(files, "http://h/aux"), [Severity::Warn]);
}

#[test]
fn wrapped_uris_are_unwrapped() {
    use linkwright::uri::{Uri, hazards::unwrapped};
    for (text, inside) in [
        (
            "https://urldefense.proofpoint.com/v2/url?u=http-3A__www.example.com_a-2Db&d=x",
            Some("http://www.example.com/a-b"),
        ),
        (
            "https://urldefense.com/v3/__http://example.com/a?b=c__;!!x!y$",
            Some("http://example.com/a?b=c"),
        ),
        (
            "https://urldefense.com/v3/__http://example.com/*a__;Kw!!x$",
            Some("http://example.com/+a"),
        ),
        // The first and the last `*` are replaced with one character each, and `**B` is replaced with three characters,
        // one of which has two octets.
        (
            "https://urldefense.com/v3/__http://example.com/*b**Bc*__;I1vDqV0v!!x$",
            Some("http://example.com/#b%5B%C3%A9%5Dc/"),
        ),
        (
            "https://urldefense.com/v3/__http://example.com/**__;LyE!!x$",
            Some("http://example.com//!"),
        ),
        ("https://urldefense.com/v3/__http://example.com/*a__;!!x$", None),
        ("https://urldefense.com/v3/__http://example.com/a__;Kw!!x$", None),
        ("https://urldefense.com/v3/__http://example.com/*a__;K*!!x$", None),
        ("https://urldefense.com/v3/__no*uri__;IA!!x$", None),
        (
            "https://urldefense.proofpoint.com/v1/url?u=http%3A//e.example/a%20b&k=x",
            Some("http://e.example/a%20b"),
        ),
        ("https://urldefense.us/v3/__http://e.example/__;", Some("http://e.example/")),
        (
            "https://eur01.safelinks.protection.outlook.com/?url=http%3A%2F%2Fe.example%2F&data=x",
            Some("http://e.example/"),
        ),
        ("https://example.com/?url=http%3A%2F%2Fe.example%2F", None),
        ("https://xurldefense.com/v3/__http://example.com/__;", None),
    ] {
        let found = unwrapped(Uri::parse(text).unwrap());
        assert_eq!(found.as_ref().map(UriBuf::as_str), inside, "{text}");
        let has = codes(text).iter().any(|(code, _)| *code == Code::NestedUri);
        assert_eq!(has, inside.is_some() || text.contains("?url="), "{text}");
    }
}
