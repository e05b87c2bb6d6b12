//! Extracts the content of signed messages whose content is inside the signature (S/MIME, RFC 8551, section 3.5.2; CMS,
//! RFC 5652, section 5). Signatures are not verified.
//!
//! Mailers that sign a message while they send it write BER with indefinite lengths, because the lengths are not known
//! yet. A DER parser rejects such data, and a BER parser also reads the certificates and signatures after the content,
//! which may be cut. So this module steps over the few values up to the content.

/// The tags of the values, as their first bytes.
const OCTETS: u8 = 4;
const OID: u8 = 6;
const OCTET_PARTS: u8 = 0x24;
const SEQUENCE: u8 = 0x30;
const CTX_0: u8 = 0xA0;

/// id-signedData, 1.2.840.113549.1.7.2.
const SIGNED_DATA: &[u8] = &[0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7, 2];

/// id-envelopedData, id-encryptedData and id-ct-authEnvelopedData.
const ENVELOPED: [&[u8]; 3] = [
    &[0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7, 3],
    &[0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7, 6],
    &[0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 9, 16, 1, 23],
];

/// Whether the data declares encrypted content in its first bytes. Only the type is examined.
pub(crate) fn is_enveloped(body: &[u8]) -> bool {
    // Only the tag and the length of the sequence, and the tag and the length of the type, precede the type.
    let head = body.get(..32).unwrap_or(body);
    ENVELOPED.iter().any(|oid| head.windows(oid.len()).any(|at| at == *oid))
}

/// The entity that was signed: its header and its body. `None` for an encrypted message, for a signature without
/// content, and for a malformed message.
pub(super) fn signed(body: &[u8]) -> Option<Vec<u8>> {
    let mut values = Values(body);
    // `ContentInfo`: its type, and then `[0]` with the content of that type.
    values.enter(SEQUENCE)?;
    if values.content(OID)? != SIGNED_DATA {
        return None;
    }
    values.enter(CTX_0)?;
    // `SignedData`: its version, its digest algorithms, and `EncapsulatedContentInfo`.
    values.enter(SEQUENCE)?;
    values.skip()?;
    values.skip()?;
    // Its type, and the content, unless the content is sent separately.
    values.enter(SEQUENCE)?;
    values.content(OID)?;
    values.enter(CTX_0)?;
    let mut content = Vec::new();
    loop {
        match values.head()? {
            (OCTETS, Some(len)) => content.extend_from_slice(values.take(len)?),
            // The content may consist of parts, and of parts of parts.
            (OCTET_PARTS, _) | (0, Some(0)) => {}
            // Certificates or signatures, or, if there is no content, what is in them.
            _ => return Some(content).filter(|content| !content.is_empty()),
        }
    }
}

/// The rest of a sequence of values in BER, which may contain values.
struct Values<'b>(&'b [u8]);

impl<'b> Values<'b> {
    fn take(&mut self, len: usize) -> Option<&'b [u8]> {
        let (taken, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        Some(taken)
    }

    /// Reads the tag and the length of the next value. The length is `None` if the value ends with an empty value that
    /// has the tag 0.
    fn head(&mut self) -> Option<(u8, Option<usize>)> {
        let [tag, first] = *self.take(2)?.first_chunk()?;
        let len = match first {
            0x80 => return Some((tag, None)),
            0..0x80 => usize::from(first),
            _ => {
                let digits = self.take(usize::from(first & 0x7F)).filter(|all| all.len() <= 4)?;
                digits.iter().fold(0, |len, digit| len << 8 | usize::from(*digit))
            }
        };
        Some((tag, Some(len)))
    }

    /// Moves into the next value, which must have the tag `tag`.
    fn enter(&mut self, tag: u8) -> Option<()> {
        (self.head()?.0 == tag).then_some(())
    }

    /// Reads the next value, which must have the tag `tag` and contain no values.
    fn content(&mut self, tag: u8) -> Option<&'b [u8]> {
        let (found, len) = self.head()?;
        self.take(len?).filter(|_| found == tag)
    }

    /// Skips the next value.
    fn skip(&mut self) -> Option<()> {
        let mut open = 0_usize;
        loop {
            match self.head()? {
                (0, Some(0)) => open = open.checked_sub(1)?,
                (_, Some(len)) => _ = self.take(len)?,
                (_, None) => open += 1,
            }
            if open == 0 {
                return Some(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SET: u8 = 0x31;

    const DATA: &[u8] = &[0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7, 1];
    const ENVELOPED_DATA: &[u8] = &[0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7, 3];

    /// A value of a definite length.
    fn definite(tag: u8, content: &[&[u8]]) -> Vec<u8> {
        let content = content.concat();
        let len = u16::try_from(content.len()).unwrap().to_be_bytes();
        [&[tag, 0x82], &len[..], &content].concat()
    }

    /// A value of an indefinite length.
    fn indefinite(tag: u8, content: &[&[u8]]) -> Vec<u8> {
        [&[tag, 0x80], &content.concat()[..], &[0, 0]].concat()
    }

    fn message(write: fn(u8, &[&[u8]]) -> Vec<u8>, kind: &[u8], content: &[u8]) -> Vec<u8> {
        let content = write(CTX_0, &[content]);
        let inner = write(SEQUENCE, &[&definite(OID, &[DATA]), &content]);
        let signatures = definite(SET, &[]);
        let data = [&[2, 1, 1], &definite(SET, &[])[..], &inner, &signatures].concat();
        let data = write(CTX_0, &[&write(SEQUENCE, &[&data])]);
        write(SEQUENCE, &[&definite(OID, &[kind]), &data])
    }

    #[test]
    fn lengths_may_be_definite_or_indefinite() {
        let whole = definite(OCTETS, &[b"text"]);
        let parts =
            indefinite(OCTET_PARTS, &[&definite(OCTETS, &[b"te"]), &definite(OCTETS, &[b"xt"])]);
        for content in [whole, parts] {
            for write in [definite, indefinite] {
                assert_eq!(signed(&message(write, SIGNED_DATA, &content)).unwrap(), b"text");
            }
        }
    }

    #[test]
    fn unsigned_content_is_not_read() {
        let content = definite(OCTETS, &[b"text"]);
        assert_eq!(signed(&message(definite, ENVELOPED_DATA, &content)), None);
        assert_eq!(signed(b"see http://a.example/"), None);
        assert_eq!(signed(b""), None);
    }

    #[test]
    fn the_content_of_a_cut_message_is_read_if_it_is_whole() {
        for write in [definite, indefinite] {
            let message = message(write, SIGNED_DATA, &definite(OCTETS, &[b"text"]));
            let content = message.windows(4).position(|four| four == b"text").unwrap() + 4;
            for end in 0..message.len() {
                let found = signed(&message[..end]);
                assert!(found.is_none() || end > content && found.unwrap() == b"text", "{end}");
            }
        }
    }

    #[test]
    fn deep_nesting_does_not_overflow_the_stack() {
        let deep = [OCTET_PARTS, 0x80].repeat(100_000);
        assert_eq!(signed(&message(indefinite, SIGNED_DATA, &deep)), None);
        let closed = [deep, [0; 2].repeat(100_000)].concat();
        assert_eq!(signed(&message(indefinite, SIGNED_DATA, &closed)), None);
    }
}
