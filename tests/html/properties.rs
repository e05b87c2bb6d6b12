//! Tests properties that hold for every HTML document, on generated documents. The properties that the fuzz targets
//! share are in `support::page`.

use linkwright::Finder;
use linkwright::find::Preset;
use linkwright::link::HtmlLinker;
use linkwright::rewrite::html::{self, Part};
use proptest::prelude::*;

use super::dom::{Scripts, outline};
use super::settings::{self, Setting};
use super::{damaged, linker, page, soup};

/// At least 3,000 cases; `PROPTEST_CASES` can set more.
fn config() -> ProptestConfig {
    let default = ProptestConfig::default();
    ProptestConfig { cases: default.cases.max(3000), failure_persistence: None, ..default }
}

fn preset() -> impl Strategy<Value = Preset> {
    prop::sample::select(Preset::ALL.to_vec())
}

/// Settings with all presets, kinds and schemes, and with patterns.
fn setting() -> impl Strategy<Value = &'static Setting> {
    let others =
        settings::with_patterns().iter().chain(settings::quiet()).chain(settings::narrow());
    let all = settings::all().iter().chain(settings::unwrapped()).chain(others);
    prop::sample::select(all.collect::<Vec<_>>())
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn bytes_stay(preset in preset(), html in soup::bytes()) {
        page::bytes_stay(preset, &html);
    }

    #[test]
    fn trees_stay(preset in preset(), html in soup::html()) {
        page::trees_stay(preset, &html);
    }

    #[test]
    fn a_second_run_adds_nothing(preset in preset(), html in soup::bytes()) {
        page::a_second_run_adds_nothing(preset, &html);
    }

    /// ammonia removes nothing from the output.
    #[test]
    fn ammonia_removes_nothing(html in soup::html()) {
        let linker = HtmlLinker::new(&Finder::preset(Preset::Chat));
        let mut builder = ammonia::Builder::default();
        builder.link_rel(None).add_tag_attributes("a", ["rel", "class", "title"]);
        // ammonia changes some of its own outputs when it reads them again. These say nothing about the linker.
        let clean = builder.clean(&html).to_string();
        prop_assume!(builder.clean(&clean).to_string() == clean);
        let linked = linker.rewrite(clean.as_bytes()).into_owned();
        let linked = String::from_utf8(linked).expect("the output is UTF-8");
        prop_assert_eq!(builder.clean(&linked).to_string(), linked);
    }

    /// In text without markup, the URIs are the same as in plain text with a blank in place of each line break.
    #[test]
    fn plain_text_is_read_alike(finder in setting(), text in soup::plain()) {
        let shown = text.replace(['\r', '\n'], " ");
        let plain: Vec<_> = finder.find_iter(&shown).map(|found| (found.uri().as_str().to_owned(), found.span())).collect();
        let mut markup = Vec::new();
        html::list_links(finder, text.as_bytes(), |part| {
            if let Part::Text(found, map, _) = part {
                markup.push((found.uri().as_str().to_owned(), map.span(found.span()).unwrap_or_default()));
            }
        });
        let is_kept = |one: &_| !finder.gives_every_reading() || markup.contains(one);
        let plain: Vec<_> = plain.into_iter().filter(is_kept).collect();
        prop_assert_eq!(plain, markup);
    }

    /// Inside `pre`, the URIs are the same as in the plain text.
    #[test]
    fn preformatted_text_is_read_alike(finder in setting(), text in soup::plain()) {
        let plain: Vec<_> = finder.find_iter(&text).map(|found| found.uri().as_str().to_owned()).collect();
        let mut markup = Vec::new();
        html::list_links(finder, format!("<pre>{text}").as_bytes(), |part| {
            if let Part::Code(found, ..) = part {
                markup.push(found.uri().as_str().to_owned());
            }
        });
        let is_kept = |one: &_| !finder.gives_every_reading() || markup.contains(one);
        let plain: Vec<_> = plain.into_iter().filter(is_kept).collect();
        prop_assert_eq!(plain, markup);
    }

    /// The output has the links that are reported.
    #[test]
    fn links_are_found_again(html in soup::html()) {
        let mut found = Vec::new();
        let out = linker(Preset::Chat).rewrite_reporting(html.as_bytes(), |_| {}, |edit| {
            found.extend(core::iter::repeat_n(edit.uri().to_owned(), edit.changes().len() / 2));
        });
        let anchors = outline(&out, Scripts::On).anchors;
        let again: Vec<String> = anchors.into_iter().map(|anchor| anchor.href).collect();
        found.sort();
        let mut again_sorted = again;
        again_sorted.sort();
        prop_assert_eq!(found, again_sorted);
    }
}

proptest! {
    // Most of these pages are small, and only a few of them can reveal an error. So more cases are needed.
    #![proptest_config(ProptestConfig { cases: 5 * config().cases, ..config() })]

    #[test]
    fn a_skipped_text_has_no_link(
        preset in preset(),
        html in prop_oneof![soup::bytes(), soup::raw(), soup::hidden(), damaged::page()],
    ) {
        page::a_skipped_text_has_no_link(preset, &html);
        page::the_base_is_listed(&html);
    }

    /// The tree of damaged pages stays as well.
    #[test]
    fn trees_of_damaged_pages_stay(
        preset in preset(),
        html in prop_oneof![soup::raw(), soup::hidden(), damaged::page()],
    ) {
        page::trees_stay(preset, &String::from_utf8_lossy(&html));
    }
}
