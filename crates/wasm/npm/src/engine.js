// The border to the module: text goes in, records of matches come out. Only this file knows the layout of records, which
// `records.rs` describes.

import { LinkwrightError, OptionError } from './errors.js';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The maximum number of bytes of memory of an instance that is kept. An instance that needed more is replaced. */
const MOST = 32 * 1024 * 1024;

/** The maximum number of code units that are passed at once. A longer text is passed in parts, which take less memory. */
export const PART = 32 * 1024;

export const NONE = Object.freeze([]);

/** The parts of a record. */
const URI = 1, FLAGS = 2, PIECES = 4, RULES = 8, ALTERNATES = 16, UNWRAPPED = 32;

/** An instance of the module, with the names of its numbers. */
export class Engine {
  constructor(module, names) {
    const { exports } = new WebAssembly.Instance(module, {});
    this.exports = exports;
    this.memory = exports.memory;
    this.self = new WeakRef(this);
    this.buffer = undefined;
    this.view();
    this.result = exports.lw_result() >> 2;
    this.isBroken = false;
    if (names === undefined) {
      exports.lw_names();
      names = prepare(this.text());
    }
    this.names = names;
  }

  /** Whether the memory has grown so far that the instance should not be used for new work. */
  get isWorn() {
    return this.isBroken || this.memory.buffer.byteLength > MOST;
  }

  /** The memory, which moves when it grows. */
  view() {
    if (this.buffer !== this.memory.buffer) {
      this.buffer = this.memory.buffer;
      this.bytes = new Uint8Array(this.buffer);
      this.words = new Uint32Array(this.buffer);
    }
    return this.bytes;
  }

  /** Runs a function of the module. After a trap, which is a lack of memory, the instance is not used again. */
  run(work) {
    if (this.isBroken) throw new LinkwrightError('the text before this one did not fit into memory');
    try {
      return work(this.exports);
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error;
      this.isBroken = true;
      throw new LinkwrightError('the text does not fit into memory', { cause: error });
    }
  }

  /** Writes a text to the input, and returns its length in bytes. A lone surrogate becomes U+FFFD, which is one unit. */
  put(text) {
    const { exports } = this;
    const units = text.length;
    if (units < 48) {
      // For a short text, a loop takes less time than a call of the encoder.
      const at = exports.lw_input(units);
      const bytes = this.view();
      let unit = 0;
      let n = 0;
      for (; n < units && (unit = text.charCodeAt(n)) < 0x80; n++) bytes[at + n] = unit;
      if (n === units) return units;
    }
    // Most texts are ASCII. If a text is not, the room for its longest form is needed.
    let at = exports.lw_input(units + 1024);
    let { read, written } = encoder.encodeInto(text, this.view().subarray(at, at + units + 1024));
    if (read < units) {
      at = exports.lw_input(3 * units);
      ({ written } = encoder.encodeInto(text, this.view().subarray(at, at + 3 * units)));
    }
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
    let uri = bits & URI ? this.string() : text;
    const kind = names.kinds[(bits >> 8) & 0xff];
    const delimiter = names.delimiters[(bits >> 16) & 0xff];
    const confidence = bits >>> 24;
    if (names.flags === undefined) return { start, end, text, uri, href: uri, kind, delimiter, confidence };
    let flags = NONE;
    let hazards = NONE;
    let pieces;
    let joins = NONE;
    let rules = NONE;
    let alternates = NONE;
    let unwrapped;
    if (bits & FLAGS) {
      const set = flagsOf(names, numbers[this.at++], numbers[this.at++]);
      flags = set.map(({ name }) => name);
      hazards = set.map(({ hazard }) => hazard).filter(Boolean);
    }
    if (bits & PIECES) {
      pieces = this.pieces();
      text = pieces.map(([from, to]) => slice(from, to)).join('');
      if (!(bits & URI)) uri = text;
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
    return {
      start, end, text, uri, href: uri, kind, delimiter, confidence,
      pieces, joins, flags, hazards, rules, alternates, unwrapped,
    };
  }
}

/** The flags whose bits are set. */
function flagsOf(names, low, high) {
  return names.flags.filter(({ number }) => (number < 32 ? low >>> number : high >>> (number - 32)) & 1);
}

/** The names that `lw_names` writes, with the objects that matches list as their hazards. */
function prepare(text) {
  const [presets, kinds, delimiters, details] = text.split('\n');
  const list = (line) => line.trimEnd().split(' ');
  const names = { presets: list(presets), kinds: list(kinds), delimiters: list(delimiters) };
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
