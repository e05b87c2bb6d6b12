//! Checks the layers of this crate.

#[path = "../../../tests/support/layers.rs"]
mod layers;

/// The layers, the lowest first, each as the names of its modules. The module [`layers`] explains them.
const LAYERS: &[&str] = &[
    "model reading window displayed_text encoding sink",
    "parse",
    "mail archive wire sqlite pdf",
    "detect",
    "driver",
    "record",
];

layers::check!(LAYERS);

/// The crates that decode data, and the modules that may name them. `archive::compressed` reads no decoder after its
/// error. The others call a decoder in one loop of their own, which ends with the first error.
const DECODERS: &[(&str, &[&str])] = &[
    ("flate2", &["archive::compressed", "archive::gzip", "pdf::decoder::expansion"]),
    ("ruzstd", &["archive::zstd"]),
    ("lzma_rust2", &["archive::compressed"]),
    ("brotli_decompressor", &["archive::compressed"]),
    ("rawzip", &["archive::zip", "archive::zip::entry"]),
];

#[test]
fn decoders_are_reached_through_few_modules() {
    let mut named = Vec::new();
    for source in layers().sources {
        let code = source.code.split("#[cfg(test)]").next().unwrap_or_default();
        for (decoder, modules) in DECODERS {
            if code.contains(&format!("{decoder}::")) {
                assert!(modules.contains(&&*source.module), "{} in `{}`", decoder, source.module);
                named.push((*decoder, source.module.clone()));
            }
        }
    }
    let rows: usize = DECODERS.iter().map(|(_, modules)| modules.len()).sum();
    assert_eq!(named.len(), rows, "a row that no module needs: {named:?}");
}
