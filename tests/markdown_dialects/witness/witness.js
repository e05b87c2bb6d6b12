// Reads JSON lines {dialect, source, output} and writes {problem, source, output} for each pair that a parser of the
// dialect reads differently: `output` must be `source` with links, and with the same directives. Pairs whose source is
// invalid are only counted.
import {createInterface} from 'node:readline'
import {TokenKind, Tokenizer} from 'liquidjs'
import remarkFrontmatter from 'remark-frontmatter'
import remarkMdx from 'remark-mdx'
import remarkParse from 'remark-parse'
import {unified} from 'unified'

const mdx = unified().use(remarkParse).use(remarkFrontmatter, ['yaml', 'toml']).use(remarkMdx)

// The tree without positions and links, with adjacent texts as one.
function outline(node) {
  const children = (node.children ?? []).flatMap(child =>
    child.type === 'link' ? outline(child).children : [outline(child)])
  const merged = []
  for (const child of children) {
    const last = merged.at(-1)
    if (last?.type === 'text' && child.type === 'text') last.value += child.value
    else merged.push(child)
  }
  const {type, value, name, url, depth, lang, meta} = node
  const attributes = node.attributes?.map(({name, value}) => ({name, value: value?.value ?? value}))
  return {type, value, name, url, depth, lang, meta, attributes, children: merged}
}

function nests(node, isInLink = false) {
  const isLink = node.type === 'link'
  return (isLink && isInLink) || (node.children ?? []).some(child => nests(child, isInLink || isLink))
}

function readMdx(text) {
  const tree = mdx.parse(text)
  return {nests: nests(tree), outline: JSON.stringify(outline(tree))}
}

// The tags and the output of Liquid.
function readLiquid(text) {
  const tokens = new Tokenizer(text).readTopLevelTokens()
  const isDirective = token => token.kind === TokenKind.Tag || token.kind === TokenKind.Output
  return {outline: JSON.stringify(tokens.filter(isDirective).map(token => token.getText()))}
}

const read = {mdx: readMdx, liquid: readLiquid}
const counts = {valid: 0, invalid: 0, linked: 0}
for await (const line of createInterface({input: process.stdin})) {
  const {dialect, source, output} = JSON.parse(line)
  let before
  try {
    before = read[dialect](source)
  } catch {
    counts.invalid += 1
    continue
  }
  counts.valid += 1
  counts.linked += source === output ? 0 : 1
  let problem
  try {
    const after = read[dialect](output)
    if (after.outline !== before.outline) problem = 'reads otherwise'
    else if (after.nests && !before.nests) problem = 'a link is in a link'
  } catch (error) {
    problem = String(error)
  }
  if (problem) console.log(JSON.stringify({problem, source, output}))
}
console.log(JSON.stringify(counts))
