// Packs the package, installs it into a fresh folder, and runs the tests there.

import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const fresh = mkdtempSync(join(tmpdir(), 'linkwright-'));
const run = (command, args, cwd) => execFileSync(command, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' });
try {
  const packed = run('npm', ['pack', '--silent', '--pack-destination', fresh], here).trim();
  writeFileSync(join(fresh, 'package.json'), '{ "private": true, "type": "module" }');
  run('npm', ['install', '--silent', '--no-audit', '--no-fund', join(fresh, packed)], fresh);
  cpSync(join(here, 'tests'), join(fresh, 'tests'), { recursive: true });
  // The programs that have adapters.
  run('npm', ['install', '--silent', '--no-audit', '--no-fund', '--no-package-lock'], join(fresh, 'tests/adapters'));
  const env = { ...process.env, LINKWRIGHT_ROOT: join(here, '../../..') };
  execFileSync('node', ['--test', 'tests/'], { cwd: fresh, stdio: 'inherit', env });
} finally {
  rmSync(fresh, { recursive: true, force: true });
}
