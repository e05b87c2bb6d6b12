//! Checks that `tests/public_api.txt` lists all public items, so every change to the interface changes this file.
//!
//! To accept a change:
//!
//! ```sh
//! BLESS=1 cargo test --test public_api && git diff tests/public_api.txt
//! ```
//!
//! The list is read from the sources, because rustdoc can write such a list only with an unstable option. Each `pub`
//! item of a source file is public, which the lint `unreachable_pub` checks; a `pub use` determines its path. An item
//! that a macro declares is listed as the macro, with the arguments of its calls.

mod support {
    pub(crate) mod generated;
    pub(crate) mod public_api;
}

use support::public_api::{Sources, listing};

#[test]
fn the_list_matches_the_sources() {
    let sources = Sources::read(concat!(env!("CARGO_MANIFEST_DIR"), "/src").as_ref());
    support::generated::hold("tests/public_api.txt", &listing(&sources), "public_api");
}

/// A source with each kind of item, and with items that are not public.
#[test]
fn items_are_listed_by_their_public_paths() {
    let root = "mod inner; pub mod open; pub use inner::{Shown, Renamed as Named};";
    let inner = "
        use super::open::Other;
        #[derive(Clone)] #[non_exhaustive] pub struct Shown { pub a: u8, b: u8 }
        impl Shown { pub fn get(&self, at: &str) -> Option<&'static str> { None } fn hidden(&self) {} }
        impl Shown { pub(crate) fn narrow(&self) {} }
        #[cfg(feature = \"f\")] impl Other { pub const fn made() -> Self { Other } }
        pub enum Renamed<'a> { One(&'a str), Two { at: usize } }
        impl PartialEq<str> for Shown { fn eq(&self, _: &str) -> bool { true } }
        trait Private {} impl Private for Shown {}
        #[cfg(test)] mod tests { pub fn no() {} }";
    let open = "
        pub struct Other;
        #[doc(hidden)] pub fn unseen() {}
        pub trait Act<T>: Sized { fn act(&self, by: T); const N: usize = 1; }
        macro_rules! many { ($($n:ident)*) => { $(impl $n { pub fn len(&self) -> usize { 1 } })* } }
        many! { Other }
        pub const LIMIT: usize = 1;";
    let sources = Sources::of(&[("", root), ("inner", inner), ("open", open)]);
    let expected = "\
Named: enum Named<'a> { One(&'a str), Two { at: usize } }
Shown: #[derive(Clone)] #[non_exhaustive] struct Shown { pub a: u8, .. }
Shown: fn get(&self, at: &str) -> Option<&'static str>
Shown: impl PartialEq<str>
open: macro many! pub fn len(&self) -> usize
open: many! { Other }
open::Act: const N: usize
open::Act: fn act(&self, by: T)
open::Act: trait Act<T>: Sized
open::LIMIT: const LIMIT: usize
open::Other: [feature = \"f\"] const fn made() -> Self
open::Other: struct Other
";
    assert_eq!(listing(&sources), expected);
}
