//! Extracts the content of signed messages whose content is inside the signature (S/MIME, RFC 8551, section 3.5.2; CMS,
//! RFC 5652, section 5). Signatures are not verified.
//!
//! Mailers that sign a message while they send it write BER with indefinite lengths, because the lengths are not known
//! yet. A DER parser rejects such data, so this module uses a BER parser.

use bcder::decode::{Constructed, DecodeError, Source};
use bcder::{Mode, OctetString, Oid, Tag};

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
    let content = Mode::Ber.decode(body, |body| body.take_sequence(content_info)).ok()??;
    Some(content.into_bytes().into())
}

/// Reads `ContentInfo`: its type, and then `[0]` with the content of that type.
fn content_info<S: Source>(
    info: &mut Constructed<'_, S>,
) -> Result<Option<OctetString>, DecodeError<S::Error>> {
    if Oid::take_from(info)?.as_ref() != SIGNED_DATA {
        return Err(info.content_err("not signed"));
    }
    info.take_constructed_if(Tag::CTX_0, |content| content.take_sequence(signed_data))
}

/// Reads `SignedData`: its version, its digest algorithms, the signed content, certificates and signatures.
fn signed_data<S: Source>(
    data: &mut Constructed<'_, S>,
) -> Result<Option<OctetString>, DecodeError<S::Error>> {
    data.skip_one()?;
    data.skip_one()?;
    let content = data.take_sequence(encapsulated)?;
    // `skip_all` reports the end of an indefinite length as an error.
    while data.skip_opt(|_, _, _| Ok(()))?.is_some() {}
    Ok(content)
}

/// Reads `EncapsulatedContentInfo`: its type, and the content, unless the content is sent separately.
fn encapsulated<S: Source>(
    info: &mut Constructed<'_, S>,
) -> Result<Option<OctetString>, DecodeError<S::Error>> {
    Oid::take_from(info)?;
    info.take_opt_constructed_if(Tag::CTX_0, OctetString::take_from)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEQUENCE: u8 = 0x30;
    const SET: u8 = 0x31;
    const OID: u8 = 6;
    const OCTETS: u8 = 4;
    const OCTET_PARTS: u8 = 0x24;
    const CTX_0: u8 = 0xA0;

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
    fn cut_content_is_not_read() {
        for write in [definite, indefinite] {
            let message = message(write, SIGNED_DATA, &definite(OCTETS, &[b"text"]));
            for end in 0..message.len() {
                assert_eq!(signed(&message[..end]), None);
            }
        }
    }

    #[test]
    fn deep_nesting_does_not_overflow_the_stack() {
        let deep = [OCTET_PARTS, 0x80].repeat(100_000);
        assert_eq!(signed(&message(indefinite, SIGNED_DATA, &deep)), None);
        let closed = [deep, [0; 2].repeat(100_000)].concat();
        assert_eq!(signed(&message(indefinite, SIGNED_DATA, &closed)).unwrap(), b"");
    }
}
