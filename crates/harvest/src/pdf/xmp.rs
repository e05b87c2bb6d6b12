//! Reads the values of an XMP packet (ISO 16684-1): the texts of its elements, and its attributes.

use quick_xml::Reader;
use quick_xml::escape::unescape;
use quick_xml::events::{BytesStart, Event};

use super::content::Entry;

/// Elements that contain a namespace, as in PDF/A extension schemas. A namespace is not a link.
const NAMESPACES: [&str; 2] = ["pdfaSchema:namespaceURI", "pdfaType:namespaceURI"];

/// Attributes of RDF, XMP or XML that are not metadata values.
const NAMES: [&str; 5] = ["rdf:about", "rdf:parseType", "rdf:datatype", "x:xmptk", "xml:lang"];

/// The values of a packet, in order. A damaged packet yields the values before the damage. Packets in UTF-16 are not
/// supported.
pub(super) fn entries(packet: &[u8]) -> Vec<Entry> {
    let packet = String::from_utf8_lossy(packet);
    let mut reader = Reader::from_str(&packet);
    reader.config_mut().check_end_names = false;
    let (mut entries, mut path) = (Vec::new(), Vec::<String>::new());
    loop {
        match reader.read_event() {
            Ok(Event::Start(element)) => {
                path.push(element.name().as_ref().to_owned());
                attributes(&element, &mut entries);
                entries.push(Entry { name: property(&path), text: String::new() });
            }
            Ok(Event::Empty(element)) => attributes(&element, &mut entries),
            Ok(Event::End(_)) => drop(path.pop()),
            Ok(Event::Text(text)) => add(&mut entries, &path, &text),
            Ok(Event::CData(text)) => add(&mut entries, &path, &text),
            Ok(Event::GeneralRef(name)) => {
                let reference = format!("&{};", &*name);
                add(&mut entries, &path, &unescape(&reference).unwrap_or_default());
            }
            Ok(Event::Eof) | Err(_) => break,
            Ok(_) => {}
        }
    }
    let trimmed = |entry: Entry| Entry { text: entry.text.trim().to_owned(), ..entry };
    let is_value = |entry: &Entry| !entry.text.is_empty() && !NAMESPACES.contains(&&*entry.name);
    entries.into_iter().map(trimmed).filter(is_value).collect()
}

/// The name of the innermost element that does not belong to RDF. For a value in an RDF list, this is the property that
/// contains the list.
fn property(path: &[String]) -> String {
    let names = path.iter().rev();
    names
        .clone()
        .find(|name| !name.starts_with("rdf:"))
        .or(path.last())
        .cloned()
        .unwrap_or_default()
}

/// Appends text to the value of the last entry. Text outside the root element is ignored.
fn add(entries: &mut [Entry], path: &[String], text: &str) {
    if let Some(entry) = entries.last_mut().filter(|_| !path.is_empty()) {
        entry.text.push_str(text);
    }
}

fn attributes(element: &BytesStart<'_>, entries: &mut Vec<Entry>) {
    for attribute in element.attributes().with_checks(false).flatten() {
        let name = attribute.key.as_ref().to_owned();
        if name.starts_with("xmlns") || NAMES.contains(&&*name) {
            continue;
        }
        let text = unescape(&attribute.value).unwrap_or_else(|_| attribute.value.clone());
        entries.push(Entry { name, text: text.into_owned() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_attributes_are_values_but_namespaces_are_not() {
        let packet = br#"<?xpacket begin=""?><x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="http://k/">
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="http://about/" xmp:BaseURL="http://a/?b=1&amp;c=2" xmlns:xmp="http://ns.adobe.com/">
            <dc:source><rdf:Bag><rdf:li xml:lang="x">see http://b/ &amp; http://c/</rdf:li></rdf:Bag></dc:source>
            <xmpRights:Certificate rdf:resource="http://d/"/>
            <pdfaSchema:namespaceURI>http://ns/</pdfaSchema:namespaceURI>
            </rdf:Description></rdf:RDF></x:xmpmeta>"#;
        let entry = |name: &str, text: &str| Entry { name: name.to_owned(), text: text.to_owned() };
        let expected = [
            entry("xmp:BaseURL", "http://a/?b=1&c=2"),
            entry("dc:source", "see http://b/ & http://c/"),
            entry("rdf:resource", "http://d/"),
        ];
        assert_eq!(entries(packet), expected);
        assert_eq!(entries(&packet[..300]), expected[..1]);
        assert_eq!(entries(b""), []);
    }
}
