// Finds links with linkify-it, linkifyjs or autolinker, in the protocol of `linkwright pipe`. linkify-it and linkifyjs
// run with their default options; autolinker does not search for phone numbers. `accuracy.py` starts this program, for
// example as `node accuracy.cjs linkify-it`.
'use strict'

const readline = require('node:readline')

const FINDERS = {
  'linkify-it': () => {
    const finder = require('linkify-it')()
    return text => (finder.match(text) || []).map(link => link.raw)
  },
  linkifyjs: () => {
    const finder = require('linkifyjs')
    return text => finder.find(text).map(link => link.value)
  },
  autolinker: () => {
    const { default: Autolinker } = require('autolinker')
    const finder = new Autolinker({ urls: true, email: true, phone: false })
    return text => finder.parse(text).map(link => link.getMatchedText())
  },
}

const find = FINDERS[process.argv[2]]()
readline.createInterface({ input: process.stdin }).on('line', line => {
  const { id, text } = JSON.parse(line)
  console.log(JSON.stringify({ id, links: find(text).map(text => ({ text })) }))
})
