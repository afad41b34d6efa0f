import { expect, test } from 'vitest'
import { readWordpressPost } from '../../../testing/make-wordpress-export.ts'
import type { WordpressItem } from '../../../testing/wordpress-export.ts'
import { toTime } from '../texts/post-fields.ts'

const noDate = '0000-00-00 00:00:00'

const timesOf = async (item: Omit<WordpressItem, 'id'>) => {
  const { publishedAt, updatedAt } = await readWordpressPost({ id: 1, ...item })
  return [publishedAt, updatedAt]
}

test('times may be ISO 8601, with or without a zone', async () => {
  const cases: [string, string][] = [
    ['2026-06-07 19:29:03', '2026-06-07T19:29:03.000Z'],
    ['2026-06-07T19:29:03', '2026-06-07T19:29:03.000Z'],
    ['2026-06-07T19:29:03Z', '2026-06-07T19:29:03.000Z'],
    ['2026-06-07T19:29:03.250+02:00', '2026-06-07T17:29:03.250Z'],
    ['2026-06-07T19:29:03+0200', '2026-06-07T17:29:03.000Z'],
    ['2026-06-07 19:29:03 +0200', '2026-06-07T17:29:03.000Z'],
    ['2026-06-07', '2026-06-07T00:00:00.000Z'],
  ]
  for (const [time, expected] of cases)
    expect(await timesOf({ dateGmt: time, modifiedGmt: time, pubDate: '' })).toEqual([expected, expected])
})

test('a public post without a time in UTC has that of its feed', async () => {
  const post = { dateGmt: noDate, date: '2026-06-07T21:29:03', pubDate: 'Sun, 07 Jun 2026 19:29:03 +0000' }
  expect((await timesOf(post))[0]).toBe('2026-06-07T19:29:03.000Z')
  const withoutZone = { ...post, date: noDate, pubDate: 'Sun, 07 Jun 2026 19:29:03' }
  expect((await timesOf(withoutZone))[0]).toBe('2026-06-07T19:29:03.000Z')
})

test('without that one, it has the time in the zone of the site', async () => {
  const post = {
    dateGmt: noDate,
    date: '2026-06-07 21:29:03',
    pubDate: 'Wed, 30 Nov -0001 00:00:00 +0000',
    modified: '2026-06-08T10:00:00',
    modifiedGmt: '2026-06-08T08:00:00',
  }
  expect((await timesOf(post))[0]).toBe('2026-06-07T19:29:03.000Z')
  expect((await timesOf({ ...post, modified: noDate }))[0]).toBe('2026-06-07T21:29:03.000Z')
  expect((await timesOf({ ...post, status: 'draft' }))[0]).toBeUndefined()
})

test('times and dates without a zone do not depend on the zone of the server', async () => {
  const { TZ } = process.env
  process.env.TZ = 'Europe/Berlin'
  try {
    const pubDate = 'Sun, 07 Jun 2026 19:29:03'
    expect((await timesOf({ dateGmt: noDate, date: noDate, pubDate }))[0]).toBe('2026-06-07T19:29:03.000Z')
    const days = ['Jan 1, 2020', '2020/01/01', '1 January 2020', 'Wed, 01 Jan 2020', '2020-01-01', '2020']
    for (const day of days) expect(toTime(day), day).toBe('2020-01-01T00:00:00.000Z')
  } finally {
    if (TZ === undefined) delete process.env.TZ
    else process.env.TZ = TZ
  }
})
