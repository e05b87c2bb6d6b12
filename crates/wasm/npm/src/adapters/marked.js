// An extension of marked: its links in place of the autolinks of GitHub Flavored Markdown.

import { accepted } from './accepted.js';

/** `marked.use(linkwright(finder))` */
export function linkwright(finder, options) {
  // The lexer passes the rest of a text, with the tokens before it: all rests of one text come with the same array.
  const searches = new WeakMap();
  let current;

  /** The distance to the next link of the current text, and the link. The rests become shorter. */
  function next(rest) {
    const at = current.length - rest.length;
    while (current.links[current.n]?.start < at) current.n++;
    const link = current.links[current.n];
    return link && { link, distance: link.start - at };
  }

  const extension = {
    name: 'linkwright',
    level: 'inline',
    start: (rest) => next(rest)?.distance,
    tokenizer(rest, tokens) {
      if (!searches.has(tokens)) searches.set(tokens, { length: rest.length, n: 0, links: accepted(finder, rest, options) });
      current = searches.get(tokens);
      const { inLink, inRawBlock } = this.lexer.state;
      const found = next(rest);
      if (found?.distance !== 0 || inLink || inRawBlock) return undefined;
      const { start, end, text, href } = found.link;
      const raw = rest.slice(0, end - start);
      return { type: 'link', raw, text, href, tokens: [{ type: 'text', raw, text, escaped: false }] };
    },
  };
  return { extensions: [extension], tokenizer: { url: () => undefined } };
}
