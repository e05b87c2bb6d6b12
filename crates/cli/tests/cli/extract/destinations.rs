//! Tests of the hosts and domains of links and addresses.

use serde_json::{Value, json};

use crate::run;

const TEXT: &str = "HTTP://WWW.Example.COM/A http://other.example.org/ http://192.0.2.1/ \
    mailto:ann@mail.example.com,Bo@Example.ORG,cy@example.com xmpp:ann@example.com/desk \
    sip:ann@example.com:5060;transport=tcp sips:bo@example.org acct:ann@example.com \
    im:bo@example.org tel:+1-201-555-0123 urn:isbn:0451450523 http://localhost/x";

fn extract(args: &[&str]) -> String {
    let run = run(&[&["extract", "--preset", "rfc"], args].concat(), TEXT);
    assert_eq!(run.stderr, "", "{args:?}");
    run.stdout
}

#[test]
fn addresses_are_selected_by_their_host() {
    assert_eq!(
        extract(&["--domain", "example.com"]),
        "HTTP://WWW.Example.COM/A\nmailto:ann@mail.example.com,Bo@Example.ORG,cy@example.com\n\
         xmpp:ann@example.com/desk\nsip:ann@example.com:5060;transport=tcp\nacct:ann@example.com\n"
    );
    assert_eq!(
        extract(&["--host", "EXAMPLE.org"]),
        "mailto:ann@mail.example.com,Bo@Example.ORG,cy@example.com\nsips:bo@example.org\n\
         im:bo@example.org\n"
    );
    let mail =
        run(&["extract", "--domain", "example.com"], "write to a@example.com or a@example.org");
    assert_eq!(mail.stdout, "mailto:a@example.com\n");
}

#[test]
fn a_link_with_several_addresses_counts_once_under_each_domain() {
    assert_eq!(
        extract(&["--by", "domain"]),
        "5\texample.com\n4\texample.org\n2\t-\n1\t192.0.2.1\n1\tlocalhost\n"
    );
    assert_eq!(
        extract(&["--by", "host"]),
        "4\texample.com\n3\texample.org\n2\t-\n1\t192.0.2.1\n1\tlocalhost\n\
         1\tmail.example.com\n1\tother.example.org\n1\twww.example.com\n"
    );
    // With `--unique`, equal links count once under each label.
    let twice = format!("{TEXT} {TEXT}");
    let unique = run(&["extract", "--preset", "rfc", "--unique", "--by", "domain"], twice);
    assert_eq!(unique.stdout, extract(&["--by", "domain"]));
}

/// `--host`, `--domain` and `--scheme` select exactly the links that `--by` counts under the same label.
#[test]
fn filters_select_the_links_that_by_counts() {
    for (by, option) in [("domain", "--domain"), ("host", "--host"), ("scheme", "--scheme")] {
        for line in extract(&["--by", by]).lines() {
            let (count, label) = line.split_once('\t').unwrap();
            // An IP address and `localhost` cannot be registered.
            if label != "-" && (by != "domain" || label.starts_with("example.")) {
                let links = extract(&[option, label]).lines().count();
                assert_eq!(links.to_string(), count, "{by} {label}");
            }
        }
    }
}

#[test]
fn scheme_and_host_are_normalized_in_the_output() {
    let text = "HTTP://Ex%41mple.COM/A hTTp://example.com/b";
    let rows = run(&["extract", "--format", "jsonl"], text).json();
    let told = |row: &Value| json!([row["scheme"], row["host"], row["domains"], row["uri"]]);
    assert_eq!(
        rows.iter().map(told).collect::<Vec<_>>(),
        [
            json!(["http", "example.com", ["example.com"], "HTTP://Ex%41mple.COM/A"]),
            json!(["http", "example.com", ["example.com"], "hTTp://example.com/b"]),
        ]
    );
    let csv = run(&["extract", "--format", "csv"], text).stdout;
    assert_eq!(csv.lines().filter(|row| row.contains(",http,example.com,")).count(), 2, "{csv}");
    for by in ["scheme", "host", "domain"] {
        assert_eq!(run(&["extract", "--by", by], text).stdout.lines().count(), 1, "{by}");
    }
    let line = json!({"text": text}).to_string() + "\n";
    let answer = run(&["pipe"], line).json().remove(0);
    assert_eq!(
        (&answer["links"][0]["scheme"], &answer["links"][0]["host"]),
        (&json!("http"), &json!("example.com"))
    );
    // `host` is the host of the authority, so an e-mail address has no `host`, but it has a domain.
    let mail = &run(&["extract", "--format", "jsonl"], "a@Mail.Example.com").json()[0];
    assert_eq!((&mail["host"], &mail["domains"]), (&json!(null), &json!(["example.com"])));
}
