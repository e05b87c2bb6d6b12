//! Rules about e-mail addresses that a line break divides.

use super::draft::{Draft, Verdict};
use super::draft_uri::DraftUri;
use super::rule::{Kinds, Rule};
use crate::candidate::broken_address::{self, Halves};
use crate::candidate::facts::Facts;
use crate::evidence::{self, AddressSpot, Broken, Evidence};
use crate::span::Span;
use crate::vocabulary::Reads;

/// `jane@docs.` and `example.org` on the next line: joins the two parts of a domain, if the confidence reaches the
/// threshold.
pub(super) const BROKEN_DOMAIN: Rule = Rule::fold("broken-domain", broken_domain)
    .kinds(Kinds::EMAIL)
    .when(Facts::HOST_BELOW)
    .documented(
        "the domain of an address continues on the next line if the evidence supports it",
        "addresses from four mailing lists, broken by mailers after a hyphen in the domain; see docs/joins.md",
    );

fn broken_domain(draft: &mut Draft<'_>) -> Verdict {
    if draft.end() > draft.read.end {
        return Verdict::Pass;
    }
    let address = Span::new(draft.read.start, draft.read.end);
    let iri = draft.limits.iri;
    let halves = broken_address::domain_parts(draft.text, draft.text_before(), address, iri);
    let Some(halves) = halves.filter(|halves| draft.has_room_for(halves)) else {
        return Verdict::Pass;
    };
    let is_cut = draft.facts.meets(Facts::NO_TLD);
    let broken = if is_cut { Broken::Domain } else { Broken::AfterDomain };
    match weigh(draft, &halves, broken) {
        (confidence, true) => draft.join_domain(&halves, confidence),
        _ => Verdict::Pass,
    }
}

/// `linux-` and `kernel@example.org` on the next line: joins the two parts of a local part, if the confidence reaches
/// the threshold.
///
/// The trigger of the candidate is its `@`, so the first part is before the candidate, on the previous line.
pub(super) const BROKEN_LOCAL_PART: Rule = Rule::fold("broken-local-part", broken_local_part)
    .kinds(Kinds::EMAIL)
    .when(Facts::HEAD_ABOVE)
    .documented(
        "the local part of an address begins on the line above if the evidence supports it",
        "110 addresses from eight mailing lists, broken by mailers after a hyphen; see docs/joins.md",
    );

fn broken_local_part(draft: &mut Draft<'_>) -> Verdict {
    if draft.start() < draft.read.start {
        return Verdict::Pass;
    }
    let (address, taken) = (Span::new(draft.read.start, draft.end()), draft.taken);
    let letters = draft.limits.local_letters;
    let halves =
        broken_address::local_parts(draft.text, draft.text_before(), taken, address, letters);
    let Some(halves) = halves.filter(|halves| draft.has_room_for(halves)) else {
        return Verdict::Pass;
    };
    match weigh(draft, &halves, Broken::LocalPart) {
        (confidence, true) => draft.join_local_part(&halves, confidence),
        (confidence @ evidence::WORTH_A_READING.., false) => {
            draft.keep_local_part(&halves, confidence);
            Verdict::Pass
        }
        _ => Verdict::Pass,
    }
}

/// The confidence in percent that the two parts are one address, and whether it suffices to join them.
fn weigh(draft: &mut Draft<'_>, halves: &Halves, broken: Broken) -> (u8, bool) {
    let spot = AddressSpot::new(draft.text, draft.text_before(), halves, broken);
    let evidence = Evidence::of_address(&spot);
    let confidence = evidence.confidence();
    let is_joined = confidence >= draft.limits.join_confidence;
    draft.note_reach(halves.line_end.token.end().max(halves.below.end()) + evidence::AHEAD);
    draft.note_weighed(halves.line_end.gap, evidence, is_joined);
    (confidence, is_joined)
}

/// If the confidence of the join, in percent, is at least this high, the second part is the rest of an address and not
/// a whole address.
const REST: u8 = 50;

/// `kernel@example.org` as the probable rest of `linux-kernel@example.org`: the rest alone is another mailbox, so it is
/// not linked.
pub(super) const ADDRESS_REST: Rule = Rule::judge("address-rest", address_rest)
    .kinds(Kinds::EMAIL)
    .when(Facts::HEAD_ABOVE)
    .reads(Reads::Line)
    .documented(
        "an address that is probably the rest of a broken one is not linked",
        "in one mailing list, 4 percent of the addresses found were the rest of a broken one",
    );

fn address_rest(draft: &Draft<'_>, _: &DraftUri<'_>) -> Verdict {
    let joined = draft.spare.as_ref().and_then(|spare| spare.joined.as_ref());
    if joined.is_some_and(|(_, confidence)| *confidence >= REST) {
        return Verdict::Reject(
            "it is probably the rest of an address that begins on the line above",
        );
    }
    Verdict::Pass
}
