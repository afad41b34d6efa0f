import { readFileSync } from 'node:fs'
import { lexer, type MarkedToken, type Token, walkTokens } from 'marked'
import { describe, expect, test } from 'vitest'
import { slugOf } from '../../contracts/slug.ts'
import { readSamplePosts } from './sample-posts.ts'

const posts = await readSamplePosts()
const vocabulary = [
  ...['Ministry', 'Nonprofits', 'Small Business', 'Privacy', 'Safety', 'Writing', 'Planning'],
  ...['Getting Started', 'Fundraising', 'Volunteers'],
]
const hype =
  /\b(leverag|unlock|supercharg|game.?chang|delv|seamless|cutting.?edge|revolution|empower|synerg)/i
const plain = ['paragraph', 'text', 'strong', 'em', 'list', 'list_item', 'blockquote', 'space', 'escape']

test('there are ten sample posts, a week apart, with pictures and addresses of their own', () => {
  expect(posts.map((post) => post.daysAgo)).toEqual([3, 10, 17, 24, 31, 38, 45, 52, 59, 66])
  expect(new Set(posts.map((post) => post.picture)).size).toBe(10)
  expect(new Set(posts.map((post) => post.pictureAlt)).size).toBe(10)
})

describe.each(posts)('$slug', (post) => {
  const tokens = lexer(post.markdown)

  test('has a head that fits lists, searches and feeds', () => {
    expect(post.slug).toBe(slugOf(post.title))
    expect(post.author).toBe('Admin')
    // A model wrote them, and readers are told so.
    expect(post.authorType).toBe('ai')
    expect(post.excerpt.length).toBeGreaterThan(60)
    expect(post.excerpt.length).toBeLessThanOrEqual(200)
    expect(post.tags.length).toBeGreaterThanOrEqual(2)
    expect(post.tags.length).toBeLessThanOrEqual(4)
    expect(vocabulary).toEqual(expect.arrayContaining(post.tags))
    expect(Boolean(post.sourceName)).toBe(Boolean(post.sourceUrl))
    if (post.sourceUrl) expect(post.sourceUrl).toMatch(/^https:\/\//)
  })

  test('has a picture of 1200 by 675 below 60 kB, its drawing beside it, and words for it', () => {
    const png = readFileSync(post.pictureFile)
    expect(post.picture).toBe(`${post.slug}.png`)
    expect(png.subarray(1, 4).toString('latin1')).toBe('PNG')
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 675])
    expect(png.length).toBeLessThan(60_000)
    expect(readFileSync(post.pictureFile.replace(/png$/, 'svg'), 'utf8')).toContain('viewBox="0 0 1200 675"')
    expect(post.pictureAlt.length).toBeGreaterThan(30)
  })

  test('is plain Markdown that the editor can open and save again', () => {
    const strange: string[] = []
    walkTokens(tokens, (found) => {
      const token = found as MarkedToken
      const isKnown =
        plain.includes(token.type) ||
        (token.type === 'heading' && [2, 3].includes(token.depth)) ||
        // Narrow screens wrap it, so lines must not be broken or lined up by hand.
        (token.type === 'code' && token.lang === 'text' && !/^ | {2}/m.test(token.text)) ||
        (token.type === 'link' && token.href.startsWith('https://'))
      if (!isKnown) strange.push(`${token.type}: ${token.raw}`)
    })
    expect(strange).toEqual([])
  })

  test('is as long as a coffee break, and without hype', () => {
    const words = wordsOf(post.markdown).length
    expect(words).toBeGreaterThanOrEqual(600)
    expect(words).toBeLessThanOrEqual(1200)
    expect(post.markdown).not.toMatch(hype)
  })

  test('reads at grade 8 or below', () => {
    expect(readingGrade(sentencesOf(tokens))).toBeLessThanOrEqual(8)
  })
})

test('syllables are counted as they are heard', () => {
  expect(['made', 'files', 'asked', 'the', 'whole', 'check'].map(syllablesOf)).toEqual([1, 1, 1, 1, 1, 1])
  expect(['people', 'faces', 'wanted', 'table', 'pastor'].map(syllablesOf)).toEqual([2, 2, 2, 2, 2])
  expect(['privacy', 'family', 'computer'].map(syllablesOf)).toEqual([3, 3, 3])
})

test('the reading grade knows hard text from easy text', () => {
  expect(readingGrade(['The cat sat on the mat.', 'It was a warm day.'])).toBeLessThan(2)
  expect(
    readingGrade([
      'Organizational stakeholders increasingly necessitate comprehensive methodological frameworks facilitating technological transformation.',
    ]),
  ).toBeGreaterThan(20)
})

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}$]+(?:[’'.,:/-][\p{L}\p{N}]+)*/gu) ?? []
}

/** Headings and what is there to be copied are left out: short lines would make the text look easier. */
function sentencesOf(tokens: Token[]): string[] {
  const paragraphs: string[] = []
  walkTokens(tokens, (token) => {
    const isText = token.type === 'paragraph' || (token.type === 'text' && 'tokens' in token)
    if (isText) paragraphs.push(token.raw.replaceAll(/\]\([^)]*\)|[*_[\]]/g, ''))
  })
  return paragraphs
    .flatMap((text) => text.split(/(?<=[.!?][”"’)]*)\s+/))
    .filter((text) => wordsOf(text).length)
}

/** Flesch-Kincaid grade: https://en.wikipedia.org/wiki/Flesch%E2%80%93Kincaid_readability_tests */
function readingGrade(sentences: string[]): number {
  const words = sentences.flatMap(wordsOf)
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0)
  return 0.39 * (words.length / sentences.length) + 11.8 * (syllables / words.length) - 15.59
}

/** Groups of vowels, without an e that is not heard. Right often enough for a mean over a thousand words. */
function syllablesOf(word: string): number {
  const heard = word
    .toLowerCase()
    .replace(/(?<=[^laeiouy]|[aeiouy]l)e$|(?<=[^laeiouycsxzgh]|[aeiouy]l)es$|(?<=[^aeiouytd])ed$/, '')
  return Math.max(1, heard.match(/[aeiouy]{1,2}/g)?.length ?? 1)
}
