//! The columns of the table of links.

use std::sync::Arc;

use arrow_array::builder::{GenericListBuilder, Int64Builder, StringBuilder, StructBuilder};
use arrow_array::{ArrayRef, builder::ArrayBuilder as _};
use arrow_schema::{DataType, Field, Fields};
use linkwright::Match;
use linkwright::find::Flag;
use linkwright_harvest::record::{destination, document_link};

use crate::batch::count::Counter;

/// A column of the table of links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Column {
    /// The number of the row. Rows are counted from 0 over all chunks.
    Row,
    /// The offset at which the link begins in the text of its row.
    Start,
    /// The offset at which the link ends.
    End,
    /// The URI; null if a pattern matched and its reference is relative.
    Uri,
    /// The text of the link, with its pieces joined.
    Text,
    /// The kind of the match, such as `uri`.
    Kind,
    /// The scheme in its normal form.
    Scheme,
    /// The host of the authority in its normal form.
    Host,
    /// The registrable domain of the link; the first one if the link has several hosts.
    Domain,
    /// The spans of the pieces.
    Pieces,
    /// The names of the flags.
    Flags,
    /// The URIs of the other readings.
    Alternates,
}

/// Builds the values of a column whose values are lists of texts.
type Texts = GenericListBuilder<i32, StringBuilder>;

/// The values of a column that is being built.
#[derive(Debug)]
pub(crate) enum Values {
    Numbers(Int64Builder),
    Text(StringBuilder),
    Texts(Texts),
    Spans(GenericListBuilder<i32, StructBuilder>),
}

/// A link, and the number of the row in which it was found.
#[derive(Debug)]
pub(crate) struct Found<'l, 't> {
    pub(crate) row: i64,
    pub(crate) link: &'l Match<'t>,
}

impl Column {
    /// All columns, in the order of the documentation.
    pub(crate) const ALL: [Column; 12] = [
        Column::Row,
        Column::Start,
        Column::End,
        Column::Uri,
        Column::Text,
        Column::Kind,
        Column::Scheme,
        Column::Host,
        Column::Domain,
        Column::Pieces,
        Column::Flags,
        Column::Alternates,
    ];

    /// The default columns of a result.
    pub(crate) const DEFAULT: [Column; 4] = [Column::Row, Column::Start, Column::End, Column::Uri];

    /// The column with this name.
    pub(crate) fn of_name(name: &str) -> Option<Column> {
        Column::ALL.into_iter().find(|column| column.name() == name)
    }

