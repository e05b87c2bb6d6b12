//! `linkwright uri defang`: writes URIs and addresses in a form that no program makes a link of.

use linkwright::uri::split;

/// The form of `text`, which need not be valid: a URI is most dangerous where programs disagree about it.
pub(super) fn defang(text: &str) -> String {
    // In `h.example:80` a host is before the colon.
    let scheme = split(text).scheme.filter(|scheme| !scheme.contains('.'));
    let body = scheme.map_or(text, |scheme| text.get(scheme.len() + 1..).unwrap_or_default());
    let colon = if scheme.is_some() { "[:]" } else { "" };
    let scheme = scheme.map(str::to_ascii_lowercase).unwrap_or_default();
    let scheme = match &*scheme {
        "http" => "hxxp",
        "https" => "hxxps",
        "ftp" => "fxp",
        "ftps" => "fxps",
        other => other,
    };
    let (slashes, at, body) = match body.strip_prefix("//") {
        Some(body) => ("//", "[@]", body),
        None => ("", "[at]", body),
    };
    let (host, rest) = body.split_at(body.find(['/', '?', '#']).unwrap_or(body.len()));
    let host = host.replace('@', at);
    // The brackets of an IPv6 address have no others inside.
    let host = if host.ends_with(']') { host } else { host.replace('.', "[.]") };
    // A URI in the query is not to be followed either.
    [scheme, colon, slashes, &host, &rest.replace("://", "[:]//")].concat()
}

#[cfg(test)]
mod tests {
    use linkwright::Finder;
    use linkwright::find::{Flag, Preset};

    use super::*;

    #[test]
    fn the_form_has_its_signs() {
        for (text, expected) in [
            (
                "https://evil.example.com/a.b?c=d@e.f#g.h",
                "hxxps[:]//evil[.]example[.]com/a.b?c=d@e.f#g.h",
            ),
            ("http://h.example?u=http://h.example", "hxxp[:]//h[.]example?u=http[:]//h.example"),
            ("HTTP://bo@h.example:80", "hxxp[:]//bo[@]h[.]example:80"),
            ("ftp://192.0.2.1/", "fxp[:]//192[.]0[.]2[.]1/"),
            ("http://[::ffff:192.0.2.1]/", "hxxp[:]//[::ffff:192.0.2.1]/"),
            ("ssh://h.example", "ssh[:]//h[.]example"),
            ("mailto:jo@h.example?subject=a.b", "mailto[:]jo[at]h[.]example?subject=a.b"),
            ("jo@h.example", "jo[at]h[.]example"),
            ("h.example:80/a.b", "h[.]example:80/a.b"),
            ("192.0.2.1", "192[.]0[.]2[.]1"),
            ("", ""),
        ] {
            assert_eq!(defang(text), expected);
        }
    }

    /// The finder restores what `defang` writes, and finds nothing in it without the option.
    #[test]
    fn the_finder_restores_the_form() {
        let schemes = ["http://", "https://", "ftp://", "ftps://", "ssh://", ""];
        let hosts = [
            "example.com",
            "a.b-c.example.org:8080",
            "192.0.2.1",
            "bücher.example.de",
            "bo@example.com",
        ];
        let rests = ["", "/", "/a.b/c@d.php", "/?q=http://h.example/&x=%41", "/a#b.c"];
        let finder = Finder::preset(Preset::Archive);
        let mut plain = Finder::builder();
        let plain = plain.preset(Preset::Archive).defanged(false).build().unwrap();
        for scheme in schemes {
            for host in hosts {
                for rest in rests {
                    let is_address = scheme.is_empty() && host.contains('@');
                    let text = [scheme, host, if is_address { "" } else { rest }].concat();
                    let implied = match scheme {
                        "" if is_address => "mailto:",
                        "" => "http://",
                        _ => "",
                    };
                    let form = defang(&text);
                    let around = format!("See ({form}), then go.");
                    let found: Vec<_> = finder.find_iter(&around).collect();
                    assert_eq!(found.len(), 1, "{form}");
                    assert_eq!(found[0].text(), form);
                    assert!(found[0].flags().contains(Flag::Defanged), "{form}");
                    let uri = [implied, &text].concat();
                    let expected = Finder::builder()
                        .schemes(["http", "https", "ftp", "ftps", "ssh", "mailto"])
                        .build();
                    let expected = expected.unwrap().find(&uri).unwrap().uri().to_string();
                    assert_eq!(found[0].uri().as_str(), expected, "{form}");
                    assert!(!plain.is_match(&around), "{form}");
                }
            }
        }
    }
}
