// Writes the site into a folder: the playground as its front page, and the documentation in `docs`.
//
//   node site/build.js FOLDER
//
// It takes the npm package from `crates/wasm/npm/dist`, and the pages of mdBook from `target/book`, if they are there.

import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..');
const out = resolve(process.argv[2]);

const page = [
  'app.js', 'element.js', 'examples.js', 'form.js', 'icon.svg', 'index.html', 'marks.js', 'options.js', 'results.js',
  'style.css',
];
const library = ['load.js', 'linkwright.wasm'];
const files = [
  ...page.map((name) => [name, join(here, name)]),
  ...library.map((name) => [`linkwright/${name}`, join(root, 'crates/wasm/npm/dist', name)]),
];
mkdirSync(join(out, 'linkwright'), { recursive: true });
const hash = createHash('sha256');
for (const [name, source] of files) {
  const content = readFileSync(source);
  hash.update(name).update(content);
  writeFileSync(join(out, name), content);
}
const names = ['./', ...files.map(([name]) => name)];
const worker = readFileSync(join(here, 'offline.js'), 'utf8')
  .replace("'VERSION'", JSON.stringify(hash.digest('hex').slice(0, 16)))
  .replace('FILES = []', `FILES = ${JSON.stringify(names)}`);
writeFileSync(join(out, 'offline.js'), worker);

const book = join(root, 'target/book');
if (existsSync(book)) cpSync(book, join(out, 'docs'), { recursive: true });
else console.log('The pages of the documentation are not there: mdbook build docs');
