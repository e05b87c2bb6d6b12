/**
 * Makes an element. Texts become text nodes, so nothing in them is markup.
 *
 * @param {string} tag
 * @param {Record<string, unknown>} properties
 * @param {...(Node | string | undefined)} children
 */
export function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

/** A sentence as nodes: what is between backticks is code. */
export function prose(text) {
  return text.split('`').map((part, n) => (n % 2 === 1 ? element('code', { textContent: part }) : part));
}
