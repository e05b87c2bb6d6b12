// The list of links, each with the reasons for where it begins and ends.

import { element, prose } from './element.js';
import { worst } from './marks.js';

/** The number of candidates that are shown. */
const MOST = 200;

const percent = (confidence) => `${confidence} %`;

/** The first lines of a text, on one line. */
const onOneLine = (text) => text.replace(/\s*\n\s*/g, ' ⏎ ');

/** Shows the candidates; `opened` is called with the candidate that the user opens. Returns the nodes by candidate. */
export function showResults(node, text, candidates, opened) {
  const links = candidates.filter(({ match }) => match);
  const others = candidates.filter(({ match }) => !match);
  const nodes = new Map();
  const item = (candidate) => {
    const made = itemOf(candidate, text);
    made.addEventListener('toggle', () => {
      if (!made.open) return;
      if (made.childElementCount === 1) made.append(bodyOf(candidate, text));
      opened(candidate);
    });
    nodes.set(candidate, made);
    return made;
  };
  const more = ({ length }) => {
    return length > MOST ? [element('p', { className: 'about', textContent: `And ${length - MOST} more.` })] : [];
  };
  const list = links.slice(0, MOST).map(item);
  const rest = others.slice(0, MOST).map(item);
  const summary = element('summary', { textContent: `No links: ${others.length}` });
  const shut = element('details', { className: 'rest', hidden: rest.length === 0 }, summary, ...rest, ...more(others));
  node.replaceChildren(...list, ...more(links), shut);
  return nodes;
}

/** What was found, in a sentence. */
export function statusOf(candidates) {
  const matches = candidates.flatMap(({ match }) => match ?? []);
  const count = (test) => matches.filter(test).length;
  const [joined, warned] = [count(({ pieces }) => pieces.length > 1), count((match) => worst(match) !== undefined)];
  const parts = [matches.length === 1 ? '1 link' : `${matches.length || 'No'} links`];
  if (joined > 0) parts.push(`${joined} joined over line ends`);
  if (warned > 0) parts.push(`${warned} with a hazard`);
  return `${parts.join(', ')}.`;
}

function itemOf(candidate, text) {
  const { match, extent } = candidate;
  const badge = (name, label) => element('span', { className: `badge ${name}`, textContent: label });
  const badges = element('span', { className: 'badges' });
  if (match) {
    if (match.pieces.length > 1) badges.append(badge('joined', `${match.pieces.length} pieces`));
    const severity = worst(match);
    if (severity) badges.append(badge(severity, severity === 'danger' ? 'danger' : 'warning'));
    badges.append(badge('', match.kind));
  } else {
    badges.append(badge('', 'no link'));
  }
  const shown = match ? match.text : onOneLine(text.slice(...extent));
  const short = shown.length > 300 ? `${shown.slice(0, 300)}…` : shown;
  const uri = element('span', { className: 'uri', textContent: short });
  const made = element('details', { className: 'item' }, element('summary', {}, uri, badges));
  made.name = 'candidate';
  return made;
}

const code = (text) => element('code', { textContent: text });

/** A list with an item for each of `items`; nothing if there is none. */
function list(items, make) {
  return items.length > 0 ? element('ul', {}, ...items.map((item) => element('li', {}, ...[make(item)].flat()))) : undefined;
}

