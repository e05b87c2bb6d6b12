// The classes of the package for one module.

import { Engine, MARKS, NONE, PART, SPECIAL, byteLength, fields } from './engine.js';
import { LinkwrightError, OptionError } from './errors.js';
import { optionFields } from './options.js';
import { BEHIND, Patterns } from './patterns.js';

/** Frees objects of the module whose JavaScript objects are gone. */
const registry = new FinalizationRegistry(({ engine, free, handle }) => {
  const used = engine.deref();
  if (used && !used.isBroken) used.exports[free](handle);
});

/** The API for a compiled module. All finders share one instance. */
export function load(module) {
  let current = new Engine(module);
  const { names } = current;

  /** The instance for the next call. Finders make their objects again in a new instance. */
  function engine() {
    if (current.isWorn) current = new Engine(module, names);
    return current;
  }

  function keep(owner, engine, free, handle) {
    // Nothing but the variable above and streams keep an instance, so that its memory is freed when it is replaced.
    registry.register(owner, { engine: engine.self, free, handle }, owner);
    return handle;
  }

  class Finder {
    #fields;
    #engine;
    #handle;
    #linkers = new Map();
    #patterns;

    constructor(options) {
      const isObject = typeof options === 'object' && options !== null && !Array.isArray(options);
      const { patterns = NONE, ...others } = isObject ? options : {};
      this.#fields = optionFields(isObject ? others : options, names);
      this.#patterns = new Patterns(patterns);
      this.#at(engine());
    }

    /** The handle of this finder in an instance. */
    #at(engine) {
      if (this.#engine !== engine.self) {
        registry.unregister(this);
        const length = engine.put(this.#fields);
        const handle = engine.handle(engine.run((exports) => exports.lw_finder(length)));
        this.#handle = keep(this, engine, 'lw_free_finder', handle);
        this.#engine = engine.self;
        this.#linkers.clear();
      }
      return this.#handle;
    }

    find(text) {
      const matches = this.#uris(text);
      return this.#patterns.isEmpty ? matches : this.#patterns.merge(text, matches).merged;
    }

    #uris(text) {
      check(text);
      if (!MARKS.test(text)) return [];
      const now = engine();
      const handle = this.#at(now);
      if (text.length > PART) {
        const search = new Search(handle, now);
        const matches = search.push(text);
        matches.push(...search.finish());
        return matches;
      }
      const length = now.put(text);
      let count;
      try {
        count = now.lw_find(handle, length, text.length);
      } catch (error) {
        throw now.failed(error);
      }
      return count === 0 ? [] : now.matches(count, (start, end) => text.slice(start, end));
    }

    test(text) {
      check(text);
      if (!this.#patterns.isEmpty) return this.find(text).length > 0;
      if (!MARKS.test(text)) return false;
      const now = engine();
      const handle = this.#at(now);
      const length = now.put(text);
      try {
        return now.lw_test(handle, length) === 1;
      } catch (error) {
        throw now.failed(error);
      }
    }

    split(text) {
      const segments = [];
      let done = 0;
      for (const match of this.find(text)) {
        if (match.start < done) continue;
        if (match.start > done) segments.push({ text: text.slice(done, match.start) });
        segments.push({ text: text.slice(match.start, match.end), match });
        done = match.end;
      }
      if (done < text.length) segments.push({ text: text.slice(done) });
      return segments;
    }

    linkify(text, options) {
      check(text);
      const now = engine();
      now.require('lw_linkify');
      if (options === undefined && this.#patterns.isEmpty && !SPECIAL.test(text)) return text;
      const handle = this.#at(now);
      const key = options === undefined ? '' : optionFields(options, names, 'linker');
      let linker = this.#linkers.get(key);
      if (linker === undefined) {
        const length = now.put(key);
        linker = now.handle(now.run((exports) => exports.lw_linker(handle, length)));
        keep(this, now, 'lw_free_linker', linker);
        this.#linkers.set(key, linker);
      }
      let own = '';
      if (!this.#patterns.isEmpty) {
        const links = this.find(text).filter(({ kind }) => kind === 'pattern');
        own = fields(links.flatMap(({ start, end, href }) => [String(start), String(end), href]));
      }
      const length = now.put(own + text);
      let isSame;
      try {
        isSame = now.lw_linkify(linker, own === '' ? 0 : byteLength(own), length) === 1;
      } catch (error) {
        throw now.failed(error);
      }
      // Text that is not ASCII may have lone surrogates, which the module has replaced.
      return isSame && length === text.length ? text : now.text();
    }

    explain(text) {
      check(text);
      const now = engine();
      now.require('lw_explain');
      const handle = this.#at(now);
      const length = now.put(text);
      const count = now.run((exports) => exports.lw_explain(handle, length));
      const end = now.number(0);
      const all = now.text();
      const matches = now.matches(count, (start, end) => text.slice(start, end), 1, end);
      return JSON.parse(all.slice(0, end), (key, value) => {
        if (key === 'rule') return names.rules[value];
        return key === 'match' ? matches[value] : value;
      });
    }

    stream() {
      const now = engine();
      return new FindStream(new Search(this.#at(now), now), this.#patterns);
    }
  }

  /** A search of a text that comes in parts. */
  class Search {
    constructor(finder, engine) {
      this.engine = engine;
      const handle = engine.run((exports) => exports.lw_stream(finder));
      this.handle = keep(this, engine, 'lw_free_stream', handle);
      /** The end of the text, from the unit `from` on, and how much of it is settled. */
      this.tail = '';
      this.from = 0;
      this.settled = 0;
      /** The first half of a pair, whose second half has not come. */
      this.high = '';
    }

    push(text) {
      text = this.high + text;
      const last = text.charCodeAt(text.length - 1);
      this.high = last >= 0xd800 && last < 0xdc00 ? text.slice(-1) : '';
      if (this.high) text = text.slice(0, -1);
      this.tail += text;
      const matches = [];
      for (const part of parts(text)) {
        const length = this.engine.put(part);
        const count = this.engine.run((exports) => exports.lw_push(this.handle, length));
        this.settled = this.engine.number(0);
        this.read(count, matches);
      }
      return matches;
    }

    finish() {
      const matches = [];
      if (this.high) {
        const length = this.engine.put(this.high);
        this.tail += this.high;
        this.high = '';
        this.read(this.engine.run((exports) => exports.lw_push(this.handle, length)), matches);
      }
      const count = this.engine.run((exports) => exports.lw_finish(this.handle));
      this.settled = this.engine.number(0);
      this.read(count, matches);
      return matches;
    }

    read(count, matches) {
      const { tail, from } = this;
      const slice = (start, end) => tail.slice(start - from, end - from);
      for (const match of this.engine.matches(count, slice, 1)) matches.push(match);
    }

    /** Keeps only the text from an offset on. */
    forget(offset, tail) {
      this.tail = tail;
      this.from = offset;
    }
  }

  class FindStream {
    #search;
    #patterns;
    /** Matches after the first place that more text could change. */
    #queue = [];
    #done = 0;

    constructor(search, patterns) {
      this.#search = search;
      this.#patterns = patterns;
    }

    push(chunk) {
      check(chunk, 'chunk');
      return this.#segments(this.#search.push(chunk), false);
    }

    finish() {
      const segments = this.#segments(this.#search.finish(), true);
      this.#search.forget(0, '');
      this.#done = 0;
      return segments;
    }

    get pending() {
      const { tail, from, high } = this.#search;
      return tail.slice(this.#done - from) + high;
    }

    #segments(matches, isLast) {
      const search = this.#search;
      const { tail, from: base } = search;
      let end = search.settled;
      if (!this.#patterns.isEmpty) {
        const known = this.#queue.concat(matches);
        const place = { base, done: this.#done, isLast, settled: end };
        ({ merged: matches, open: end, rest: this.#queue } = this.#patterns.merge(tail, known, place));
      }
      const segments = [];
      const text = (from, to) => tail.slice(from - base, to - base);
      for (const match of matches) {
        // The other readings of a match overlap it.
        if (match.start < this.#done) continue;
        if (match.start > this.#done) segments.push({ text: text(this.#done, match.start) });
        segments.push({ text: text(match.start, match.end), match });
        this.#done = match.end;
      }
      if (end > this.#done) {
        segments.push({ text: text(this.#done, end) });
        this.#done = end;
      }
      const kept = Math.max(base, this.#done - (this.#patterns.isEmpty ? 0 : BEHIND));
      search.forget(kept, tail.slice(kept - base));
      return segments;
    }
  }

  return { Finder, rules: names.rules, LinkwrightError, OptionError };
}

function check(text, name = 'text') {
  if (typeof text !== 'string') throw new TypeError(`${name}: expected a string, found ${text === null ? 'null' : typeof text}`);
}

/** A text in parts that do not divide pairs of surrogates. */
function* parts(text) {
  let from = 0;
  while (text.length - from > PART) {
    let to = from + PART;
    const last = text.charCodeAt(to - 1);
    if (last >= 0xd800 && last < 0xdc00) to--;
    yield text.slice(from, to);
    from = to;
  }
  if (from < text.length) yield text.slice(from);
}
