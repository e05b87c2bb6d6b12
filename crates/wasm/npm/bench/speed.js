// Measures linkwright and its peers in one process: node bench/speed.js [part of a row's name]
//
// The texts are made here. If LINKWRIGHT_CORPORA is a folder with `chat.txt` (a message a line), `mail.txt` and
// `nonascii.txt`, they are measured as well: real texts belong to other people, and are no part of the repository.
//
// Each number is the least time of several rounds, in which the libraries take turns, so that a busy moment of the machine
// hits all of them. The peers are installed into this folder first (npm install).

import { existsSync, readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from '../dist/load.js';
import { Finder } from '../dist/node.js';

const here = dirname(fileURLToPath(import.meta.url));
if (!existsSync(join(here, 'node_modules'))) {
  execFileSync('npm', ['install', '--no-package-lock', '--no-audit', '--no-fund', '--silent', '--ignore-scripts'], { cwd: here, stdio: 'inherit' });
}
const { default: anchorme } = await import('anchorme');
const { default: Autolinker } = await import('autolinker');
const { linkifyit } = await import('linkify-it');
const linkifyjs = await import('linkifyjs');
const { default: linkifyString } = await import('linkify-string');
const { default: twitter } = await import('twitter-text');

const chatFinder = new Finder('chat');
const mailFinder = new Finder('mail');
// As the preset, `chat` with bare domains and `mail` without them.
const linkifyIt = { chat: linkifyit({ fuzzyLink: true }), mail: linkifyit() };
const finds = (preset) => ({
  'linkify-it': (text) => linkifyIt[preset].match(text),
  linkifyjs: (text) => linkifyjs.find(text),
  autolinker: (text) => Autolinker.parse(text, { mention: false, hashtag: false, phone: false }),
  'twitter-text': (text) => twitter.extractUrlsWithIndices(text),
  anchorme: (text) => anchorme.default.list(text),
});
const html = {
  linkifyjs: (text) => linkifyString(text),
  autolinker: (text) => Autolinker.link(text, { mention: false, hashtag: false, phone: false }),
  'twitter-text': (text) => twitter.autoLinkUrlsCustom(text, {}),
  anchorme: (text) => anchorme.default(text),
};

/** Text in the proportions of the real thing: most messages have no link, most lines of mail have none. */
const MESSAGES = [
  'hey, have you seen https://github.com/example/project/pull/12345 yet? lol',
  'ok',
  'the build is red again, can somebody look at main.rs, line 12?',
  'docs are at docs.example.com/guide/install (version 2.1), mail ada@example.org if it fails',
  'haha yes!! see you at 8:30',
  '> quoted: the meeting is on Monday.',
  'https://example.com/a/very/long/path/with-words-and-numbers/2026/11/27?utm_source=chat&utm_medium=link#top',
  'I would rather not, the old one works...',
];
const words = 'the of and a to in is that it was for on are as with his they at be this from have or by one had not but what all were when we there can an your which their said if do will each about how up out them then she many some so these would other into has more her two like him see time could no make than first been its who now people my made over did down only way find use may water long little very after words called just where most know'.split(' ');
function prose(bytes, links) {
  const lines = [];
  let length = 0;
  for (let n = 0, line = ''; length < bytes; n++) {
    line += `${words[(n * 7 + (n >> 3)) % words.length]}${n % 11 === 10 ? '.' : ''} `;
    if (n % 90 === 89) line += `${links[(n / 90) | 0 % links.length] ?? links[n % links.length]} `;
    if (line.length > 65) {
      lines.push(line.trimEnd());
      length += line.length;
      line = n % 40 < 4 ? '> ' : '';
    }
  }
  return `From: Ada <ada@example.org>\nMessage-ID: <2026.1127@example.org>\n\n${lines.join('\n')}\n`;
}
const LINKS = ['https://lists.example.org/archives/2026/msg00123.html', '<https://example.com/a/b?c=d>', 'grace@example.com', 'www.example.net/x', '(see http://example.org/~user/page.html#part)'];
const MAIL = prose(300_000, LINKS);
const WIDE = '日本語の文章がここにあります。詳細は https://example.jp/案内 を見てください。Это обычный текст без ссылок, и ещё один. يمكنك العثور على مزيد من المعلومات. '.repeat(4400).slice(0, 250_000);

/** A program reads each message once, so each text is a string of its own, as it comes from a socket or a file. */
const fresh = (text) => Buffer.from(text).toString();
const CHAT = Array.from({ length: 2000 }, (_, n) => fresh(`${MESSAGES[n % MESSAGES.length]} ${n}`));

const texts = [['', CHAT, fresh(MAIL), fresh(WIDE)]];
const corpora = process.env.LINKWRIGHT_CORPORA;
if (corpora) {
  const read = (name, bytes) => fresh(readFileSync(join(corpora, name)).subarray(0, bytes));
  texts.push(['real ', read('chat.txt').split('\n').slice(0, 2000).map(fresh), read('mail.txt', 300_000), read('nonascii.txt', 500_000)]);
}
const chatFind = (text) => chatFinder.find(text);
const rows = texts.flatMap(([title, chat, mail, wide]) => [
  [`${title}chat messages, find`, chat, finds('chat'), chatFind, 'us', 4],
  [`300 kB of ${title}mail, find`, [mail], finds('mail'), (text) => mailFinder.find(text), 'ms', 4],
  [`500 kB ${title}not ASCII, find`, [wide], finds('chat'), chatFind, 'ms', 1],
  [`${title}chat messages, to HTML`, chat, html, (text) => chatFinder.linkify(text), 'us', 1],
  [`300 kB of ${title}mail, to HTML`, [mail], html, (text) => mailFinder.linkify(text), 'ms', 1],
]);

const [names, only] = [Object.keys(finds('chat')), process.argv[2]];
console.log(''.padEnd(30), ...['linkwright', ...names].map((name) => name.padStart(12)), '   first by');
let isBehind = false;
for (const [title, texts, peers, own, unit, least] of rows) {
  if (only && !title.includes(only)) continue;
  const all = { linkwright: own, ...peers };
  const best = Object.fromEntries(Object.keys(all).map((name) => [name, Infinity]));
  const repeats = unit === 'us' ? 5 : 1;
  // Engines compile a function again, for speed, after some calls.
  for (let round = 0; round < 15; round++) {
    for (const [name, call] of Object.entries(all)) {
      const begin = process.cpuUsage();
      for (let n = 0; n < repeats; n++) for (const text of texts) call(text);
      const { user, system } = process.cpuUsage(begin);
      best[name] = Math.min(best[name], (user + system) / repeats / texts.length);
    }
  }
  const scale = unit === 'us' ? 1 : 1000;
  const next = Math.min(...Object.keys(peers).map((name) => best[name]));
  const factor = next / best.linkwright;
  isBehind ||= factor < least;
  const numbers = ['linkwright', ...names].map((name) => (best[name] === undefined ? '-' : `${(best[name] / scale).toFixed(2)} ${unit}`));
  console.log(title.padEnd(30), ...numbers.map((number) => number.padStart(12)), `${factor.toFixed(1)}`.padStart(8), factor < least ? `behind the goal of ${least}` : '');
}
// From a module that is compiled already, as browsers and servers keep it.
const module = new WebAssembly.Module(readFileSync(join(here, '../dist/linkwright.wasm')));
let instance = Infinity;
for (let round = 0; round < 7; round++) {
  const begin = performance.now();
  new (load(module).Finder)('chat').find('see example.com');
  instance = Math.min(instance, performance.now() - begin);
}
console.log(`an instance, a finder and its first match: ${instance.toFixed(2)} ms`, instance > 10 ? 'behind the goal of 10 ms' : '');
process.exitCode = isBehind || instance > 10 ? 1 : 0;
