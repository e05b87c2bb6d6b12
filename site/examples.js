// Texts to try, each with the preset in which it is interesting.

export const examples = [
  {
    name: 'A letter',
    preset: 'mail',
    text: `On Tuesday Bo wrote:
> The slides are at <http://www.example.net/talks/2026/
> autumn/uri-survey.pdf>, and the corpus behind them is
> https://archive.example.org/collections/mailing-lists/1994-2004/by-sender/
> ada/README.html

Thanks! The URL:ftp://ftp.example.edu/pub/rfc/rfc2396.txt. still has the
older wording, see "http://www.example.com/standards/annotated-
grammar.html#appendix-c" for what changed.

Is http://en.wikipedia.org/wiki/Hyphen_(typography), the page you meant?
Write to bo.o'neil@example.net, or look below http://www.example.com/faq/
before you do.
`,
  },
  {
    name: 'RFC 3986, Appendix C',
    preset: 'rfc',
    text: `Yes, Jim, I found it under "http://www.w3.org/Addressing/",
but you can probably pick it up from <ftp://foo.example.
com/rfc/>.  Note the warning in <http://www.ics.uci.edu/pub/
ietf/uri/historical.html#WARNING>.
`,
  },
  {
    name: 'A phishing mail',
    preset: 'mail',
    text: `Dear customer,

we could not deliver your parcel. Confirm your address within 24 hours:

  https://www.example-bank.com@203.0.113.7/confirm
  https://ex\u0430mple.com/signin
  https://example.org/redirect?to=https://evil.example/login
  http://0x7f.1/admin
  https://xn--exmple-4nf.com/

Your delivery service
`,
  },
  {
    name: '中文, 日本語',
    preset: 'chat',
    text: `文档在 https://example.com/手册（第二版）。下载：https://example.org/下载，然后安装。
两个地址：https://a.example/x；https://b.example/y
詳しくは「https://example.jp/ガイド」をご覧ください。連絡先はinfo@example.jpです。
`,
  },
  {
    name: 'Markdown',
    preset: 'chat',
    text: `**https://example.com/a_b_c** is bold, and *https://example.org/x* is not.

- see [the manual](https://example.com/manual) or \`https://example.net\`
- <https://example.com/a>, (https://en.wikipedia.org/wiki/Hyphen_(typography))
- the files main.rs and index.html are no links, example.com/index.html is one
`,
  },
  {
    name: 'A wrapped newsletter',
    preset: 'mail',
    text: `SPRING ISSUE

1. A walk through the harbour, with photographs by our readers
   https://news.example.org/2026/spring/harbour-walk?utm_source=newsletter&
   utm_medium=email&utm_campaign=spring

2. All talks of the conference are online:
   https://video.example.com/conference/2026/day-one/keynote-on-the-history-
   of-hypertext.html

Write to letters@news.example.org. To unsubscribe, visit
http://news.example.org/unsubscribe/
Thank you for reading!
`,
  },
];
