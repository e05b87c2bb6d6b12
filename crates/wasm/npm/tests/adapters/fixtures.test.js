// The linkifier's fixtures of markdown-it (test/fixtures/markdown-it/linkify.txt) and the section "Autolinks (extension)"
// of the specification of GitHub Flavored Markdown, which is marked's fixture (test/specs/gfm). Neither is in an npm
// package, and neither is in this repository: `LINKWRIGHT_SHARED` names a folder with a copy; without it, it is `../shared`.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { withLinkwright, without } from './render.js';

/** The fixtures whose result differs, by program and place, each with the reason. */
const DIFFERENT = {
  'markdown-it': {
    'linkify.txt:L58': 'a backtick ends a URI, and begins code',
    'linkify.txt:L66': '`](` ends a URI, because it belongs to Markdown',
  },
  marked: {
    'spec.txt:L9269': 'a bracket without an opener ends a URI',
    'spec.txt:L9280': 'a name between `&` and `;` that is no character reference belongs to the URI',
    'spec.txt:L9328': 'the last label of the address is no top-level domain',
    'spec.txt:L9346': 'the last label of the address is no top-level domain',
  },
};

const folder = join(process.env.LINKWRIGHT_SHARED ?? join(process.env.LINKWRIGHT_ROOT, '../shared'), 'suites');
const skip = !existsSync(folder) && `${folder} does not exist`;
const suites = [
  ['markdown-it', 'markdown-it', 'linkify.txt', 'markdown+fuzzy+emails'],
  ['marked', 'cmark-gfm', 'spec.txt', 'gfm'],
];

for (const [program, suite, file, mode] of suites) {
  test(`${program}: its fixtures`, { skip }, (t) => {
    const rows = readFileSync(join(folder, `${suite}.jsonl`), 'utf8').trim().split('\n').map((row) => JSON.parse(row));
    const fixtures = rows.filter((row) => row.html !== undefined && row.id.includes(`/${file}:`) && row.mode === mode);
    assert.ok(fixtures.length > 10);
    const different = fixtures.filter(({ text, html }) => same(withLinkwright[program](text)) !== same(html));
    assert.deepEqual(different.map(({ id }) => id.split('/')[1]), Object.keys(DIFFERENT[program]));
    const own = fixtures.filter(({ text, html }) => same(without[program](text)) !== same(html));
    t.diagnostic(`${fixtures.length - different.length} of ${fixtures.length} pass, ${fixtures.length - own.length} without linkwright`);
  });
}

/** HTML in one spelling, as the tests of marked compare it. */
function same(html) {
  return html.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replace(/ href="[^"]*"/g, decodeURI).trim();
}
