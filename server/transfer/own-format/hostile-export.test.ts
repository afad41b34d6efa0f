import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { readCsvTable } from './csv-tables.ts'
import { readTextFile, type TextFile, writeTextFile } from './front-matter.ts'
import { isStorable } from './is-storable.ts'
import { readBody } from './own-markdown.ts'

const time = '2026-01-01T00:00:00.000Z'
const facts = {
  kind: 'post',
  slug: 'a',
  formerSlugs: [],
  status: 'published',
  publishedAt: time,
  createdAt: time,
  updatedAt: time,
  feedId: 'a',
  format: 'markdown',
} satisfies TextFile['facts']

const list = (count: number, write: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => write(index)).join('')

test('facts of any length are read in bounded time', async () => {
  const head = list(12_000, (index) => `k${index}: 1\n`)
  const before = process.cpuUsage()
  expect(await readTextFile(`---\n${head}---\n\nx\n`)).toBeUndefined()
  expect(await readTextFile(`---\n${list(500_000, (index) => `k${index}: 1\n`)}---\n\nx\n`)).toBeUndefined()
  // In microseconds. With a comparison of all keys, it would be minutes.
  expect(process.cpuUsage(before).user).toBeLessThan(10_000_000)
})

test('long facts come back as they were', async () => {
  const actions = Array.from({ length: 1500 }, (_, index) => ({
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    action: 'enhance-content' as const,
    provider: 'p',
    model: 'm',
    createdAt: time,
    sentHash: '0'.repeat(64),
    receivedHash: '0'.repeat(64),
    applied: 'all' as const,
    fields: [],
  }))
  const text = { facts: { ...facts, ai: { wholly: false, actions } }, fields: { title: 'T' }, body: 'x' }
  const written = await writeTextFile(text as never)
  expect(await readTextFile(written)).toEqual(text)
})

test('a long list after a long text is read in bounded time', async () => {
  const text = `${'x'.repeat(700_000)}\n\n${list(10_000, (index) => `- a${index}\n`)}`
  const before = process.cpuUsage()
  const html = await readBody({ format: 'markdown', text }, () => undefined)
  expect(html).toContain('<li><p>a9999</p></li></ul>')
  const { user, system } = process.cpuUsage(before)
  expect(user + system).toBeLessThan(10_000_000)
})

test.each([
  ['a quote in a cell', 'From,To\r\n/a,/b"c\r\n', 2],
  ['a quote that never ends', 'From,To\r\n/a,"b\r\n', 3],
  ['an endless cell', `From,To\r\n/a,${'x'.repeat(2_000_000)}\r\n`, 2],
])('a table with %s is refused in words', async (_, table, line) => {
  const read = async () => {
    for await (const row of readCsvTable('redirects.csv', Readable.from([Buffer.from(table)])))
      expect(row).toBeUndefined()
  }
  await expect(read()).rejects.toThrow(
    `The table redirects.csv can’t be read at line ${line}. Save it again as CSV, or export the site again.`,
  )
})

test('values that are too deep are not storable', () => {
  const deep = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth))
  expect(isStorable(deep(50))).toBe(true)
  expect(isStorable(deep(100_000))).toBe(false)
})
