//! Tests whether a place in a text is after the authority of what could be a URI.

/// The state of the current word; it is kept from one soft hyphen to the next.
#[derive(Debug)]
pub(super) struct WordToken {
    read: usize,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Before or in the authority.
    Front,
    /// After a `:`, which may begin `://`.
    Colon,
    /// After `:/`.
    Slash,
    /// After the authority.
    Back,
}

impl WordToken {
    pub(super) const fn new() -> WordToken {
        WordToken { read: 0, state: State::Front }
    }

    /// Whether the end of `text` is after the authority of what could be a URI. From one call to the next, `text` may
    /// only grow.
    pub(super) fn is_after_authority(&mut self, text: &[u8]) -> bool {
        for &byte in text.get(self.read..).unwrap_or_default() {
            self.state = match (self.state, byte) {
                (_, b' ' | b'\t' | b'\n' | b'\r' | 0x0C | b'<' | b'>' | b'"') => State::Front,
                (State::Back, _) => State::Back,
                (State::Front, b':') => State::Colon,
                (State::Colon, b'/') => State::Slash,
                (State::Front, b'/' | b'?' | b'#') | (State::Colon | State::Slash, b'?' | b'#') => {
                    State::Back
                }
                // Includes the second slash of `://`.
                (State::Front | State::Colon | State::Slash, _) => State::Front,
            };
        }
        self.read = text.len();
        self.state == State::Back
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_after_authority(text: &str) -> bool {
        WordToken::new().is_after_authority(text.as_bytes())
    }

    #[test]
    fn the_authority_ends_at_a_slash() {
        for text in ["http://a.example/", "http://a?", "www.a.example/b", "x http://a/b", "http:/"]
        {
            assert!(is_after_authority(text) != text.ends_with(":/"), "{text}");
        }
        for text in ["", "http://a.example", "http://", "a/b http://h", "a@b.example", "http:"] {
            assert!(!is_after_authority(text), "{text}");
        }
    }
}
