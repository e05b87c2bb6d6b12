// Finds links with linkify-it, linkifyjs, autolinker or twitter-text, in the protocol of `linkwright pipe`. linkify-it
// also finds names without a scheme, `linkify-it-tlds` with all top-level domains; autolinker does not search for phone
// numbers; otherwise they run with their default options. `accuracy.py` and `uts58.py` start this program, for example as
// `node accuracy.cjs linkify-it`.
'use strict'

const readline = require('node:readline')

/** For each finder, a function that returns the offset and the text of each link. */
const FINDERS = {
  'linkify-it': () => linkifyIt(finder => finder),
  'linkify-it-tlds': () => linkifyIt(finder => finder.tlds(require('tlds'))),
  linkifyjs: () => {
    const finder = require('linkifyjs')
    return text => finder.find(text).map(link => [link.start, link.value])
  },
  autolinker: () => {
    const { default: Autolinker } = require('autolinker')
    const finder = new Autolinker({ urls: true, email: true, phone: false })
    return text => finder.parse(text).map(link => [link.getOffset(), link.getMatchedText()])
  },
  'twitter-text': () => {
    const finder = require('twitter-text')
    return text => finder.extractUrlsWithIndices(text).map(link => [link.indices[0], link.url])
  },
}

function linkifyIt (configure) {
  // Before version 6, the module was the function, and names without a scheme were links by default.
  const module = require('linkify-it')
  const finder = configure((module.linkifyit || module)({ fuzzyLink: true }))
  return text => (finder.match(text) || []).map(link => [link.index, link.raw])
}

/** The link as the command writes it, with offsets in bytes. */
function row (text, [at, link]) {
  const start = Buffer.byteLength(text.slice(0, at))
  return { text: link, start, end: start + Buffer.byteLength(link) }
}

const find = FINDERS[process.argv[2]]()
readline.createInterface({ input: process.stdin }).on('line', line => {
  const { id, text } = JSON.parse(line)
  console.log(JSON.stringify({ id, links: find(text).map(link => row(text, link)) }))
})
