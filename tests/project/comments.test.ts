import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { root } from '../../bin/prepare.js'

// A comment is a sentence with a subject, or a noun phrase ("Style" in CONTRIBUTING.md). These checks are
// heuristics: a good comment that trips one goes into `exceptions`.

const folders = ['app', 'bin', 'core', 'docs', 'features', 'tests', 'tools']

/** The exact text of good comments that one of the rules below would refuse */
const exceptions: string[] = []

/** Share of all comments that may begin with a bare clause. */
const maxBareShare = 0.02

/** Words for which a plainer one exists: again, in the meantime, fix, anyone who, someone, is */
const refusedWords =
  /\b(anew|meanwhile|mend(s|ed|ing)?|whoever|whomever|(some|every)body|nobody|stands?(?! (for|out|alone|in for|behind|still)\b)|stood|lies?|lying)\b/i

/** A name in code or quotation marks, such as the system user `nobody` */
const quoted = /`[^`]*`|"[^"]*"|“[^”]*”/g

const relativeStart = /^(And |But |Or )?(What|Who|Whom|Whose|Whoever|Whomever|Whatever|How(?! to\b))\b/
const openStart =
  /^(Which\b|Where\b|Of\b(?! course\b)|That(?!’s)(?! (is|was|would|will|way|means|makes|must|may|can|could|also|alone|has|does|needs|takes|keeps|happens|gives|leaves|one|time)\b)|Those(?! (are|were|must|can|have|need|get|do|may|two)\b)|(By|With|To|For|From|In|On) (which|whom|whose|what)\b|(To|For) (who|whoever)\b)/
/** A comma that begins the main clause: "Where the browser can, ..." */
const mainClause =
  /,\s+(?!(and|or|but|nor|where|which|who|whom|that|so|as|because|if|when|in|by|for|from|not|with|without|too)\b)[\w`’]+\s+[\w`’]+/

type Text = { at: string; text: string }

const files = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => !/^core\/server\/db\/migrations|^features\/posts\/samples|\/generated\//.test(file)),
)
const sources = files.filter((file) => /\.(tsx?|js|css)$/.test(file))
const comments = sources.flatMap(readComments)
const titles = sources.filter((file) => /\.(test|spec)\.ts$/.test(file)).flatMap(readTitles)
const documents = ['README.md', 'CONTRIBUTING.md', ...files.filter((file) => file.endsWith('.md'))]

test('there are comments, titles, and documents to check', () => {
  expect(comments.length).toBeGreaterThan(3000)
  expect(titles.length).toBeGreaterThan(800)
  expect(documents.length).toBeGreaterThan(20)
})

test('comments, test titles, and documents use the plain word', () => {
  const lines = documents.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .map((text, index) => ({ at: `${file}:${index + 1}`, text })),
  )
  const refused = [...comments, ...titles, ...lines].filter(({ text }) =>
    refusedWords.test(text.replaceAll(quoted, '')),
  )
  expect(list(refused)).toEqual([])
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
  expect(isBare('How much of it is in the post.')).toBe(true)
  expect(isBare('Of the larger one.')).toBe(true)
  expect(isBare('Where the pictures are.')).toBe(true)
  expect(isBare('Where the browser has no popovers, the links stay in a row.')).toBe(false)
  expect(isBare('How to restore a backup.')).toBe(false)
  expect(isBare('That would close the dialog.')).toBe(false)
  expect(isBare('The MIME type and size of the original upload.')).toBe(false)
})

function isBare(text: string): boolean {
  const [sentence = ''] = text.split(/(?<=[.!?])\s/)
  if (sentence.endsWith('?') || exceptions.includes(text)) return false
  return relativeStart.test(sentence) || (openStart.test(sentence) && !mainClause.test(sentence))
}

function list(found: Text[]): string[] {
  return found.filter(({ text }) => !exceptions.includes(text)).map(({ at, text }) => `${at} ${text}`)
}

/** Returns all comments of a file. Adjacent `//` lines count as one comment. */
function readComments(file: string): Text[] {
  const source = readFileSync(join(root, file), 'utf8')
  const found = [
    ...source.matchAll(/(?:^[ \t]*\/\/.*\n)+/gm),
    ...source.matchAll(/^[ \t]*\{?\/\*[\s\S]*?\*\//gm),
    ...source.matchAll(/(?<=\S[ \t]+)\/\/ .*$/gm),
  ]
  return found.map((match) => ({
    at: `${file}:${lineOf(source, match.index)}`,
    text: match[0]
      .split('\n')
      .map((line) => line.replace(/^\s*(\{?\/\*+|\*\/|\/\/|\*)/, '').replace(/\*\/\}?$/, ''))
      .map((line) => line.trim())
      .join(' ')
      .trim(),
  }))
}

type Node = { type: string; start: number; [key: string]: unknown }

/** The titles of tests and groups: string literals that are the first argument of `test` or `describe` */
function readTitles(file: string): Text[] {
  const source = readFileSync(join(root, file), 'utf8')
  const found: Text[] = []
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const node = value as Node
    if (node.type === 'CallExpression') {
      const callee = source.slice(node.start, (node.arguments as Node[])[0]?.start)
      const [title] = node.arguments as Node[]
      if (title && /^(test|describe)\b/.test(callee) && /^(Literal|TemplateLiteral)$/.test(title.type))
        found.push({
          at: `${file}:${lineOf(source, title.start)}`,
          text: source.slice(title.start, title.end as number).slice(1, -1),
        })
    }
    for (const child of Object.values(node)) visit(child)
  }
  visit(parseAst(source, { lang: 'ts' }))
  return found
}

function lineOf(source: string, index: number): number {
  return source.slice(0, index).split('\n').length
}
