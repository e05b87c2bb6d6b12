import assert from 'node:assert/strict';
import test from 'node:test';
import { Finder } from 'linkwright';

/** Inputs on which chat programs cut links or swallowed text, in our own words. */
const TEXTS = [
  '请看 https://example.com/文档（第二版）。谢谢',
  '官网：https://example.com，备用：https://example.org/a。',
  '（见 https://example.com/路径/页）下一句',
  'https://example.com/一；https://example.org/二；https://example.net/三',
  '詳細は https://example.jp/案内、または https://example.jp/地図！',
  'The page (https://example.com/a_(b)) and [this](https://example.org/x).',
  '**https://example.com/bold** and `https://example.com/code`, then "https://example.com/q?a=1&b=2".',
  '| https://example.com/cell | https://example.org/other |',
  'Write to ada@example.org, or to <grace@example.com>; not to user@localhost.',
  'see www.example.com/path, example.org and files like main.rs or notes.md',
  '👍🏽 https://example.com/👍🏽?q=👨‍👩‍👧 ok',
  'a link over lines: <https://example.com/very/\nlong/path> and mail from john.\nsmith@example.com today',
  'https://example.com/first-part-of-a-long-address-that-was-broken-by-the-mail-program-\nsecond-part.html is it',
  'Please write to\nrosalind.elsie.\nfranklin@example.com or to somebody.with.a.very.\nlong.name@mail.example.org.\n',
  '中文没有空格，也没有链接。中文没有空格，也没有链接。中文，https://example.com/路径。中文！联系a@b.example。结束',
  '> quoted https://example.com/a\n>> https://example.com/b\nand jane.\n> doe@example.com there',
  'lone \ud83d surrogates \udc4d https://example.com/\ud83d next\0NUL https://example.com/\0x',
  'no link at all, only words: and colons.',
  '',
];

const PRESETS = ['rfc', 'mail', 'chat', 'gfm', 'uts58', 'archive'];

const PATTERNS = [
  { name: 'ticket', pattern: /\B#(\d+)\b/, href: 'https://example.com/issues/$1', maxLength: 12 },
  { name: 'mention', pattern: /(?<![\w.])@([a-z]+)/, href: '/users/$1' },
  { name: 'quote', pattern: /"[^"\n]{1,20}"/, href: ([all]) => `/search?q=${encodeURIComponent(all)}`, maxLength: 22 },
];

/** Segments with neighbouring texts merged, as [text, URI]. */
function merged(segments) {
  const all = [];
  for (const { text, match } of segments) {
    if (match === undefined && all.length > 0 && all.at(-1)[1] === undefined) all.at(-1)[0] += text;
    else all.push([text, match?.href, match?.start, match?.kind]);
  }
  return all.map(([text, ...rest]) => (rest[0] === undefined ? [text] : [text, ...rest]));
}

function stream(finder, chunks, check = () => {}) {
  const one = finder.stream();
  const segments = [];
  let given = '';
  for (const chunk of chunks) {
    given += chunk;
    segments.push(...one.push(chunk));
    check(segments.map(({ text }) => text).join('') + one.pending, given, one.pending);
  }
  return [...segments, ...one.finish()];
}

for (const preset of PRESETS) {
  for (const patterns of [[], PATTERNS]) {
    const finder = new Finder({ preset, patterns });
    test(`${preset}${patterns.length ? ' with patterns' : ''}: cut anywhere, the segments are those of the whole text`, () => {
      for (const part of [...TEXTS, TEXTS.join(' '), `#12 by @ada: "a b" ${TEXTS[0]} x#3 (#45) "${'y'.repeat(40)}" ada@b.example @zoe`]) {
        const whole = merged(finder.split(part));
        for (let at = 0; at <= part.length; at++) {
          const cut = stream(finder, [part.slice(0, at), part.slice(at)], (shown, given) => assert.equal(shown, given));
          assert.deepEqual(merged(cut), whole, `${JSON.stringify(part)} cut at ${at}`);
        }
        for (const size of [1, 2, 3, 7]) {
          const chunks = part.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
          const cut = stream(finder, chunks, (shown, given) => assert.equal(shown, given));
          assert.deepEqual(merged(cut), whole, `${JSON.stringify(part)} in chunks of ${size}`);
        }
      }
    });
  }
}

test('what is pending in a chat is short', () => {
  const finder = new Finder({ preset: 'chat', patterns: PATTERNS.slice(0, 2) });
  let most = 0;
  for (const text of TEXTS) {
    const one = finder.stream();
    for (const unit of text.split('')) {
      one.push(unit);
      most = Math.max(most, one.pending.length);
    }
  }
  assert.ok(most <= 90, `${most} code units`);
});

test('a stream can be used for the next text, and its memory does not grow', () => {
  const one = new Finder('chat').stream();
  for (let n = 0; n < 3; n++) {
    const found = [...one.push('see example.com now '), ...one.finish()].filter(({ match }) => match);
    assert.deepEqual(found.map(({ match }) => match.start), [4]);
  }
  for (let n = 0; n < 2000; n++) {
    one.push('word 字 https://example.com/x '.repeat(40));
    assert.ok(one.pending.length < 100);
  }
});
