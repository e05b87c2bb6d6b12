/**
 * linkwright finds links in text as people and programs really write them.
 *
 * All offsets are UTF-16 code units: `text.slice(match.start, match.end)`.
 */

/** The offset of the first code unit, and the offset after the last one. */
export type Range = readonly [start: number, end: number];

/** A set of values for all options. The default is `mail`. */
export type Preset = 'rfc' | 'mail' | 'chat' | 'gfm' | 'uts58' | 'archive';

/** What was found. A `pattern` is a match of a regular expression of the caller. */
export type Kind = 'uri' | 'www' | 'domain' | 'email' | 'ip' | 'pattern';

/** What encloses a match (RFC 3986, Appendix C). */
export type Delimiter = 'none' | 'angle' | 'double-quote' | 'single-quote' | 'typographic-quote' | 'backtick';

/** The options of a finder, by the names of the library in camel case. `linkwright/slim` has fewer: see its types. */
export interface FinderOptions {
  /** Sets all options; the others then change single ones. */
  preset?: Preset;
  /** Schemes to link: those in everyday use, those that are safe to click, any, or a list. */
  schemes?: readonly string[] | 'known' | 'clickable' | 'any';
  /** Link URIs with a scheme. */
  uris?: boolean;
  /** Link `www.example.com`. */
  www?: boolean;
  /** Link bare domains such as `example.com/a`. */
  domains?: boolean;
  /** Link e-mail addresses. */
  emails?: boolean;
  /** Link bare IPv4 addresses. */
  ip?: boolean;
  /** Link `localhost` with a port, such as `localhost:3000/a`, if `domains` is on. */
  localhost?: boolean;
  /** Accept characters outside ASCII in a URI. */
  iri?: boolean;
  /** Accept letters of all scripts before the `@` of an address (RFC 6531). */
  emailUtf8?: boolean;
  /** Percent-encode characters that people write but the grammar does not allow. */
  repair?: boolean;
  /** Link URIs without delimiters; if this is off, only those inside delimiters. */
  bare?: boolean;
  /** The rules that delimit a URI. */
  delimiting?: 'text' | 'gfm' | 'uts58';
  /** Also report what is probably not a URI, with its confidence. */
  doubtful?: boolean;
  /** Find text such as `hxxp://a[.]example`, with the URI that is meant and the flag `defanged`; it is never linked. */
  defanged?: boolean;
  /** Link nothing in code between backticks. */
  skipCode?: boolean;
  /** Where URIs that are broken across lines are joined. */
  wrap?: 'off' | 'delimited' | 'mail';
  /** Which hard-wrapped bare URIs are joined if `wrap` is `mail`. */
  folds?: 'off' | 'conservative' | 'eager';
  /** The least probability, in percent, for joining a bare URI with the next line; `null` for the default. */
  joinConfidence?: number | null;
  /** The text is format=flowed (RFC 3676). */
  flowed?: boolean;
  /** Flowed text is declared `DelSp=yes`. */
  delsp?: boolean;
  /** Skip the page breaks of RFCs inside delimiters. */
  pageBreaks?: boolean;
  /** Which reading of a hyphen at a line break comes first. */
  hyphen?: 'keep' | 'typeset';
  /** Report only the best reading, or all of them, which may overlap. */
  readings?: 'best' | 'all';
  /** The scheme for matches that are written without one. */
  defaultScheme?: string;
  /** The greatest length of a URI in bytes, from 16 to 65,536. */
  maxLen?: number;
  /** The greatest number of lines of a URI inside delimiters, and of pieces of a bare URI. */
  maxLines?: number;
  /** The greatest number of bytes from the opener to the closer of a URI inside delimiters. */
  maxBytes?: number;
  /** Delimiting rules that are turned off, by the names that `explain` shows. */
  withoutRules?: readonly string[];
  /**
   * Links of the caller. Whatever begins first is linked; of two that begin at one place, a pattern comes before a URI,
   * and an earlier pattern before a later one.
   */
  patterns?: readonly Pattern[];
}

/** Links of the caller: what a regular expression matches, such as tickets and mentions. */
export interface Pattern {
  readonly name: string;
  /** It must not match the empty text. */
  readonly pattern: RegExp;
  /**
   * The target: a URI or a relative reference. In a string, `$1`, `$<name>` and `$&` are groups. A group is percent-encoded;
   * in a host it is one label, and in a port a number. The text is no link if a group is not allowed in its place, adds an
   * authority or a dot segment, if a function returns nothing, or if the target would run code (`javascript:`).
   * Characters that no URI has are percent-encoded.
   */
  readonly href: string | ((match: RegExpExecArray) => string | null | undefined);
  /**
   * How many code units a match may have; a longer one is none. The expression sees one unit more, and a stream waits for so
   * much text before it decides. By default a match reads up to the next blank, and at most 8,192 code units.
   */
  readonly maxLength?: number;
}

/** What a program should examine before it shows or follows a URI. */
export interface Hazard {
  readonly code: string;
  readonly severity: 'info' | 'warn' | 'danger';
  /** An English sentence. */
  readonly message: string;
}

/** Two pieces of one URI meet. */
export interface Join {
  /** The text between the pieces. */
  readonly gap: Range;
  readonly reason: string;
  /** The probability of the join, in percent. */
  readonly confidence: number;
}

/** Another reading of the text of a match. */
export interface Alternate {
  readonly uri: string;
  readonly text: string;
  readonly pieces: readonly Range[];
  readonly why: string;
  /** The probability of the reading, in percent, if it is known. */
  readonly confidence: number | undefined;
}

