// The classes of the package for one module.

import { Engine, PART, fields } from './engine.js';
import { OptionError } from './errors.js';
import { optionFields } from './options.js';

/** Frees objects of the module whose JavaScript objects are gone. */
const registry = new FinalizationRegistry(({ engine, kind, handle }) => {
  if (!engine.isBroken) engine.exports.lw_free(kind, handle);
});

const FINDER = 0, LINKER = 1, STREAM = 2;

/** The API for a compiled module. All finders share one instance. */
export function load(module) {
  let current = new Engine(module);
  const { names } = current;

  /** The instance for the next call. Finders make their objects again in a new instance. */
  function engine() {
    if (current.isWorn) current = new Engine(module, names);
    return current;
  }

  function keep(owner, engine, kind, handle) {
    registry.register(owner, { engine, kind, handle });
    return handle;
  }

  class Finder {
    #fields;
    #engine;
    #handle;
    #linkers = new Map();

    constructor(options) {
      this.#fields = optionFields(options, names);
      this.#at(engine());
    }

    /** The handle of this finder in an instance. */
    #at(engine) {
      if (this.#engine !== engine) {
        const length = engine.put(this.#fields);
        const handle = engine.handle(engine.run((exports) => exports.lw_finder(length)));
        this.#handle = keep(this, engine, FINDER, handle);
        this.#engine = engine;
        this.#linkers.clear();
      }
      return this.#handle;
    }

    find(text) {
      check(text);
      if (text.length > PART) {
        const stream = new Search(this.#at(engine()), engine());
        return [...stream.pushAll(text), ...stream.finish()];
      }
      const now = engine();
      const handle = this.#at(now);
      const length = now.put(text);
      const count = now.run((exports) => exports.lw_find(handle, length));
      return now.matches(count, (start, end) => text.slice(start, end));
    }

    test(text) {
      check(text);
      const now = engine();
      const handle = this.#at(now);
      const length = now.put(text);
      return now.run((exports) => exports.lw_test(handle, length)) === 1;
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
      const handle = this.#at(now);
      const key = options === undefined ? '' : optionFields(options, names, 'linker');
      let linker = this.#linkers.get(key);
      if (linker === undefined) {
        const length = now.put(key);
        linker = now.handle(now.run((exports) => exports.lw_linker(handle, length)));
        keep(this, now, LINKER, linker);
        this.#linkers.set(key, linker);
      }
      const length = now.put(text);
      now.run((exports) => exports.lw_linkify(linker, length));
      return now.text();
    }

    explain(text) {
      check(text);
      const now = engine();
      const handle = this.#at(now);
      const length = now.put(text);
      const count = now.run((exports) => exports.lw_explain(handle, length));
      const numbers = now.numbers();
      const end = numbers[numbers.length - 1];
      const all = now.text();
      const matches = now.matches(count, (start, end) => text.slice(start, end), 0, end);
      return JSON.parse(all.slice(0, end), (key, value) => {
        if (key === 'rule') return names.rules[value];
        return key === 'match' ? matches[value] : value;
      });
    }

    stream() {
      const now = engine();
      return new FindStream(new Search(this.#at(now), now));
    }
  }

  /** A search of a text that comes in parts. */
  class Search {
    constructor(finder, engine) {
      this.engine = engine;
      const handle = engine.run((exports) => exports.lw_stream(finder));
      this.handle = keep(this, engine, STREAM, handle);
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
        this.settled = this.engine.numbers()[0];
        this.read(count, matches);
      }
      return matches;
    }

    pushAll(text) {
      return this.push(text);
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
      this.settled = this.engine.numbers()[0];
      this.read(count, matches);
      return matches;
    }

    read(count, matches) {
      const { tail, from } = this;
      const slice = (start, end) => tail.slice(start - from, end - from);
      for (const match of this.engine.matches(count, slice, 1)) matches.push(match);
    }

    /** Removes the text before an offset. */
    forget(offset) {
      this.tail = this.tail.slice(offset - this.from);
      this.from = offset;
    }
  }

  class FindStream {
    #search;
    #done = 0;

    constructor(search) {
      this.#search = search;
    }

    push(chunk) {
      check(chunk, 'chunk');
      return this.#segments(this.#search.push(chunk));
    }

    finish() {
      const segments = this.#segments(this.#search.finish());
      this.#search.tail = '';
      this.#search.from = 0;
      this.#done = 0;
      return segments;
    }

    get pending() {
      return this.#search.tail + this.#search.high;
    }

    #segments(matches) {
      const search = this.#search;
      const segments = [];
      const text = (start, end) => search.tail.slice(start - search.from, end - search.from);
      for (const match of matches) {
        if (match.start < this.#done) continue;
        if (match.start > this.#done) segments.push({ text: text(this.#done, match.start) });
        segments.push({ text: text(match.start, match.end), match });
        this.#done = match.end;
      }
      if (search.settled > this.#done) {
        segments.push({ text: text(this.#done, search.settled) });
        this.#done = search.settled;
      }
      search.forget(this.#done);
      return segments;
    }
  }

  return { Finder, rules: names.rules, options: names.options, presets: names.presets };
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
