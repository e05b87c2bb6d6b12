//! Tests values that options reject, and the errors for them.

use linkwright::Finder;
use linkwright::find::FinderBuilder;
use linkwright::link::{HtmlLinker, TerminalLinker};
use linkwright::options::{OptionProblem, Value, ValueKind};

use super::{Builder, map, values};

/// A value of a kind that the option does not take.
fn wrong(kind: ValueKind) -> Value {
    match kind {
        ValueKind::Switch | ValueKind::Number { .. } => "x".into(),
        _ => true.into(),
    }
}

#[test]
fn an_error_names_the_option_and_the_valid_values() {
    for option in FinderBuilder::options() {
        let mut builder = Finder::builder();
        let before = values(&builder);
        let error = builder.set(option.name(), wrong(option.kind())).unwrap_err();
        assert_eq!(error.option(), option.name());
        let OptionProblem::Value { expected, found, .. } = error.problem() else {
            panic!("{error}");
        };
        assert_eq!((expected, found), (&option.kind(), &wrong(option.kind())));
        assert!(error.to_string().contains(&option.kind().to_string()), "{error}");
        assert_eq!(builder.set(option.name(), Value::Unset).is_ok(), option.is_optional());
        if !option.is_optional() {
            assert_eq!(values(&builder), before);
        }
    }
    let mut builder = Finder::builder();
    let error = builder.set("max-len", 3).unwrap_err();
    let OptionProblem::UnknownOption { near, .. } = error.problem() else { panic!("{error}") };
    assert_eq!(near, &["max_len"]);
    for name in ["preset", "kinds"] {
        // Methods that set several options are no options.
        let error = builder.set(name, "chat").unwrap_err();
        assert!(matches!(error.problem(), OptionProblem::UnknownOption { .. }), "{error}");
        assert_eq!(builder.set_text(name, "chat").unwrap_err(), error);
        assert!(builder.get(name).is_none());
    }
    let error = HtmlLinker::builder(&Finder::new()).set("preset", "chat").unwrap_err();
    assert!(matches!(error.problem(), OptionProblem::UnknownOption { .. }), "{error}");
    for (name, value) in
        [("max_len", 15), ("max_len", 65_537), ("join_confidence", 101), ("max_lines", 0)]
    {
        assert!(builder.set(name, value).is_err(), "{name} {value}");
    }
}

#[test]
fn build_rejects_a_typed_value_out_of_range() {
    let problem = |builder: &mut FinderBuilder| {
        let error = builder.build().unwrap_err();
        (error.option().to_owned(), error.problem().clone())
    };
    let mut builder = Finder::builder();
    let (option, found) = problem(builder.max_lines(0));
    assert!(
        option == "max_lines"
            && matches!(found, OptionProblem::Value { found: Value::Number(0), .. })
    );
    let (option, found) = problem(Finder::builder().join_confidence(101));
    assert!(option == "join_confidence" && matches!(found, OptionProblem::Value { .. }));
    let (option, found) = problem(Finder::builder().without_rule("host-ends"));
    let OptionProblem::UnknownName { near, .. } = found else { panic!("{found:?}") };
    assert_eq!((option.as_str(), near[0]), ("without_rules", "host-end"));
    let (option, found) = problem(Finder::builder().schemes(["a b"]));
    assert!(
        option == "schemes" && matches!(found, OptionProblem::Scheme { name, .. } if name == "a b")
    );
    let error = HtmlLinker::builder(&Finder::new()).schemes(["1"]).build().unwrap_err();
    assert_eq!(
        error.to_string(),
        "schemes: \"1\" is not a scheme: a scheme is a letter, followed by letters, digits, `+`, `-` and `.`"
    );
    assert!(TerminalLinker::builder(&Finder::new()).schemes([""]).build().is_err());
}

/// The empty text unsets each optional option.
#[test]
fn the_empty_text_unsets_an_optional_option() {
    fn unset<B: Builder>(new: &B, mut set_text: impl FnMut(&mut B, &str)) {
        let optional: Vec<_> =
            B::list().into_iter().filter(|option| option.is_optional()).collect();
        assert!(!optional.is_empty());
        for option in optional {
            let mut builder = new.clone();
            let value =
                if matches!(option.kind(), ValueKind::Text) { "x".into() } else { 9.into() };
            builder.change(option.name(), value).unwrap();
            set_text(&mut builder, option.name());
            assert_eq!(builder.value(option.name()), Some(Value::Unset), "{}", option.name());
        }
    }
    unset(&Finder::builder(), |builder, name| {
        builder.set_text(name, "").unwrap();
    });
    unset(&HtmlLinker::builder(&Finder::new()), |builder, name| {
        builder.set_text(name, "").unwrap();
    });
}

#[test]
fn set_text_parses_a_value_of_the_kind_of_the_option() {
    let mut builder = Finder::builder();
    for (name, text, value) in [
        ("www", "no", Value::from(false)),
        ("ip", "true", true.into()),
        ("max_len", "99", 99.into()),
        ("wrap", "off", "off".into()),
        ("base", "http://a.example/", "http://a.example/".into()),
        ("schemes", "any", "any".into()),
        ("schemes", " ftp ,x,", ["ftp", "x"].into()),
        ("schemes", "known2, x", ["known2", "x"].into()),
        ("schemes", "", Value::List(Vec::new())),
        ("without_rules", "host-end", ["host-end"].into()),
    ] {
        builder.set_text(name, text).unwrap();
        assert_eq!(builder.get(name), Some(value), "{name}={text}");
    }
    for (name, text) in [
        ("www", "maybe"),
        ("www", ""),
        ("wrap", ""),
        ("max_len", ""),
        ("schemes", "known,foo"),
        ("schemes", "foo, any"),
        ("max_len", "1"),
        ("max_len", "x"),
        ("wrap", "on"),
        ("patterns", "a"),
        ("nope", ""),
    ] {
        assert_eq!(builder.set_text(name, text).unwrap_err().option(), name, "{name}={text}");
    }
    let mut linker = HtmlLinker::builder(&Finder::new());
    linker.set_text("attributes", "data-x=a=b").unwrap();
    assert_eq!(linker.get("attributes"), Some(map(&[("data-x", "a=b")])));
}
