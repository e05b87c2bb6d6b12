//! Tests hazards (section 7) on URIs that have them and on similar URIs that do not.

use linkwright::find::text_mismatch;
use linkwright::uri::hazards::{Code, Hazard, Inspector, Severity};
use linkwright::uri::{Host, HostKind, IriReference, Rung, Uri, UriReference};

use crate::generate::{count, texts};
use crate::pairs::pairs;

fn inspect(text: &str) -> Vec<Hazard> {
    let parsed = IriReference::parse(text);
    Inspector::new().inspect(parsed.unwrap_or_else(|error| panic!("{text:?}: {error}")))
}

/// The name of each hazard of `text`, with the part of the text at its position.
fn found(text: &str) -> Vec<(&'static str, &str)> {
    inspect(text).iter().map(|h| (h.code().name(), &text[h.span().range()])).collect()
}

#[test]
fn each_code_has_its_own_name() {
    for (index, code) in Code::ALL.iter().enumerate() {
        assert_eq!(code.name().parse(), Ok(*code));
        assert!(code.name().bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'));
        assert!(code.section().starts_with("RFC "), "{code}");
        assert!(!code.message().ends_with('.'), "{code}");
        assert!(Code::ALL[..index].iter().all(|other| other.name() != code.name()), "{code}");
    }
}

/// Texts, each with all of its hazards: the name of the hazard, and the part of the text at its position.
const FINDINGS: &[(&str, &[(&str, &str)])] = &[
    ("http://example.com/a/b?c=d&e#f", &[]),
    ("//example.com/", &[]),
    ("../../a", &[]),
    // The example of section 7.6.
    (
        "ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm",
        &[
            ("userinfo", "cnn.example.com&story=breaking_news"),
            ("userinfo-looks-like-host", "cnn.example.com&story=breaking_news"),
            ("private-ip", "10.0.0.1"),
        ],
    ),
    ("http://me@h/", &[("userinfo", "me")]),
    ("http://fred.jones@h/", &[("userinfo", "fred.jones")]),
    (
        "http://bank.com%2F@h/",
        &[
            ("userinfo", "bank.com%2F"),
            ("userinfo-looks-like-host", "bank.com%2F"),
            ("encoded-delimiter", "%2F"),
        ],
    ),
    ("http://u:p@h/", &[("userinfo", "u:p"), ("password", "p")]),
    ("http://u:@h/", &[("userinfo", "u:")]),
    ("http://@h/", &[("empty-userinfo", "@")]),
    // Section 7.2
    ("http://h:25/", &[("well-known-port", ":25")]),
    // The protocol of an unknown scheme is not known.
    ("s://h:25/", &[]),
    ("irc://h:6667/", &[]),
    ("ssh://git@h/a", &[]),
    ("ssh://git:x@h/a", &[("userinfo", "git:x"), ("password", "x")]),
    ("ssh://b.example@h/a", &[("userinfo-looks-like-host", "b.example")]),
    ("http://h:8080/", &[]),
    ("http://localhost:631/", &[("local-name", "localhost")]),
    ("http://h:6379/", &[("well-known-port", ":6379")]),
    ("redis://h:6379/", &[("default-port", ":6379")]),
    ("http://h:11211/", &[("well-known-port", ":11211")]),
    ("http://h:6667/", &[("well-known-port", ":6667")]),
    ("http://h:80/", &[("default-port", ":80")]),
    ("http://h:080/", &[("port-leading-zeros", "080"), ("default-port", ":080")]),
    ("http://h:/", &[("empty-port", ":")]),
    ("http://h:65535/", &[]),
    ("http://h:65536/", &[("port-out-of-range", "65536")]),
    ("http://h:99999999999999999999/", &[("port-out-of-range", "99999999999999999999")]),
    ("http://h:00/", &[("port-leading-zeros", "00"), ("port-zero", "00")]),
    // Sections 7.2 and 7.3
    ("telnet://h/%0D%0Ax%0a", &[("encoded-crlf", "%0D%0A"), ("encoded-crlf", "%0a")]),
    (
        "s://h/%00%1b%7F%5c",
        &[
            ("encoded-nul", "%00"),
            ("encoded-control", "%1b"),
            ("encoded-control", "%7F"),
            ("encoded-backslash", "%5c"),
        ],
    ),
    ("s://h/%2F?%2F", &[("encoded-delimiter", "%2F")]),
    (
        "s:%3A%5b%5D",
        &[("encoded-delimiter", "%3A"), ("encoded-delimiter", "%5b"), ("encoded-delimiter", "%5D")],
    ),
    ("s:%252e%252E%25", &[("double-encoded", "%252e%252E")]),
    ("s:%25%32%65", &[("double-encoded", "%25%32%65")]),
    (
        "s:%c0%ae%E0%80%AF%F0%80",
        &[
            ("overlong-encoding", "%c0%ae"),
            ("overlong-encoding", "%E0%80"),
            ("overlong-encoding", "%F0%80"),
        ],
    ),
    ("http://h/?a=x%0Ay%0D%0Az", &[("encoded-line-end", "%0A"), ("encoded-line-end", "%0D%0A")]),
    ("http://h/?a=%0D%0ASet-Cookie:%20a", &[("encoded-crlf", "%0D%0A")]),
    ("http://h/#%0A", &[("encoded-line-end", "%0A")]),
    ("http://h/%0A", &[("encoded-crlf", "%0A")]),
    (
        "s:%C2%85%E2%80%A8\u{2029}",
        &[
            ("encoded-control", "%C2%85"),
            ("encoded-control", "%E2%80%A8"),
            ("encoded-control", "\u{2029}"),
        ],
    ),
    ("s:%2541%20%2542", &[("double-encoded", "%2541"), ("double-encoded", "%2542")]),
    // Section 6.2.2.3
    ("s://h/a/../.", &[("dot-segment", ".."), ("dot-segment", ".")]),
    ("s://h/%2e%2E/", &[("encoded-dot-segment", "%2e%2E"), ("dot-underflow", "%2e%2E")]),
    ("s://h/a/../../b", &[("dot-segment", ".."), ("dot-segment", ".."), ("dot-underflow", "..")]),
    ("../a/..", &[("dot-segment", "..")]),
    ("file:///C:/aux", &[("local-file", "file://"), ("device-name", "aux")]),
    // Section 7.4
    ("http://127.0.0.1/", &[("private-ip", "127.0.0.1")]),
    (
        "http://169.254.169.254/",
        &[("private-ip", "169.254.169.254"), ("metadata-host", "169.254.169.254")],
    ),
    (
        "http://metadata.google.internal/",
        &[
            ("metadata-host", "metadata.google.internal"),
            ("local-name", "metadata.google.internal"),
        ],
    ),
    ("http://LocalHost./", &[("local-name", "LocalHost.")]),
    ("http://printer.local/", &[("local-name", "printer.local")]),
    ("http://mylocal/", &[]),
    (
        "http://[fd00:ec2::254]/",
        &[("private-ip", "[fd00:ec2::254]"), ("metadata-host", "[fd00:ec2::254]")],
    ),
    ("http://8.8.8.8/", &[]),
    ("http://0x7f.0.0.1/", &[("rare-ip", "0x7f.0.0.1"), ("private-ip", "0x7f.0.0.1")]),
    ("http://134744072/", &[("rare-ip", "134744072")]),
    ("http://%38.8.8/", &[("rare-ip", "%38.8.8"), ("encoded-host", "%38.8.8")]),
    ("http://256.256.256.256/", &[("ip-out-of-range", "256.256.256.256")]),
    (
        "http://[::ffff:127.0.0.1]/",
        &[("mapped-ip", "[::ffff:127.0.0.1]"), ("private-ip", "[::ffff:127.0.0.1]")],
    ),
    ("http://[::ffff:8.8.8.8]/", &[("mapped-ip", "[::ffff:8.8.8.8]")]),
    ("http://[::1]/", &[("private-ip", "[::1]")]),
    ("http://[ff02::1]/", &[("private-ip", "[ff02::1]")]),
    ("http://[fec0::1]/", &[("private-ip", "[fec0::1]")]),
    ("http://192.0.0.192/", &[("private-ip", "192.0.0.192")]),
    ("http://198.19.0.1/", &[("private-ip", "198.19.0.1")]),
    ("http://224.0.0.1/", &[("private-ip", "224.0.0.1")]),
    ("http://198.20.0.1/", &[]),
    ("http://nas.home/", &[("local-name", "nas.home")]),
    ("http://[2001:db8::1]/", &[]),
    (
        "http://[2002:7f00:1::]/",
        &[("mapped-ip", "[2002:7f00:1::]"), ("private-ip", "[2002:7f00:1::]")],
    ),
    (
        "http://[2001::ffff:80ff:fffe]/",
        &[("mapped-ip", "[2001::ffff:80ff:fffe]"), ("private-ip", "[2001::ffff:80ff:fffe]")],
    ),
    (
        "http://[64:ff9b:1::7f00:1]/",
        &[("mapped-ip", "[64:ff9b:1::7f00:1]"), ("private-ip", "[64:ff9b:1::7f00:1]")],
    ),
    (
        "http://[::ffff:0:7f00:1]/",
        &[("mapped-ip", "[::ffff:0:7f00:1]"), ("private-ip", "[::ffff:0:7f00:1]")],
    ),
    ("http://[2001:db8::5efe:8.8.8.8]/", &[("mapped-ip", "[2001:db8::5efe:8.8.8.8]")]),
    (
        "http://\u{ff11}\u{ff12}\u{ff17}\u{3002}0\u{3002}0\u{3002}1/",
        &[
            ("rare-ip", "\u{ff11}\u{ff12}\u{ff17}\u{3002}0\u{3002}0\u{3002}1"),
            ("private-ip", "\u{ff11}\u{ff12}\u{ff17}\u{3002}0\u{3002}0\u{3002}1"),
            ("idn", "\u{ff11}\u{ff12}\u{ff17}\u{3002}0\u{3002}0\u{3002}1"),
            #[cfg(feature = "security")]
            ("confusable-host", "\u{ff11}\u{ff12}\u{ff17}\u{3002}0\u{3002}0\u{3002}1"),
            ("compatibility-host", "\u{ff11}"),
            ("compatibility-host", "\u{ff12}"),
            ("compatibility-host", "\u{ff17}"),
            ("compatibility-host", "\u{3002}"),
            ("compatibility-host", "\u{3002}"),
            ("compatibility-host", "\u{3002}"),
        ],
    ),
    // Section 3.2.2
    (
        "http://trusted%40evil/",
        &[
            ("encoded-host", "trusted%40evil"),
            ("host-not-dns", "trusted%40evil"),
            ("encoded-delimiter", "%40"),
        ],
    ),
    ("http://a$b.example/", &[("host-not-dns", "a$b.example")]),
    ("http://a..b/", &[("host-not-dns", "a..b")]),
    ("http://-a.b/", &[("option-like", "-a.b"), ("host-not-dns", "-a.b")]),
    (
        "ssh://-oProxyCommand=x/",
        &[("option-like", "-oProxyCommand=x"), ("host-not-dns", "-oProxyCommand=x")],
    ),
    ("ssh://-ox@h/", &[("option-like", "-ox")]),
    ("mailto:-x@h,a@b,%2Dy@h", &[("option-like", "-x@h"), ("option-like", "%2Dy@h")]),
    ("http://my_host.example./", &[]),
    ("http:///a", &[("empty-host", "")]),
    ("s://:1/", &[("empty-host", "")]),
    ("s:///a", &[]),
    ("http:a", &[("missing-authority", "http:a")]),
    ("s:a", &[]),
    // RFC 3987
    ("http://xn--bcher-kva.example/", &[("punycode", "xn--bcher-kva")]),
    (
        "http://b%C3%BCcher.example/",
        &[("encoded-host", "b%C3%BCcher.example"), ("idn", "b%C3%BCcher.example")],
    ),
    ("http://bücher.example/", &[("idn", "bücher.example")]),
    ("http://h/%E2%80%AE\u{202E}", &[("bidi", "%E2%80%AE"), ("bidi", "\u{202E}")]),
    ("http://h/%E2%80%8B", &[("invisible", "%E2%80%8B")]),
    ("http://h/?\u{E000}", &[("private-use", "\u{E000}")]),
    ("http://h/%FF%C3", &[]),
    // Section 7.6, RFC 6068 and RFC 8089
    ("JavaScript:alert(1)", &[("active-scheme", "JavaScript")]),
    ("blob:http://h/x", &[("active-scheme", "blob")]),
    ("filesystem:http://h/x", &[("active-scheme", "filesystem")]),
    ("feed:javascript:x", &[("active-scheme", "feed")]),
    ("view-source:feed:javascript:x", &[("active-scheme", "view-source")]),
    ("feed:http://h/", &[]),
    ("ms-word:ofe%7Cu%7Chttps://h/", &[("active-scheme", "ms-word")]),
    ("data:text/html,x", &[("active-scheme", "data")]),
    ("data:image/svg+xml,x", &[("active-scheme", "data")]),
    ("data:image/png;base64,x", &[]),
    ("data:,x", &[]),
    ("http://h/?password=x&q=1", &[("secret-parameter", "password=x")]),
    ("http://h/#access_token=x", &[("secret-parameter", "access_token=x")]),
    ("http://h/?password=&passwords=x", &[]),
    ("http://h/web/2020/http://evil/a", &[("nested-uri", "http://evil/a")]),
    (
        "http://h/http%3A%2F%2Fevil",
        &[
            ("nested-uri", "http%3A%2F%2Fevil"),
            ("encoded-delimiter", "%3A"),
            ("encoded-delimiter", "%2F"),
            ("encoded-delimiter", "%2F"),
        ],
    ),
    ("http://h/http/a", &[]),
    ("file://server/x", &[("local-file", "file://server")]),
    (
        "mailto:a@b?subject=x&body=%0D%0A&attach=y&",
        &[("encoded-line-end", "%0D%0A"), ("mailto-headers", "attach")],
    ),
    ("mailto:a@b?subject=%0D%0ABcc:c", &[("encoded-crlf", "%0D%0A")]),
    ("http://h/?next=http%3A%2F%2Fevil", &[("nested-uri", "http%3A%2F%2Fevil")]),
    ("http://h/?a&u=//evil", &[("nested-uri", "//evil")]),
    ("http://h/?https://evil", &[("nested-uri", "https://evil")]),
    ("http://h/?a=b:c#//x", &[]),
    ("http://h/#javascript:x", &[("nested-uri", "javascript:x")]),
];

#[test]
fn hazards_are_found_at_their_positions() {
    for &(text, expected) in FINDINGS {
        let (mut found, mut expected) = (found(text), expected.to_vec());
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn device_names_are_found() {
    for segment in ["aux", "NUL.txt", "con%20", "%63om1", "lpt9.a.b", "CLOCK$", "lpt", "..."] {
        let text = format!("file:///a/{segment}/b");
        let hazards = inspect(&text);
        let device = hazards.iter().find(|hazard| hazard.code() == Code::DeviceName);
        assert_eq!(device.map(|hazard| &text[hazard.span().range()]), Some(segment));
    }
    for text in ["file:///auxiliary", "file:///com", "http://h/aux", "file:///..", "file:///a.con"]
    {
        assert!(inspect(text).iter().all(|hazard| hazard.code() != Code::DeviceName), "{text}");
    }
}

#[test]
fn labels_that_are_too_long() {
    let label = "a".repeat(63);
    assert_eq!(found(&format!("http://{label}.example/")), []);
    let text = format!("http://b.{label}a.example/");
    assert_eq!(inspect(&text)[0].span().range(), 9..73);
    let text = format!("http://{label}.{label}.{label}.{label}/");
    assert_eq!(inspect(&text)[0].span().range(), 7..7 + 255);
}

#[test]
fn rare_addresses_are_reported_with_their_value() {
    for (host, address) in [
        ("0x7f.1", [127, 0, 0, 1]),
        ("2130706433", [127, 0, 0, 1]),
        ("0177.0.0.1", [127, 0, 0, 1]),
        ("127.1", [127, 0, 0, 1]),
        ("0xA9FEA9FE", [169, 254, 169, 254]),
        ("8.010", [8, 0, 0, 8]),
    ] {
        let text = format!("http://{host}/");
        let hazard = inspect(&text)[0];
        assert_eq!(
            (hazard.code(), hazard.address()),
            (Code::RareIp, Some(address.into())),
            "{host}"
        );
    }
    let hazard = inspect("http://127.1/")[0];
    let message = "an IPv4 address in a form that only some programs recognize: 127.0.0.1";
    assert_eq!(hazard.to_string(), message);
}

#[test]
fn letters_of_other_scripts() {
    // The first three labels are Latin with a Cyrillic `а`, all Cyrillic, and an A-label of Latin letters with a
    // Cyrillic `а`.
    for (text, expected) in [
        ("http://p\u{430}ypal.com/", &["idn", "mixed-script", "confusable-host"][..]),
        ("http://\u{430}\u{440}\u{440}\u{435}.com/", &["confusable-host", "idn"]),
        ("http://xn--pple-43d.com/", &["punycode", "mixed-script", "confusable-host"]),
        ("http://bücher.example/", &["idn"]),
        ("http://例え.テスト/", &["idn"]),
        ("http://a.example\u{2215}b.evil.example/", &["confusable-host", "idn"]),
        ("http://acm\u{212e}.example/", &["compatibility-host", "confusable-host", "idn"]),
        ("http://a.\u{441}om/", &["mixed-script", "idn"]),
        ("http://a.com\u{2013}/", &["confusable-host", "idn"]),
        ("http://i\u{2764}.ws/", &["idn"]),
        // The domain of an address is a host to its reader.
        ("mailto:bo@h.example,bo@p\u{430}ypal.com", &["mixed-script", "confusable-host"]),
        ("mailto:bo@xn--pple-43d.com", &["mixed-script", "confusable-host"]),
        ("xmpp:bo@p\u{430}ypal.com/home", &["mixed-script", "confusable-host"]),
        ("sip:bo@p%D0%B0ypal.com;transport=tcp", &["mixed-script", "confusable-host"]),
        ("mailto:bo@pay\u{200b}pal.com", &["invisible-host"]),
        ("mailto:bo@pay\u{202e}pal.com", &["bidi-host"]),
        ("mailto:bo@bücher.example", &[]),
        ("mailto:бо@пример.рф", &[]),
    ] {
        let mut codes: Vec<_> = inspect(text).iter().map(|hazard| hazard.code().name()).collect();
        let mut expected = expected.to_vec();
        codes.sort_unstable();
        expected.sort_unstable();
        assert_eq!(codes, expected, "{text}");
    }
}

/// The codes of the feature `security`, and no others, need a feature.
#[test]
fn only_two_codes_need_a_feature() {
    let needing: Vec<_> = Code::ALL.iter().filter(|code| code.feature().is_some()).collect();
    assert_eq!(needing, [&Code::InvalidALabel, &Code::NotNfc]);
    let has = cfg!(feature = "security");
    for (text, code) in [
        ("http://h/c\u{327}", Code::NotNfc),
        ("http://h/C\u{327}/C\u{327}", Code::NotNfc),
        ("http://xn--a/", Code::InvalidALabel),
    ] {
        let count = inspect(text).iter().filter(|hazard| hazard.code() == code).count();
        assert_eq!(count > 0, has, "{text}");
    }
    let text = "http://h/ac\u{327}b";
    assert_eq!(found(text), if has { vec![("not-nfc", "c\u{327}")] } else { vec![] });
}

#[test]
fn compatibility_characters_in_hosts() {
    for host in ["ｅxample.com", "a／b", "example。com", "\u{2100}.com"] {
        let text = format!("http://{host}/");
        let has = inspect(&text).iter().any(|hazard| hazard.code() == Code::CompatibilityHost);
        assert!(has, "{host}");
    }
}

#[test]
fn severities_can_be_set() {
    let inspector = Inspector::new()
        .severity(Code::Userinfo, Severity::Danger)
        .severity(Code::Userinfo, Severity::Info)
        .ignore(Code::Password);
    let hazards = inspector.inspect(IriReference::parse("http://u:p@h/").unwrap());
    assert_eq!(hazards.len(), 1);
    assert_eq!(hazards[0].severity(), Severity::Info);
    assert!(Severity::Info < Severity::Danger);
}

#[test]
fn texts_that_show_another_host() {
    let mismatch = |text, uri| text_mismatch(text, Uri::parse(uri).unwrap());
    for (text, uri) in [
        ("http://bank.example/", "http://evil.example/"),
        ("www.bank.example", "http://evil.example/"),
        ("www.bank\u{200b}.example", "http://evil.example/"),
        ("bank.com", "http://bank.com.evil.example/"),
        ("See https://bank.example/login.", "http://bank.example@evil.example/"),
        ("me@bank.example", "mailto:me@evil.example"),
        ("mailto:me@bank.example", "mailto:me@evil.example"),
        ("bank.com", "http://127.1/"),
        (
            "bank.com",
            "https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fevil.example%2Fbank.com",
        ),
    ] {
        assert!(mismatch(text, uri), "{text} {uri}");
    }
    for (text, uri) in [
        ("http://EVIL.example/other", "http://evil.example/"),
        ("evil.example", "https://www.evil.example:8443/x"),
        ("www.evil.example", "https://evil.example/x"),
        ("click here", "http://evil.example/"),
        ("3.14", "http://evil.example/"),
        ("e.g. this", "http://evil.example/"),
        ("Me@Evil.example", "mailto:me@evil.example?subject=x"),
        ("bank.example", "urn:a:b"),
        // Services that check each target lead to what the text shows.
        (
            "https://bank.example/a",
            "https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fbank.example%2Fa&data=x",
        ),
        ("bank.example", "https://urldefense.com/v3/__https://bank.example/a__;!!x"),
        ("", "http://evil.example/"),
        ("SECURITY.md", "https://code.example/"),
        ("performance.now()", "https://code.example/"),
        ("criterion.rs", "https://code.example/"),
        ("std::vec", "https://code.example/"),
    ] {
        assert!(!mismatch(text, uri), "{text} {uri}");
    }
}

/// A-labels are another spelling of the same name, in an address as well.
#[cfg(feature = "idn")]
#[test]
fn texts_that_show_the_letters_of_the_host() {
    let mismatch = |text, uri| text_mismatch(text, Uri::parse(uri).unwrap());
    for uri in ["http://xn--bcher-kva.example/", "mailto:me@xn--bcher-kva.example?subject=x"] {
        assert!(
            !mismatch("http://bücher.example/", uri) && !mismatch("me@bücher.example", uri),
            "{uri}"
        );
        assert!(
            mismatch("http://bucher.example/", uri) && mismatch("me@bücher.evil.example", uri),
            "{uri}"
        );
    }
}

/// If the public suffix list is compiled in, names with the same registrable domain are equal. If it is not, a
/// name and its subdomain are.
#[test]
fn texts_that_show_another_name_of_the_same_domain() {
    let mismatch = |text, uri| text_mismatch(text, Uri::parse(uri).unwrap());
    let is_listed = cfg!(feature = "registrable-domains");
    assert_eq!(mismatch("login.bank.com", "http://mail.bank.com/"), !is_listed);
    assert!(!mismatch("bank.co.uk", "http://login.bank.co.uk/"));
    assert!(!mismatch("login.bank.co.uk", "http://bank.co.uk/"));
    assert!(mismatch("bank.co.uk", "http://evil.co.uk/"));
    assert!(!mismatch("bank.co.uk", "http://www.bank.co.uk/"));
}

/// The crate `url`, which parses URIs like browsers, finds the same host unless a hazard is reported.
#[test]
fn browsers_see_the_same_host_unless_a_hazard_is_reported() {
    let mut same = 0;
    let paired = pairs(count(20_000)).map(|(seed, text, _)| (seed, text));
    for (seed, text) in texts(count(20_000)).chain(paired) {
        let Ok(uri) = Uri::parse(&text) else { continue };
        if !(uri.scheme() == "http" || uri.scheme() == "https" || uri.scheme() == "ftp") {
            continue;
        }
        let codes = uri.hazard_codes();
        let is_told = [
            Code::MissingAuthority,
            Code::EmptyHost,
            Code::EncodedHost,
            Code::HostNotDns,
            Code::RareIp,
            Code::IpOutOfRange,
            Code::PortOutOfRange,
            Code::Idn,
            Code::Punycode,
        ];
        if is_told.iter().any(|code| codes.contains(*code)) {
            continue;
        }
        let browser = url::Url::parse(&text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        let normal = uri.to_normalized(Rung::Scheme);
        let host = normal.as_uri().authority().map(|authority| authority.host());
        match (browser.host(), host.map(|host| host.kind())) {
            // The addresses are compared and not their texts, because WHATWG URLs write mapped addresses differently.
            (Some(url::Host::Ipv6(theirs)), Some(HostKind::Ipv6(ours))) => assert_eq!(theirs, ours),
            (theirs, _) => {
                let theirs = theirs.map(|host| host.to_string());
                assert_eq!(theirs.as_deref(), host.as_ref().map(Host::as_str), "{text:?} ({seed})");
            }
        }
        same += 1;
    }
    assert!(same > 100, "only {same} hosts were compared");
}

/// The positions of hazards are inside the text, on character boundaries, and in order. `hazard_codes` returns the
/// codes of the same hazards.
#[test]
fn positions_are_in_the_text() {
    let mut seen = std::collections::BTreeSet::new();
    for (seed, text) in texts(count(20_000)) {
        let Ok(reference) = IriReference::parse(&text) else { continue };
        let hazards = reference.hazards();
        assert!(hazards.is_sorted_by_key(|hazard| hazard.span().start()), "{text:?} ({seed})");
        for hazard in &hazards {
            assert!(text.get(hazard.span().range()).is_some(), "{text:?} {hazard:?} ({seed})");
            seen.insert(hazard.code());
        }
        if let Ok(reference) = UriReference::parse(&text) {
            let codes: std::collections::BTreeSet<Code> =
                hazards.iter().map(Hazard::code).collect();
            assert!(reference.hazard_codes().iter().eq(codes), "{text:?} ({seed})");
        }
    }
    assert!(seen.len() > 15, "{seen:?}");
}

/// IDNA maps `。` to a dot, so a host with it has several labels, each of which is judged.
#[test]
fn wide_dots_divide_labels() {
    let codes = |text| found(text).into_iter().map(|(code, _)| code).collect::<Vec<_>>();
    let plain = codes("http://example\u{3002}org/");
    assert!(!plain.contains(&"mixed-script") && !plain.contains(&"confusable-host"), "{plain:?}");
    let imitated = codes("http://\u{430}\u{440}\u{440}\u{4cf}\u{435}\u{3002}com/");
    assert!(imitated.contains(&"confusable-host"), "{imitated:?}");
}
