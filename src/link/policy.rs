//! The options of every linker: which matches become links, and a closure that can change or remove each link.

/// Adds the setters of these options to a builder, and the method `decision` to `Config`, the type of the builder's
/// `config`. `Config` must have the fields `schemes`, `link_schemes`, `on_danger`, `on_warning` and `hook`. The module
/// must define `ROWS`, and import `Allowed`, `Arc`, `Attributes`, `Decision`, `Display`, `Link`, `Schemes`, `Treatment`
/// and `Treatments`.
///
/// `$marks` describes what a marked link has in the output of the linker; `$warning` is the default treatment of
/// warnings.
macro_rules! policy {
    ($builder:ident, marks $marks:literal, warning $warning:literal) => {
        impl core::fmt::Debug for Config {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                $crate::options::table::debug(f, ROWS, self, self.hook.is_some())
            }
        }

        impl Config {
            /// The settings that decide how each match is written.
            pub(super) fn decision(
                &self,
                allowed: Allowed,
                attributes: Attributes,
                display: Display,
            ) -> Decision {
                let treatments = Treatments {
                    danger: self.on_danger,
                    warning: self.on_warning,
                };
                let hook = self.hook.clone();
                Decision { allowed, treatments, attributes, display, hook }
            }
        }

        impl $builder {
            /// Sets the schemes of the matches that become links. The default is
            /// [`Schemes::Clickable`](crate::find::Schemes::Clickable): web, mail, phone, chat and news. Matches with
            /// other schemes stay text. The finder has a separate list of the schemes that it searches for
            /// ([`FinderBuilder::schemes`](crate::find::FinderBuilder::schemes)).
            ///
            /// `Known` and `Any` include `file`, `ssh`, `smb` and others that start a program or contact a host when
            /// the link is followed: use them for trusted text only. Schemes that run code (`javascript`, `data`,
            /// `vbscript` and others) never become links, whatever this list contains and whatever the finder finds,
            /// and neither do hosts and addresses that a program could read as an option (`ssh://-oProxyCommand=x`). A
            /// `mailto` link is written without `attach` and other harmful headers (RFC 6068, section 7).
            ///
            /// The relative target of a pattern (`/issues/12`) has no scheme and is permitted by every list, even an
            /// empty one.
            ///
            /// # Errors
            /// `build` rejects a name that is not a scheme (RFC 3986, section 3.1).
            pub fn schemes(&mut self, schemes: impl Into<Schemes>) -> &mut $builder {
                self.config.schemes = schemes.into();
                self
            }

            /// Adds a scheme to those that become links.
            ///
            /// # Errors
            /// `build` rejects a name that is not a scheme (RFC 3986, section 3.1), and a scheme that runs code
            /// (`javascript`).
            pub fn link_scheme(&mut self, name: &str) -> &mut $builder {
                self.config.link_schemes.push(name.to_owned());
                self
            }

            /// Sets the treatment of a match with a hazard of the severity
            /// [`Severity::Danger`](crate::uri::hazards::Severity::Danger), such as `http://paypal.com@evil.example/`.
            /// By default it stays text, and so does a host that was cut
            /// ([`Flag::Incomplete`](crate::find::Flag::Incomplete)).
            pub fn on_danger(&mut self, treatment: Treatment) -> &mut $builder {
                self.config.on_danger = treatment;
                self
            }

            /// Sets the treatment of a match with a hazard of the severity
            /// [`Severity::Warn`](crate::uri::hazards::Severity::Warn), such
            #[doc = concat!("as `http://jane@a.example/`. By default it is ", $warning, ". A marked link has ", $marks, ".")]
            pub fn on_warning(&mut self, treatment: Treatment) -> &mut $builder {
                self.config.on_warning = treatment;
                self
            }

            /// Sets a closure that receives each link before it is written, and may change or remove it.
            /// [`Link`](crate::link::Link) lists the possible changes. The closure is not called for a match that stays
            /// text because of its hazards.
            pub fn decide(
                &mut self,
                closure: impl Fn(&mut Link<'_>) + Send + Sync + 'static,
            ) -> &mut $builder {
                self.config.hook = Some(Arc::new(closure));
                self
            }
        }
    };
}

pub(crate) use policy;
