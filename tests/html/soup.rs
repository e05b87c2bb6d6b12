//! Generates documents that are not well formed.

use proptest::prelude::*;

/// Tags, separated by spaces. A document nests them in any order.
const TAGS: &str = "<p> </p> <b> </b> <i> </i> <em> </em> <strong> </strong> <u> </u> <mark> </mark> \
    <font> </font> <font|color=red> <wbr> <br> <br/> </br> <hr> <a> <a|href=x> <A|HREF='y'> </a> </A> <code> </code> \
    <pre> </pre> <kbd> </kbd> <samp> </samp> <span> </span> <div> </div> <li> <ul> </ul> <sup> </sup> \
    <sub> </sub> <table> </table> <tr> </tr> <td> </td> <th> <caption> </caption> <tbody> </tbody> \
    <button> </button> <select> </select> <option> </option> <svg> </svg> <svg/> <math> </math> <mi> </mi> \
    <desc> </desc> <foreignObject> </foreignObject> <annotation-xml> <title> </title> <textarea> </textarea> <script> </script> <style> </style> \
    <noscript> </noscript> <template> </template> <iframe> </iframe> <xmp> </xmp> <plaintext> <object> \
    </object> <marquee> </marquee> <applet> <frameset> <head> </head> <body> </body> </html> <html> <form> </form> <input> <img|src=x> \
    <nobr> </nobr> <tt> </tt> <x-y> </x-y> <!--x--> <!-- --> <!-- <!--> <!doctype|html> <?pi?> <![CDATA[ ]]> </> </1> <| < > \
    <meta|http-equiv=refresh|content='0;url=http://r.example/'> <img|srcset='/a|2x,http://s.example/'> \
    <meta|charset=utf-16> <base|href=http://z.example/> <bAsE> <svg|/> <p|a='>'|b=\">\"> <!--|<script>|--> \
    <a|title=\"> <b|title='http://t.example/'> <div|contenteditable> <span|role=button> <li|onclick=a> <p|onkeyup=a> <b|onclick> <g|onclick=a/> <img|alt=\"http://u.example/\"> <p|x=y/> <b|=\">";

/// Text with URIs, whole and in parts.
const TEXTS: &str = "http://a.example/x https://b.example http://c.example/?a=1&amp;b=2 www.d.example \
    jane@e.example http:// http&#58;//f.example/ :// .example /path ?q=1 &amp; &shy; &#xAD; &lt; &gt; &quot; \
    &#60; &nbsp; &copy; &unknown; &fjlig; &#0; é 日本 . , ( ) < > \" ' = / x|<|y Title @ # - \
    javascript:alert(1) http://g.example/%2F http://user@h.example/ http://i.example/(x) \
    ww w. : mailto mailto: tel: +12345678 jane @ j.example &colon; &commat; &period;";

/// Elements whose content is raw text for some parsers, and elements that contain them.
const RAW: &str = "svg math desc foreignObject mi style script title textarea noscript select template xmp \
    plaintext iframe table td a p frameset b";

/// Text that begins or ends raw text for some parsers.
const CUTS: &str = "<!-- --> <![CDATA[ ]]> <p|a=\" \"> </ <svg/>";

/// URIs into which [`hidden`] inserts markup.
const WORDS: &str =
    "http://a.example/b?c www.a.example/b jane@a.example mailto:jane@a.example <|news:a@b|>";

/// Markup and characters that a reader does not see.
const UNSEEN: &str = "<wbr> <!----> <i></i> <b></b> <?x> </> &shy; \u{AD} <wbr><u></u>";

/// A document.
pub(crate) fn html() -> impl Strategy<Value = String> {
    prop::collection::vec(token(), 0..24).prop_map(|tokens| tokens.concat())
}

/// A document, sometimes invalid UTF-8.
pub(crate) fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let invalid: &[&[u8]] = &[b"\xFF", b"\xC3", b"\xE2\x80", b"\0", b"\xEF\xBB\xBF", b"\xC2"];
    let token = prop_oneof![
        12 => token().prop_map(String::into_bytes),
        1 => prop::sample::select(invalid).prop_map(<[u8]>::to_vec),
        1 => prop::collection::vec(any::<u8>(), 1..4),
    ];
    prop::collection::vec(token, 0..24).prop_map(|tokens| tokens.concat())
}

/// A document of tags of two elements and [`CUTS`], in which the extent of raw text is hard to determine.
pub(crate) fn raw() -> impl Strategy<Value = Vec<u8>> {
    let names = (one_of(RAW), one_of(RAW));
    let document = names.prop_flat_map(|(one, two)| {
        let tags = [&one, &two].map(|name| [format!("<{name}>"), format!("</{name}>")]);
        let text = prop::sample::select(vec![" http://a.example ", "\nwww.b.example ", " x "]);
        let token = prop_oneof![
            4 => prop::sample::select(tags.concat()),
            2 => one_of(CUTS),
            2 => text.prop_map(str::to_owned),
        ];
        let end = format!("</{two}> http://c.example </{one}> http://d.example ");
        prop::collection::vec(token, 0..14).prop_map(move |tokens| tokens.concat() + &end)
    });
    document.prop_map(String::into_bytes)
}

/// A URI with [`UNSEEN`] markup at any place.
pub(crate) fn hidden() -> impl Strategy<Value = Vec<u8>> {
    let gaps = prop::collection::vec(prop::option::weighted(0.2, one_of(UNSEEN)), 24);
    (one_of(WORDS), gaps).prop_map(|(word, gaps)| {
        let gaps = gaps.into_iter().map(Option::unwrap_or_default);
        let parts = word.chars().zip(gaps).map(|(c, gap)| format!("{c}{gap}"));
        parts.collect::<String>().into_bytes()
    })
}

/// Text without markup and without character references.
pub(crate) fn plain() -> impl Strategy<Value = String> {
    let words: Vec<&'static str> = TEXTS
        .split_whitespace()
        .filter(|word| !word.contains(['<', '>', '&', '\u{AD}']))
        .chain(["\n", "  ", "word", "\r\n"])
        .collect();
    prop::collection::vec(prop::sample::select(words), 0..24).prop_map(|words| words.concat())
}

fn token() -> impl Strategy<Value = String> {
    let blank = prop::sample::select(vec![" ", "\n", "\t"]);
    prop_oneof![4 => one_of(TAGS), 3 => one_of(TEXTS), 1 => blank.prop_map(str::to_owned)]
}

/// One of `words`, in which `|` means a space.
fn one_of(words: &'static str) -> impl Strategy<Value = String> {
    let words: Vec<&'static str> = words.split_whitespace().collect();
    prop::sample::select(words).prop_map(|word| word.replace('|', " "))
}
