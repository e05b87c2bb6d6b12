// Prints the sizes of the modules and of the JavaScript, and fails if a module exceeds its budget: node size.js

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** In bytes, compressed with brotli. A number rises only in a commit whose message names the feature and the figure. */
const BUDGETS = { 'linkwright.wasm': 189_300, 'slim.wasm': 113_900, 'load.js': 6_900 };

const dist = join(dirname(fileURLToPath(import.meta.url)), 'dist');
let isExceeded = false;
console.log('file'.padEnd(18), ...['bytes', 'gzip', 'brotli', 'budget'].map((head) => head.padStart(8)));
for (const [name, budget] of Object.entries(BUDGETS)) {
  const bytes = readFileSync(join(dist, name));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const brotli = brotliCompressSync(bytes, { params }).length;
  isExceeded ||= brotli > budget;
  const numbers = [bytes.length, gzipSync(bytes, { level: 9 }).length, brotli, budget];
  console.log(name.padEnd(18), ...numbers.map((number) => String(number).padStart(8)), brotli > budget ? 'exceeded' : '');
}
process.exitCode = isExceeded ? 1 : 0;
