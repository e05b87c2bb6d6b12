//! Runs the cases in the Markdown files of this folder. A case has an input, options, and an output.
//!
//! A case is a block that begins with ` ```case NAME FORMAT OPTION=VALUE ... `. FORMAT is `text`, `html`, `markdown` or
//! `terminal`. An option of the linker is set on the linker, and any other option is set on the finder. A blank in a
//! value is written as `+`. A line `---` ends the input, and the output follows. In the input and the output, `\e`
//! means ESC and `\0` means U+0000.
#![cfg(all(feature = "html", feature = "markdown"))]

mod labels;

use std::fs;
use std::path::Path;

use linkwright::Finder;
use linkwright::find::{Preset, Schemes};
use linkwright::link::{HtmlLinker, TerminalLinker, Treatment};
use linkwright::options::OptionError;
use linkwright::rewrite::markdown::{GITHUB, LinkEventsWithOffset, MarkdownLinker};
use pulldown_cmark::{Event, Parser, Tag};

/// A case of a Markdown file.
struct Case {
    name: String,
    format: String,
    options: Vec<(String, String)>,
    input: String,
    output: String,
}

#[test]
fn cases_of_linking() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/linking");
    let (mut count, mut wrong) = (0, Vec::new());
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("an entry can be read").path();
        if path.extension().is_none_or(|ending| ending != "md") {
            continue;
        }
        for case in cases(&fs::read_to_string(&path).expect("a file can be read")) {
            let written = written(&case).expect(&case.name);
            if written != case.output {
                wrong.push(format!("{}: {}\n{written}", path.display(), case.name));
            }
            count += 1;
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(count > 20, "only {count} cases");
}

/// No linker links defanged text, whatever the preset, the options and a closure say.
#[test]
fn defanged_text_is_never_linked() {
    let texts = [
        "hxxp://example.com/a hXXps://evil[.]example.com/b[.]c fxp://example.com",
        "http[:]//example.com hxxps[://]example.com/ http://evil[.]example/a http://192.0.2[.]1/",
        "evil[.]example.com www[.]example.com example(dot)com 192[.]0[.]2[.]1",
        "jane[at]example.com jane@example[.]com mailto:jane[@]example.com",
    ];
    for preset in Preset::ALL {
        let mut finder = Finder::builder();
        let finder = finder.preset(*preset).defanged(true).build().expect("the options are valid");
        let found: usize = texts.iter().map(|text| finder.find_iter(*text).count()).sum();
        assert!(found > 10, "{preset}: {found}");
        let mut html = HtmlLinker::builder(&finder);
        html.schemes(Schemes::Any).on_danger(Treatment::Link).on_warning(Treatment::Link);
        let asking = html.clone().decide(|link| _ = link.set_href("http://h.example/")).build();
        let mut markdown = MarkdownLinker::builder(&finder);
        markdown.schemes(Schemes::Any).on_danger(Treatment::Link).on_warning(Treatment::Link);
        let mut terminal = TerminalLinker::builder(&finder);
        terminal.schemes(Schemes::Any).on_danger(Treatment::Link).on_warning(Treatment::Link);
        let html = html.build().expect("the options are valid");
        let markdown = markdown.build().expect("the options are valid");
        let terminal = terminal.build().expect("the options are valid");
        for text in texts {
            for linker in [&html, asking.as_ref().expect("the options are valid")] {
                assert_eq!(linker.linkify(text), text, "{preset}");
                assert_eq!(linker.rewrite(text.as_bytes()), text.as_bytes(), "{preset}");
            }
            assert_eq!(markdown.rewrite(text).to_string(), text, "{preset}");
            assert_eq!(terminal.linkify(text), text, "{preset}");
            let events = Parser::new(text).into_offset_iter();
            let mut events = LinkEventsWithOffset::new(&finder, text, events);
            let is_link = |(event, _)| matches!(event, Event::Start(Tag::Link { .. }));
            assert!(!events.any(is_link), "{preset}: {text}");
        }
    }
}

fn cases(text: &str) -> Vec<Case> {
    let blocks = text.split("\n```case ").skip(1);
    blocks.map(|block| case(block.split("\n```\n").next().unwrap_or_default())).collect()
}

fn case(block: &str) -> Case {
    let (head, rest) = block.split_once('\n').expect("a case has an input");
    let (input, output) = rest.split_once("\n---\n").expect("a case has an output");
    let mut words = head.split(' ').map(str::to_owned);
    let (name, format) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let option = |word: String| {
        let (option, value) = word.split_once('=').expect("an option has a value");
        (option.to_owned(), value.replace('+', " "))
    };
    let (input, output) = (unescaped(input), unescaped(output));
    Case { name, format, options: words.map(option).collect(), input, output }
}

fn unescaped(text: &str) -> String {
    text.replace("\\e", "\u{1b}").replace("\\0", "\0")
}

/// Builds the linker of a case. Options that the builder of the linker has are set on this builder, and all other
/// options are set on the finder.
macro_rules! built {
    ($linker:ident, $case:expr, $setup:expr) => {{
        let known = |name: &str| $linker::builder(&Finder::new()).get(name).is_some();
        let mut finder = Finder::builder();
        for (name, value) in $case.options.iter().filter(|(name, _)| !known(name)) {
            if name == "preset" {
                finder.preset(value.parse().expect("the value names a preset"));
            } else {
                finder.set_text(name, value)?;
            }
        }
        let mut builder = $linker::builder(&finder.build()?);
        $setup(&mut builder);
        for (name, value) in $case.options.iter().filter(|(name, _)| known(name)) {
            builder.set_text(name, value)?;
        }
        builder.build()?
    }};
}

fn written(case: &Case) -> Result<String, OptionError> {
    let html = |builder: &mut linkwright::link::HtmlLinkerBuilder| _ = builder.rel("");
    Ok(match case.format.as_str() {
        "text" => built!(HtmlLinker, case, html).linkify(&case.input),
        "html" => {
            let written =
                built!(HtmlLinker, case, html).rewrite(case.input.as_bytes()).into_owned();
            String::from_utf8(written).expect("the output is UTF-8")
        }
        "markdown" => {
            let github = |builder: &mut linkwright::rewrite::markdown::MarkdownLinkerBuilder| {
                builder.extensions(GITHUB);
            };
            built!(MarkdownLinker, case, github).rewrite(&case.input).into_owned()
        }
        "terminal" => built!(TerminalLinker, case, |_: &mut _| {}).linkify(&case.input),
        other => panic!("{other} is not a format"),
    })
}
