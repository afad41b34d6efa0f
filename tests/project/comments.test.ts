import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../bin/prepare.js'

// A comment is a sentence with a subject, or a noun phrase ("Style" in CONTRIBUTING.md). These checks are
// heuristics: a good comment that trips one goes into `exceptions`.

/** Checked folders */
const folders = [
  'bin/',
  'content/',
  'contracts/',
  'server/assistant/',
  'tests/browsers/',
  'tests/e2e/',
  'tests/helpers/',
  'tests/screens/',
  'web/build/',
]

/** Good comments that a rule below would refuse, word for word. */
const exceptions: string[] = []

/** Share of all comments that may begin with a bare clause. */
const maxBareShare = 0.02

/** Words that have a plainer one: again, in the meantime, fix, anyone who, someone, is. */
const refusedWords =
  /\b(anew|meanwhile|mend(s|ed|ing)?|whoever|whomever|somebody|stands?(?! (for|out|alone))|stood|lies|lying)\b/i

const relativeStart = /^(What|Who|Whom|Whose|Whoever|Whatever)\b/
const openStart =
  /^(Which|Where|Of|That(?! (is|was|would|way|means|makes|must|can|also|alone)\b)|Those(?! (are|were|must|can)\b)|(By|With|To|For|From) (which|whom))\b/
/** A comma that begins the main clause: "Where the browser can, ..." */
const mainClause =
  /,\s+(?!(and|or|but|nor|where|which|who|whom|that|so|as|because|if|when|in|by|for|from|not|with|without|too)\b)[\w`’]+\s+[\w`’]+/

type Comment = { at: string; text: string }

const files = folders
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  .filter((file) => /\.(ts|tsx|js)$/.test(file) && !/\.test\.tsx?$/.test(file))
  .filter((file) => folders.some((folder) => file.startsWith(folder)))
const comments = files.flatMap(readComments)

test('there are comments to check', () => {
  expect(comments.length).toBeGreaterThan(300)
})

test('comments use the plain word', () => {
  expect(list(comments.filter(({ text }) => refusedWords.test(text)))).toEqual([])
})

test('comments are sentences or noun phrases', () => {
  const bare = comments.filter(({ text }) => isBare(text))
  if (bare.length > maxBareShare * comments.length) expect(list(bare)).toEqual([])
})

test('every exception is still needed', () => {
  const texts = comments.map(({ text }) => text)
  expect(exceptions.filter((text) => !texts.includes(text))).toEqual([])
})

test('the rules tell bare clauses from sentences', () => {
  expect(isBare('What is told beside it.')).toBe(true)
  expect(isBare('Who has left may come back with a button.')).toBe(true)
  expect(isBare('Of the larger one.')).toBe(true)
  expect(isBare('Where the pictures are.')).toBe(true)
  expect(isBare('Where the browser has no popovers, the links stay in a row.')).toBe(false)
  expect(isBare('That would close the dialog.')).toBe(false)
  expect(isBare('The MIME type and size of the original upload.')).toBe(false)
})

function isBare(text: string): boolean {
  const [sentence = ''] = text.split(/(?<=[.!?])\s/)
  if (sentence.endsWith('?') || exceptions.includes(text)) return false
  return relativeStart.test(sentence) || (openStart.test(sentence) && !mainClause.test(sentence))
}

function list(found: Comment[]): string[] {
  return found.filter(({ text }) => !exceptions.includes(text)).map(({ at, text }) => `${at} ${text}`)
}

/** All comments of a file: adjacent `//` lines are one comment. */
function readComments(file: string): Comment[] {
  const source = readFileSync(join(root, file), 'utf8')
  const found = [
    ...source.matchAll(/(?:^[ \t]*\/\/.*\n)+/gm),
    ...source.matchAll(/^[ \t]*\{?\/\*[\s\S]*?\*\//gm),
    ...source.matchAll(/(?<=\S[ \t]+)\/\/ .*$/gm),
  ]
  return found.map((match) => ({
    at: `${file}:${source.slice(0, match.index).split('\n').length}`,
    text: match[0]
      .split('\n')
      .map((line) => line.replace(/^\s*(\{?\/\*+|\*\/|\/\/|\*)/, '').replace(/\*\/\}?$/, ''))
      .map((line) => line.trim())
      .join(' ')
      .trim(),
  }))
}
