import { describe, expect, test } from 'vitest'
import { textOf } from '../../../posts/server/rendering/sanitize.ts'
import { readSamplePosts } from '../../../posts/server/samples/sample-posts.ts'
import { everyBlock } from '../../../posts/testing/every-block.ts'
import { enhanceText } from './enhance.ts'
import { pickExcerpt } from './excerpt.ts'
import { suggestTitles } from './titles.ts'

const hostile = [
  '',
  ' ',
  '🎉',
  '1 2 3',
  '日本語の記事についての長い文章です。これは二つ目の文です。',
  'one two',
  '<script>alert(1)</script><p onclick="x">Tea & <b>cake</b></p>',
  '# '.repeat(3000),
  '"\'-- '.repeat(3000),
  'x'.repeat(30_000),
  '<p>'.repeat(5000),
  '- a\n1. b\n'.repeat(2000),
]

describe('titles', () => {
  test.each(hostile)('are five, unique, short and in one line, for %#', async (prompt) => {
    const titles = await suggestTitles(prompt)
    expect(new Set(titles).size).toBe(5)
    for (const title of titles) {
      expect([...title].length).toBeLessThanOrEqual(80)
      expect(title).not.toMatch(/[\n<>]/)
    }
  })

  test('take up the subject and the headings of a text', async () => {
    expect(
      (await suggestTitles('AI productivity tips')).every((title) => title.includes('AI productivity tips')),
    ).toBe(true)
    expect((await suggestTitles('<h2>Who drives the van</h2><p>The van needs drivers.</p>'))[0]).toBe(
      'Who drives the van',
    )
  })
})

describe('excerpts', () => {
  test('are whole sentences of the text', async () => {
    for (const { markdown } of await readSamplePosts()) {
      const enhanced = await enhanceText(markdown)
      const text = textOf(enhanced?.content ?? '').replaceAll(/\s+/g, ' ')
      expect(enhanced?.excerpt.length).toBeGreaterThan(60)
      expect(enhanced?.excerpt.length).toBeLessThanOrEqual(200)
      expect(text).toContain(enhanced?.excerpt)
      expect(enhanced?.excerpt).toMatch(/[.!?”]$/)
    }
  })

  test('are cut between words where no sentence is short enough', () => {
    const excerpt = pickExcerpt(`<p>${'wonderful words and '.repeat(40)}</p>`)
    expect(excerpt).toMatch(/(?:wonderful|words|and)…$/)
    expect([...excerpt].length).toBeLessThanOrEqual(200)
  })

  test('are plain text', () => {
    expect(
      pickExcerpt(
        '<p>Tea &amp; <em>cake</em> &lt;b&gt; for everybody who comes to the hall on Friday at noon.</p>',
      ),
    ).toBe('Tea & cake <b> for everybody who comes to the hall on Friday at noon.')
  })
})

describe('enhancing', () => {
  test('leaves tables, callouts, buttons, and videos as they are', async () => {
    const enhanced = await enhanceText(everyBlock)
    const [blocks = ''] = /<table>.*<\/figure>/s.exec(everyBlock) ?? []
    expect(blocks).not.toBe('')
    expect(enhanced?.content).toContain(blocks)
  })

  test('gives rough notes a title, headings, lists and typography', async () => {
    const notes = `Spring fundraiser planning

we met with Maria and Dr. Jones , 12 people came... it's booked -- deposit paid

WHAT WE NEED:
tables
chairs & cups

Next steps
• call the caterer
• ask "Beezy" for a page`
    const enhanced = await enhanceText(notes)
    expect(enhanced?.title).toBe('Spring fundraiser planning')
    expect(enhanced?.content).toBe(
      '<p>We met with Maria and Dr. Jones, 12 people came… it’s booked – deposit paid</p>' +
        '<p>What we need:</p><ul><li>tables</li><li>chairs &amp; cups</li></ul>' +
        '<h2>Next steps</h2><ul><li>call the caterer</li><li>ask “Beezy” for a page</li></ul>',
    )
  })

  test('keeps code, addresses and every word', async () => {
    const enhanced = await enhanceText(
      '<p>Run <code>rm -- "x"</code> from <a href="https://example.org/a--b">https://example.org/a--b</a> now</p>',
    )
    expect(enhanced?.content).toContain('<code>rm -- "x"</code>')
    expect(enhanced?.content).toContain('>https://example.org/a--b</a>')
    for (const { markdown } of await readSamplePosts()) {
      const words = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? []
      const after = await enhanceText(markdown)
      const kept = new Set(words(`${after?.title} ${textOf(after?.content ?? '')} ${after?.content}`))
      expect(
        words(markdown.replaceAll(/```\w*|\(\S+\)|^\d+\. /gm, '')).filter((word) => !kept.has(word)),
      ).toEqual([])
    }
  })

  test('splits a long paragraph between sentences, and gives a long text headings', async () => {
    const sentence = 'The volunteers plan the <strong>summer camp</strong> with a shared calendar. '
    const enhanced = await enhanceText(`<p>${sentence.repeat(80)}</p>`)
    expect(enhanced?.content.match(/<p>/g)?.length).toBeGreaterThan(5)
    expect(enhanced?.content).toMatch(/<h2>.*(?:summer camp|volunteers).*<\/h2>/i)
    expect(enhanced?.content.replaceAll(/<h2>.*?<\/h2>|<\/?p>/g, '').match(/calendar\./g)?.length).toBe(80)
  })

  test.each(hostile)('answers in full and in clean HTML, for %#', async (text) => {
    const enhanced = await enhanceText(text)
    if (!enhanced) return
    expect(enhanced.tags.length).toBeGreaterThanOrEqual(3)
    expect(enhanced.tags.length).toBeLessThanOrEqual(5)
    expect([...enhanced.title].length).toBeLessThanOrEqual(80)
    expect(enhanced.content).not.toMatch(/<script|onclick/i)
  })
})

test('ten thousand words are all kept, and get five titles and an excerpt', async () => {
  const words = Array.from({ length: 10_000 }, (_, at) => `word${at % 700}${at % 12 === 11 ? '.' : ''}`).join(
    ' ',
  )
  expect((await enhanceText(words))?.content.match(/\bword\d+/gi)).toHaveLength(10_000)
  expect(await suggestTitles(words)).toHaveLength(5)
  expect(pickExcerpt(`<p>${words}</p>`)).not.toBe('')
})
