import type { Finder, Match } from './index.js';

export interface LinkwrightOptions {
  /** Whether a match becomes a link. By default, a URI with a hazard of the severity `danger` does not. */
  accept?: (match: Match) => boolean;
}

/**
 * A plugin: `unified().use(remarkParse).use(remarkGfm).use(linkwright, finder)`, with or without remark-gfm, whose literal
 * autolinks it replaces.
 */
export function linkwright(finder: Finder, options?: LinkwrightOptions): (tree: any, file: any) => void;
