/**
 * The smaller build: it finds URIs, `www.` names, bare domains and addresses with the same ends as `linkwright`, but joins
 * no lines, and has no `linkify`, no `explain`, and no details of matches. What it leaves out is an error.
 */

import type { Delimiter, FindStream as FullStream, Kind, Pattern } from './index.js';
import { LinkwrightError, OptionError } from './index.js';

export { LinkwrightError, OptionError };
export type { Delimiter, Kind, Pattern };

/** The presets that join no lines. */
export type Preset = 'chat' | 'gfm' | 'uts58';

export interface FinderOptions {
  preset: Preset;
  schemes?: readonly string[];
  uris?: boolean;
  www?: boolean;
  domains?: boolean;
  emails?: boolean;
  ip?: boolean;
  iri?: boolean;
  defaultScheme?: string;
  patterns?: readonly Pattern[];
}

export interface Match {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The URI: valid, in ASCII, with its scheme. */
  readonly uri: string;
  readonly href: string;
  readonly kind: Kind;
  readonly pattern?: string;
  readonly delimiter: Delimiter;
  readonly confidence: number;
}

export type Segment = { readonly text: string; readonly match?: undefined } | { readonly text: string; readonly match: Match };

export class Finder {
  /** @throws {OptionError} */
  constructor(options: FinderOptions | Preset);
  find(text: string): Match[];
  test(text: string): boolean;
  split(text: string): Segment[];
  stream(): FindStream;
}

export interface FindStream extends Pick<FullStream, 'pending'> {
  push(chunk: string): Segment[];
  finish(): Segment[];
}
