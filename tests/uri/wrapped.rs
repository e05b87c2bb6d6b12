//! Tests of `unwrapped`, which finds the URIs that services have wrapped into their own.

use linkwright::Finder;
use linkwright::find::Flag;
use linkwright::uri::hazards::{Code, Severity, unwrapped};
use linkwright::uri::{Uri, UriBuf, pct};

fn inside(text: &str) -> Option<String> {
    unwrapped(Uri::parse(text).unwrap()).map(UriBuf::into_string)
}

/// `text`, percent-encoded for the value of a parameter.
fn encoded(text: &str) -> String {
    pct::encode(text, &pct::UNRESERVED).into_owned()
}

#[test]
fn each_form_of_a_service_is_decoded() {
    const TARGET: &str = "https://www.example.org/a?b=c&d#e";
    let value = encoded(TARGET);
    for (before, after) in [
        ("https://eur01.safelinks.protection.outlook.com/?url=", "&data=05%7C02&reserved=0"),
        ("https://gov.safelinks.protection.office365.us/?url=", "&data=x"),
        (
            "https://statics.teams.cdn.office.net/evergreen-assets/safelinks/1/atp-safelinks.html?url=",
            "&locale=en-us",
        ),
        ("https://urldefense.proofpoint.com/v1/url?u=", "&k=x"),
        ("https://linkprotect.cudasvc.com/url?a=", "&c=E,1,x&typo=1"),
        ("http://secure-web.cisco.com/1aB_c-d/", ""),
        ("https://ddec1-0-en-ctp.trendmicro.com:443/wis/clicktime/v1/query?url=", "&umid=1"),
        ("https://protect2.fireeye.com/v1/url?k=1-2&q=1&e=3&u=", ""),
        ("https://clicktime.symantec.com/3aBc?u=", ""),
        ("https://scanmail.trustwave.com/?c=1&d=2&u=", ""),
        ("https://l.facebook.com/l.php?u=", "&h=x"),
        ("https://l.instagram.com/?u=", "&e=x"),
        ("https://www.youtube.com/redirect?event=x&q=", "&v=1"),
        ("https://t.umblr.com/redirect?z=", "&t=x"),
        ("https://href.li/?", ""),
        ("https://out.reddit.com/t3_1?url=", "&token=x"),
        ("https://vk.com/away.php?to=", "&cc_key="),
        ("https://slack-redir.net/link?url=", "&v=3"),
        ("https://steamcommunity.com/linkfilter/?u=", ""),
        ("https://steamcommunity.com/linkfilter/?url=", ""),
        ("https://www.linkedin.com/redir/redirect?url=", "&urlhash=x"),
        ("https://medium.com/r/?url=", ""),
        ("https://prod.outgoing.prod.webservices.mozgcp.net/v1/0a1b/", ""),
        ("https://link.zhihu.com/?target=", ""),
        ("https://www.google.com/url?sa=t&q=&url=", "&usg=x"),
        ("https://www.google.com/url?q=", "&sa=D"),
        ("https://plus.url.google.com/url?q=", ""),
        ("https://www.google.co.uk/url?q=words&url=", ""),
        ("https://duckduckgo.com/l/?uddg=", "&rut=x"),
        ("https://r.search.yahoo.com/_ylt=x/RV=2/RU=", "/RK=2/RS=x"),
        ("HTTPS://WWW.GOOGLE.COM./url?q=", ""),
    ] {
        let text = [before, &value, after].concat();
        assert_eq!(inside(&text).as_deref(), Some(TARGET), "{text}");
    }
    for text in [
        "https://eu-west-1.protection.sophos.com?d=example.org&u=aHR0cHM6Ly93d3cuZXhhbXBsZS5vcmcvYT9iPWMmZCNl&p=m",
        "https://www.bing.com/ck/a?!&&p=x&u=a1aHR0cHM6Ly93d3cuZXhhbXBsZS5vcmcvYT9iPWMmZCNl&ntb=1",
        "https://url.avanan.click/v2/___https://www.example.org/a?b=c&d#e___.YXAz",
        "https://protect.checkpoint.com/v2/___https:/www.example.org/a?b=c&d#e___.YXAz",
        "https://urldefense.us/v2/url?u=https-3A__www.example.org_a-3Fb-3Dc-26d-23e&d=x",
        "https://urldefense.com/v3/__https:/www.example.org/a?b=c&d*e__;Iw!!x$",
        "https://www.deviantart.com/users/outgoing?https://www.example.org/a?b=c&d%23e",
    ] {
        assert_eq!(inside(text).as_deref(), Some(TARGET), "{text}");
    }
}

#[test]
fn nested_services_are_unwrapped() {
    let google = format!("https://www.google.com/url?q={}", encoded("http://www.example.org/%20"));
    let defended = format!("https://urldefense.com/v3/__{google}__;!!x!y$");
    let safe = "https://nam02.safelinks.protection.outlook.com/?url=";
    let safe = format!("{safe}{}&data=05", encoded(&defended));
    assert_eq!(inside(&safe).as_deref(), Some("http://www.example.org/%20"));
}

#[test]
fn at_most_five_services_are_unwrapped() {
    let wrap = |text: &str| format!("https://slack-redir.net/link?url={}", encoded(text));
    let mut texts = vec!["http://www.example.org/".to_owned()];
    for at in 0..7 {
        texts.push(wrap(&texts[at]));
    }
    for depth in 1..=7_usize {
        let target = &texts[depth.saturating_sub(5)];
        assert_eq!(inside(&texts[depth]).as_ref(), Some(target), "{depth}");
    }
}

