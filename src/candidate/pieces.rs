//! The pieces of the text that make up a URI: a single piece, or several with gaps such as line breaks between them.

use crate::span::Span;

/// The pieces of a draft or a match. Nearly all drafts have one piece, which needs no allocation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Pieces {
    One(Span),
    Many(Vec<Span>),
}

impl Default for Pieces {
    fn default() -> Pieces {
        Pieces::One(Span::default())
    }
}

impl Pieces {
    pub(crate) fn as_slice(&self) -> &[Span] {
        match self {
            Pieces::One(span) => core::slice::from_ref(span),
            Pieces::Many(spans) => spans,
        }
    }

    #[inline]
    pub(crate) fn start(&self) -> usize {
        self.as_slice().first().map_or(0, |piece| piece.start())
    }

    #[inline]
    pub(crate) fn end(&self) -> usize {
        self.as_slice().last().map_or(0, |piece| piece.end())
    }

    pub(crate) fn first(&self) -> Span {
        self.as_slice().first().copied().unwrap_or_default()
    }

    pub(crate) fn is_one(&self) -> bool {
        self.as_slice().len() == 1
    }

    /// The length of the joined text in bytes.
    pub(crate) fn joined_len(&self) -> usize {
        self.as_slice().iter().map(|piece| piece.len()).sum()
    }

    pub(crate) fn push(&mut self, piece: Span) {
        match self {
            Pieces::One(first) => *self = Pieces::Many(vec![*first, piece]),
            Pieces::Many(pieces) => pieces.push(piece),
        }
    }

    /// Moves the end of the last piece to `end`.
    pub(crate) fn lengthen(&mut self, end: usize) {
        let last = match self {
            Pieces::One(piece) => Some(piece),
            Pieces::Many(pieces) => pieces.last_mut(),
        };
        if let Some(piece) = last {
            *piece = Span::new(piece.start(), end);
        }
    }

    /// Ends the last piece at `end`, and removes the pieces that begin at `end` or later.
    pub(crate) fn cut(&mut self, end: usize) {
        if let Pieces::Many(pieces) = self {
            pieces.retain(|piece| piece.start() < end);
        }
        self.lengthen(end.min(self.end()));
    }

    pub(crate) fn shifted(self, by: usize) -> Pieces {
        match self {
            Pieces::One(piece) => Pieces::One(piece.shifted(by)),
            Pieces::Many(pieces) => {
                Pieces::Many(pieces.into_iter().map(|piece| piece.shifted(by)).collect())
            }
        }
    }
}
