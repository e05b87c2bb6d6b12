//! Enums whose values have names.

/// Declares an enum without fields, with a name for each value, and with `ALL`, `name` and `Display`.
macro_rules! named {
    (
        $(#[$meta:meta])*
        pub enum $type:ident {
            $($(#[$about:meta])* $variant:ident = $name:literal,)+
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum $type {
            $($(#[$about])* $variant,)+
        }

        impl $type {
            /// Every value, in the order in which the documentation lists the values.
            pub const ALL: [$type; [$($name),+].len()] = [$($type::$variant),+];

            /// The value called `name`; `None` for any other name.
            pub fn from_name(name: &str) -> Option<$type> {
                $type::ALL.into_iter().find(|value| value.name() == name)
            }

            /// The name that records and command lines use.
            pub const fn name(self) -> &'static str {
                match self { $($type::$variant => $name,)+ }
            }
        }

        impl core::fmt::Display for $type {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

pub(super) use named;
