// The examples of the documentation: JavaScript runs, TypeScript compiles, and the React component renders.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import test from 'node:test';

const here = dirname(fileURLToPath(import.meta.url));
const folder = join(here, 'examples');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);

/** The blocks of a page in a language. */
function blocks(page, language) {
  const text = readFileSync(join(process.env.LINKWRIGHT_ROOT, 'docs', page), 'utf8');
  return [...text.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].filter(([, name]) => name === language).map(([, , code]) => code);
}

test('the calls of linkify-it and linkifyjs have the same results as ours', async () => {
  const examples = blocks('coming-from.md', 'js');
  assert.equal(examples.length, 2);
  for (const [n, code] of examples.entries()) {
    const file = join(folder, `coming-from-${n}.mjs`);
    writeFileSync(file, code);
    await import(pathToFileURL(file));
  }
});

/** Compiles files of TypeScript in the folder of the examples into `compiled`. */
function compile(files) {
  for (const [name, code] of files) writeFileSync(join(folder, name), code);
  const options = {
    compilerOptions: {
      strict: true, target: 'es2022', lib: ['es2022', 'dom'], module: 'nodenext', jsx: 'react-jsx', types: [], outDir: 'compiled', rootDir: '.',
    },
    files: files.map(([name]) => name),
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options));
  const compiler = fileURLToPath(new URL('../bin/tsc', import.meta.resolve('typescript')));
  try {
    execFileSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' });
  } catch (error) {
    assert.fail(error.stdout);
  }
}

test('a message of the page about chat has the same links however it is typed', async () => {
  compile(blocks('chat.md', 'ts').map((code) => ['chat.ts', code]));
  const { show, typed } = await import(pathToFileURL(join(folder, 'compiled/chat.js')));
  const message = '👍 @Zoé: example.com/a, see #12 or https://a.example/\u{1f600}/b, ada@example.org @bo http://a@b@c.example/';
  const places = (links) => links.map(({ start, end, href }) => [start, end, href]);
  const whole = places(typed(`${message} `, Infinity));
  const texts = ['@Zoé', 'example.com/a', '#12', 'https://a.example/😀/b', 'ada@example.org', '@bo'];
  assert.deepEqual(whole.map(([start, end]) => message.slice(start, end)), texts);
  assert.equal(show(message).match(/<a /g).length, whole.length);
  for (let at = 0; at <= message.length; at++) {
    const shown = places(typed(message.slice(0, at), at));
    const hasEnded = ([, end]) => /\s/.test(message.slice(end, at));
    assert.deepEqual(shown, whole.filter(hasEnded), String(at));
  }
});

test('the examples of the adapters compile', async (t) => {
  const all = blocks('javascript/adapters.md', 'ts');
  const isComponent = (code) => code.includes("from 'react'");
  const [ts, tsx] = [all.filter((code) => !isComponent(code)), all.filter(isComponent)];
  assert.deepEqual([ts.length, tsx.length], [3, 1]);
  const files = [...ts.map((code, n) => [`adapter-${n}.ts`, code]), ['linked.tsx', tsx[0]]];
  compile(files);

  await t.test('and run', async () => {
    const log = t.mock.method(console, 'log', () => {});
    for (const n of ts.keys()) await import(pathToFileURL(join(folder, 'compiled', `adapter-${n}.js`)));
    log.mock.restore();
    const output = log.mock.calls.map(({ arguments: [text] }) => text.trim());
    const href = 'https://a.example/%E8%8B%B9%E6%9E%9C%EF%BC%88%E5%85%AC%E5%8F%B8%EF%BC%89';
    const html = `<p>见 <a href="${href}">https://a.example/苹果（公司）</a>。</p>`;
    assert.deepEqual(output, [html, html, `见 [https://a.example/苹果（公司）](${href})。`]);
  });

  await t.test('and the component has at most twenty lines, and renders links', async () => {
    assert.ok(tsx[0].slice(tsx[0].indexOf('/** Text with links. */')).trim().split('\n').length <= 20);
    const { Linked } = await import(pathToFileURL(join(folder, 'compiled/linked.js')));
    const { createElement } = await import('react');
    const { renderToStaticMarkup } = await import('react-dom/server');
    const html = renderToStaticMarkup(createElement(Linked, null, 'a < b https://a.example/x. https://p\u0430ypal.com/'));
    const link = '<a href="https://a.example/x" rel="noopener noreferrer nofollow">https://a.example/x</a>';
    assert.equal(html, `a &lt; b ${link}. https://p\u0430ypal.com/`);
  });
});
