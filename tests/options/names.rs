//! Tests the names of values, the numbers of flags, and the JSON form of values.

use std::collections::BTreeSet;

use linkwright::Finder;
use linkwright::find::{Delimiting, Flag, Folds, HyphenOrder, MatchKind, Preset, Readings, Wrap};
use linkwright::link::{Newlines, Shorten, Treatment};
#[cfg(feature = "serde")]
use linkwright::options::{Pattern, Value};

use super::fixtures;
#[cfg(feature = "serde")]
use super::map;

/// For each enum, parsing the name of a value returns the value, and other texts are rejected.
#[test]
fn names_round_trip() {
    use linkwright::find::{AlternateReason, Delimiter, JoinReason};
    use linkwright::uri::Rung;
    use linkwright::uri::hazards::{Code, Severity};

    macro_rules! round_trip {
        ($($type:ty)*) => { $({
            let mut names = BTreeSet::new();
            for &one in <$type>::ALL {
                assert_eq!(one.to_string().parse::<$type>(), Ok(one));
                assert_eq!(one.to_string(), one.name());
                assert!(names.insert(one.name()), "{one} occurs twice");
                assert!(one.name().to_uppercase().parse::<$type>().is_err(), "{one}");
            }
            let error = "no such name".parse::<$type>().unwrap_err();
            assert!(error.to_string().contains(" is named \"no such name\""), "{error}");
        })* };
    }
    round_trip! {
        Preset Delimiting Wrap Folds HyphenOrder Readings MatchKind Delimiter JoinReason AlternateReason
        Newlines Shorten Treatment Rung Severity Code
    }
    #[cfg(feature = "markdown")]
    round_trip!(linkwright::rewrite::markdown::Style);
    for flag in Flag::all() {
        assert_eq!(flag.to_string().parse(), Ok(flag));
    }
    let error = "userinf".parse::<Flag>().unwrap_err();
    assert_eq!(error.near().first(), Some(&"userinfo"));
    assert_eq!(
        error.to_string(),
        "no flag is named \"userinf\"; did you mean userinfo or userinfo-looks-like-host?"
    );
}

/// The numbers of the flags. Other programs store them, so a new flag gets a new number, and no number is ever changed. The number 30 was that of a hazard that left.
const NUMBERS: &str = "joined 0, hyphen-ambiguous 1, quoted-printable 2, repaired 3, differential 4, nested-start 5, \
    glued-digit 6, off-grapheme 7, userinfo 8, userinfo-looks-like-host 9, password 10, secret-parameter 11, \
    option-like 12, well-known-port 13, port-out-of-range 14, port-zero 15, encoded-crlf 16, encoded-nul 17, \
    encoded-control 18, encoded-backslash 19, overlong-encoding 20, double-encoded 21, encoded-dot-segment 22, \
    dot-underflow 23, device-name 24, rare-ip 25, ip-out-of-range 26, mapped-ip 27, private-ip 28, metadata-host 29, \
    encoded-host 31, host-label-too-long 32, empty-host 33, missing-authority 34, idn 35, punycode 36, \
    invalid-a-label 37, mixed-script 38, confusable-host 39, compatibility-host 40, bidi 41, bidi-host 42, \
    invisible 43, invisible-host 44, active-scheme 45, local-file 46, mailto-headers 47, text-mismatch 48, \
    joined-authority 49, too-long 50, perhaps-continues 51, incomplete 52, defanged 53";

#[test]
fn flags_keep_their_numbers() {
    let mut numbers: Vec<(u8, Flag)> =
        Flag::all().map(|flag| (flag.number().expect("a flag has a number"), flag)).collect();
    numbers.sort_by_key(|(number, _)| *number);
    let listed: Vec<String> =
        numbers.iter().map(|(number, flag)| format!("{flag} {number}")).collect();
    assert_eq!(listed, NUMBERS.split(", ").map(str::trim).collect::<Vec<_>>());
    for (number, flag) in numbers {
        assert!(number < 64, "{flag}: a set of flags has 64 bits");
        assert_eq!(Flag::from_number(number), Some(flag));
    }
    assert_eq!(Flag::from_number(64), None);
}

#[test]
fn bits_are_the_numbers_of_the_flags() {
    let finder = Finder::preset(Preset::Archive);
    let mut seen = 0;
    for text in fixtures() {
        for found in finder.find_iter(&text) {
            let flags = found.flags();
            let numbers = flags.iter().filter_map(Flag::number);
            assert_eq!(flags.bits(), numbers.fold(0, |bits, number| bits | 1 << number));
            seen |= flags.bits();
        }
    }
    assert!(seen.count_ones() > 10, "{seen:b}");
}

#[test]
#[cfg(feature = "serde")]
fn values_are_json() {
    let values: [Value; 8] = [
        Value::Unset,
        true.into(),
        (-3).into(),
        u64::MAX.into(),
        "a\"\\\n\u{1}é".into(),
        ["a", "b"].into(),
        map(&[("x", "y")]),
        [Pattern::new("a", "b", "/c")].into(),
    ];
    for value in values {
        let json = serde_json::to_string(&value).unwrap();
        assert_eq!(serde_json::from_str::<Value>(&json).unwrap(), value);
        assert_eq!(serde_json::from_str::<Value>(&value.to_string()).unwrap(), value);
    }
    assert!(serde_json::from_str::<Value>("1.5").is_err());
}
