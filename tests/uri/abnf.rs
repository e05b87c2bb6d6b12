//! Translates ABNF (RFC 5234) into a regular expression, and the expression into an automaton. The tests compare the
//! parser with this automaton.
//!
//! The grammar is read from the `.abnf` files in this folder, which are copied from the RFCs. No code of the
//! translation is specific to URIs. For a text, the automaton computes exactly the documented result of `scan`: whether
//! it is valid, its longest valid prefix, and the first byte after which no completion is possible.

use std::collections::HashMap;

use regex_automata::Anchored;
use regex_automata::MatchKind;
use regex_automata::dfa::{Automaton, StartKind, dense};
use regex_automata::util::primitives::StateID;
use regex_automata::util::start;

use crate::generate::floor_char_boundary;

/// The rules of one or more RFCs, by name.
pub(crate) struct Abnf(HashMap<String, String>);

impl Abnf {
    /// The rules of RFC 3986, RFC 3987 and RFC 2396.
    pub(crate) fn new() -> Abnf {
        let mut rules = HashMap::new();
        for text in [include_str!("rfc3986.abnf"), include_str!("rfc3987.abnf")] {
            rules.extend(read_rules(text));
        }
        rules.extend(read_rules(include_str!("rfc2396.abnf")));
        Abnf(rules)
    }

    /// The regular expression of the rule `name`, with all rules that it refers to.
    pub(crate) fn regex(&self, name: &str) -> String {
        let body = self.0.get(name).unwrap_or_else(|| panic!("no rule {name}"));
        let mut translation = Translation { abnf: self, rest: body };
        let regex = translation.alternation();
        assert_eq!(translation.rest, "", "the translation of {name} ends before this text");
        format!("(?:{regex})")
    }
}

/// The rules of an ABNF text: a name begins a line, and indented lines continue the rule.
fn read_rules(text: &str) -> Vec<(String, String)> {
    let mut rules: Vec<(String, String)> = Vec::new();
    for line in text.lines() {
        let line = without_comment(line);
        match (line.starts_with(' '), line.split_once('=')) {
            (false, Some((name, body))) => rules.push((name.trim().into(), body.trim().into())),
            (true, _) if !line.trim().is_empty() => {
                let (_, body) = rules.last_mut().expect("an indented line follows a rule");
                body.push(' ');
                body.push_str(line.trim());
            }
            _ => {}
        }
    }
    rules
}

/// The part of a line before its comment. A `;` begins a comment unless it is between quotes.
fn without_comment(line: &str) -> &str {
    let quotes_before = |at: usize| line[..at].matches('"').count();
    let comment = line.match_indices(';').find(|&(at, _)| quotes_before(at) % 2 == 0);
    comment.map_or(line, |(at, _)| &line[..at])
}

struct Translation<'a> {
    abnf: &'a Abnf,
    rest: &'a str,
}

impl Translation<'_> {
    /// `alternation = concatenation *(*c-wsp "/" *c-wsp concatenation)`
    fn alternation(&mut self) -> String {
        let mut regex = self.concatenation();
        while self.eat("/") {
            regex.push('|');
            regex.push_str(&self.concatenation());
        }
        regex
    }

    /// `concatenation = repetition *(1*c-wsp repetition)`
    fn concatenation(&mut self) -> String {
        let mut regex = String::new();
        while !self.rest.is_empty() && !self.rest.starts_with(['/', ')', ']']) {
            regex.push_str(&self.repetition());
        }
        regex
    }

    /// `repetition = [repeat] element` with `repeat = 1*DIGIT / (*DIGIT "*" *DIGIT)`
    fn repetition(&mut self) -> String {
        let least = self.take_while(|char| char.is_ascii_digit());
        if !self.eat("*") {
            let element = self.element();
            return if least.is_empty() { element } else { format!("{element}{{{least}}}") };
        }
        let most = self.take_while(|char| char.is_ascii_digit());
        let least = if least.is_empty() { "0" } else { &least };
        format!("{}{{{least},{most}}}", self.element())
    }

    /// `element = rulename / group / option / char-val / num-val`
    fn element(&mut self) -> String {
        if self.eat("(") {
            let group = self.alternation();
            assert!(self.eat(")"));
            format!("(?:{group})")
        } else if self.eat("[") {
            let option = self.alternation();
            assert!(self.eat("]"));
            format!("(?:{option})?")
        } else if self.rest.starts_with('"') {
            self.char_val()
        } else if self.eat("%x") {
            self.num_val()
        } else {
            let name = self.take_while(|char| char.is_ascii_alphanumeric() || char == '-');
            self.abnf.regex(&name)
        }
    }

    /// `char-val = DQUOTE *(%x20-21 / %x23-7E) DQUOTE`, in which letters match in either case
    fn char_val(&mut self) -> String {
        let (text, rest) = self.rest.strip_prefix('"').unwrap().split_once('"').unwrap();
        self.rest = rest.trim_start();
        let literal = text.chars().map(|char| match char {
            'A'..='Z' | 'a'..='z' => {
                format!("[{}{}]", char.to_ascii_lowercase(), char.to_ascii_uppercase())
            }
            _ => format!(r"\x{{{:X}}}", u32::from(char)),
        });
        format!("(?:{})", literal.collect::<String>())
    }

    /// `num-val = "%x" 1*HEXDIG "-" 1*HEXDIG`: the only form of `num-val` in these grammars.
    fn num_val(&mut self) -> String {
        let first = self.take_while(|char| char.is_ascii_hexdigit());
        assert!(self.eat("-"));
        let last = self.take_while(|char| char.is_ascii_hexdigit());
        format!(r"[\x{{{first}}}-\x{{{last}}}]")
    }

    fn eat(&mut self, token: &str) -> bool {
        let Some(rest) = self.rest.strip_prefix(token) else { return false };
        self.rest = rest.trim_start();
        true
    }

    fn take_while(&mut self, accept: impl Fn(char) -> bool) -> String {
        let end = self.rest.find(|char| !accept(char)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        taken.to_owned()
    }
}

