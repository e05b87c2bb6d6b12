// The border to the module: text goes in, records of matches come out. Only this file knows the layout of records, which
// `records.rs` describes.

import { LinkwrightError, OptionError } from './errors.js';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The maximum number of bytes of memory of an instance that is kept. An instance that needed more is replaced. */
const MOST = 32 * 1024 * 1024;

/** The maximum number of code units that are searched at once. A longer text is passed in parts, which take less memory. */
export const PART = 512 * 1024;

/** The room of the input at first, in bytes. */
const ROOM = 16 * 1024;

/** Texts with fewer code units are written by a loop, which takes less time than a call of the encoder. */
const SHORT = 48;

export const NONE = Object.freeze([]);

/**
 * What every text with a link has: a mark of which the module takes notice, and not only before a blank or at the end.
 * Most messages have none, and this test takes a third of the time of a call. A test compares it with the module.
 */
export const MARKS = /@[^ -/:-@[-`{-~]|[^ \d]\d*:(?! +\S|\s*$)|\.(?!\.| +\S|\s*$)|。|[[({]dot[\])}]/i;

/** The same, or a character that HTML does not show as it is. */
export const SPECIAL = new RegExp(`[^\\n -!#-%'-;=?-~]|${MARKS.source}`, 'i');

/** The number of sets of flags that are kept. */
const SETS = 256;

/** The parts of a record. The highest two bits of eight are the number of a prefix. */
const URI = 1, FLAGS = 2, PIECES = 4, RULES = 8, ALTERNATES = 16, UNWRAPPED = 32, PREFIX = 6;

/** An instance of the module, with the names of its numbers. */
export class Engine {
  constructor(module, names) {
    const { exports } = new WebAssembly.Instance(module, {});
    this.exports = exports;
    // Calls of these members take less time than those of the members of `exports`.
    ({ lw_find: this.lw_find, lw_test: this.lw_test, lw_linkify: this.lw_linkify } = exports);
    this.memory = exports.memory;
    this.self = new WeakRef(this);
    this.isBroken = false;
    this.input = exports.lw_input(ROOM);
    this.room = ROOM;
    this.look();
    this.result = exports.lw_result() >> 2;
    if (names === undefined) {
      exports.lw_names();
      names = prepare(this.text());
    }
    this.names = names;
  }

  /** Whether the memory has grown so far that the instance should not be used for new work. */
  get isWorn() {
    return this.isBroken || this.view().length > MOST;
  }

  /** The memory. When it grows, it moves, and the old array has no bytes any more. */
  view() {
    if (this.bytes.length === 0) this.look();
    return this.bytes;
  }

  look() {
    const { buffer } = this.memory;
    this.bytes = new Uint8Array(buffer);
    this.words = new Uint32Array(buffer);
    this.target = new Uint8Array(buffer, this.input, this.room);
  }

  /** Makes room for a number of bytes in the input. */
  reserve(length) {
    if (length > this.room) {
      this.input = this.run((exports) => exports.lw_input(length));
      this.room = length;
      this.look();
    } else this.view();
    return this.target;
  }

  /** Runs a function of the module. */
  run(work) {
    this.check();
    try {
      return work(this.exports);
    } catch (error) {
      throw this.failed(error);
    }
  }

  check() {
    if (this.isBroken) throw new LinkwrightError('the text before this one did not fit into memory');
  }

  /** The error for one that the module has thrown. After a trap, which is a lack of memory, it is not used again. */
  failed(error) {
    if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) return error;
    this.isBroken = true;
    return new LinkwrightError('the text does not fit into memory', { cause: error });
  }

  /** Writes a text to the input, and returns its length in bytes. A lone surrogate becomes U+FFFD, which is one unit. */
  put(text) {
    this.check();
    const units = text.length;
    if (units < SHORT) {
      const target = this.reserve(3 * SHORT);
      let unit = 0;
      let n = 0;
      for (; n < units && (unit = text.charCodeAt(n)) < 0x80; n++) target[n] = unit;
      if (n === units) return units;
    }
    // A long text is mostly ASCII. If it is not, the room for its longest form is needed.
    const room = units > PART ? units + 1024 : 3 * units;
    let { read, written } = encoder.encodeInto(text, this.reserve(room));
    if (read < units) ({ written } = encoder.encodeInto(text, this.reserve(3 * units)));
    return written;
  }

  /** A number of the result. */
  number(n) {
    this.view();
    return this.words[(this.words[this.result] >> 2) + n];
  }

  /** The text of the result. */
  text() {
    this.view();
    const at = this.words[this.result + 2];
    const length = this.words[this.result + 3];
    const { bytes } = this;
    if (length < 100) {
      // A short ASCII text, such as the URIs of a message, is made in less time without the decoder.
      let text = '';
      let n = at;
      for (; n < at + length && bytes[n] < 0x80; n++) text += String.fromCharCode(bytes[n]);
      if (n === at + length) return text;
    }
    return decoder.decode(bytes.subarray(at, at + length));
  }

  /** Throws an error if this build lacks a function. */
  require(name) {
    if (name in this.exports) return;
    throw new LinkwrightError(`${name.slice('lw_'.length)}: linkwright/slim leaves this out; use linkwright`);
  }

  /** The handle that a function returned, or the error that it left. */
  handle(returned) {
    if (returned >= 0) return returned;
    const [option, message] = this.text().split('\0');
    // The library writes `max_len`, and JavaScript `maxLen`.
    const name = option === 'class' ? 'className' : option.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
    throw new OptionError(name, name + message.slice(option.length));
  }

  /**
   * The matches of the result. `slice` returns a part of the text that was searched; the records begin at the number
   * `from`, and their URIs at the unit `textFrom` of the text.
   */
  matches(count, slice, from = 0, textFrom = 0) {
    if (count === 0) return [];
    const reader = new Reader(this, from, textFrom);
    const matches = new Array(count);
    for (let n = 0; n < count; n++) matches[n] = reader.match(slice);
    return matches;
  }
}

/** Reads records from left to right. */
class Reader {
  constructor(engine, at, textAt) {
    engine.view();
    this.names = engine.names;
    this.numbers = engine.words;
    this.at = (engine.words[engine.result] >> 2) + at;
    this.engine = engine;
    this.strings = undefined;
    this.textAt = textAt;
  }

  string() {
    this.strings ??= this.engine.text();
    const from = this.textAt;
    return this.strings.slice(from, (this.textAt += this.numbers[this.at++]));
  }

  pair() {
    return [this.numbers[this.at++], this.numbers[this.at++]];
  }

  pieces() {
    const pieces = new Array(this.numbers[this.at++]);
    for (let n = 0; n < pieces.length; n++) pieces[n] = this.pair();
    return pieces;
  }

  match(slice) {
    const { numbers, names } = this;
    const start = numbers[this.at++];
    const end = numbers[this.at++];
    const bits = numbers[this.at++];
    let text = slice(start, end);
    let uri = bits & URI ? this.string() : undefined;
    const kind = names.kinds[(bits >> 8) & 0xff];
    const delimiter = names.delimiters[(bits >> 16) & 0xff];
    const confidence = bits >>> 24;
    const prefix = names.prefixes[(bits >> PREFIX) & 3];
    if (names.flags === undefined) {
      uri ??= prefix + text;
      return { start, end, text, uri, href: uri, kind, delimiter, confidence };
    }
    let flags = NONE;
    let hazards = NONE;
    let pieces;
    let joins = NONE;
    let rules = NONE;
    let alternates = NONE;
    let unwrapped;
    if (bits & FLAGS) {
      ({ flags, hazards } = flagsOf(names, numbers[this.at++], numbers[this.at++]));
    }
    if (bits & PIECES) {
      pieces = this.pieces();
      text = pieces.map(([from, to]) => slice(from, to)).join('');
      joins = pieces.slice(1).map(() => {
        const gap = this.pair();
        const reason = numbers[this.at++];
        return { gap, reason: names.joins[reason & 0xff], confidence: reason >> 8 };
      });
    } else pieces = [[start, end]];
    if (bits & RULES) {
      rules = new Array(numbers[this.at++]);
      for (let n = 0; n < rules.length; n++) rules[n] = names.rules[numbers[this.at++]].name;
    }
    if (bits & ALTERNATES) {
      alternates = new Array(numbers[this.at++]);
      for (let n = 0; n < alternates.length; n++) {
        const uri = this.string();
        const text = this.string();
        const why = numbers[this.at++];
        const confidence = why >> 8 === 255 ? undefined : why >> 8;
        alternates[n] = { uri, text, pieces: this.pieces(), why: names.readings[why & 0xff], confidence };
      }
    }
    if (bits & UNWRAPPED) unwrapped = this.string();
    uri ??= prefix + text;
    return {
      start, end, text, uri, href: uri, kind, delimiter, confidence,
      pieces, joins, flags, hazards, rules, alternates, unwrapped,
    };
  }
}

/** The names of the flags whose bits are set, and their hazards. Few sets occur, so they are kept; callers share them. */
function flagsOf(names, low, high) {
  const key = high * 2 ** 32 + low;
  let known = names.sets.get(key);
  if (known === undefined) {
    const set = names.flags.filter(({ number }) => (number < 32 ? low >>> number : high >>> (number - 32)) & 1);
    const flags = Object.freeze(set.map(({ name }) => name));
    known = { flags, hazards: Object.freeze(set.map(({ hazard }) => hazard).filter(Boolean)) };
    if (names.sets.size === SETS) names.sets.clear();
    names.sets.set(key, known);
  }
  return known;
}

/** The names that `lw_names` writes, with the objects that matches list as their hazards. */
function prepare(text) {
  const [presets, kinds, delimiters, prefixes, details] = text.split('\n');
  const list = (line) => line.trimEnd().split(' ');
  const names = { presets: list(presets), kinds: list(kinds), delimiters: list(delimiters), prefixes: list(prefixes), sets: new Map() };
  if (details !== '') Object.assign(names, JSON.parse(details));
  for (const flag of names.flags ?? NONE) {
    const { name, severity, message } = flag;
    flag.hazard = severity && Object.freeze({ code: name, severity, message });
  }
  return names;
}

/** Options in the form in which `fields.rs` reads them. */
export function fields(strings) {
  return strings.map((string) => `${byteLength(string)}:${string}`).join('');
}

export function byteLength(string) {
  let length = 0;
  for (const character of string) {
    const code = character.codePointAt(0);
    length += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return length;
}
