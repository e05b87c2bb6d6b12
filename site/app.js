// The playground: shows what the finder finds in the text that the user types.

import { element } from './element.js';
import { examples } from './examples.js';
import { Form } from './form.js';
import { load, LinkwrightError } from './linkwright/load.js';
import { ranges, showMarks } from './marks.js';
import { showResults, statusOf } from './results.js';

/** The greatest number of characters of a text in the address; browsers refuse much longer addresses. */
const MOST_IN_ADDRESS = 50_000;

const node = (id) => document.getElementById(id);
const text = node('text');

const response = await fetch('linkwright/linkwright.wasm');
const { Finder, rules } = load(await WebAssembly.compile(await response.arrayBuffer()));

const form = new Form(
  {
    presets: node('presets'), about: node('preset-about'), form: node('form'), changed: node('changed'),
    reset: node('reset'),
  },
  rules,
  () => (build(), remember()),
);
for (const example of examples) {
  const button = element('button', { type: 'button', textContent: example.name });
  button.addEventListener('click', () => {
    text.value = example.text;
    form.set(example.preset, {});
    build();
    remember();
  });
  node('examples').append(button);
}

let finder = new Finder();
/** What is shown: the candidates, their ranges in the text, and their nodes in the list. */
let shown = { candidates: [], ranges: [], nodes: new Map(), chosen: undefined };

/** Calls `work`. If it fails because of an option or the size of the text, calls `failed` with the message. */
function attempt(work, failed) {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof LinkwrightError)) throw error;
    return failed(error.message);
  }
}

/** Makes the finder of the form, and shows what it finds. If an option has a wrong value, the former finder stays. */
function build() {
  const problem = node('problem');
  problem.textContent = '';
  finder = attempt(() => new Finder(form.options), (message) => ((problem.textContent = message), finder));
  problem.hidden = problem.textContent === '';
  show();
}

function show() {
  let status;
  const candidates = attempt(() => finder.explain(text.value), (message) => ((status = message), []));
  const former = shown.chosen;
  const nodes = showResults(node('links'), text.value, candidates, choose);
  shown = { candidates, ranges: ranges(candidates), nodes, chosen: undefined };
  node('status').textContent = status ?? statusOf(candidates);
  // The link that was open stays open; at first it is one with evidence.
  const same = ({ match }) => former?.match && match?.uri === former.match.uri;
  const isWeighed = ({ match, lineEnds }) => match?.pieces.length > 1 && lineEnds.length > 0;
  const chosen = [same, isWeighed, ({ match }) => match].map((test) => candidates.find(test)).find(Boolean);
  if (chosen && nodes.has(chosen)) nodes.get(chosen).open = true;
  shown.chosen = chosen;
  showMarks(node('marks'), text.value, shown.ranges, chosen);
}

function choose(candidate) {
  if (shown.chosen === candidate) return;
  shown.chosen = candidate;
  showMarks(node('marks'), text.value, shown.ranges, candidate);
}

/** Opens the link at the cursor. */
function follow() {
  const at = text.selectionStart;
  if (at !== text.selectionEnd) return;
  const range = shown.ranges.find(({ start, end }) => start <= at && at <= end);
  const item = range && shown.nodes.get(range.candidate);
  if (!item) return;
  const outer = item.parentElement.closest('details');
  if (outer) outer.open = true;
  item.open = true;
}

/** Writes the state into the address. */
function remember() {
  const isLong = text.value.length > MOST_IN_ADDRESS;
  node('address').hidden = !isLong;
  const state = new URLSearchParams({ preset: form.preset, ...form.texts, ...(isLong ? {} : { text: text.value }) });
  history.replaceState(null, '', `#${state}`);
}

/** Reads the state from the address. */
function recall() {
  const { text: written, preset, ...values } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  text.value = written ?? examples[0].text;
  form.set(preset ?? examples[0].preset, values);
  build();
}

let waiting;
/** The time that the last search took, in milliseconds. A long text is searched when the user pauses. */
let took = 0;
text.addEventListener('input', () => {
  clearTimeout(waiting);
  const search = () => {
    const start = performance.now();
    show();
    took = performance.now() - start;
  };
  if (took < 30) search();
  waiting = setTimeout(() => {
    if (took >= 30) search();
    remember();
  }, 300);
});
text.addEventListener('keyup', follow);
text.addEventListener('click', follow);
addEventListener('hashchange', recall);
recall();
document.documentElement.dataset.ready = '';

if ('serviceWorker' in navigator && isSecureContext) {
  const policy = globalThis.trustedTypes?.createPolicy('linkwright', { createScriptURL: (url) => url });
  navigator.serviceWorker.register(policy ? policy.createScriptURL('offline.js') : 'offline.js');
}