/// The result that the ABNF requires for a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Verdict {
    /// The length of the longest valid prefix.
    pub(crate) valid_prefix: Option<usize>,
    /// The start of the first character after which no completion is possible; the length of the text if the text is
    /// valid or can be completed.
    pub(crate) stop: usize,
}

/// A deterministic automaton over bytes.
pub(crate) struct Oracle {
    states: Vec<State>,
}

struct State {
    next: Box<[u32; 256]>,
    accepts: bool,
    /// Whether a text can be completed from this state.
    live: bool,
}

impl Oracle {
    pub(crate) fn new(abnf: &Abnf, rule: &str) -> Oracle {
        let config = dense::Config::new()
            .start_kind(StartKind::Anchored)
            // The automaton must accept the whole language of the expression, so it needs all matches, and not only the
            // preferred match of a search.
            .match_kind(MatchKind::All);
        let dfa = dense::Builder::new().configure(config).build(&abnf.regex(rule)).unwrap();
        let mut oracle = Oracle { states: unfold(&dfa) };
        oracle.mark_live();
        oracle
    }

    /// The verdict on `text`. The stop is the start of a character, because the ABNF describes characters and not
    /// bytes.
    pub(crate) fn judge(&self, text: &str) -> Verdict {
        let mut state = &self.states[0];
        let mut verdict = Verdict { valid_prefix: state.accepts.then_some(0), stop: text.len() };
        for (at, byte) in text.bytes().enumerate() {
            state = &self.states[state.next[usize::from(byte)] as usize];
            if !state.live {
                verdict.stop = floor_char_boundary(text, at);
                break;
            }
            if state.accepts {
                verdict.valid_prefix = Some(at + 1);
            }
        }
        verdict
    }

    fn mark_live(&mut self) {
        loop {
            let live: Vec<bool> = self.states.iter().map(|state| state.live).collect();
            let mut changed = false;
            for state in self.states.iter_mut().filter(|state| !state.live) {
                state.live = state.next.iter().any(|&next| live[next as usize]);
                changed |= state.live;
            }
            if !changed {
                return;
            }
        }
    }
}

/// The table of all reachable states; the first one is the start.
///
/// The automaton of `regex_automata` reports a match one byte late. In this table, the state at the end of the match
/// accepts.
fn unfold(dfa: &dense::DFA<Vec<u32>>) -> Vec<State> {
    let start = dfa.start_state(&start::Config::new().anchored(Anchored::Yes)).unwrap();
    let mut numbers = HashMap::from([(start, 0)]);
    let mut queue: Vec<StateID> = vec![start];
    let mut states = Vec::new();
    while let Some(&id) = queue.get(states.len()) {
        let accepts = dfa.is_match_state(dfa.next_eoi_state(id));
        let mut next = Box::new([0; 256]);
        for byte in 0..=u8::MAX {
            let target = dfa.next_state(id, byte);
            let number = *numbers.entry(target).or_insert_with(|| {
                queue.push(target);
                u32::try_from(queue.len() - 1).unwrap()
            });
            next[usize::from(byte)] = number;
        }
        states.push(State { next, accepts, live: accepts });
    }
    states
}
