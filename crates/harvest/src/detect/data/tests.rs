//! Tests how often binary data is mistaken for text, and text for binary data. The data is generated from a fixed seed.

use std::io::Write as _;

use encoding_rs::Encoding;

use super::*;

fn is_binary(bytes: &[u8]) -> bool {
    data(Head::of(bytes), "").is_some()
}

#[test]
fn pictures_are_not_text() {
    assert!(is_binary(b"\x89PNG\r\n\x1A\n"));
    assert!(is_binary(&[1, 2, 3, 0, 0, b'a', b'b']));
    assert!(!is_binary(b"http://a.example\0http://b.example\n"));
    assert!(!is_binary("Übermut\x1B[0m".as_bytes()));
    assert!(!is_binary(b""));
}

/// The pseudo-random number generator `SplitMix64`.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    fn bytes(&mut self, len: usize) -> Vec<u8> {
        (0..len).map(|_| self.next().to_le_bytes()[0]).collect()
    }

    fn words(&mut self, words: &[&str], len: usize) -> String {
        let mut text = String::new();
        while text.len() < len {
            let index = usize::try_from(self.below(words.len() as u64)).unwrap();
            text += words[index];
            text += if self.below(9) == 0 { "\n" } else { " " };
        }
        text
    }
}

const SIZES: [usize; 5] = [64, 256, 1024, 4096, 20_000];

fn binaries(random: &mut Random) -> Vec<(&'static str, Vec<u8>)> {
    let mut all = Vec::new();
    for size in SIZES {
        for _ in 0..200 {
            all.push(("random", random.bytes(size)));
        }
        for limit in [100, 1000, 30_000] {
            let numbers: Vec<u64> = (0..size / 2).map(|_| random.below(limit)).collect();
            let low = |n: &u64| u16::try_from(*n).unwrap();
            all.push(("u16 LE", numbers.iter().flat_map(|n| low(n).to_le_bytes()).collect()));
            all.push(("u16 BE", numbers.iter().flat_map(|n| low(n).to_be_bytes()).collect()));
            let wide = |n: &u64| u32::from(low(n)).to_le_bytes();
            all.push(("u32 LE", numbers.iter().flat_map(wide).collect()));
            let float = |n: &u64| (f32::from(low(n)) / 7.0).to_le_bytes();
            all.push(("f32 LE", numbers.iter().flat_map(float).collect()));
        }
        let text = random.words(&["the", "quick", "brown", "fox", "http://a.example/"], size * 4);
        let level = flate2::Compression::default();
        let mut packed = flate2::write::DeflateEncoder::new(Vec::new(), level);
        packed.write_all(text.as_bytes()).unwrap();
        all.push(("deflate", packed.finish().unwrap()));
    }
    all
}

const WORDS: [(&str, &[&str]); 6] = [
    ("windows-1252", &["café", "déjà", "vu", "über", "http://a.example/", "señor", "1.5"]),
    ("windows-1251", &["ссылка", "на", "страницу", "http://a.example/", "Ещё"]),
    ("koi8-r", &["ссылка", "НА", "страницу", "http://a.example/", "ещё"]),
    ("shift_jis", &["リンク", "はこちら", "http://a.example/", "表示", "ソース"]),
    ("gbk", &["链接", "在这里", "http://a.example/", "路径，", "请看。"]),
    ("euc-kr", &["한국어", "http://a.example/", "링크", "문장"]),
];

fn texts(random: &mut Random) -> Vec<(&'static str, Vec<u8>)> {
    let mut all = Vec::new();
    for (label, words) in WORDS {
        let encoding = Encoding::for_label(label.as_bytes()).unwrap();
        for size in SIZES {
            let text = random.words(words, size);
            let legacy = encoding.encode(&text).0.into_owned();
            let colours = text.replace(' ', "\x1B[0m \x1B[31m").into_bytes();
            let padding = vec![0; 20 + size / 2];
            all.push((label, legacy.clone()));
            all.push(("padded after", [&legacy[..], &padding].concat()));
            all.push(("padded before", [&padding, &legacy[..]].concat()));
            all.push(("padded between", [&legacy[..], &padding, text.as_bytes()].concat()));
            all.push(("with terminal colours", colours));
            all.push(("UTF-16", text.encode_utf16().flat_map(u16::to_le_bytes).collect()));
            all.push(("UTF-8", text.into_bytes()));
        }
    }
    all
}

#[test]
fn binary_data_is_rarely_taken_for_text_and_text_never_for_binary_data() {
    let random = &mut Random(1);
    let (binaries, texts) = (binaries(random), texts(random));
    let as_text: Vec<_> = binaries.iter().filter(|(_, bytes)| !is_binary(bytes)).collect();
    let as_binary: Vec<_> = texts.iter().filter(|(_, bytes)| is_binary(bytes)).collect();
    let names = |all: &[&(&'static str, Vec<u8>)]| -> Vec<String> {
        all.iter().map(|(name, bytes)| format!("{name} of {} bytes", bytes.len())).collect()
    };
    eprintln!(
        "{} of {} binaries were taken for text: {:?}",
        as_text.len(),
        binaries.len(),
        names(&as_text)
    );
    eprintln!(
        "{} of {} texts were taken for binary data: {:?}",
        as_binary.len(),
        texts.len(),
        names(&as_binary)
    );
    assert_eq!(names(&as_binary), [""; 0]);
    let long = as_text.iter().filter(|(_, bytes)| bytes.len() >= 256).count();
    assert_eq!(long, 0, "{:?}", names(&as_text));
    assert!(as_text.len() * 100 <= binaries.len(), "{:?}", names(&as_text));
}
