// Packs the package, installs it into a fresh folder, and runs the tests there: in Node, with the compiler of TypeScript,
// and in a browser that loads what Vite has built. What cannot be installed is left out, with a line that says so.

import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const fresh = mkdtempSync(join(tmpdir(), 'linkwright-'));
const run = (command, args, options) =>
  execFileSync(command, args, { cwd: fresh, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8', ...options });
const install = (...packages) => run('npm', ['install', '--silent', '--no-audit', '--no-fund', ...packages]);

/** Whether packages for a part of the tests could be installed. */
function has(...packages) {
  try {
    install('--ignore-scripts', ...packages);
    return true;
  } catch {
    console.log(`Skipped: tests that need ${packages.join(', ')}`);
    return false;
  }
}

try {
  const packed = run('npm', ['pack', '--silent', '--pack-destination', fresh], { cwd: here }).trim();
  writeFileSync(join(fresh, 'package.json'), '{ "private": true, "type": "module" }');
  install(join(fresh, packed));
  cpSync(join(here, 'tests'), join(fresh, 'tests'), { recursive: true });
  // The programs that have adapters.
  run('npm', ['install', '--silent', '--no-audit', '--no-fund', '--no-package-lock'], { cwd: join(fresh, 'tests/adapters') });
  const env = { ...process.env, LINKWRIGHT_ROOT: join(here, '../../..') };
  run('node', ['--test', 'tests/'], { stdio: 'inherit', env });
  if (has('typescript')) types();
  if (has('vite')) await browser();
} finally {
  rmSync(fresh, { recursive: true, force: true, maxRetries: 5 });
}

/** Compiles the examples of the README and those of the tests. */
function types() {
  const readme = readFileSync(join(here, 'README.md'), 'utf8');
  const examples = [...readme.matchAll(/```ts\n([^]*?)```/g)].map(([, example]) => example);
  const files = examples.map((example, n) => {
    const file = join('tests/types', `readme-${n}.ts`);
    writeFileSync(join(fresh, file), example);
    return file;
  });
  const common = join('tests/types', 'common.cts');
  writeFileSync(join(fresh, common), "import { Finder } from 'linkwright';\nconst found: string[] = new Finder('chat').find('x').map(({ uri }) => uri);\nexport = found;\n");
  const options = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2022,dom', '--module', 'nodenext', '--types', ''];
  run('node_modules/.bin/tsc', [...options, 'tests/types/example.ts', common, ...files], { stdio: 'inherit' });
  // The examples do what they say.
  for (const file of files) {
    const plain = run('node_modules/.bin/tsc', ['--target', 'es2022', '--module', 'nodenext', '--outDir', 'out', file]);
    if (plain) console.log(plain);
  }
  for (const n of files.keys()) console.log(run('node', [`out/readme-${n}.js`]).trim());
  console.log(`TypeScript: ${files.length} examples of the README and those of the tests compile`);
}

/** Runs a page and its worker in a headless browser, from a build of Vite, with a strict Content Security Policy. */
async function browser() {
  const site = join(fresh, 'tests/browser');
  writeFileSync(join(site, 'vite.config.js'), "export default { worker: { format: 'es' }, build: { target: 'es2022' }, logLevel: 'warn' };\n");
  run('node', [join(fresh, 'node_modules/vite/bin/vite.js'), 'build'], { cwd: site });
  const chromium = process.env.CHROMIUM ?? ['chromium', 'chromium-browser', 'google-chrome'].find((name) => {
    try {
      return execFileSync(name, ['--version'], { stdio: 'ignore' }) === null;
    } catch {
      return false;
    }
  });
  if (chromium === undefined) return console.log('Skipped: the test in a browser, because Chromium is missing');
  const kinds = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };
  let answer;
  const answered = new Promise((done) => (answer = done));
  const server = createServer(async (request, response) => {
    if (request.method === 'POST') {
      let body = '';
      for await (const part of request.setEncoding('utf8')) body += part;
      response.writeHead(204).end();
      return answer(body);
    }
    try {
      const file = request.url === '/' ? '/index.html' : request.url.split('?')[0];
      const body = readFileSync(join(site, 'dist', file));
      response.writeHead(200, { 'content-type': kinds[extname(file)] ?? 'text/plain' }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const profile = join(fresh, 'profile');
  mkdirSync(profile);
  const args = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run', `--user-data-dir=${profile}`];
  const child = spawn(chromium, [...args, `http://127.0.0.1:${server.address().port}/`], { stdio: 'ignore' });
  const limit = setTimeout(() => answer('no answer within two minutes'), 120_000);
  const found = await answered;
  clearTimeout(limit);
  const ended = new Promise((done) => child.once('exit', done));
  child.kill();
  await ended;
  server.closeAllConnections?.();
  server.close();
  const expected = [
    '👍 siehe <a href="http://example.com/%C3%BC">example.com/ü</a>。',
    '["http://example.com/%C3%BC"]',
    '["👍 siehe ",9,"。"]',
  ].join('\n');
  if (found !== expected) throw new Error(`the page in the browser differs:\n${found}`);
  console.log('Chromium: the page and its worker found the links');
}
