//! Comparison (section 6): whether two URIs are equivalent, and on which rung.
//!
//! The normal forms of two URIs are compared as texts, in time linear in the length of the two URIs. IRIs are mapped to
//! URIs first.

use super::map;
use super::reference::{IriReference, Uri, UriReference};
use super::rung::Rung;

impl<'a> Uri<'a> {
    /// The URI without its fragment, which is the form that a client requests.
    ///
    /// Section 6.1: "When URIs are compared to select (or avoid) a network action, such as
    /// retrieval of a representation, fragment components (if any) should be excluded from the
    /// comparison."
    ///
    /// ```
    /// use linkwright::uri::{Rung, Uri};
    ///
    /// let [a, b] = ["http://h/#top", "http://h/#end"].map(|text| Uri::parse(text).unwrap());
    /// assert!(!a.is_equivalent(&b, Rung::Scheme));
    /// assert!(a.without_fragment().is_equivalent(&b.without_fragment(), Rung::String));
    /// ```
    #[must_use]
    pub fn without_fragment(&self) -> Uri<'a> {
        Uri(self.0.without_fragment())
    }
}

impl<'a> UriReference<'a> {
    /// Whether this reference and `other` have the same normal form under `rung`.
    ///
    /// ```
    /// use linkwright::uri::{Rung, Uri};
    ///
    /// // The example of section 6.2.2.
    /// let a = Uri::parse("example://a/b/c/%7Bfoo%7D")?;
    /// let b = Uri::parse("eXAMPLE://a/./b/../b/%63/%7bfoo%7d")?;
    /// assert!(a.is_equivalent(&b, Rung::Path));
    /// assert!(!a.is_equivalent(&b, Rung::Percent));
    /// # Ok::<_, linkwright::uri::ParseError>(())
    /// ```
    ///
    /// Relative references are compared without a base. To find out whether they refer to the same
    /// resource, compare their targets (see [`Resolver`](super::Resolver)).
    pub fn is_equivalent(&self, other: &UriReference<'_>, rung: Rung) -> bool {
        self.normalize(rung) == other.normalize(rung)
    }

    /// The first rung on which the two references are equal; `None` if they differ on all rungs.
    ///
    /// ```
    /// use linkwright::uri::{Rung, Uri};
    ///
    /// let [a, b] = ["http://h/", "http://H:80"].map(|text| Uri::parse(text).unwrap());
    /// assert_eq!(a.first_equal_rung(&b), Some(Rung::Scheme));
    /// ```
    pub fn first_equal_rung(&self, other: &UriReference<'_>) -> Option<Rung> {
        // Without aliases, the last rung, `Protocol`, is the same as `Scheme`.
        Rung::ALL.iter().copied().find(|&rung| self.is_equivalent(other, rung))
    }

    /// The reference without its fragment.
    #[must_use]
    pub fn without_fragment(&self) -> UriReference<'a> {
        UriReference(self.0.without_fragment())
    }
}

impl<'a> IriReference<'a> {
    /// Whether this reference and `other` have the same [normal form](IriReference::normalize) under `rung`.
    pub fn is_equivalent(&self, other: &IriReference<'_>, rung: Rung) -> bool {
        self.first_equal_rung(other).is_some_and(|first| first <= rung)
    }

    /// The first rung on which the two references are equal; `None` if they differ on all rungs.
    ///
    /// ```
    /// use linkwright::uri::{IriReference, Rung};
    ///
    /// let first = |a, b| {
    ///     let [a, b] = [a, b].map(|text| IriReference::parse(text).unwrap());
    ///     a.first_equal_rung(&b)
    /// };
    /// assert_eq!(first("http://h/é", "http://h/é"), Some(Rung::String));
    /// assert_eq!(first("http://h/é", "http://h/%C3%A9"), Some(Rung::Iri));
    /// assert_eq!(first("http://h/é", "http://h/%c3%a9"), Some(Rung::Case));
    /// ```
    pub fn first_equal_rung(&self, other: &IriReference<'_>) -> Option<Rung> {
        if self == other {
            return Some(Rung::String);
        }
        let [a, b] = [self, other].map(|iri| map::percent_encoded(iri.as_str(), iri.parts()));
        let (a, b) = (a.ok()?, b.ok()?);
        let rung = a.as_reference().first_equal_rung(&b.as_reference())?;
        // The texts differ, so they are equal only on the rung of the mapping or on a later one.
        Some(rung.max(Rung::Iri))
    }

    /// The reference without its fragment.
    #[must_use]
    pub fn without_fragment(&self) -> IriReference<'a> {
        let mut parts = self.parts();
        parts.end = parts.query_end;
        match self.as_str().get(..parts.len()) {
            Some(text) => IriReference::from_parts(text, parts),
            None => *self,
        }
    }
}
