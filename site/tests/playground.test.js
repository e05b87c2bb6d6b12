// Drives the playground in Chromium. The environment has the folder of the site (SITE), the browser (CHROMIUM), the root of
// the repository (ROOT), and perhaps a folder for screenshots (SCREENSHOTS).

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';
import { serve } from './server.js';

const { SITE, CHROMIUM, ROOT, SCREENSHOTS } = process.env;
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let server, browser, address;

before(async () => {
  server = await serve(SITE);
  address = `http://localhost:${server.address().port}/`;
  browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
});

after(async () => {
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
});

/** Opens the playground, and calls `use` with the page; any message of the console is a failure. */
async function open(use, { fragment = '', ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const messages = [];
  page.on('console', (message) => messages.push(message.text()));
  page.on('pageerror', (error) => messages.push(String(error)));
  page.on('requestfailed', (request) => messages.push(`failed: ${request.url()}`));
  const ready = () => page.waitForSelector('html[data-ready]');
  await page.goto(address + fragment);
  await ready();
  await use(page, ready, context);
  assert.deepEqual(messages, []);
  await context.close();
}

const uris = (page) => page.locator('#links > .item > summary .uri').allTextContents();
const opened = (page) => page.locator('.item[open]');
/** The text of the open link, which is filled after it is opened. */
const body = (page) => page.locator('.item[open] > .body').textContent();

test('a typed text shows a joined link with its evidence', () => open(async (page) => {
  const text = page.getByLabel('Text', { exact: true });
  await text.fill('');
  await text.pressSequentially('The corpus is\nhttps://archive.example.org/mailing-lists/1994-2004/by-sender/\nada/README.html\n');
  assert.deepEqual(await uris(page), ['https://archive.example.org/mailing-lists/1994-2004/by-sender/ada/README.html']);
  assert.equal(await page.getByRole('status').textContent(), '1 link, 1 joined over line ends.');
  const shown = await body(page);
  for (const part of ['Pieces', 'Evidence at line end 1', 'After line 2: joined', 'a path often continues in lower case', 'Other readings', 'Rules', 'fold']) {
    assert.ok(shown.includes(part), part);
  }
  const sum = await opened(page).locator('tfoot .weight').textContent();
  const weights = await opened(page).locator('tbody .weight').allTextContents();
  const number = (weight) => Math.round(Number(weight.replace('−', '-')) * 100);
  assert.equal(weights.map(number).reduce((a, b) => a + b, 0), number(sum));
  assert.deepEqual(await page.locator('#marks mark.joined').allTextContents(), ['https://archive.example.org/mailing-lists/1994-2004/by-sender/', 'ada/README.html']);
}));

test('text that looks like markup stays text', () => open(async (page) => {
  await page.getByLabel('Text', { exact: true }).fill('<img src=x onerror=alert(1)> <b>http://a.example/<i></b> "><script>alert(2)</script>');
  assert.equal(await page.locator('main img, main b, main i, main script').count(), 0);
  assert.deepEqual(await uris(page), ['http://a.example/']);
}));

test('presets and options change the result, and the address holds them', () => open(async (page, ready) => {
  await page.getByLabel('Text', { exact: true }).fill('see example.com/a & b');
  assert.deepEqual(await uris(page), []);
  await page.locator('#presets label', { hasText: 'chat' }).click();
  assert.deepEqual(await uris(page), ['example.com/a']);
  await page.locator('#options > summary').click();
  await page.getByLabel('defaultScheme', { exact: true }).fill('https');
  assert.match(await body(page), /https:\/\/example\.com\/a/);
  assert.equal(await page.locator('#changed').textContent(), '(1 changed)');
  await page.waitForFunction(() => location.hash.includes('text=see'));
  assert.equal(new URL(page.url()).hash, '#preset=chat&defaultScheme=https&text=see+example.com%2Fa+%26+b');
  await page.reload();
  await ready();
  assert.match(await body(page), /https:\/\/example\.com\/a/);
  await page.locator('#options > summary').click();
  await page.getByLabel('maxLen', { exact: true }).fill('3');
  assert.match(await page.getByRole('alert').textContent(), /^maxLen: expected a number from 16 to 65536/);
  await page.getByRole('button', { name: 'Use the values of the preset' }).click();
  assert.equal(await page.locator('#problem').isVisible(), false);
}));

test('an address with an unknown or wrong option shows the text and the error', () => open(async (page) => {
  assert.match(await page.getByRole('alert').textContent(), /^maxLen: /);
  assert.deepEqual(await uris(page), ['http://a.example/']);
}, { fragment: '#preset=none&maxLen=3&colour=red&text=http://a.example/' }));

test('every option of the table has a control, and its default is that of the preset', () => open(async (page) => {
  const { options, presets } = await import(join(SITE, 'options.js'));
  await page.locator('#options > summary').click();
  for (const { name } of presets) {
    await page.locator('#presets label', { hasText: name }).click();
    assert.equal(await page.locator('#changed').textContent(), '', name);
    assert.equal(await page.locator('#problem').isVisible(), false);
  }
  assert.equal(await page.locator('.option').count(), options.length);
}));

test('examples show what they are for', () => open(async (page) => {
  const example = (name) => page.getByRole('button', { name }).click();
  const letter = await page.getByLabel('Text', { exact: true }).inputValue();
  assert.ok(readFileSync(join(ROOT, 'README.md'), 'utf8').includes(letter), 'the letter is that of the README');
  assert.equal((await uris(page)).length, 7);
  await example('RFC 3986, Appendix C');
  assert.deepEqual(await uris(page), [
    'http://www.w3.org/Addressing/', 'ftp://foo.example.com/rfc/', 'http://www.ics.uci.edu/pub/ietf/uri/historical.html#WARNING',
  ]);
  await example('A phishing mail');
  assert.ok((await page.locator('#links .badge.danger').count()) >= 2);
  assert.match(await body(page), /203\.0\.113\.7.*Hazards.*danger/);
  await example('中文, 日本語');
  assert.ok((await uris(page)).includes('https://example.com/手册（第二版）'));
  await example('Markdown');
  assert.ok((await uris(page)).includes('https://en.wikipedia.org/wiki/Hyphen_(typography)'));
  await example('A wrapped newsletter');
  assert.match(await page.getByRole('status').textContent(), /2 joined over line ends/);
}));

test('the keyboard reaches everything, and the cursor opens the link under it', () => open(async (page) => {
  const text = page.getByLabel('Text', { exact: true });
  await text.fill('http://a.example/ and http://b.example/');
  await text.press('End');
  await text.press('ArrowLeft');
  assert.match(await opened(page).locator('summary').textContent(), /b\.example/);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  assert.match(await opened(page).locator('summary').textContent(), /a\.example/);
  await page.locator('#presets input:checked').focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.locator('#presets input:checked').inputValue(), 'chat');
}));

