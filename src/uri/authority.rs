//! The authority (section 3.2). Whether its first part is the userinfo or the host depends on a later `@`.

use super::error::{ParseError, Rule, expected};
use super::host;
use super::parse::Parser;
use crate::ascii::{DIGIT, REG_NAME, USERINFO};

/// Each function that parses a rule stores the longest valid authority in `parts`, even if it returns a stop.
impl Parser<'_> {
    /// `authority = [ userinfo "@" ] host [ ":" port ]`
    ///
    /// Before an `@` is read, the text may be the userinfo or the host: `user:80` may be a user and a password, or a
    /// host and a port. The parser reads the text as a host and a port for as long as possible. If no `@` follows, the
    /// valid prefix ends after this host and port.
    pub(super) fn authority(&mut self) -> Result<(), ParseError> {
        let start = self.cursor.at();
        self.set_empty_host(start);
        if self.cursor.peek() == Some(b'[') {
            return self.ip_literal_and_port();
        }
        self.reg_name()?;
        match self.cursor.peek() {
            Some(b'@') => self.host_after_userinfo(),
            Some(b':') => self.port_or_password(),
            _ => self.end_of_authority(Rule::RegName, "a host character"),
        }
    }

    /// `host [ ":" port ]` or `userinfo "@" host [ ":" port ]`; the text before the first `:` has already been read
    fn port_or_password(&mut self) -> Result<(), ParseError> {
        self.port();
        if self.is_at_end_of_authority() {
            return Ok(());
        }
        let port_end = self.cursor.at();
        self.run(&USERINFO, false)?;
        match self.cursor.peek() {
            Some(b'@') => self.host_after_userinfo(),
            _ if self.cursor.at() == port_end => Err(self.cursor.stop(Rule::Port, expected::DIGIT)),
            _ => Err(self.cursor.stop(Rule::Userinfo, expected::USERINFO_OR_AT)),
        }
    }

    /// `"@" host [ ":" port ]`
    fn host_after_userinfo(&mut self) -> Result<(), ParseError> {
        self.cursor.advance(1);
        let start = self.cursor.at();
        self.set_empty_host(start);
        if self.cursor.peek() == Some(b'[') {
            return self.ip_literal_and_port();
        }
        self.reg_name()?;
        self.end_of_host(Rule::RegName, "a host character")
    }

    /// `IP-literal [ ":" port ]`
    fn ip_literal_and_port(&mut self) -> Result<(), ParseError> {
        self.cursor.advance(1);
        host::ip_literal(&mut self.cursor)?;
        self.set_host_end();
        self.end_of_host(Rule::Authority, "\":\", \"/\", \"?\", \"#\" or the end")
    }

    /// `IPv4address / reg-name`
    fn reg_name(&mut self) -> Result<(), ParseError> {
        let outcome = self.run(&REG_NAME, false);
        self.set_host_end();
        outcome
    }

    /// `[ ":" port ]` and the end of the authority; `rule` and `expected` describe a stop directly after the host.
    fn end_of_host(&mut self, rule: Rule, expected: &'static str) -> Result<(), ParseError> {
        if self.cursor.peek() != Some(b':') {
            return self.end_of_authority(rule, expected);
        }
        self.port();
        self.end_of_authority(Rule::Port, expected::DIGIT)
    }

    /// `":" port` with `port = *DIGIT`
    fn port(&mut self) {
        self.cursor.advance(1);
        self.cursor.skip(&DIGIT);
        self.parts.set_path_start(self.cursor.at());
    }

    /// "The authority component [...] is terminated by the next slash, question mark, or number
    /// sign character, or by the end of the URI."
    fn end_of_authority(&self, rule: Rule, expected: &'static str) -> Result<(), ParseError> {
        if self.is_at_end_of_authority() { Ok(()) } else { Err(self.cursor.stop(rule, expected)) }
    }

    fn is_at_end_of_authority(&self) -> bool {
        matches!(self.cursor.peek(), None | Some(b'/' | b'?' | b'#'))
    }

    fn set_empty_host(&mut self, at: u32) {
        self.parts.host_start = at;
        self.set_host_end();
    }

    fn set_host_end(&mut self) {
        self.parts.host_end = self.cursor.at();
        self.parts.set_path_start(self.cursor.at());
    }
}
