// Links of the caller: what a regular expression matches. The module has no engine for them, JavaScript has one.

import { NONE } from './engine.js';
import { OptionError } from './errors.js';

/** How far before a match an expression may look in a stream, in code units. */
export const BEHIND = 1024;

/** The longest match of a pattern without `maxLength`, which also ends before the next blank. */
const LONGEST = 8192;

/** Whether a target has a scheme that runs code. Browsers ignore control characters in it. */
function isActive(target) {
  return /^(?:javascript|vbscript|livescript|data|blob):/i.test(target.replace(/[\0- ]+/g, ''));
}

export class Patterns {
  constructor(list) {
    if (!Array.isArray(list)) throw new OptionError('patterns', 'patterns: expected an array of { name, pattern, href }');
    this.list = list.map(compiled);
  }

  get isEmpty() {
    return this.list.length === 0;
  }

  /**
   * `matches` of a text, merged with those of the patterns. Whatever begins first is taken; if two begin at one place, a
   * pattern is taken before a URI, and an earlier pattern before a later one. The text begins at the offset `base`;
   * nothing is taken before `done`. If the text goes on, and no URI before `settled` is missing, the result ends before
   * `open`, the first place that more text could change. The `rest` are the matches after it.
   */
  merge(text, matches, { base = 0, done = base, isLast = true, settled = base + text.length } = {}) {
    const next = this.list.map(() => undefined);
    const merged = [];
    let at = done;
    let open = settled;
    /** The next match of a pattern at or after `at`; its `start` may be a place that is open. */
    const look = (n) => {
      const known = next[n];
      if (known !== undefined && known.start >= at) return known;
      return (next[n] = this.list[n](text, at - base, base, isLast));
    };
    let m = 0;
    for (;;) {
      while (m < matches.length && matches[m].start < at) m++;
      let first = matches[m];
      for (let n = 0; n < next.length; n++) {
        const found = look(n);
        if (first === undefined || found.start < first.start || (found.start === first.start && first.kind !== 'pattern')) first = found;
      }
      if (first === undefined || first.start === Infinity) break;
      if (first.isOpen || (first.kind === 'pattern' && first.start >= settled)) {
        open = Math.min(open, first.start);
        break;
      }
      merged.push(first);
      at = first.end;
      // The other readings of a match overlap it.
      if (first === matches[m]) for (m++; m < matches.length && matches[m].start < at; m++) merged.push(matches[m]);
    }
    return { merged, open: Math.max(open, at), rest: matches.slice(m) };
  }
}

/** A function that returns the next match in a text from a place on, or the first place that is open. */
function compiled({ name, pattern, href, maxLength } = {}) {
  const wrong = (problem) => {
    throw new OptionError('patterns', `patterns: ${typeof name === 'string' ? `"${name}": ` : ''}${problem}`);
  };
  if (typeof name !== 'string') wrong('expected a name');
  if (!(pattern instanceof RegExp)) wrong('expected `pattern` to be a RegExp');
  if (pattern.sticky) wrong('a sticky expression finds nothing after its first miss');
  if (typeof href !== 'string' && typeof href !== 'function') wrong('expected `href` to be a string or a function');
  if (typeof href === 'string' && isActive(href)) wrong(`${JSON.stringify(href)} runs code`);
  if (maxLength !== undefined && !(Number.isSafeInteger(maxLength) && maxLength > 0)) wrong('expected `maxLength` to be a whole number above 0');
  const search = new RegExp(pattern.source, pattern.global ? pattern.flags : `${pattern.flags}g`);
  const here = new RegExp(pattern.source, `${pattern.flags.replace('g', '')}y`);
  if (new RegExp(`^(?:${pattern.source})$`, pattern.flags.replace(/[gy]/g, '')).test('')) wrong('it matches the empty text');
  const targetOf = targets(href, here, wrong);

  const longest = maxLength ?? LONGEST;
  // With one more unit, an expression sees whether a match of the greatest length goes on.
  const reach = longest + 1;
  /** The last text in which a blank was searched for, the place from which, and the place of the blank. */
  let read = { text: '', from: 0, blank: 0 };
  const blankAfter = (text, at) => {
    if (read.text !== text || at < read.from || at > read.blank) read = { text, from: at, blank: blank(text, at) };
    return read.blank;
  };
  /** The end of what a match at `at` may read; `undefined` if it is not known yet. */
  const limit = (text, at, isLast) => {
    const end = maxLength === undefined ? Math.min(blankAfter(text, at), at + reach) : at + reach;
    if (end < text.length || isLast) return Math.min(end, text.length);
    return end === at + reach && end === text.length ? end : undefined;
  };
  /** The first place in a text that goes on where a match may begin that is not complete. */
  const firstOpen = (text, from) => {
    let at = text.length;
    const least = Math.max(from, text.length - reach + 1);
    while (at > least && (maxLength !== undefined || !isBlank(text, at - 1))) at--;
    return at;
  };
  return (text, from, base, isLast) => {
    for (let at = from; ; ) {
      search.lastIndex = at;
      const found = at <= text.length ? search.exec(text) : null;
      if (found === null || found[0] === '') {
        if (found !== null) {
          at = found.index + 1;
          continue;
        }
        return { start: isLast ? Infinity : base + firstOpen(text, from), isOpen: true };
      }
      const start = found.index;
      const open = isLast ? Infinity : firstOpen(text, from);
      if (open < start) return { start: base + open, isOpen: true };
      const end = limit(text, start, isLast);
      if (end === undefined) return { start: base + start, isOpen: true };
      // The search saw more of the text than the match may read.
      here.lastIndex = start;
      const whole = here.exec(text.slice(0, end));
      const isWhole = whole && whole[0] !== '' && whole[0].length <= longest;
      const target = isWhole ? targetOf(whole) : undefined;
      if (target !== undefined) return matchOf(name, whole[0], base + start, target);
      at = start + 1;
    }
  };
}

