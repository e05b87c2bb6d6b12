import type { Finder, Match } from './index.js';

export interface LinkwrightOptions {
  /** Whether a match becomes a link. By default, a URI with a hazard of the severity `danger` does not. */
  accept?: (match: Match) => boolean;
}

/** What is needed of a `MarkdownIt`. */
export interface HasLinkify {
  linkify: any;
  set(options: { linkify: boolean }): unknown;
}

/** A plugin: `new MarkdownIt().use(linkwright, finder)`. The finder determines what is a link. */
export function linkwright(md: HasLinkify, finder: Finder, options?: LinkwrightOptions): void;

/** A link in the form of linkify-it. */
export interface LinkifyItMatch {
  /** `http:`, or empty if the text has no scheme. */
  schema: string;
  index: number;
  lastIndex: number;
  raw: string;
  text: string;
  url: string;
}

/** The methods of linkify-it that find links; a finder has other options than `set`, `add` and `tlds`. */
export function asLinkifyIt(finder: Finder, options?: LinkwrightOptions): {
  test(text: string): boolean;
  pretest(text: string): boolean;
  match(text: string): LinkifyItMatch[] | null;
  matchAtStart(text: string): LinkifyItMatch | null;
};
