//! Protocol-based normalization (section 6.2.4): equivalences that a crawler has observed.
//!
//! "For example, if they observe that a URI such as `http://example.com/data` redirects to a URI differing only in the
//! trailing slash `http://example.com/data/` they will likely regard the two as equivalent in the future." This library
//! makes no requests, so the caller supplies the observations.

use std::collections::HashMap;

use super::buf::UriBuf;
use super::reference::Uri;
use super::rung::Rung;

/// A map from URIs to their aliases: redirects that a crawler followed, canonical links, moved sites.
///
/// Chains of aliases are followed to their ends when the map is built, and each alias is followed only once. A URI is
/// looked up in its normal form under [`Rung::Scheme`], without its fragment. If a URI has two aliases, the later one
/// is used. As in RFC 9110, 10.2.2, a URI keeps its fragment unless an alias in the chain has a fragment.
///
/// If a chain runs into a loop, it has no last URI. The smallest URI of the loop, in string order, then serves as the
/// end of the chain, so all URIs of the loop are equivalent.
///
/// ```
/// use linkwright::uri::{Aliases, Rung, Uri};
///
/// let uri = |text| Uri::parse(text).unwrap();
/// let aliases = Aliases::from_iter([
///     (uri("http://example.com/data"), uri("http://example.com/data/")),
///     (uri("http://example.com/data/"), uri("https://example.com/data/")),
/// ]);
/// let end = aliases.follow(uri("HTTP://example.com:80/data#a"));
/// assert_eq!(end, "https://example.com/data/#a");
/// let [a, b] = [uri("http://example.com/data"), uri("https://example.com/data/")];
/// assert_eq!(a.first_equal_rung(&b), None);
/// assert_eq!(aliases.first_equal_rung(a, b), Some(Rung::Protocol));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Aliases {
    ends: HashMap<String, End>,
}

/// The end of a chain of aliases.
#[derive(Clone, Debug)]
struct End {
    /// The last URI of the chain, without its fragment.
    uri: String,
    /// The last fragment of an alias in the chain.
    fragment: Option<String>,
}

impl Aliases {
    /// An empty map, with which the rung `Protocol` is the same as `Scheme`.
    pub fn new() -> Aliases {
        Aliases::default()
    }

    /// The normal form of `uri` under [`Rung::Protocol`]: the end of its chain.
    pub fn follow(&self, uri: Uri<'_>) -> UriBuf {
        let normal = uri.to_normalized(Rung::Scheme);
        let Some(end) = self.ends.get(normal.as_uri().without_fragment().as_str()) else {
            return normal;
        };
        let fragment = end.fragment.as_deref().or(normal.as_uri().fragment());
        let text = match fragment {
            Some(fragment) => format!("{}#{fragment}", end.uri),
            None => end.uri.clone(),
        };
        // Parsing fails only if the text is longer than 4 GiB, which is possible only for a URI of that length.
        UriBuf::parse(text).unwrap_or(normal)
    }

    /// Whether the chains of `a` and `b` have the same end.
    pub fn is_equivalent(&self, a: Uri<'_>, b: Uri<'_>) -> bool {
        a.is_equivalent(&b, Rung::Scheme) || self.follow(a) == self.follow(b)
    }

    /// The first rung on which `a` and `b` are equal. The aliases are used only on the last rung, [`Rung::Protocol`].
    pub fn first_equal_rung(&self, a: Uri<'_>, b: Uri<'_>) -> Option<Rung> {
        let equal = || (self.follow(a) == self.follow(b)).then_some(Rung::Protocol);
        a.first_equal_rung(&b).or_else(equal)
    }
}

impl<'a> FromIterator<(Uri<'a>, Uri<'a>)> for Aliases {
    fn from_iter<T: IntoIterator<Item = (Uri<'a>, Uri<'a>)>>(pairs: T) -> Aliases {
        let mut steps = HashMap::new();
        for (from, to) in pairs {
            let to = to.to_normalized(Rung::Scheme);
            let fragment = to.as_uri().fragment().map(str::to_owned);
            let uri = to.as_uri().without_fragment().as_str().to_owned();
            let from = from.without_fragment().to_normalized(Rung::Scheme).into_string();
            // An alias from a URI to itself has no effect.
            if from != uri {
                steps.insert(from, End { uri, fragment });
            }
        }
        let mut aliases = Aliases::new();
        for start in steps.keys().cloned().collect::<Vec<_>>() {
            aliases.follow_from(start, &mut steps);
        }
        aliases
    }
}

impl Aliases {
    /// Follows the chain from `start` to its end, or to a URI that has been visited before. If this call visited the
    /// URI, the chain contains a loop. Each step is removed when it is followed, so it is followed only once.
    fn follow_from(&mut self, start: String, steps: &mut HashMap<String, End>) {
        let (mut way, mut at) = (Vec::new(), start);
        while let Some(step) = steps.remove(&at) {
            way.push((at, step.fragment));
            at = step.uri;
        }
        let mut end = self.ends.get(&at).cloned().unwrap_or(End { uri: at, fragment: None });
        if let Some(first) = way.iter().position(|(from, _)| *from == end.uri) {
            // The end for the members of a loop is the smallest one in string order.
            let members = way.split_off(first);
            end.uri = members.iter().map(|(member, _)| member).min().cloned().unwrap_or_default();
            self.ends.extend(members.into_iter().map(|(member, _)| (member, end.clone())));
        }
        for (from, fragment) in way.into_iter().rev() {
            end.fragment = end.fragment.or(fragment);
            self.ends.insert(from, end.clone());
        }
    }
}