function isBlank(text, at) {
  const unit = text.charCodeAt(at);
  return unit <= 0x20 || (unit > 0x7f && /\s/.test(text[at]));
}

/** The place of the first blank at or after `at`, or the end. */
function blank(text, at) {
  while (at < text.length && !isBlank(text, at)) at++;
  return at;
}

/** A placeholder in a target: `$$`, `$&`, `$1` or `$<name>`. */
const PLACE = /\$(?:(\$)|(&)|(\d{1,2})|<([^>]*)>)/g;

/** A function that returns the target of a match; `undefined` if it is no link. */
function targets(href, { source, flags }, wrong) {
  if (typeof href === 'function') return (found) => encoded(href(found));
  const groups = new RegExp(`${source}|`, flags).exec('');
  const sample = href.replace(PLACE, (place, dollar, all, number, name, at) => {
    if (dollar) return '$';
    if (number ? Number(number) >= groups.length : name !== undefined && !(name in (groups.groups ?? {}))) wrong(`the expression has no group ${place}`);
    if (!/[:/?#]/.test(href.slice(0, at))) wrong('a target cannot begin with a group');
    return '0';
  });
  const expected = shape(sample);
  return (found) => {
    let isAllowed = true;
    const target = href.replace(PLACE, (place, dollar, all, number, name, at) => {
      if (dollar) return '$';
      const group = all ? found[0] : number ? found[Number(number)] : found.groups[name];
      const text = inPlace(wellFormed(group ?? ''), href.slice(0, at), href.slice(at + place.length));
      isAllowed &&= text !== undefined;
      return text;
    });
    return isAllowed && shape(target) === expected ? encoded(target) : undefined;
  };
}

/** A group between two parts of a target. In a host it is a label, in a port a number, and elsewhere percent-encoded. */
function inPlace(group, before, after) {
  const authority = /^[^:/?#]*:?\/\/([^/?#]*)$/.exec(before)?.[1];
  if (authority === undefined || /^[^/?#]*@/.test(after)) return encodeURIComponent(group);
  const isPort = authority.replace(/.*@/, '').includes(':');
  const isAllowed = isPort ? /^\d{1,5}$/.test(group) && Number(group) <= 65535 : /^[a-z\d-]+$/i.test(group);
  return isAllowed ? group : undefined;
}

/** What groups must not change: whether there is an authority, and the number of dot segments. */
function shape(target) {
  const [, authority, path] = /^(?:[^:/?#]*:)?(\/\/[^/?#]*)?([^?#]*)/.exec(target);
  const dots = path.split('/').filter((segment) => /^(?:\.|%2e){1,2}$/i.test(segment));
  return `${authority !== undefined} ${dots.length}`;
}

/** A target in ASCII: what no URI contains is percent-encoded. */
function encoded(target) {
  if (typeof target !== 'string' || isActive(target)) return undefined;
  return wellFormed(target).replace(/[^!#-;=?-[\]_a-z~]+/g, encodeURIComponent);
}

function wellFormed(text) {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}

function matchOf(pattern, text, start, href) {
  const end = start + text.length;
  return {
    start,
    end,
    text,
    uri: href,
    href,
    kind: 'pattern',
    pattern,
    delimiter: 'none',
    confidence: 100,
    pieces: [[start, end]],
    joins: NONE,
    flags: NONE,
    hazards: NONE,
    rules: NONE,
    alternates: NONE,
    unwrapped: undefined,
  };
}