#[test]
fn a_target_that_is_encoded_twice_is_decoded_twice() {
    let twice = encoded(&encoded("http://www.example.org/%41"));
    let text = format!("https://www.google.com/url?q={twice}");
    assert_eq!(inside(&text).as_deref(), Some("http://www.example.org/%41"));
    let often = (0..4).fold("http://www.example.org/".to_owned(), |text, _| encoded(&text));
    assert_eq!(inside(&format!("https://www.google.com/url?q={often}")), None);
}

#[test]
fn a_damaged_wrapper_has_no_target() {
    for text in [
        // No target, or a target that is not a URI.
        "https://eur01.safelinks.protection.outlook.com/?url=&data=x",
        "https://eur01.safelinks.protection.outlook.com/?data=x",
        "https://www.google.com/url?q=words",
        "https://www.google.com/url?q=%2Fsearch",
        "https://vk.com/away.php?to=www.example.org%3A80%2F",
        "https://www.google.com/url?q=http%3A%2F%2F%2Fpath",
        "https://www.google.com/url?q=http%3A",
        // A host that no repair may change.
        "https://www.google.com/url?q=http%3A%2F%2Fa%20b%2F",
        // Octets that are not UTF-8.
        "https://www.google.com/url?q=http%3A%2F%2Fa.example%2F%FF",
        // The target is truncated.
        "https://www.google.com/url?q=http%3A%2F%2Fa.example%2F%252",
        "https://urldefense.proofpoint.com/v2/url?u=http-3A__a.example-2",
        "https://urldefense.com/v3/__http://a.example/",
        "https://urldefense.com/v3/__http://a.example/*__;",
        "https://protect.checkpoint.com/v2/___http://a.example/",
        "https://eu-west-1.protection.sophos.com?d=a.example&u=aHR0c",
        "http://secure-web.cisco.com/1aB",
        // The URI contains a token instead of the target.
        "https://protect-eu.mimecast.com/s/abc?domain=a.example",
        "https://t.co/abc",
    ] {
        assert_eq!(inside(text), None, "{text}");
    }
}

#[test]
fn other_hosts_and_paths_are_not_services() {
    let value = encoded("http://www.example.org/");
    for before in [
        "https://safelinks.protection.outlook.com.evil.example/?url=",
        "https://evilsafelinks.protection.outlook.com/?url=",
        "https://protection.outlook.com/?url=",
        "https://safelinks.protection.outlook.com@evil.example/?url=",
        "https://evil.example/safelinks.protection.outlook.com/?url=",
        "ftp://safelinks.protection.outlook.com/?url=",
        "https://google.com.evil.example/url?q=",
        "https://google.evil/url?q=",
        "https://www.google.com/search?q=",
        "https://www.google.com/url/x?q=",
        "https://vk.com/away.phpx?to=",
        "https://youtube.com/watch?q=",
        "https://linkprotect.cudasvc.com/url?b=",
    ] {
        let text = format!("{before}{value}");
        assert_eq!(inside(&text), None, "{text}");
    }
}

#[test]
fn hazards_of_the_target_are_reported_for_the_wrapping_uri() {
    let wrap = |text: &str| format!("https://www.google.com/url?q={}", encoded(text));
    for (target, code) in [
        ("javascript:alert(1)", Code::ActiveScheme),
        ("http://www.example.org@evil.example/", Code::UserinfoLooksLikeHost),
        ("http://0x7f.1/", Code::RareIp),
        ("http://192.168.0.1/", Code::PrivateIp),
        ("http://xn--bcher-kva.example/", Code::Punycode),
        ("http://b\u{fc}cher.example/", Code::Idn),
        ("ssh://-oProxyCommand=x/", Code::OptionLike),
        ("http://a.\u{202e}example/", Code::BidiHost),
    ] {
        for text in [wrap(target), wrap(&wrap(target))] {
            let hazards = Uri::parse(&text).unwrap().hazards();
            let hazard = hazards.iter().find(|hazard| hazard.code() == code);
            let span = hazard.unwrap_or_else(|| panic!("{text}: no {code}")).span();
            assert_eq!(span.start(), "https://www.google.com/url?q=".len(), "{text}");
            assert_eq!(span.end(), text.len(), "{text}");
        }
    }
    // Unusual but harmless properties of the target are not reported for the wrapping URI.
    let codes = Uri::parse(&wrap("http://www.example.org:80/./")).unwrap().hazard_codes();
    assert!(!codes.contains(Code::DefaultPort) && !codes.contains(Code::DotSegment));
    assert!(codes.contains(Code::NestedUri));
}

#[test]
fn a_match_keeps_the_uri_as_written() {
    let text = "https://www.google.com/url?q=javascript%3Aalert%281%29&sa=D";
    let finder = Finder::new();
    let found = finder.find_iter(text).next().unwrap();
    assert_eq!((found.uri().as_str(), found.href()), (text, text));
    assert_eq!(found.unwrapped().unwrap().as_str(), "javascript:alert(1)");
    assert!(found.flags().contains(Flag::Hazard(Code::ActiveScheme)));
    assert_eq!(found.flags().severity(), Some(Severity::Danger));
}
