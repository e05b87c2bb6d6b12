// What all adapters share: which matches of a text become links.

/** As in `linkify`, a URI that leads elsewhere than a reader expects, or nowhere, is not linked. */
const isHarmless = (match) => !isCutHost(match) && match.hazards.every(({ severity }) => severity !== 'danger');

/** A host that was cut leads nowhere. */
const isCutHost = ({ flags, uri }) => flags.includes('incomplete') && /^[^:]*:\/\/[^/?#]*$/.test(uri);

/** The matches of a text that become links, from left to right, without overlaps. */
export function accepted(finder, text, { accept = isHarmless } = {}) {
  let done = 0;
  return finder.find(text).filter((match) => {
    // Defanged text is written so that it is no link, whatever a caller accepts.
    const takes = match.start >= done && !match.flags.includes('defanged') && accept(match);
    if (takes) done = match.end;
    return takes;
  });
}
