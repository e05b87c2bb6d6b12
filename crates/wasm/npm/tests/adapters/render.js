// The programs with which the adapters are tested, each without and with linkwright.

import { Finder } from 'linkwright';
import { linkwright as forMarkdownIt } from 'linkwright/markdown-it';
import { linkwright as forMarked } from 'linkwright/marked';
import { linkwright as forRemark } from 'linkwright/remark';
import MarkdownIt from 'markdown-it';
import { Marked } from 'marked';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';

// As in the tests of markdown-it.
const markdownIt = () => new MarkdownIt({ html: true, linkify: true, typographer: true });

function remark(...plugin) {
  const html = { allowDangerousHtml: true };
  const parser = unified().use(remarkParse).use(remarkGfm);
  if (plugin.length > 0) parser.use(...plugin);
  const processor = parser.use(remarkRehype, html).use(rehypeStringify, html);
  return (text) => String(processor.processSync(text));
}

const bare = { md: markdownIt(), marked: new Marked() };

/** Renders Markdown as the program alone does it. */
export const without = {
  'markdown-it': (text) => bare.md.render(text),
  marked: (text) => bare.marked.parse(text),
  remark: remark(),
};

/** Renders Markdown with the links of a finder. */
export function withFinder(finder, options) {
  const md = markdownIt().use(forMarkdownIt, finder, options);
  const marked = new Marked(forMarked(finder, options));
  return {
    'markdown-it': (text) => md.render(text),
    marked: (text) => marked.parse(text),
    remark: remark(forRemark, finder, options),
  };
}

export const withLinkwright = withFinder(new Finder('chat'));
