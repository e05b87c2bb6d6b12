import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
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