/** What is known of a candidate, in sections. */
function bodyOf(candidate, text) {
  const { match, normalForm, reason, lineEnds, clues, steps } = candidate;
  const piece = ([start, end]) => [code(text.slice(start, end)), ` ${start} to ${end}`];
  const sections = match
    ? [
        ['URI', code(match.uri)],
        ['Normal form', normalForm === match.uri ? undefined : code(normalForm)],
        ['The URI inside this one', match.unwrapped && code(match.unwrapped)],
        ['Hazards', list(match.hazards, hazard)],
        ['Pieces', match.pieces.length > 1 ? list(match.pieces, piece) : undefined],
        ['Joins', list(match.joins, ({ reason, confidence }) => `${reason}, ${percent(confidence)}`)],
      ]
    : [['Why it is no link', reason && element('p', {}, ...prose(`${reason}.`)), rule(candidate.rule)]];
  sections.push(
    ...lineEnds.map((end, n) => [`Evidence at line end ${n + 1}`, evidence(end, text)]),
    ['Other readings', match && list(match.alternates, reading)],
    ['Evidence that it is a link', clues.length > 0 ? weights(clues) : undefined],
    ['Rules', list(steps, (step) => [rule(step.rule), change(step, text)])],
  );
  const shown = sections.filter(([, content]) => content);
  const head = (title) => element('h3', { textContent: title });
  const nodes = shown.map(([title, ...content]) => element('section', {}, head(title), ...content));
  const facts = element('p', { className: 'about', textContent: `${factsOf(candidate)}.` });
  return element('div', { className: 'body' }, ...nodes, facts);
}

function factsOf({ match, triggerName }) {
  const facts = [`Found by “${triggerName}”`];
  if (match) {
    facts.push(match.delimiter === 'none' ? 'without delimiters' : `delimiter: ${match.delimiter}`);
    facts.push(`confidence ${percent(match.confidence)}`, `code units ${match.start} to ${match.end}`);
  }
  return facts.join(', ');
}

function hazard({ code: name, severity, message }) {
  const what = message === undefined ? [] : [': ', ...prose(message)];
  return [element('strong', { className: severity, textContent: severity }), ` ${name}`, ...what];
}

function reading({ uri, why, confidence }) {
  return [code(uri), ` ${why}${confidence === undefined ? '' : `, ${percent(confidence)}`}`];
}

function rule(rule) {
  if (!rule) return undefined;
  const link = element('a', { href: 'docs/rules.html', textContent: rule.name });
  const source = element('span', { className: 'source' }, ...prose(rule.source));
  return element('span', {}, link, ': ', ...prose(rule.summary), source);
}

/** What a rule added or removed. */
function change({ before, after }, text) {
  const parts = [];
  const part = (label, from, to) => {
    if (to > from) parts.push(`${label} `, code(onOneLine(text.slice(from, to))), ' ');
  };
  part('removed at the beginning:', before[0], Math.min(after[0], before[1]));
  part('added at the beginning:', after[0], Math.min(before[0], after[1]));
  part('removed at the end:', Math.max(after[1], before[0]), before[1]);
  part('added at the end:', Math.max(before[1], after[0]), after[1]);
  return element('span', {}, ...parts);
}

/** The evidence at a line end, with its sum. */
function evidence({ gap, isJoined, confidence, sum, terms }, text) {
  const line = text.slice(0, gap[0]).split('\n').length;
  const decision = `After line ${line}: ${isJoined ? 'joined' : 'not joined'}, ${percent(confidence)} probable`;
  return weights(terms, decision, sum);
}

/** A table of weights, in natural logarithms of the odds. */
function weights(terms, caption, sum) {
  const most = Math.max(...terms.map(({ weight }) => Math.abs(weight)), 1);
  const shown = (weight) => `${weight < 0 ? '−' : '+'}${(Math.abs(weight) / 100).toFixed(2)}`;
  const number = (weight) => element('td', { className: 'weight', textContent: shown(weight) });
  const row = ({ why, weight }) => {
    const bar = element('span', { className: weight < 0 ? 'against' : 'for' });
    bar.style.setProperty('--width', `${(Math.abs(weight) / most) * 50}%`);
    const head = element('th', { scope: 'row', textContent: why });
    return element('tr', {}, head, number(weight), element('td', { className: 'bar' }, bar));
  };
  const table = element('table', { className: 'evidence' });
  if (caption) table.append(element('caption', { textContent: caption }));
  table.append(element('tbody', {}, ...[...terms].sort((a, b) => b.weight - a.weight).map(row)));
  if (sum !== undefined) {
    const head = element('th', { scope: 'row', textContent: 'Sum, as the logarithm of the odds' });
    table.append(element('tfoot', {}, element('tr', {}, head, number(sum), element('td'))));
  }
  return table;
}
