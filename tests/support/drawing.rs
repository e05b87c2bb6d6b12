//! The text of a case, with brackets around its matches.

use linkwright::Span;

use super::escape;

const OPEN: char = '⟦';
const CLOSE: char = '⟧';

/// A text, and the pieces of its matches.
#[derive(Debug, Default)]
pub(crate) struct Drawing {
    pub(crate) text: Vec<u8>,
    pub(crate) matches: Vec<Vec<Span>>,
}

impl Drawing {
    pub(crate) fn parse(source: &str) -> Result<Drawing, String> {
        let mut drawing = Drawing::default();
        let mut rest = source;
        while let Some((before, inside)) = rest.split_once(OPEN) {
            let (piece, after) =
                inside.split_once(CLOSE).ok_or_else(|| format!("{OPEN} without {CLOSE}"))?;
            drawing.outside(before)?;
            drawing.piece(piece)?;
            rest = after;
        }
        drawing.outside(rest)?;
        Ok(drawing)
    }

    fn outside(&mut self, source: &str) -> Result<(), String> {
        if source.contains(CLOSE) {
            return Err(format!("{CLOSE} without {OPEN}"));
        }
        self.text.extend(escape::decode(source)?);
        Ok(())
    }

    fn piece(&mut self, source: &str) -> Result<(), String> {
        let start = self.text.len();
        let further = source.strip_prefix('+');
        self.text.extend(escape::decode(further.unwrap_or(source))?);
        let span = Span::new(start, self.text.len());
        if span.is_empty() {
            return Err("a piece is empty".to_owned());
        }
        match (further, self.matches.last_mut()) {
            (None, _) => self.matches.push(vec![span]),
            (Some(_), Some(pieces)) => pieces.push(span),
            (Some(_), None) => return Err(format!("{OPEN}+ without a match before it")),
        }
        Ok(())
    }

    /// The text with brackets around the pieces of `matches`, for the message of a failure.
    pub(crate) fn render(text: &[u8], matches: &[&[Span]]) -> String {
        let mut pieces: Vec<(Span, bool)> = Vec::new();
        for spans in matches {
            pieces.extend(spans.iter().enumerate().map(|(i, &span)| (span, i > 0)));
        }
        pieces.sort_unstable();
        let mut out = String::new();
        let mut at = 0;
        for (span, further) in pieces {
            out += &escape::encode(Span::new(at, span.start()).of(text)).replace("\\n", "\n");
            out += if further { "⟦+" } else { "⟦" };
            out += &escape::encode(span.of(text));
            out.push(CLOSE);
            at = span.end();
        }
        out + &escape::encode(Span::new(at, text.len()).of(text)).replace("\\n", "\n")
    }
}
