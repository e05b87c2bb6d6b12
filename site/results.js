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
  const more = (list) => list.length > MOST ? element('p', { className: 'about', textContent: `And ${list.length - MOST} more.` }) : undefined;
  const list = [...links.slice(0, MOST).map(item)];
  const rest = others.slice(0, MOST).map(item);
  const summary = element('summary', { textContent: `No links: ${others.length}` });
  const shut = rest.length > 0 ? [element('details', { className: 'rest' }, summary, ...rest, more(others))] : [];
  node.replaceChildren(...list, ...[more(links), ...shut].filter(Boolean));
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
  const uri = element('span', { className: 'uri', textContent: shown.length > 300 ? `${shown.slice(0, 300)}…` : shown });
  const made = element('details', { className: 'item' }, element('summary', {}, uri, badges));
  made.name = 'candidate';
  return made;
}

const section = (title, ...children) => element('section', {}, element('h3', { textContent: title }), ...children);
const code = (text) => element('code', { textContent: text });
const list = (items, make) => element('ul', {}, ...items.map((item) => element('li', {}, ...[make(item)].flat())));

function bodyOf(candidate, text) {
  const { match } = candidate;
  const sections = [];
  if (match) {
    sections.push(section('URI', code(match.uri)));
    if (candidate.normalForm !== undefined && candidate.normalForm !== match.uri) sections.push(section('Normal form', code(candidate.normalForm)));
    if (match.unwrapped) sections.push(section('The URI inside this one', code(match.unwrapped)));
    if (match.hazards.length > 0) sections.push(section('Hazards', list(match.hazards, hazard)));
    if (match.pieces.length > 1) {
      sections.push(section('Pieces', list(match.pieces, ([start, end]) => [code(text.slice(start, end)), ` ${start} to ${end}`])));
      sections.push(section('Joins', list(match.joins, ({ reason, confidence }) => `${reason}, ${percent(confidence)}`)));
    }
  } else {
    sections.push(section('Why it is no link', element('p', {}, ...prose(`${candidate.reason}.`)), rule(candidate.rule)));
  }
  candidate.lineEnds.forEach((end, n) => sections.push(section(`Evidence at line end ${n + 1}`, evidence(end, text))));
  if (match?.alternates.length > 0) sections.push(section('Other readings', list(match.alternates, reading)));
  if (candidate.clues.length > 0) sections.push(section('Evidence that it is a link', weights(candidate.clues)));
  if (candidate.steps.length > 0) sections.push(section('Rules', list(candidate.steps, (step) => [rule(step.rule), change(step, text)])));
  const facts = [`Found by “${candidate.triggerName}”`];
  if (match) {
    facts.push(match.delimiter === 'none' ? 'without delimiters' : `delimiter: ${match.delimiter}`, `confidence ${percent(match.confidence)}`);
    facts.push(`code units ${match.start} to ${match.end}`);
  }
  sections.push(element('p', { className: 'about', textContent: `${facts.join(', ')}.` }));
  return element('div', { className: 'body' }, ...sections);
}

function hazard({ code: name, severity, message }) {
  return [element('strong', { className: severity, textContent: severity }), ` ${name}: `, ...prose(message)];
}

function reading({ uri, why, confidence }) {
  return [code(uri), ` ${why}${confidence === undefined ? '' : `, ${percent(confidence)}`}`];
}

function rule(rule) {
  if (!rule) return undefined;
  const link = element('a', { href: 'docs/rules.html', textContent: rule.name });
  return element('span', {}, link, ': ', ...prose(rule.summary), element('span', { className: 'source' }, ...prose(rule.source)));
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
  const row = ({ why, weight }) => {
    const bar = element('span', { className: weight < 0 ? 'against' : 'for' });
    bar.style.setProperty('--width', `${(Math.abs(weight) / most) * 50}%`);
    const head = element('th', { scope: 'row', textContent: why });
    return element('tr', {}, head, element('td', { className: 'weight', textContent: shown(weight) }), element('td', { className: 'bar' }, bar));
  };
  const table = element('table', { className: 'evidence' });
  if (caption) table.append(element('caption', { textContent: caption }));
  table.append(element('tbody', {}, ...[...terms].sort((a, b) => b.weight - a.weight).map(row)));
  if (sum !== undefined) {
    const cells = [element('th', { scope: 'row', textContent: 'Sum, as the logarithm of the odds' }), element('td', { className: 'weight', textContent: shown(sum) }), element('td')];
    table.append(element('tfoot', {}, element('tr', {}, ...cells)));
  }
  return table;
}
