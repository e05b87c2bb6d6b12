import assert from 'node:assert/strict';
import test from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Finder, LinkwrightError, OptionError } from 'linkwright';
import { Finder as Slim } from 'linkwright/slim';

const finder = new Finder('chat');
const works = () => assert.equal(finder.find('see example.com').length, 1);

test('a text that is no string is a TypeError', () => {
  for (const wrong of [undefined, null, 5, {}, [], Symbol('x'), new String('x'), new Uint8Array(3)]) {
    for (const call of ['find', 'test', 'split', 'linkify', 'explain']) {
      assert.throws(() => finder[call](wrong), (error) => error instanceof TypeError && /^text: /.test(error.message), call);
    }
    assert.throws(() => finder.stream().push(wrong), (error) => error instanceof TypeError && /^chunk: /.test(error.message));
  }
  works();
});

test('a wrong option is an OptionError with its name', () => {
  const cases = [
    [{ warp: 'off' }, 'warp'],
    [{ wrap: true }, 'wrap'],
    [{ preset: 'chta' }, 'preset'],
    [{ preset: null }, 'preset'],
    ['chta', 'preset'],
    [{ maxLen: 3 }, 'maxLen'],
    [{ maxLen: 1.5 }, 'maxLen'],
    [{ maxLen: NaN }, 'maxLen'],
    [{ maxLen: 10n }, 'maxLen'],
    [{ schemes: ['a b'] }, 'schemes'],
    [{ schemes: [5] }, 'schemes'],
    [{ withoutRules: ['no-such-rule'] }, 'withoutRules'],
    [{ defaultScheme: '\ud800' }, 'defaultScheme'],
    [{ domains: () => true }, 'domains'],
    [{ patterns: 5 }, 'patterns'],
    [{ patterns: [{ name: 'x', pattern: 'x', href: '/' }] }, 'patterns'],
    [{ patterns: [{ name: 'x', pattern: /x*/, href: '/' }] }, 'patterns'],
    [{ patterns: [{ name: 'x', pattern: /x/, href: 'java\nscript:alert(1)' }] }, 'patterns'],
    [{ patterns: [{ name: 'x', pattern: /x/, href: '/', maxLength: 0 }] }, 'patterns'],
    [{ patterns: [{ name: 'x', pattern: /x/, href: '/$1' }] }, 'patterns'],
    [{ patterns: [{ name: 'x', pattern: /(?<a>x)/, href: '/$<b>' }] }, 'patterns'],
    [{ patterns: [{ name: 'x', pattern: /x/, href: '$&' }] }, 'patterns'],
    [5, 'options'],
    [null, 'options'],
    [[], 'options'],
  ];
  for (const [options, name] of cases) {
    const isNamed = (error) => error instanceof OptionError && error instanceof LinkwrightError && error.option === name && error.message.startsWith(name);
    assert.throws(() => new Finder(options), isNamed, JSON.stringify(name));
  }
  for (const [options, name] of [[{ rell: 'x' }, 'rell'], [{ className: 5 }, 'className'], [{ attributes: { onclick: 'x' } }, 'attributes'], [7, 'options']]) {
    assert.throws(() => finder.linkify('x', options), (error) => error instanceof OptionError && error.option === name, name);
  }
  works();
});

test('the slim build refuses what it leaves out', () => {
  const slim = new Slim({ preset: 'chat', ip: true, schemes: ['https'] });
  assert.deepEqual(slim.find('👍 https://example.com/（a）。 192.0.2.1').map(({ uri }) => uri), [
    'https://example.com/%EF%BC%88a%EF%BC%89',
    'http://192.0.2.1',
  ]);
  for (const [options, name] of [
    [undefined, 'preset'], ['mail', 'preset'], ['rfc', 'preset'], ['archive', 'preset'],
    [{ preset: 'chat', wrap: 'mail' }, 'wrap'], [{ preset: 'chat', www: 1 }, 'www'], [{ preset: 'chat', schemes: [1] }, 'schemes'],
    [{ preset: 'chat', schemes: ['a b'] }, 'schemes'], [{ preset: 'chat', defaultScheme: '-' }, 'defaultScheme'],
  ]) {
    assert.throws(() => new Slim(options), (error) => error.name === 'OptionError' && error.option === name, JSON.stringify(options));
  }
  for (const call of ['linkify', 'explain']) assert.throws(() => slim[call]('x'), /linkwright\/slim/);
  for (const preset of ['chat', 'gfm', 'uts58']) {
    const text = 'a www.example.com/x_(y), example.org, <http://a.example/> ada@b.example. 字https://例え.テスト/あ。';
    const starts = (one) => new one(preset).find(text).map(({ start, end, uri }) => [start, end, uri]);
    assert.deepEqual(starts(Slim), starts(Finder));
  }
});

test('surrogates, NUL and nothing', () => {
  for (const text of ['', '\0', '\ud83d', '\udc4d', '\udc4d\ud83d', 'https://example.com/\ud83d', '\ud83d https://example.com']) {
    const segments = finder.split(text);
    assert.equal(segments.map((segment) => segment.text).join(''), text);
    finder.linkify(text);
    finder.explain(text);
  }
  assert.equal(finder.find('\ud83d https://example.com')[0].start, 2);
  works();
});

test('50 MB take little memory, which is released', async () => {
  const line = 'wörds and words, https://example.com/ü and so on\n';
  const text = line.repeat(Math.ceil(50e6 / line.length));
  const memory = () => process.memoryUsage().arrayBuffers + process.memoryUsage().external;
  const before = memory();
  const found = finder.find(text);
  assert.equal(found.length, text.length / line.length);
  const last = found.at(-1);
  assert.equal(text.slice(last.start, last.end), 'https://example.com/ü');
  assert.equal(last.end, text.length - ' and so on\n'.length);
  assert.ok(memory() - before < 64e6);
  assert.ok(finder.linkify(text).length > text.length);
  works();
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  // What a WeakRef has returned is kept until the end of the turn.
  for (let n = 0; n < 3; n++) {
    await new Promise((done) => setTimeout(done, 10));
    collect();
  }
  assert.ok(memory() - before < 64e6, `${(memory() - before) / 1e6} MB are left`);
});
