import { expect, test } from 'vitest'
import { type PostFacts, writeTextFile } from '../server/export/export-texts.ts'
import { writeBody } from '../server/export/write-body.ts'

const time = '2026-01-01T00:00:00.000Z'
const facts: PostFacts = {
  kind: 'post',
  slug: 'a',
  formerSlugs: [],
  status: 'published',
  feedId: 'a',
  format: 'markdown',
  publishedAt: time,
  createdAt: time,
  updatedAt: time,
}

test('facts of any length are written in bounded time, and long ones as JSON', () => {
  const actions = Array.from({ length: 10_000 }, (_, index) => ({
    id: String(index),
    provider: 'p',
    model: 'm',
  }))
  const before = process.cpuUsage()
  const text = writeTextFile({
    facts: { ...facts, ai: { wholly: false, actions } },
    fields: { title: 'T' },
    body: 'x',
  })
  // In microseconds. With a comparison of all keys, it would be minutes.
  expect(process.cpuUsage(before).user).toBeLessThan(10_000_000)
  const [, head = '', body] = text.split(/^---\n/m)
  expect(JSON.parse(head)).toMatchObject({ title: 'T', slug: 'a', ai: { actions } })
  expect(body).toBe('\nx\n')
})

test('a long list after a long text is written in bounded time', async () => {
  const items = Array.from({ length: 10_000 }, (_, index) => `<li><p>a${index}</p></li>`).join('')
  const before = process.cpuUsage()
  const { format, text } = await writeBody(`<p>${'x'.repeat(700_000)}</p><ul>${items}</ul>`, () => undefined)
  expect(format).toBe('markdown')
  expect(text).toContain('a9999')
  const { user, system } = process.cpuUsage(before)
  expect(user + system).toBeLessThan(10_000_000)
})
