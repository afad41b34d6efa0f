import { readFileSync } from 'node:fs'
import { lexer, type MarkedToken, walkTokens } from 'marked'
import { describe, expect, test } from 'vitest'
import { slugOf } from '../../../../core/contract/slug.ts'
import { readSamplePosts } from './sample-posts.ts'

// tests/project/readability.test.ts measures the reading grade of all of content/ and finds hype words.

const posts = await readSamplePosts()
const vocabulary = [
  ...['Ministry', 'Nonprofits', 'Small Business', 'Privacy', 'Safety', 'Writing', 'Planning'],
  ...['Getting Started', 'Fundraising', 'Volunteers'],
]
const plain = ['paragraph', 'text', 'strong', 'em', 'list', 'list_item', 'blockquote', 'space', 'escape']

test('there are ten sample posts, a week apart, with different pictures and addresses', () => {
  expect(posts.map((post) => post.daysAgo)).toEqual([3, 10, 17, 24, 31, 38, 45, 52, 59, 66])
  expect(new Set(posts.map((post) => post.picture)).size).toBe(10)
  expect(new Set(posts.map((post) => post.pictureAlt)).size).toBe(10)
})

describe.each(posts)('$slug', (post) => {
  const tokens = lexer(post.markdown)

  test('has front matter that fits lists, search results, and feeds', () => {
    expect(post.slug).toBe(slugOf(post.title))
    expect(post.author).toBe('Admin')
    // A model wrote the sample posts, and readers are told so.
    expect(post.authorType).toBe('ai')
    expect(post.excerpt.length).toBeGreaterThan(60)
    expect(post.excerpt.length).toBeLessThanOrEqual(200)
    expect(post.tags.length).toBeGreaterThanOrEqual(2)
    expect(post.tags.length).toBeLessThanOrEqual(4)
    expect(vocabulary).toEqual(expect.arrayContaining(post.tags))
    expect(Boolean(post.sourceName)).toBe(Boolean(post.sourceUrl))
    if (post.sourceUrl) expect(post.sourceUrl).toMatch(/^https:\/\//)
  })

  test('has a picture of 1200 by 675 below 60 kB, its source drawing, and a description', () => {
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
        // Narrow screens wrap code blocks, so their lines must not be indented or aligned with spaces.
        (token.type === 'code' && token.lang === 'text' && !/^ | {2}/m.test(token.text)) ||
        (token.type === 'link' && token.href.startsWith('https://'))
      if (!isKnown) strange.push(`${token.type}: ${token.raw}`)
    })
    expect(strange).toEqual([])
  })

  test('is as long as a coffee break', () => {
    const words = wordsOf(post.markdown).length
    expect(words).toBeGreaterThanOrEqual(600)
    expect(words).toBeLessThanOrEqual(1200)
  })
})

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}$]+(?:[’'.,:/-][\p{L}\p{N}]+)*/gu) ?? []
}
