// Measures linkify-it with its default options, which find schemes, domains and addresses. The script `run` starts this
// program.
'use strict'

const fs = require('node:fs')
const path = require('node:path')
const linkify = require('linkify-it')()

const ROUNDS = 7
const CORPORA = {
  mail: 'mail.txt', prose: 'prose.txt', links: 'links.txt', code: 'code.txt', nonascii: 'nonascii.txt',
  pages: 'pages.html', readme: 'readme.md', chat: 'chat.txt',
}

function haystacks (name, text) {
  return name === 'chat' ? text.split(/\r*\n/).filter(line => line !== '') : [text]
}

/** The CPU time of the whole process, because garbage collection is part of the work of this peer. */
function seconds (run) {
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

for (const [corpus, file] of Object.entries(CORPORA)) {
  const texts = haystacks(corpus, fs.readFileSync(path.join(process.argv[2], file), 'utf8'))
  let matches = 0
  const pass = () => {
    matches = 0
    for (const text of texts) matches += (linkify.match(text) || []).length
  }
  pass()
  const samples = Array.from({ length: ROUNDS }, () => seconds(pass))
  console.log(JSON.stringify({ name: 'linkify-it', corpus, matches, seconds: samples }))
}
