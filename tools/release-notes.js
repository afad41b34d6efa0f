// Prints the section of CHANGELOG.md about one version: `node tools/release-notes.js 1.2.3`. Fails if a release of it would
// be too early.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, root } from '../bin/prepare.js'

const [version = '', file = join(root, 'CHANGELOG.md')] = process.argv.slice(2)
const sections = readFileSync(file, 'utf8').split(/^## /m).slice(1)
const section = sections.find((text) => text.split(/\s/, 1)[0] === version)
if (!section) fail(`CHANGELOG.md has no section about ${version}. Add one.`)
const [title = '', ...lines] = section.split('\n')
if (title.includes('not released yet'))
  fail(`CHANGELOG.md says that ${version} is not released yet. Replace that with the date.`)
const notes = lines.join('\n').trim()
if (notes === '') fail(`The section about ${version} in CHANGELOG.md is empty. Say what changed.`)
console.log(notes)
