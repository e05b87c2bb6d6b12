import type { Finder, Match } from './index.js';

export interface LinkwrightOptions {
  /** Whether a match becomes a link. By default, a URI with a hazard of the severity `danger` does not. */
  accept?: (match: Match) => boolean;
}

/** An extension: `marked.use(linkwright(finder))`. */
export function linkwright(finder: Finder, options?: LinkwrightOptions): {
  extensions: {
    name: string;
    level: 'inline';
    start(this: unknown, rest: string): number | undefined;
    tokenizer(this: { lexer: any }, rest: string, tokens: any[]): any;
  }[];
  tokenizer: { url(): undefined };
};
