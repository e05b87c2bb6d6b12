import { Finder, LinkwrightError, OptionError, rules, type Candidate, type FinderOptions, type Match, type Segment } from 'linkwright';
import { Finder as Slim } from 'linkwright/slim';
import { load } from 'linkwright/load';

const options: FinderOptions = {
  preset: 'chat',
  wrap: 'delimited',
  patterns: [{ name: 'ticket', pattern: /#(\d+)/, href: ([, number]) => `/issues/${number}`, maxLength: 12 }],
};
const finder = new Finder(options);
const matches: Match[] = finder.find('see example.com');
const uris: string[] = matches.flatMap((match) => [match.uri, ...match.alternates.map(({ uri }) => uri)]);
const segments: readonly Segment[] = finder.split('see example.com');
const html: string = segments.map(({ text, match }) => (match === undefined ? text : match.href)).join('');
const candidates: Candidate[] = finder.explain('see example.com');
const summaries = candidates.flatMap(({ steps }) => steps.map(({ rule }) => rule.summary));
const stream = finder.stream();
const settled: Segment[] = [...stream.push('a'), ...stream.finish()];
const pending: string = stream.pending;
try {
  new Finder('uts58').linkify('x', { rel: null, className: 'link', onDanger: 'mark', newlines: 'break' });
} catch (error) {
  if (error instanceof OptionError) console.log(error.option, error instanceof LinkwrightError);
}
new Slim('gfm').find('x').map(({ uri }) => uri);
const other = (module: WebAssembly.Module) => new (load(module).Finder)('mail').test('x');

// @ts-expect-error: there is no such preset
new Finder('chta');
// @ts-expect-error: there is no such option
new Finder({ warp: 'off' });
// @ts-expect-error: the slim build joins no lines
new Slim('mail');
// @ts-expect-error: nor does it write HTML
new Slim('chat').linkify('x');

export { uris, html, summaries, settled, pending, other, rules };
