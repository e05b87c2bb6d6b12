//! Documents that nobody should write.

use proptest::prelude::*;

/// Tags, raw and nested in any order.
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
    <a|title=\"> <b|title='http://t.example/'> <img|alt=\"http://u.example/\"> <p|x=y/> <b|=\">";

/// Text with URIs, whole and in parts.
const TEXTS: &str = "http://a.example/x https://b.example http://c.example/?a=1&amp;b=2 www.d.example \
    jane@e.example http:// http&#58;//f.example/ :// .example /path ?q=1 &amp; &shy; &#xAD; &lt; &gt; &quot; \
    &#60; &nbsp; &copy; &unknown; &fjlig; &#0; é 日本 . , ( ) < > \" ' = / x|<|y Title @ # - \
    javascript:alert(1) http://g.example/%2F http://user@h.example/ http://i.example/(x) \
    ww w. : mailto mailto: tel: +12345678 jane @ j.example &colon; &commat; &period;";

/// A document.
pub(crate) fn html() -> impl Strategy<Value = String> {
    prop::collection::vec(token(), 0..24).prop_map(|tokens| tokens.concat())
}

/// A document that is now and then no UTF-8.
pub(crate) fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let invalid: &[&[u8]] = &[b"\xFF", b"\xC3", b"\xE2\x80", b"\0", b"\xEF\xBB\xBF", b"\xC2"];
    let token = prop_oneof![
        12 => token().prop_map(String::into_bytes),
        1 => prop::sample::select(invalid).prop_map(<[u8]>::to_vec),
        1 => prop::collection::vec(any::<u8>(), 1..4),
    ];
    prop::collection::vec(token, 0..24).prop_map(|tokens| tokens.concat())
}

/// Text that holds no markup, neither of HTML nor of a reference.
pub(crate) fn plain() -> impl Strategy<Value = String> {
    let words: Vec<&'static str> = TEXTS
        .split_whitespace()
        .filter(|word| !word.contains(['<', '>', '&', '\u{AD}']))
        .chain(["\n", "  ", "word", "\r\n"])
        .collect();
    prop::collection::vec(prop::sample::select(words), 0..24).prop_map(|words| words.concat())
}

fn token() -> impl Strategy<Value = String> {
    let tags: Vec<&'static str> = TAGS.split_whitespace().collect();
    let texts: Vec<&'static str> = TEXTS.split_whitespace().collect();
    let one = prop_oneof![
        4 => prop::sample::select(tags),
        3 => prop::sample::select(texts),
        1 => prop::sample::select(vec![" ", "\n", "\t"]),
    ];
    // A blank in a token is written as a bar here.
    one.prop_map(|token| token.replace('|', " "))
}
