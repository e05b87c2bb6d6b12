// The text behind the text area, with its links marked.

import { element } from './element.js';

/** The ranges of the candidates, from left to right without overlaps: links first, then what is no link. */
export function ranges(candidates) {
  const found = [];
  for (const candidate of candidates) {
    const { match } = candidate;
    const plain = match?.pieces.length > 1 ? 'link joined' : 'link';
    const name = match ? (worst(match) ?? plain) : 'rejected';
    for (const [start, end] of match ? match.pieces : [candidate.extent]) found.push({ start, end, name, candidate });
  }
  const order = ({ candidate }) => (candidate.match ? 0 : 1);
  const taken = [];
  for (const range of found.sort((a, b) => order(a) - order(b) || a.start - b.start)) {
    const last = taken.at(-1);
    if (range.end > range.start && (!last || last.end <= range.start || order(last) !== order(range))) taken.push(range);
  }
  taken.sort((a, b) => a.start - b.start || order(a) - order(b));
  return taken.filter((range, n) => order(range) === 0 || !overlapsLink(taken, n));
}

function overlapsLink(ranges, n) {
  const { start, end } = ranges[n];
  const links = [ranges[n - 1], ranges[n + 1]].filter((other) => other?.candidate.match);
  return links.some((other) => other.start < end && start < other.end);
}

/** The worst severity of the hazards of a match, if any is more than a note. */
export function worst({ hazards }) {
  return ['danger', 'warn'].find((severity) => hazards.some((hazard) => hazard.severity === severity));
}

/** Shows a text with its marks. The last line end needs something after it to have a height. */
export function showMarks(node, text, ranges, chosen) {
  const parts = [];
  let done = 0;
  for (const { start, end, name, candidate } of ranges) {
    if (start < done) continue;
    parts.push(text.slice(done, start));
    const className = candidate === chosen ? `${name} chosen` : name;
    parts.push(element('mark', { className, textContent: text.slice(start, end) }));
    done = end;
  }
  node.replaceChildren(...parts, `${text.slice(done)}\n`);
}
