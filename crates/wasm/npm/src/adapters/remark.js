// A plugin of remark: its links in place of the literal autolinks of remark-gfm. Code and other links stay as they are.

import { accepted } from './accepted.js';

/** `unified().use(remarkParse).use(remarkGfm).use(linkwright, finder)`, with or without remark-gfm. */
export function linkwright(finder, options) {
  return (tree, file) => relink(tree, String(file), (text) => accepted(finder, text, options));
}

/** Nodes inside which there is no link. */
const CLOSED = new Set(['link', 'linkReference', 'definition', 'image', 'imageReference']);

/** The elements of HTML inside which there is no link. */
const OPENS = /^<(?:a|code|pre)[\s>]/i;
const CLOSES = /^<\/(?:a|code|pre)\s*>/i;

function relink(node, source, find) {
  if (CLOSED.has(node.type) || !node.children) return;
  const children = [];
  const kept = new Set();
  let isClosed = false;
  for (const child of node.children) {
    if (child.type === 'html') isClosed = OPENS.test(child.value) || (isClosed && !CLOSES.test(child.value));
    const text = isLiteral(child, source) ? textOf(child) : child;
    if (isClosed) kept.add(text);
    const last = children.at(-1);
    if (!isClosed && text.type === 'text' && last?.type === 'text') children[children.length - 1] = joined(last, text);
    else children.push(text);
  }
  node.children = children.flatMap((child) => {
    if (kept.has(child)) return [child];
    if (child.type === 'text') return linked(child, find);
    relink(child, source, find);
    return [child];
  });
}

/** Whether a link is a literal autolink, as remark-gfm makes them: not in brackets, and its text is its target. */
function isLiteral(node, source) {
  if (node.type !== 'link' || node.children.length !== 1 || node.children[0].type !== 'text') return false;
  const { value } = node.children[0];
  if (![value, `http://${value}`, `mailto:${value}`].includes(node.url)) return false;
  // A link that another plugin made has no position, and neither have the addresses of remark-gfm.
  const first = node.position && source[node.position.start.offset];
  return !node.position || (first !== undefined && first !== '[' && first !== '<');
}

function textOf({ children: [{ value }], position }) {
  return { type: 'text', value, position };
}

function joined(a, b) {
  const position = a.position && b.position && { start: a.position.start, end: b.position.end };
  return { type: 'text', value: a.value + b.value, position };
}

/** A text as a list of texts and links. */
function linked(node, find) {
  const { value } = node;
  const links = find(value);
  if (links.length === 0) return [node];
  const nodes = [];
  let done = 0;
  const text = (end) => {
    if (end > done) nodes.push({ type: 'text', value: value.slice(done, end) });
  };
  for (const { start, end, text: label, href } of links) {
    text(start);
    nodes.push({ type: 'link', title: null, url: href, children: [{ type: 'text', value: label }] });
    done = end;
  }
  text(value.length);
  return nodes;
}
