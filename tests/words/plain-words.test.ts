import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { root } from '../../bin/prepare.js'
import { files, isTest } from '../helpers/import-graph.ts'
import { pinned } from './pinned-words.ts'
import { findUnplainWords, unread } from './plain-words.ts'

// Checks the text in the source files: screens, pages, emails, errors, and the output of commands.

const sources = files.filter((name) => !isTest(name) && !unread.some(({ file }) => file === name))

type Node = { type: string; [key: string]: unknown }

/** JSX attributes whose values users never read */
const silent = new Set('className id key htmlFor name type href role d viewBox rel'.split(' '))

/** Collects every string in a syntax tree, except in imports, types, SQL, and silent attributes. */
function listTexts(node: unknown, found: string[] = []): string[] {
  if (Array.isArray(node)) {
    for (const one of node) listTexts(one, found)
    return found
  }
  if (typeof node !== 'object' || node === null || !('type' in node)) return found
  const { type, ...rest } = node as Node
  if (/^(Import|TS(?!As|Satisfies|NonNull))/.test(type)) return found
  if (type === 'TaggedTemplateExpression' && (rest.tag as Node).name === 'sql') return found
  if (type === 'JSXAttribute' && silent.has(String((rest.name as Node).name))) return found
  if (type === 'JSXText') found.push(String(rest.value))
  if (type === 'Literal' && typeof rest.value === 'string') found.push(rest.value)
  if (type === 'TemplateLiteral') {
    const quasis = rest.quasis as { value: { cooked: string } }[]
    found.push(quasis.map(({ value }) => value.cooked).join(' … '))
    listTexts(rest.expressions, found)
    return found
  }
  for (const [key, value] of Object.entries(rest))
    if (key !== 'key' || type !== 'Property') listTexts(value, found)
  return found
}

/** Returns the strings of a file that users may read: several words, or one capitalized word, and no SQL. */
function readTexts(file: string): string[] {
  const texts = readAllTexts(file)
  if (file.endsWith('.md')) return texts
  return texts.filter(
    (text) =>
      /\p{L}{2,} \p{L}|^\p{Lu}\p{Ll}+$|\d %/u.test(text) &&
      !/^(select|insert|update|delete|with|create|drop|alter|lock|truncate) /i.test(text),
  )
}

function readAllTexts(file: string): string[] {
  const source = readFileSync(join(root, file), 'utf8')
  const lang = file.endsWith('x') ? 'tsx' : file.endsWith('.ts') ? 'ts' : 'js'
  return listTexts(parseAst(source, { lang })).map((text) => text.replaceAll(/\s+/g, ' ').trim())
}

test('the product speaks plain American English', () => {
  const isAdmin = (file: string) => /\/web\/(admin|room)\//.test(file)
  const found = sources.flatMap((file) =>
    readTexts(file).flatMap((text) =>
      findUnplainWords(text, { isAdmin: isAdmin(file) }).map((one) => `${file}: ${one}`),
    ),
  )
  expect(found).toEqual([])
})

test('pinned words are in the product to the letter', () => {
  const all = sources.flatMap(readAllTexts).join('\n')
  expect(all.length).toBeGreaterThan(100_000)
  expect(pinned.filter((words) => !all.includes(words))).toEqual([])
})

test('a rule finds what it is for, and leaves names and pinned words alone', () => {
  expect(findUnplainWords('We send you a mail.')).toHaveLength(1)
  expect(findUnplainWords('Saved 14:05')).toHaveLength(1)
  expect(findUnplainWords('Saved 2:05 PM, to mail@example.org')).toEqual([])
  expect(findUnplainWords('Add a picture', { isAdmin: true })).toHaveLength(1)
  expect(findUnplainWords('Please provide content to enhance.')).toEqual([])
})
