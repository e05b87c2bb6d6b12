//! Recognizes encrypted data by its beginning: PGP (RFC 9580), CMS (RFC 5652), age, `OpenSSL`.

use crate::mail::is_enveloped;

const PGP: &str = "a PGP message";
const CMS: &str = "encrypted CMS data";
const AGE: &str = "an age file";
const OPENSSL: &str = "data encrypted by OpenSSL";

/// The first line of a PGP message in ASCII armor.
pub(crate) const PGP_ARMOR: &[u8] = b"-----BEGIN PGP MESSAGE-----";

/// The description of an encrypted ASN.1 sequence, in DER or BER; `None` for other data. The other encrypted data in
/// binary form is known by its signature, and a PGP message by its name.
pub(super) fn bytes(head: &[u8]) -> Option<&'static str> {
    (head.starts_with(b"\x30") && is_enveloped(head)).then_some(CMS)
}

/// The description of encrypted data that is written as text, determined from the beginning of the text; `None` for
/// other text.
pub(super) fn text(head: &[u8]) -> Option<&'static str> {
    let head = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).trim_ascii_start();
    if head.starts_with(PGP_ARMOR) {
        return Some(PGP);
    }
    if head.starts_with(b"-----BEGIN AGE ENCRYPTED FILE-----") {
        return Some(AGE);
    }
    // `Salted__` in base64.
    if head.starts_with(b"U2FsdGVkX1") {
        return Some(OPENSSL);
    }
    let labels: [&[u8]; 2] = [b"-----BEGIN PKCS7-----", b"-----BEGIN CMS-----"];
    let code = labels.iter().find_map(|label| head.strip_prefix(*label))?.trim_ascii_start();
    is_enveloped(&crate::mail::base64_head(code, 32)).then_some(CMS)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENVELOPED: &[u8] = b"\x30\x82\x01\xA7\x06\x09\x2A\x86\x48\x86\xF7\x0D\x01\x07\x03\xA0";
    const SIGNED: &[u8] = b"\x30\x82\x01\xA7\x06\x09\x2A\x86\x48\x86\xF7\x0D\x01\x07\x02\xA0";

    #[test]
    fn encrypted_bytes_are_recognized() {
        assert_eq!((bytes(ENVELOPED), text(ENVELOPED)), (Some(CMS), None));
        // If the beginning is cut shorter, the data is recognized as the same kind, or not at all.
        for end in 0..ENVELOPED.len() {
            assert!(bytes(&ENVELOPED[..end]).is_none_or(|cut| cut == CMS));
        }
    }

    #[test]
    fn encrypted_texts_are_recognized() {
        let pem = "MIIBpwYJKoZIhvcNAQcDoIIBmDCCAZQCAQAxggFPMIIBSwIBADAzMBsxGTAXBgNV";
        for (head, name) in [
            ("-----BEGIN PGP MESSAGE-----\n\nhQEMA", PGP),
            ("\u{FEFF}\r\n-----BEGIN PGP MESSAGE-----\r\n", PGP),
            ("-----BEGIN AGE ENCRYPTED FILE-----\n", AGE),
            ("U2FsdGVkX19TqhqbyDw2", OPENSSL),
            (&format!("-----BEGIN PKCS7-----\n{pem}\n"), CMS),
            (&format!("-----BEGIN CMS-----\r\n{pem}\r\n"), CMS),
        ] {
            assert_eq!(text(head.as_bytes()), Some(name), "{head}");
            assert_eq!(bytes(head.as_bytes()), None);
        }
    }

    #[test]
    fn other_data_is_not_taken_for_encrypted_data() {
        let signed = "-----BEGIN PKCS7-----\nMIIFmAYJKoZIhvcNAQcCoIIFiTCCBYUCAQExDTALBglg\n";
        for head in [
            &b""[..],
            b"see http://a.example/",
            b"-----BEGIN PGP SIGNED MESSAGE-----\n",
            b"-----BEGIN PGP PUBLIC KEY BLOCK-----\n",
            b"> -----BEGIN PGP MESSAGE-----\n",
            signed.as_bytes(),
            SIGNED,
            "0http://a.example/".as_bytes(),
            "Ă ń Å".as_bytes(),
        ] {
            assert_eq!((bytes(head), text(head)), (None, None), "{head:x?}");
        }
    }
}
