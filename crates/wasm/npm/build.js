// Builds the package into `dist`: compiles and optimizes the modules, and writes the entry points.
//
//   node build.js            everything
//   node build.js --no-wasm  only the JavaScript, if the modules are there already

import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../../..');
const dist = join(here, 'dist');
const read = (name) => readFileSync(join(here, 'src', name), 'utf8');
const write = (name, text) => writeFileSync(join(dist, name), text);

/** The two packages: the name of the module, the name of the entry, and the features of the crate. */
const builds = [
  { module: 'linkwright.wasm', entry: '', types: 'index', features: ['full'] },
  { module: 'slim.wasm', entry: 'slim-', types: 'slim', features: [] },
];

mkdirSync(dist, { recursive: true });
if (!process.argv.includes('--no-wasm')) builds.forEach(compile);

// One file without imports is loaded faster, and becomes CommonJS by its last line.
// The types have the documentation, so it has no comments.
const parts = ['errors.js', 'options.js', 'patterns.js', 'engine.js', 'api.js'].map(read);
const core = parts
  .map((text) => text.replace(/^import .*\n|^ *(?:\/\/.*|\/\*\*[^]*?\*\/)\n/gm, '').replace(/^export /gm, ''))
  .join('\n');
const names = ['load', 'LinkwrightError', 'OptionError'];
write('load.js', `${core}\nexport { ${names.join(', ')} };\n`);
write('load.cjs', `'use strict';\n${core}\nmodule.exports = { ${names.join(', ')} };\n`);

for (const { module, entry, types } of builds) {
  const api = `export const { Finder${entry ? '' : ', rules'} } = load(module);\nexport { LinkwrightError, OptionError };\n`;
  const imports = `import { load, LinkwrightError, OptionError } from './load.js';\n`;
  write(
    `${entry}node.js`,
    `import { readFileSync } from 'node:fs';\n${imports}\n` +
      `const module = new WebAssembly.Module(readFileSync(new URL('./${module}', import.meta.url)));\n${api}`,
  );
  write(
    `${entry}node.cjs`,
    `'use strict';\nconst { readFileSync } = require('node:fs');\nconst { join } = require('node:path');\n` +
      `const { load, LinkwrightError, OptionError } = require('./load.cjs');\n\n` +
      `const module_ = new WebAssembly.Module(readFileSync(join(__dirname, '${module}')));\n` +
      `const { Finder${entry ? '' : ', rules'} } = load(module_);\nmodule.exports = { Finder${entry ? '' : ', rules'}, LinkwrightError, OptionError };\n`,
  );
  write(
    `${entry}web.js`,
    `${imports}\nconst response = await fetch(new URL('./${module}', import.meta.url));\n` +
      `if (!response.ok) throw new LinkwrightError(\`linkwright: \${response.status} for \${response.url}\`);\n` +
      `// Some servers do not know the type of a module, so it is not compiled while it is loaded.\n` +
      `const module = await WebAssembly.compile(await response.arrayBuffer());\n${api}`,
  );
  const declared = read(`${types}.d.ts`);
  write(`${types}.d.ts`, declared);
  write(`${types}.d.cts`, declared.replaceAll('./index.js', './index.cjs'));
}
// An adapter takes a finder, so it imports nothing.
for (const name of ['markdown-it', 'marked', 'remark']) {
  const adapter = ['accepted', name].map((part) => read(`adapters/${part}.js`).replace(/^import .*\n/gm, ''));
  const text = adapter.join('\n').replace(/^export function accepted/m, 'function accepted');
  const names = [...text.matchAll(/^export function (\w+)/gm)].map(([, one]) => one);
  write(`${name}.js`, text);
  write(`${name}.cjs`, `'use strict';\n${text.replace(/^export /gm, '')}\nmodule.exports = { ${names.join(', ')} };\n`);
  write(`${name}.d.ts`, read(`adapters/${name}.d.ts`));
  write(`${name}.d.cts`, read(`adapters/${name}.d.ts`).replace('./index.js', './index.cjs'));
}
write('load.d.ts', read('load.d.ts'));
write('load.d.cts', read('load.d.ts').replace('./index.js', './index.cjs'));
for (const name of ['LICENSE-MIT', 'LICENSE-APACHE', 'LICENSE-UNICODE']) {
  copyFileSync(join(root, name), join(here, name));
}

function compile({ module, features }) {
  const target = process.env.CARGO_TARGET_DIR ?? join(root, 'target');
  const home = process.env.CARGO_HOME ?? join(homedir(), '.cargo');
  const paths = [root, join(home, 'registry/src'), execFileSync('rustc', ['--print', 'sysroot'], { encoding: 'utf8' }).trim()];
  const cargo = [
    'rustc', '--package=linkwright-wasm', '--lib', '--crate-type=cdylib', '--profile=wasm',
    '--target=wasm32-unknown-unknown', '--no-default-features', `--features=${features.join()}`,
    // With vectors the module is smaller and faster. Every engine since 2023 has them. With more functions inlined than the
    // degree `z` has, it takes a tenth less time and is 1.5 kB larger. The paths of the machine that builds the package are
    // no part of it.
    `--config=build.rustflags=${JSON.stringify(['-Ctarget-feature=+simd128', '-Cllvm-args=-inline-threshold=20', ...paths.map((path) => `--remap-path-prefix=${path}=`)])}`,
  ];
  execFileSync('cargo', cargo, { cwd: root, stdio: 'inherit' });
  const compiled = join(target, 'wasm32-unknown-unknown/wasm/linkwright_wasm.wasm');
  const optimizer = join(here, 'node_modules/.bin/wasm-opt');
  const optimized = join(dist, module);
  if (!existsSync(optimizer)) {
    console.log('wasm-opt is missing (npm install): the modules are larger than they need to be');
    return copyFileSync(compiled, optimized);
  }
  const allowed = ['simd', 'bulk-memory', 'nontrapping-float-to-int', 'sign-ext', 'mutable-globals', 'reference-types', 'multivalue'];
  const options = ['-O3', '--gufa', '-O3', '--strip-debug', '--strip-producers', ...allowed.map((one) => `--enable-${one}`)];
  execFileSync(optimizer, [...options, '-o', optimized, compiled], { stdio: 'inherit' });
}