    /// The name of the column.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Column::Row => "row",
            Column::Start => "start",
            Column::End => "end",
            Column::Uri => "uri",
            Column::Text => "text",
            Column::Kind => "kind",
            Column::Scheme => "scheme",
            Column::Host => "host",
            Column::Domain => "domain",
            Column::Pieces => "pieces",
            Column::Flags => "flags",
            Column::Alternates => "alternates",
        }
    }

    /// The Arrow field of the column. Numbers are signed, because Spark has no unsigned numbers.
    pub(crate) fn field(self) -> Field {
        let is_nullable =
            matches!(self, Column::Uri | Column::Scheme | Column::Host | Column::Domain);
        Field::new(self.name(), self.values().data_type(), is_nullable)
    }

    /// A builder for the values of this column.
    pub(crate) fn values(self) -> Values {
        match self {
            Column::Row | Column::Start | Column::End => Values::Numbers(Int64Builder::new()),
            Column::Flags | Column::Alternates => Values::Texts(Texts::new(StringBuilder::new())),
            Column::Pieces => {
                Values::Spans(GenericListBuilder::new(StructBuilder::from_fields(span_fields(), 0)))
            }
            _ => Values::Text(StringBuilder::new()),
        }
    }

    /// Appends the value of a link to `values`, and returns the number of bytes of text in it.
    pub(crate) fn append(
        self,
        values: &mut Values,
        found: &Found<'_, '_>,
        counter: &mut Counter<'_>,
    ) -> usize {
        let link = found.link;
        match (self, values) {
            (Column::Row, Values::Numbers(numbers)) => numbers.append_value(found.row),
            (Column::Start, Values::Numbers(numbers)) => {
                numbers.append_value(counter.at(link.span().start()));
            }
            (Column::End, Values::Numbers(numbers)) => {
                numbers.append_value(counter.at(link.span().end()));
            }
            (Column::Pieces, Values::Spans(spans)) => return append_pieces(spans, link, counter),
            (Column::Flags, Values::Texts(texts)) => {
                return append_texts(texts, link.flags().iter().map(Flag::name));
            }
            (Column::Alternates, Values::Texts(texts)) => {
                let alternates: Vec<_> =
                    link.alternates().iter().map(|one| one.uri().to_string()).collect();
                return append_texts(texts, alternates.iter().map(String::as_str));
            }
            (column, Values::Text(texts)) => return column.append_text(texts, link),
            _ => {}
        }
        0
    }

    fn append_text(self, texts: &mut StringBuilder, link: &Match<'_>) -> usize {
        let mut append = |text: Option<&str>| {
            texts.append_option(text);
            text.map_or(0, str::len)
        };
        let uri = Some(link.uri()).filter(|_| link.reference().is_none());
        let reference = || uri.map(|uri| uri.as_reference());
        match self {
            Column::Uri => append(uri.map(|uri| uri.as_str())),
            Column::Text => append(Some(link.text())),
            Column::Kind => append(Some(link.kind().name())),
            Column::Scheme => append(reference().and_then(destination::scheme).as_deref()),
            Column::Host => append(reference().and_then(destination::host).as_deref()),
            _ => append(document_link::domains(reference()).first().map(String::as_str)),
        }
    }
}

impl Values {
    fn data_type(&self) -> DataType {
        let list = |item| DataType::List(Arc::new(Field::new_list_field(item, true)));
        match self {
            Values::Numbers(_) => DataType::Int64,
            Values::Text(_) => DataType::Utf8,
            Values::Texts(_) => list(DataType::Utf8),
            Values::Spans(_) => list(DataType::Struct(span_fields())),
        }
    }

    /// The number of values.
    pub(crate) fn len(&self) -> usize {
        match self {
            Values::Numbers(numbers) => numbers.len(),
            Values::Text(texts) => texts.len(),
            Values::Texts(texts) => texts.len(),
            Values::Spans(spans) => spans.len(),
        }
    }

    /// Returns the values as an array, and leaves the builder empty.
    pub(crate) fn finish(&mut self) -> ArrayRef {
        match self {
            Values::Numbers(numbers) => Arc::new(numbers.finish()),
            Values::Text(texts) => Arc::new(texts.finish()),
            Values::Texts(texts) => Arc::new(texts.finish()),
            Values::Spans(spans) => Arc::new(spans.finish()),
        }
    }
}

fn span_fields() -> Fields {
    ["start", "end"].map(|name| Field::new(name, DataType::Int64, false)).to_vec().into()
}

fn append_texts<'n>(texts: &mut Texts, names: impl Iterator<Item = &'n str>) -> usize {
    let mut bytes = 0;
    for name in names {
        texts.values().append_value(name);
        bytes += name.len();
    }
    texts.append(true);
    bytes
}

fn append_pieces(
    spans: &mut GenericListBuilder<i32, StructBuilder>,
    link: &Match<'_>,
    counter: &mut Counter<'_>,
) -> usize {
    for piece in link.pieces() {
        let piece_fields = spans.values();
        for (field, offset) in [piece.start(), piece.end()].into_iter().enumerate() {
            if let Some(numbers) = piece_fields.field_builder::<Int64Builder>(field) {
                numbers.append_value(counter.at(offset));
            }
        }
        piece_fields.append(true);
    }
    spans.append(true);
    link.pieces().len() * 16
}
