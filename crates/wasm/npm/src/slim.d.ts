/**
 * The smaller build: it finds URIs, `www.` names, bare domains and addresses with the same ends as `linkwright`, but joins
 * no lines, and has no `linkify`, no `explain`, and no details of matches: without
 * `hazards`, it cannot tell a link that deceives. What it leaves out is an error.
 */

import type * as full from './index.js';
import { LinkwrightError, OptionError } from './index.js';

export { LinkwrightError, OptionError };
export type { Delimiter, Kind, Pattern } from './index.js';

/** The presets that join no lines. */
export type Preset = 'chat' | 'gfm' | 'uts58';

type Shared = 'uris' | 'www' | 'domains' | 'emails' | 'ip' | 'iri' | 'defaultScheme' | 'patterns';
export interface FinderOptions extends Pick<full.FinderOptions, Shared> {
  preset: Preset;
  schemes?: readonly string[];
}

type Members = 'start' | 'end' | 'text' | 'uri' | 'href' | 'kind' | 'pattern' | 'delimiter' | 'confidence';
export interface Match extends Pick<full.Match, Members> {}

export type Segment = full.Segment<Match>;

export class Finder {
  /** @throws {OptionError} */
  constructor(options: FinderOptions | Preset);
  find(text: string): Match[];
  test(text: string): boolean;
  split(text: string): Segment[];
  stream(): FindStream;
}

export interface FindStream extends Pick<full.FindStream, 'pending'> {
  push(chunk: string): Segment[];
  finish(): Segment[];
}
