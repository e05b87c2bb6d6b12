import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import test from 'node:test';
import { Finder } from 'linkwright';
import { asLinkifyIt, linkwright } from 'linkwright/markdown-it';
import MarkdownIt from 'markdown-it';
import { LinkifyIt } from 'linkify-it';
import { withFinder, withLinkwright, without } from './render.js';

const programs = Object.keys(withLinkwright);
const docs = join(process.env.LINKWRIGHT_ROOT, 'docs');
const decoded = (text) => text.replaceAll('&amp;', '&').replaceAll('&#x26;', '&');
const links = (html) => [...html.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => decoded(href));

test('the table of differences is what the programs do', () => {
  const page = readFileSync(join(docs, 'javascript/adapters.md'), 'utf8');
  const rows = [...page.matchAll(/^\| ([a-z-]+) \| `(.*?)` \| (.*?) \| (.*?) \| .* \|$/gm)];
  assert.ok(rows.length > 20);
  const listed = (cell) => [...cell.matchAll(/`(.*?)`/g)].map(([, uri]) => uri);
  const shown = (html) => links(html).map(decodeURI);
  for (const [, program, text, theirs, ours] of rows) {
    assert.deepEqual(shown(without[program](text)), listed(theirs), `${program} alone: ${text}`);
    assert.deepEqual(shown(withLinkwright[program](text)), listed(ours), `${program}: ${text}`);
    assert.notDeepEqual(listed(theirs), listed(ours));
  }
});

for (const program of programs) {
  const render = withLinkwright[program];

  test(`${program}: texts that it links as before`, () => {
    const texts = [
      'see http://a.example/b?c=d#e, or <https://a.example/x>', '*http://a.example/*', '**https://a.example/a_b**',
      'a [link](https://a.example) ![image](https://a.example/i.png)', '- ada@a.example\n- bo@b.example', 'https://a.example/a(b)c).',
      '# http://a.example/\n\n> http://b.example/\n\n| x |\n|---|\n| http://c.example/ |', '[http://a.example][r]\n\n[r]: http://b.example',
      'http\\://a.example', '*a* _b_ ~~c~~ `d`', 'http://', 'no link', '', 'a\nb http://a.example/\nc',
    ];
    for (const text of texts) assert.equal(render(text), without[program](text), text);
  });

  test(`${program}: code and links stay as they are`, () => {
    const text = '`https://a.example`\n\n    https://b.example\n\n```\nhttps://c.example\n```\n\n[https://d.example 。](https://e.example)';
    assert.deepEqual(links(render(text)), ['https://e.example']);
    assert.deepEqual(links(render('<a href="https://a.example/">see https://b.example</a>')), ['https://a.example/']);
  });

  test(`${program}: defanged text is no link, whatever is accepted`, () => {
    const options = { accept: () => true };
    const finder = new Finder({ preset: 'archive' });
    const text = 'hxxp://a.example evil[.]example.com http://evil[.]example.com/ ada[at]example.com';
    assert.ok(finder.find(text).length >= 4);
    assert.deepEqual(links(withFinder(finder, options)[program](text)), []);
  });

  test(`${program}: a link is what the finder finds in the whole text`, () => {
    // The second paragraph is the end of the first one.
    assert.deepEqual(links(render('ada@example.com\n\nexample.com')), ['mailto:ada@example.com', 'http://example.com']);
    assert.deepEqual(links(render('*ada@example.com* example.com')), ['mailto:ada@example.com', 'http://example.com']);
    assert.deepEqual(links(render('https://a.example/a_b_c and https://b.example/*d')), ['https://a.example/a_b_c', 'https://b.example/*d']);
  });

  test(`${program}: work grows with the text and not with its square`, () => {
    const finder = new Finder({ preset: 'chat', maxLen: 256 });
    let searched = 0;
    const count = (text) => (searched += text.length) && text;
    const counting = {
      find: (text) => finder.find(count(text)),
      test: (text) => finder.test(count(text)),
      stream() {
        const stream = finder.stream();
        return { push: (text) => stream.push(count(text)), finish: () => stream.finish() };
      },
    };
    const { [program]: render } = withFinder(counting);
    for (const unit of ['http://', 'x://', 'http://|', 'https://a.example/x*y* ', 'a@b.example ', '[http://a.example', 'http://a.example/`', '*a*']) {
      const [once, twice] = [2000, 4000].map((times) => {
        searched = 0;
        render(unit.repeat(times));
        return searched;
      });
      assert.ok(twice < 3 * once, `${unit}: ${once} units are searched, then ${twice}`);
    }
  });
}

test('asLinkifyIt answers in the form of linkify-it', () => {
  const [ours, theirs] = [asLinkifyIt(new Finder('chat')), new LinkifyIt({ fuzzyLink: true })];
  for (const text of ['👍 see https://a.example/b) and example.com/x.', 'example.com', 'ada@example.org', 'MAILTO:ada@example.org', 'none', '']) {
    assert.deepEqual(ours.match(text), theirs.match(text)?.map((match) => ({ ...match })) ?? null, text);
    assert.equal(ours.test(text), theirs.test(text));
    const first = theirs.matchAtStart(text);
    assert.deepEqual(ours.matchAtStart(text), first && { ...first }, text);
  }
  const { url } = ours.matchAtStart('https://a.example/x y');
  assert.equal(url, 'https://a.example/x');
  assert.equal(ours.matchAtStart(`https://a.example/${'x'.repeat(3000)} y`).lastIndex, 3018);
});

test('accept decides which matches become links', () => {
  const rendered = withFinder(new Finder('chat'), { accept: ({ kind }) => kind === 'email' });
  for (const program of programs) {
    assert.deepEqual(links(without[program]('https://a.example/')), ['https://a.example/']);
    assert.deepEqual(links(rendered[program]('https://a.example/ ada@a.example')), ['mailto:ada@a.example']);
  }
});

test('the adapters are CommonJS, too', () => {
  const require = createRequire(import.meta.url);
  for (const program of programs) assert.equal(typeof require(`linkwright/${program}`).linkwright, 'function');
});

test('markdown-it: the text of a pattern stays as it is', () => {
  const patterns = [{ name: 'user', pattern: /\B@(\w+)/, href: '/users/$1' }, { name: 'file', pattern: /src\/\S+/, href: '/$&' }];
  const md = new MarkdownIt().use(linkwright, new Finder({ preset: 'chat', patterns }));
  const html = '<p><a href="/users/ada">@ada</a> <a href="/src%2Fa%2520b.rs">src/a%20b.rs</a> <a href="http://a.example/b">http://a.example/b</a></p>';
  assert.equal(md.render('@ada src/a%20b.rs http://a.example/b').trim(), html);
});
