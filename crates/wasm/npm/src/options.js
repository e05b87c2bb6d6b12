// Options by name: checks their JavaScript types, and writes them for the module.

import { fields } from './engine.js';
import { OptionError } from './errors.js';

/** The options in the form in which the module reads them; those of a finder begin with the preset. */
export function optionFields(options, names, kind = 'finder') {
  if (options === undefined || (kind === 'finder' && typeof options === 'string')) options = options === undefined ? {} : { preset: options };
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new OptionError('options', `options: expected an object, found ${found(options)}`);
  }
  const strings = [];
  if (kind === 'finder') strings.push(preset(options.preset === undefined ? 'mail' : options.preset, names));
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || (kind === 'finder' && name === 'preset')) continue;
    strings.push(snake(name), ...spelled(name, value));
  }
  return fields(strings);
}

function preset(name, names) {
  if (names.presets.includes(name)) return name;
  throw new OptionError('preset', `preset: expected ${names.presets.map((one) => `"${one}"`).join(', ')}; found ${found(name)}`);
}

/** The name of the option in the library: `defaultScheme` is `default_scheme`. */
function snake(name) {
  return name === 'className' ? 'class' : name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function spelled(name, value) {
  switch (typeof value) {
    case 'boolean':
      return ['b', String(value)];
    case 'number':
      if (!Number.isSafeInteger(value)) throw new OptionError(name, `${name}: expected a whole number, found ${value}`);
      return ['n', String(value)];
    case 'string':
      return ['s', value.toWellFormed?.() ?? value];
    case 'object':
      if (value === null) return ['u'];
      if (Array.isArray(value)) return ['l', String(value.length), ...value.flatMap((one) => spelled(name, one))];
      const members = Object.entries(value);
      return ['m', String(members.length), ...members.flatMap(([key, one]) => [key, ...spelled(name, one)])];
    default:
      throw new OptionError(name, `${name}: expected a value of JSON, found ${found(value)}`);
  }
}

function found(value) {
  return typeof value === 'string' ? `"${value}"` : Array.isArray(value) ? 'an array' : value === null ? 'null' : typeof value;
}
