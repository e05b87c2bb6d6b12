// An object in the place of linkify-it, for markdown-it and other programs that use one.

import { accepted } from './accepted.js';

/** The number of code units in which the beginning of a text is searched. */
const STEP = 512;

/** The `schema` of a pattern. Before a text without one, markdown-it puts `http://`. */
const PATTERN = 'pattern:';

/** A plugin of markdown-it: `md.use(linkwright, finder)`. */
export function linkwright(md, finder, options) {
  const linkify = asLinkifyIt(finder, options);
  const normalize = md.normalizeLinkText;
  // markdown-it shows the text of a link decoded, as a URL. The text of a pattern is none: it stays as it is, behind a NUL,
  // which no text of markdown-it contains.
  const marked = (link) => (link.schema === PATTERN ? { ...link, text: `\0${link.text}` } : link);
  md.set({ linkify: true });
  md.linkify = { ...linkify, match: (text) => linkify.match(text)?.map(marked) ?? null };
  md.normalizeLinkText = (text) => (text.startsWith('\0') ? text.slice(1) : normalize(text));
}

/** The methods of linkify-it that find links. */
export function asLinkifyIt(finder, options) {
  const match = (text) => {
    const links = accepted(finder, text, options).map(asLink);
    return links.length > 0 ? links : null;
  };
  // A stream reads no further than the first link, so a text of many beginnings is not searched again and again.
  let stream;
  const first = (text) => {
    stream ??= finder.stream();
    let segments = [];
    let isWhole = false;
    for (let at = 0; at < text.length && !isWhole && segments.length === 0; at += STEP) {
      const step = text.slice(at, at + STEP);
      const blank = step.search(/\s/);
      isWhole = blank >= 0;
      segments = stream.push(isWhole ? step.slice(0, blank) : step);
    }
    const rest = stream.finish();
    return (segments[0] ?? rest[0])?.match;
  };
  return {
    match,
    test: (text) => finder.test(text) && match(text) !== null,
    pretest: (text) => finder.test(text),
    /** The link at the beginning of a text. markdown-it continues after as many units as its `url` has. */
    matchAtStart(text) {
      const found = first(text);
      if (found?.start !== 0 || found.pieces.length > 1 || found.kind !== 'uri') return null;
      return accepted({ find: () => [found] }, text, options).map(asLink)[0] ?? null;
    },
  };
}

/** A match in the form of linkify-it. Its users encode the URL themselves, so this is the text with its scheme. */
function asLink({ start, end, text, href, kind }) {
  const scheme = /^[^:]*:/.exec(href)?.[0] ?? '';
  const url = { uri: text, email: `mailto:${text}`, pattern: href }[kind] ?? `${scheme}//${text}`;
  const schema = { uri: scheme.toLowerCase(), email: 'mailto:', pattern: PATTERN }[kind] ?? '';
  return { schema, index: start, lastIndex: end, raw: text, text, url };
}