/** A link that was found. Matches are plain objects: they can be copied, compared and sent to workers. */
export interface Match {
  readonly start: number;
  readonly end: number;
  /** The text as written, with its pieces joined. */
  readonly text: string;
  /** The URI: valid, in ASCII, with its scheme. */
  readonly uri: string;
  /** The target of the link: the URI, or the relative reference of a pattern. */
  readonly href: string;
  readonly kind: Kind;
  /** The name of the pattern that matched. */
  readonly pattern?: string;
  readonly delimiter: Delimiter;
  /** The probability that the text is a link at all, in percent. */
  readonly confidence: number;
  /** One range, or several if the URI was joined over line ends. */
  readonly pieces: readonly Range[];
  readonly joins: readonly Join[];
  /** How it was found, and the codes of its hazards. */
  readonly flags: readonly string[];
  readonly hazards: readonly Hazard[];
  /** The rules that determined where the match begins and ends. */
  readonly rules: readonly string[];
  readonly alternates: readonly Alternate[];
  /** The URI that a service, such as a mail filter, wrapped into this one. */
  readonly unwrapped: string | undefined;
}

/** A part of a text: a match, or the text between two matches. */
export type Segment<M = Match> = { readonly text: string; readonly match?: undefined } | { readonly text: string; readonly match: M };

/** The options of `linkify`. */
export interface LinkOptions {
  /** The `rel` of each link, by default `noopener noreferrer nofollow`; none if it is empty. */
  rel?: string | null;
  target?: string | null;
  className?: string | null;
  attributes?: Readonly<Record<string, string>>;
  /** Schemes that become links. */
  schemes?: readonly string[] | 'clickable' | 'known' | 'any';
  /** Schemes that become links in addition to the others, by default those of web, mail, phone, chat and news. */
  linkSchemes?: readonly string[];
  /** How a URI with a hazard of the severity `danger` is written; by default it is not linked. */
  onDanger?: 'link' | 'mark' | 'caution' | 'skip';
  /** How a URI with a hazard of the severity `warn` is written; by default it is marked with a class and a title. */
  onWarning?: 'link' | 'mark' | 'caution' | 'skip';
  /** The greatest number of characters in the text of a link. */
  shorten?: number | null;
  shortenHow?: 'end' | 'middle' | 'smart';
  /** Leave `http://` and the like out of the text of a link. */
  stripScheme?: boolean;
  /** Show the text of a link with as few percent-escapes as possible. */
  decode?: boolean;
  /** How line ends are written: unchanged, or each with a `<br>` before it. */
  newlines?: 'keep' | 'break';
  /** Write lines that begin with `>` as `<blockquote>`. */
  quotes?: boolean;
}

/** A rule of the finder. */
export interface Rule {
  readonly name: string;
  readonly summary: string;
  readonly source: string;
}

/** A fact that was weighed, in hundredths of the natural logarithm of the odds. */
export interface Clue {
  readonly why: string;
  readonly weight: number;
}

/** What happened to one candidate: a text that might have been a link. */
export interface Candidate {
  readonly trigger: Range;
  readonly triggerName: string;
  readonly kind: Kind;
  readonly extent: Range;
  readonly steps: readonly { readonly rule: Rule; readonly before: Range; readonly after: Range }[];
  /** The line ends at which it might continue, with the evidence at each. */
  readonly lineEnds: readonly {
    readonly gap: Range;
    readonly isJoined: boolean;
    readonly confidence: number;
    readonly sum: number;
    readonly facts: readonly string[];
    readonly terms: readonly (Clue & { readonly facts: readonly string[] })[];
  }[];
  readonly clues: readonly Clue[];
  readonly confidence?: number;
  /** The match; otherwise there is a `reason`. */
  readonly match?: Match;
  /** The URI of the match in its normal form (RFC 3986, section 6.2.3). */
  readonly normalForm?: string;
  readonly reason?: string;
  readonly rule?: Rule;
  readonly at?: number;
}

/** The base class of the errors of this package. A text that is no string is a `TypeError`. */
export class LinkwrightError extends Error {}

/** An option that does not exist, a value that it does not take, or what this build leaves out. */
export class OptionError extends LinkwrightError {
  /** The name of the option, as the caller wrote it. */
  readonly option: string;
}

/** Finds links. It is built once, and then used for many texts. */
export class Finder {
  /** @throws {OptionError} */
  constructor(options?: FinderOptions | Preset);
  /** The matches from left to right. */
  find(text: string): Match[];
  /** Whether there is a match. */
  test(text: string): boolean;
  /** The whole text in segments, for renderers that make elements and no HTML. */
  split(text: string): Segment[];
  /**
   * The text as HTML: escaped, with links.
   * @throws {OptionError}
   */
  linkify(text: string, options?: LinkOptions): string;
  /** Why each match begins and ends where it does, and why other candidates are no links. */
  explain(text: string): Candidate[];
  /** A search of a text that grows. */
  stream(): FindStream;
}

/**
 * A text that grows, as the answer of a language model. What was returned never changes, and is what `split` returns for
 * the whole text, except that text without a match may come in more segments.
 */
export class FindStream {
  private constructor();
  /** Adds text, and returns what is settled now. A chunk may end anywhere, even inside a pair of surrogates. */
  push(chunk: string): Segment[];
  /** Ends the text, and returns the rest. The stream can then be used for another text. */
  finish(): Segment[];
  /** The end of the text that is not settled yet. Show it without links. */
  readonly pending: string;
}

/** The rules of the finder, which `withoutRules` can turn off. */
export const rules: readonly Rule[];
