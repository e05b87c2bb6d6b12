import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import test from 'node:test';
import { Finder, OptionError } from 'linkwright';

test('matches have offsets in code units', () => {
  const text = '👍 see example.com/ü, or ada@example.org';
  const found = new Finder('chat').find(text);
  assert.deepEqual(found.map((match) => text.slice(match.start, match.end)), ['example.com/ü', 'ada@example.org']);
  assert.deepEqual(found.map((match) => match.uri), ['http://example.com/%C3%BC', 'mailto:ada@example.org']);
  assert.deepEqual(found.map((match) => match.kind), ['domain', 'email']);
});

test('a URI over two lines has two pieces', () => {
  const [match] = new Finder().find('<http://a.example/b-\n c>');
  assert.equal(match.uri, 'http://a.example/b-c');
  assert.deepEqual(match.pieces, [[1, 20], [22, 23]]);
  assert.equal(match.delimiter, 'angle');
});

test('the CommonJS build is the same', () => {
  const { Finder: Other } = createRequire(import.meta.url)('linkwright');
  assert.deepEqual(new Other('chat').find('a.example/x example.com'), new Finder('chat').find('a.example/x example.com'));
});

test('an error names the option', () => {
  assert.throws(() => new Finder({ maxLen: 3 }), (error) => error instanceof OptionError && error.option === 'maxLen');
});

test('however a text is passed, the same links are found', () => {
  const text = ' see example.com/a, www.example.org or ada@example.org; https://example.com/ü ';
  const uris = ['http://example.com/a', 'http://www.example.org', 'mailto:ada@example.org', 'https://example.com/%C3%BC'];
  const finder = new Finder('chat');
  for (const filler of ['x', 'ü', '日', '👍', '\ud800']) {
    // Less than the loop for short texts takes, less than the first room, more than it, and more than one part.
    for (const length of [1, 40, 1000, 30_000, 600_000]) {
      const before = filler.repeat(length);
      for (const links of [text, text.slice(0, 18)]) {
        const found = finder.find(before + links);
        assert.deepEqual(found.map(({ uri }) => uri), uris.slice(0, found.length), `${length} ${filler}`);
        assert.equal(found.length, links === text ? 4 : 1);
        for (const { start, end, text } of found) assert.equal((before + links).slice(start, end), text);
        assert.ok(finder.test(before + links));
      }
    }
  }
  const secure = new Finder({ preset: 'chat', defaultScheme: 'https' });
  assert.equal(secure.find('see example.com')[0].uri, 'https://example.com');
  assert.equal(new Finder({ preset: 'chat', defaultScheme: 'gopher' }).find('see example.com')[0].uri, 'gopher://example.com');
});

test('HTML that is the text itself, and HTML that is not', () => {
  const finder = new Finder('chat');
  for (const [text, html] of [['so it is', 'so it is'], ['a < b', 'a &lt; b'], ['', ''], ['ü', 'ü'], ['\ud800 x', '\ufffd x']]) {
    assert.equal(finder.linkify(text), html);
  }
});

test('a text without a mark has no link', () => {
  const pieces = ['a', 'www', 'http', '//', '/', ':', '.', '@', '。', '．', ' ', '\n', '\t', '=', '8', 'é', '日', '<', '>', '"', "'", '&', '\0', '\ud800', '#', 'com', 'localhost', '\u200b'];
  const texts = [];
  for (let n = 0, seed = 1; n < 20_000; n++) {
    let text = '';
    for (let left = n % 9; left >= 0; left--) text += pieces[(seed = (seed * 48271) % 2147483647) % pieces.length];
    texts.push(text);
  }
  const folder = join(process.env.LINKWRIGHT_ROOT, 'fixtures');
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!name.endsWith('.md')) continue;
    // Short parts, of which many have no mark.
    const lines = readFileSync(join(folder, name), 'utf8').split('\n');
    lines.forEach((line, n) => texts.push(line, lines.slice(n, n + 2).join('\n'), ...line.split(' ')));
  }
  const unique = [...new Set(texts)];
  let screened = 0;
  for (const preset of ['rfc', 'mail', 'chat', 'gfm', 'uts58', 'archive']) {
    const finder = new Finder({ preset, schemes: 'any', domains: true, emails: true, ip: true });
    const stream = finder.stream();
    for (const text of unique) {
      if (finder.test(text)) continue;
      // A stream does not use the test for marks, nor does HTML with options.
      const segments = [...stream.push(text), ...stream.finish()];
      assert.ok(!segments.some(({ match }) => match), `${preset}: ${JSON.stringify(text)}`);
      assert.equal(finder.linkify(text), finder.linkify(text, { quotes: false }), JSON.stringify(text));
      screened++;
    }
  }
  assert.ok(screened > 10_000);
});

test('a group of a pattern stays in its component, and find and linkify have the same links', () => {
  const hrefs = (pattern, href, text) => {
    const finder = new Finder({ preset: 'chat', patterns: [{ name: 'x', pattern, href }] });
    const found = finder.find(text).map((match) => match.href);
    const written = [...finder.linkify(text).matchAll(/href="([^"]*)"/g)].map(([, target]) => target);
    assert.deepEqual(written, found, `${href} ${text}`);
    return found;
  };
  for (const [href, group, target] of [
    ['/users/$1/x', '..'], ['/users/$1/x', '.'], ['/users/.$1', '.'], ['/$1/x', ''], ['/users/$1/x', 'a/..', '/users/a%2F../x'],
    ['/users/$1', 'a.b', '/users/a.b'], ['/a/../$1', 'b', '/a/../b'], ['/x?to=$1', '..', '/x?to=..'],
    ['https://h.example:$1/', 'x'], ['https://h.example:$1/', '65536'], ['https://h.example:$1/', '81', 'https://h.example:81/'],
    ['https://$1.example/', 'a.b'], ['https://$1.example/', 'é'], ['https://$1.example/', ''], ['https://$1.example/', 'a', 'https://a.example/'],
    ['/$$/$&', 'a', '/$/~a~'], ['/käse/$1', 'é', '/k%C3%A4se/%C3%A9'],
    [([, user]) => `/users/${user}`, 'Zoé', '/users/Zo%C3%A9'], [([, user]) => `/users/${user}`, 'a<b', '/users/a%3Cb'],
  ]) {
    assert.deepEqual(hrefs(/~([^~]*)~/, href, `see ~${group}~ now`), target === undefined ? [] : [target], `${href} ${group}`);
  }
});
