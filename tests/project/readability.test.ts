import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fleschKincaid } from 'flesch-kincaid'
import { syllable } from 'syllable'
import { describe, expect, test } from 'vitest'
import { root } from '../../bin/prepare.js'

// Visitors have little time, so every file of words/ and samples/ must read at school grade 8 or below.

const bar = { grade: 8, wordsInASentence: 30 }
const hype =
  /\b(leverag|unlock|supercharg|game.?chang|cutting.edge|revolution|seamless|empower|synerg|transformativ|state.of.the.art|best.in.class|robust|utiliz|delv(e|ing))/i

const folder = root
const files = ['core', 'features'].flatMap((part) =>
  readdirSync(join(root, part), { recursive: true, encoding: 'utf8' })
    .map((name) => join(part, name))
    .filter((name) => /(^|\/)words\/.*\.(ts|html)$|^features\/posts\/samples\/.*\.md$/.test(name)),
)

/** Returns every sentence of a file. Names, labels, and buttons do not count as sentences. */
async function readSentences(file: string): Promise<string[]> {
  const read = () => readFileSync(join(folder, file), 'utf8')
  const texts = file.endsWith('.md')
    ? readParagraphs(read())
    : file.endsWith('.html')
      ? readBlocks(read())
      : listTexts(await import(/* @vite-ignore */ join(folder, file)))
  return texts
    .flatMap((text) => text.split(/(?<=[.!?]["”’]?)\s+/))
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[.!?:]["”’]?$/.test(sentence) && countWords(sentence) > 2)
}

/** Returns the paragraphs of a Markdown text without markup, URLs, headings, and front matter. */
function readParagraphs(markdown: string): string[] {
  return markdown
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replaceAll(/```[\s\S]*?```/g, '')
    .replaceAll(/\{\{(\w+)\}\}/g, 'it')
    .replaceAll(/\]\([^)]*\)/g, '')
    .replaceAll(/[[\]*`>]/g, '')
    .split(/\n\s*\n|\n(?=[-\d])/)
    .filter((paragraph) => !paragraph.startsWith('#'))
    .map((paragraph) => paragraph.replace(/^(- |\d+\. )/, '').replaceAll('\n', ' '))
}

/** Returns the paragraphs and list items of an HTML text, without tags. */
function readBlocks(html: string): string[] {
  return [...html.matchAll(/<(p|li)>(.*?)<\/\1>/gs)].map(([, , text = '']) =>
    text.replaceAll(/<[^>]*>/g, '').replaceAll(/\{\{(\w+)\}\}/g, 'it'),
  )
}

/** Returns every string in a module, at any depth. Quotes are left out, because other people wrote them. */
function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return /^(https?:|[\w.+-]+@)/.test(value) ? [] : [value]
  if (typeof value !== 'object' || value === null) return []
  if ('kind' in value && value.kind === 'quote') return []
  return Object.values(value).flatMap(listTexts)
}

const wordsOf = (text: string) => text.match(/[\p{L}\p{N}][\p{L}\p{N}’'-]*/gu) ?? []
const countWords = (text: string) => wordsOf(text).length

function grade(sentences: string[]): number {
  const words = sentences.flatMap(wordsOf)
  const syllables = words.reduce((sum, word) => sum + Math.max(1, syllable(word)), 0)
  return fleschKincaid({ sentence: sentences.length, word: words.length, syllable: syllables })
}

test('the measure tells plain words from office words', () => {
  expect(grade(['We come to you.', 'Bring a real task and learn on that.'])).toBeLessThan(4)
  expect(
    grade(['Organizational transformation necessitates comprehensive technological implementation.']),
  ).toBeGreaterThan(14)
})

describe('words', () => {
  for (const file of files)
    test(`${file} reads at grade ${bar.grade} or below, in short sentences, without hype`, async () => {
      const sentences = await readSentences(file)
      if (sentences.length > 3) expect(grade(sentences)).toBeLessThanOrEqual(bar.grade)
      expect(sentences.filter((sentence) => countWords(sentence) > bar.wordsInASentence)).toEqual([])
      expect(sentences.filter((sentence) => hype.test(sentence))).toEqual([])
    })

  test('has sentences to measure', async () => {
    const all = (await Promise.all(files.map(readSentences))).flat()
    expect(all.length).toBeGreaterThan(150)
    expect(grade(all)).toBeLessThanOrEqual(bar.grade)
  })
})
