// The form of the options, made from the table of options of the library.

import { element, prose } from './element.js';
import { options, presets } from './options.js';

/** The name of an option in JavaScript: `max_len` is `maxLen`. */
const camel = (name) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());

/** A value as text, in the notation of `set_text`: the members of a list are separated by commas. */
const written = (value) => (value === null ? '' : Array.isArray(value) ? value.join(', ') : String(value));

/** The value of an option that is written as `text`. */
function parsed(option, text) {
  const trimmed = text.trim();
  if (option.isOptional && trimmed === '') return null;
  switch (option.kind) {
    case 'switch':
      return trimmed === 'true';
    case 'number':
      return /^\d+$/.test(trimmed) ? Number(trimmed) : trimmed;
    case 'list':
      return option.instead.includes(trimmed) ? trimmed : trimmed.split(',').map((one) => one.trim()).filter(Boolean);
    default:
      return trimmed;
  }
}

/** Shows the presets and the options; `changed` is called when the user changes one. */
export class Form {
  #preset = 'mail';
  #controls = new Map();
  #nodes;

  constructor(nodes, rules, changed) {
    this.#nodes = nodes;
    for (const { name } of presets) {
      const input = element('input', { type: 'radio', name: 'preset', value: name });
      input.addEventListener('change', () => (this.set(name, {}), changed()));
      nodes.presets.append(element('label', {}, input, name));
    }
    for (const option of options) nodes.form.append(this.#row(option, changed));
    const names = rules.map(({ name }) => element('option', { value: name }));
    nodes.form.append(element('datalist', { id: 'rules' }, ...names));
    nodes.form.addEventListener('submit', (event) => event.preventDefault());
    nodes.reset.addEventListener('click', () => (this.set(this.#preset, {}), changed()));
  }

  #row(option, changed) {
    const id = `option-${option.name}`;
    const about = element('p', { className: 'about', id: `${id}-about` }, ...prose(`${option.about}.`));
    const control = element(option.kind === 'choice' ? 'select' : 'input', { id, name: option.name });
    control.setAttribute('aria-describedby', about.id);
    const choice = (name) => element('option', { value: name, textContent: name });
    if (option.kind === 'choice') control.append(...option.names.map(choice));
    else if (option.kind === 'switch') control.type = 'checkbox';
    else if (option.kind === 'number') Object.assign(control, { type: 'number', min: option.least, max: option.most });
    else control.type = 'text';
    if (option.name === 'without_rules') control.setAttribute('list', 'rules');
    control.addEventListener('input', () => (this.#mark(), changed()));
    this.#controls.set(option, control);
    const label = element('label', { htmlFor: id, textContent: camel(option.name) });
    return element('div', { className: 'option' }, label, control, about);
  }

  /** Shows a preset, and values that differ from it: texts by the names of options. */
  set(preset, values) {
    this.#preset = presets.some(({ name }) => name === preset) ? preset : 'mail';
    for (const input of this.#nodes.presets.querySelectorAll('input')) input.checked = input.value === this.#preset;
    this.#nodes.about.replaceChildren(...prose(`${presets.find(({ name }) => name === this.#preset).about}.`));
    for (const [option, control] of this.#controls) {
      const text = values[camel(option.name)] ?? written(option.defaults[this.#preset]);
      if (option.kind === 'switch') control.checked = text === 'true';
      else control.value = text;
    }
    this.#mark();
  }

  /** The options that differ from the preset, with their texts. */
  #different() {
    const textOf = ({ type, checked, value }) => (type === 'checkbox' ? String(checked) : value);
    const isChanged = ([option, text]) => written(parsed(option, text)) !== written(option.defaults[this.#preset]);
    return [...this.#controls].map(([option, control]) => [option, textOf(control)]).filter(isChanged);
  }

  #mark() {
    const different = new Map(this.#different());
    for (const [option, control] of this.#controls) {
      control.parentElement.classList.toggle('changed', different.has(option));
    }
    this.#nodes.changed.textContent = different.size > 0 ? `(${different.size} changed)` : '';
    this.#nodes.reset.hidden = different.size === 0;
  }

  get preset() {
    return this.#preset;
  }

  /** The options that differ from the preset, as texts for the address of the page. */
  get texts() {
    return Object.fromEntries(this.#different().map(([option, text]) => [camel(option.name), text]));
  }

  /** The options of a finder. */
  get options() {
    const values = this.#different().map(([option, text]) => [camel(option.name), parsed(option, text)]);
    return { preset: this.#preset, ...Object.fromEntries(values) };
  }
}
