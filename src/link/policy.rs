//! The options of every linker: the matches that become links, and the closure that decides.

/// Gives a builder whose `config` has the fields `schemes`, `link_schemes`, `on_danger`, `on_warning` and `hook` their
/// methods. The caller imports `Arc`, `Link`, `Schemes` and `Treatment`. `$marks` says what a marked link has there, `$warning` is the default for warnings.
macro_rules! policy {
    ($builder:ident, marks $marks:literal, warning $warning:literal) => {
        impl $builder {
            /// The schemes of the matches that become links; [`Schemes::Clickable`](crate::find::Schemes::Clickable) is the
            /// default: web, mail, phone, chat and news. Matches with other schemes stay text. What is searched for is a
            /// separate list, that of the finder ([`FinderBuilder::schemes`](crate::find::FinderBuilder::schemes)).
            ///
            /// `Known` and `Any` have `file`, `ssh`, `smb` and others that start a program or contact a host when the link
            /// is followed: they are for text that is trusted. Schemes that run code (`javascript`, `data`, `vbscript`,
            /// `blob`, `filesystem`) never become links, whatever is listed here and whatever the finder finds, and neither
            /// do hosts and addresses that a program would take for an option (`ssh://-oProxyCommand=x`). A `mailto` link is
            /// written without `attach` and other headers that do harm (RFC 6068, section 7).
            ///
            /// The relative target of a pattern (`/issues/12`) has no scheme and passes every list, also an empty one.
            ///
            /// # Errors
            /// `build` refuses a name that is not a scheme (RFC 3986, section 3.1).
            pub fn schemes(&mut self, schemes: impl Into<Schemes>) -> &mut $builder {
                self.config.schemes = schemes.into();
                self
            }

            /// Adds a scheme to those that become links.
            ///
            /// # Errors
            /// `build` refuses a name that is not a scheme (RFC 3986, section 3.1), and a scheme that runs code (`javascript`).
            pub fn link_scheme(&mut self, name: &str) -> &mut $builder {
                self.config.link_schemes.push(name.to_owned());
                self
            }

            /// What becomes of a match with a hazard that weighs [`Severity::Danger`](crate::uri::hazards::Severity::Danger),
            /// such as `http://paypal.com@evil.example/`. By default it stays text.
            pub fn on_danger(&mut self, treatment: Treatment) -> &mut $builder {
                self.config.on_danger = treatment;
                self
            }

            /// What becomes of a match with a hazard that weighs [`Severity::Warn`](crate::uri::hazards::Severity::Warn), such
            #[doc = concat!("as `http://jane@a.example/`. By default it is ", $warning, ". A marked link has ", $marks, ".")]
            pub fn on_warning(&mut self, treatment: Treatment) -> &mut $builder {
                self.config.on_warning = treatment;
                self
            }

            /// A closure that sees each link before it is written, and may change it or leave it out. See
            /// [`Link`](crate::link::Link). It is not called for a match that stays text because of its hazards.
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