test('the marks lie behind their text', () => open(async (page) => {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const [marks, text] = await page.evaluate(() => ['marks', 'text'].map((id) => {
      const { clientWidth, scrollHeight } = document.getElementById(id);
      return { clientWidth, scrollHeight };
    }));
    assert.deepEqual(marks, text);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing is wider than the window');
  }
}));

test('the normal form is shown where it differs', () => open(async (page) => {
  const text = page.getByLabel('Text', { exact: true });
  await text.fill('HTTP://Example.COM:80/%7ebo/../a');
  assert.match(await body(page), /Normal formhttp:\/\/example\.com\/a/);
  await text.fill('http://example.com/a');
  assert.doesNotMatch(await body(page), /Normal form/);
}));

test('what is no link has a reason', () => open(async (page) => {
  await page.getByLabel('Text', { exact: true }).fill('see http://');
  await page.locator('#links .rest > summary').click();
  await page.locator('#links .rest .item > summary').click();
  assert.match(await body(page), /Why it is no link/);
}));

test('links to the documentation have pages', () => open(async (page) => {
  const targets = await page.locator('a[href^="docs/"]').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  assert.ok(targets.length > 4);
  for (const target of targets) {
    assert.ok(existsSync(join(ROOT, target.replace('.html', '.md'))), target);
    if (existsSync(join(SITE, 'docs'))) assert.ok(existsSync(join(SITE, target)), target);
  }
}));

test('the documentation leads to the playground', { skip: !existsSync(join(SITE, 'docs')) && 'mdBook is missing' }, () => open(async (page, ready) => {
  await page.goto(`${address}docs/javascript/adapters.html`);
  await page.getByRole('link', { name: 'playground' }).first().click();
  await ready();
}));

test('a long text is not in the address', () => open(async (page) => {
  await page.getByLabel('Text', { exact: true }).fill('http://a.example/ '.repeat(5000));
  await page.locator('#address').waitFor({ state: 'visible' });
  assert.ok(page.url().length < 200);
  assert.equal((await uris(page)).length, 200);
  assert.match(await page.locator('#links').textContent(), /And 4800 more\./);
}));

test('the page works without a network', () => open(async (page, ready, context) => {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await page.reload();
  await ready();
  assert.equal((await uris(page)).length, 7);
}));

for (const [width, colorScheme] of [[390, 'light'], [390, 'dark'], [1280, 'light'], [1280, 'dark']]) {
  test(`axe finds nothing, ${width} pixels, ${colorScheme}`, () => open(async (page) => {
    if (SCREENSHOTS) await page.screenshot({ path: join(SCREENSHOTS, `${width}-${colorScheme}.png`), fullPage: true });
    await page.locator('#options > summary').click();
    await page.getByRole('button', { name: 'A phishing mail' }).click();
    if (SCREENSHOTS) await page.screenshot({ path: join(SCREENSHOTS, `${width}-${colorScheme}-options.png`), fullPage: true });
    // The policy of the page forbids scripts in elements, but not those of a debugger.
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => globalThis.axe.run());
    assert.deepEqual(violations.map(({ id, impact, nodes }) => [id, impact, nodes.map(({ html }) => html)]), []);
  }, { viewport: { width, height: 844 }, colorScheme }));
}
