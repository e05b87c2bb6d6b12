//! Tests changes to the existing links in documents that people wrote.

use linkwright::rewrite::markdown::{Dialect, GITHUB};
use pulldown_cmark::Options;

use super::{corpus, plain, shared};

/// Unchanged links keep their bytes, changing one link changes nothing else, and all links can change together.
#[test]
fn links_of_real_documents_change_as_decided() {
    let (mut documents, mut forbidden, mut seen, mut changed, mut refused) = (0, 0, 0, 0, 0);
    let options = Options::from(GITHUB);
    for (path, source) in corpus::documents() {
        let name = path.display();
        let mut count = 0;
        let same = plain().try_rewrite(&source, |_| {
            count += 1;
            Ok::<(), ()>(())
        });
        let is_forbidden = shared::may_be_forbidden(&source, options, Dialect::Auto);
        assert!(is_forbidden || same.as_deref() == Ok(&*source), "{name}");
        forbidden += usize::from(is_forbidden);
        for number in [1, count] {
            shared::one_destination_changes(&source, number, options, Dialect::Auto);
        }
        let (other, left) = shared::all_destinations_change(&source, options);
        refused += left;
        changed += other;
        seen += count;
        documents += 1;
    }
    eprintln!(
        "{documents} documents with {seen} links were read; {forbidden} documents may have links that are not permitted; {changed} links were changed together, and {refused} edits were refused"
    );
}
