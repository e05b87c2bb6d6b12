//! Tests of `--unique` and `--by`.

use std::fs;

use serde_json::{Value, json};

use crate::{Run, empty_folder, file, run};

const TEXT: &str =
    "http://e.x/%7Ea HTTP://E.x:80/~a http://e.x/b/../~a http://e.y/ http://e.x/%7Ea";

fn extract(args: &[&str], input: &str) -> String {
    let preset: &[&str] = if args.contains(&"--preset") { &[] } else { &["--preset", "rfc"] };
    let run = run(&[&["extract"], preset, args].concat(), input);
    assert_eq!(run.stderr, "");
    run.stdout
}

#[test]
fn links_with_the_same_normal_form_are_merged() {
    let left = |args: &[&str], text| extract(args, text).lines().count();
    assert_eq!((left(&[], TEXT), left(&["--unique"], TEXT)), (5, 2));
    for text in [
        "http://e.x/é http://e.x/%C3%A9 http://e.x/%c3%a9",
        "http://bücher.example/ http://b%C3%BCcher.example/ http://xn--bcher-kva.example/",
    ] {
        assert_eq!(left(&["--preset", "mail", "--unique"], text), 1, "{text}");
    }
}

#[test]
fn a_merged_link_has_the_count_and_in_json_the_locations_of_all_equal_links() {
    let [a, b] = [("a", "\nhttp://e.x/1 http://e.x/2"), ("b", "HTTP://e.x/1 http://e.x/3")]
        .map(|(name, text)| file("unique", name, text));
    let args = ["--unique", "--format", "jsonl", &a, &b];
    let rows: Vec<Value> =
        extract(&args, "").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let told: Vec<_> = rows.iter().map(|row| (row["uri"].clone(), row["count"].clone())).collect();
    let expected = [("http://e.x/1", 2), ("http://e.x/2", 1), ("http://e.x/3", 1)];
    assert_eq!(told, expected.map(|(uri, count)| (json!(uri), json!(count))));
    let place = |path: &str, line, column| json!({"path": path, "member": null, "part": null, "line": line, "column": column});
    let with_bytes = |path: &str, line, column, pieces: [usize; 2]| {
        let mut place = place(path, line, column);
        place["bytes"] = json!({"pieces": [pieces], "absent": null, "message": null, "body": null, "transfer_encoding": null, "steps": []});
        place
    };
    let places = [with_bytes(&a, 2, 1, [1, 13]), with_bytes(&b, 1, 1, [0, 12])];
    assert_eq!(rows[0]["places"], json!(places));
    assert_eq!(rows[0]["source"], place(&a, 2, 1));

    let array: Vec<Value> =
        serde_json::from_str(&extract(&["--unique", "--format", "json", &a, &b], "")).unwrap();
    assert_eq!(array, rows);
    let located = extract(&["--unique", "-Hn", &a, &b], "");
    assert_eq!(
        located,
        format!("{a}:2:1: http://e.x/1 ×2\n{a}:2:14: http://e.x/2 ×1\n{b}:1:14: http://e.x/3 ×1\n")
    );
    let csv = extract(&["--unique", "--format", "csv", &a, &b], "");
    let ends: Vec<&str> = csv.lines().map(|line| line.rsplit(',').next().unwrap()).collect();
    assert_eq!(ends, ["count", "2", "1", "1"]);
    let fields = ["--unique", "--format", "csv", "--fields", "host", &a, &b];
    assert_eq!(extract(&fields, ""), "host,count\ne.x,2\ne.x,1\ne.x,1\n");
}

#[test]
fn links_are_counted_by_host_and_other_properties() {
    let text =
        "http://a.e.co.uk/ http://b.e.co.uk/ http://A.e.co.uk/x ftp://192.0.2.1/ mailto:a@e.x";
    assert_eq!(
        extract(&["--by", "host"], text),
        "2\ta.e.co.uk\n1\t192.0.2.1\n1\tb.e.co.uk\n1\te.x\n"
    );
    assert_eq!(extract(&["--by", "domain"], text), "3\te.co.uk\n1\t192.0.2.1\n1\te.x\n");
    assert_eq!(extract(&["--by", "scheme"], text), "3\thttp\n1\tftp\n1\tmailto\n");
    let [a, b] = ["a", "b"].map(|name| file("by-file", name, "http://e.x/"));
    assert_eq!(extract(&["--by", "file", &b, &a, &b], ""), format!("2\t{b}\n1\t{a}\n"));
    assert_eq!(extract(&["--by", "host", "-0"], "http://e.x/"), "1\te.x\0");
    let hosts = extract(&["--by", "host"], "http://e.x/ tel:+1-201-555-0123");
    assert_eq!(hosts, "1\t-\n1\te.x\n");
}

#[test]
fn merged_links_are_counted_once() {
    assert_eq!(extract(&["--by", "host"], TEXT), "4\te.x\n1\te.y\n");
    assert_eq!(extract(&["--by", "host", "--unique"], TEXT), "1\te.x\n1\te.y\n");
}

#[test]
fn without_links_the_counts_are_empty() {
    assert_eq!(run(&["extract", "--by", "host"], "none"), Run::new(1, "", ""));
    assert_eq!(run(&["extract", "--unique"], "none"), Run::new(1, "", ""));
}

#[test]
fn counts_do_not_depend_on_the_number_of_workers() {
    let root = empty_folder("counts-workers");
    for number in 0..200 {
        let text = format!("http://e.x/{} http://e.{}.y/", number % 7, number % 5).repeat(30);
        fs::write(root.join(format!("{number}")), text).unwrap();
    }
    let root = root.into_os_string().into_string().unwrap();
    for args in [["--by", "host"], ["--unique", "--format=jsonl"]] {
        let of = |jobs: &str| extract(&[&args, ["-j", jobs, &root].as_slice()].concat(), "");
        assert!(of("1").len() > 20 && of("1") == of("5"), "{args:?}");
    }
}
