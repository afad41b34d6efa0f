import { expect, test } from 'vitest'
import { compareDatabases, type DatabaseShape } from './compare-databases.ts'
import { compareAssets, comparePages } from './compare-pages.ts'
import type { FetchedPage } from './fetch-page.ts'
import { broken, changed, countOutcomes, mergeFindings } from './findings.ts'
import { compareMemory } from './memory.ts'
import { listDifferences, renderReport } from './report.ts'

const address = { path: '/', as: 'visitor' } as const
const page: FetchedPage = {
  status: 200,
  location: '',
  type: 'text/html',
  policy: "default-src 'self'; script-src 'self'",
  protection: { 'x-content-type-options': 'nosniff' },
  text: 'Good morning',
  bytes: 10_000,
  assets: [],
  links: [],
}
const compare = (next: Partial<FetchedPage>, current: Partial<FetchedPage> = {}) =>
  comparePages(address, { ...page, ...current }, { ...page, ...next })

test('equal pages have no difference', () => {
  expect(compare({})).toEqual([])
})

test.each<[string, Partial<FetchedPage>]>([
  ['responds 500 instead of 200', { status: 500 }],
  ['responds nothing instead of 200', { status: 0 }],
  ['leads to /login instead of nowhere', { location: '/login' }],
  ['is text/plain instead of text/html', { type: 'text/plain' }],
  ['has no security policy any more', { policy: '' }],
  ['has no x-content-type-options header any more', { protection: {} }],
  ['security policy: script-src is gone', { policy: "default-src 'self'" }],
  [
    "security policy: script-src 'self' 'unsafe-inline'",
    { policy: "default-src 'self'; script-src 'self' 'unsafe-inline'" },
  ],
  ['security policy: script-src *', { policy: "default-src 'self'; script-src *" }],
  ['shows no text any more', { text: '' }],
])('broken: a page that %s', (text, next) => {
  expect(compare(next)).toEqual([broken(text)])
})

test.each<[string, Partial<FetchedPage>]>([
  ['text: “morning” became “evening”', { text: 'Good evening' }],
  ['has 90 KB instead of 10 KB', { bytes: 90_000 }],
  ["security policy: default-src 'none'", { policy: "default-src 'none'; script-src 'self'" }],
  ['header x-content-type-options: other', { protection: { 'x-content-type-options': 'other' } }],
])('changed: %s', (text, next) => {
  expect(compare(next)).toEqual([changed(text)])
})

test('a page that works again is a change, unless it must stay closed', () => {
  expect(compare({ status: 200 }, { status: 500 })).toEqual([changed('responds 200 instead of 500')])
  const closed = comparePages({ ...address, isClosed: true }, { ...page, status: 401 }, page)
  expect(closed).toEqual([broken('responds 200 instead of 401')])
})

test('a file that is missing in both versions is no news', () => {
  const current = new Map([['/assets/a-12345678.js', 404]])
  const next = new Map([
    ['/assets/a-87654321.js', 404],
    ['/assets/b-87654321.css', 404],
    ['/c.png', 200],
  ])
  expect(compareAssets(current, next)).toEqual([broken('names /assets/b-87654321.css, which responds 404')])
})

test('lost tables, columns, rows, and values are broken, new ones are changes', () => {
  const table = (rows: number, values: Record<string, number>, sum?: string) => ({
    rows,
    columns: new Map(
      Object.entries(values).map(([name, count]) => [name, { values: count, sum: sum ?? String(count) }]),
    ),
  })
  const current: DatabaseShape = new Map([
    ['notes', table(1, { id: 1 })],
    ['posts', table(10, { id: 10, title: 10 })],
    ['sessions', table(5, { id: 5 })],
    ['topics', table(2, { name: 2 }, 'one')],
    ['users', table(3, { id: 3, email: 3, phone: 1 })],
  ])
  const next: DatabaseShape = new Map([
    ['posts', table(9, { id: 9, slug: 9 })],
    ['sessions', table(1, { id: 1 })],
    ['tags', table(0, { id: 0 })],
    ['topics', table(2, { name: 2 }, 'two')],
    ['users', table(3, { id: 3, email: 2, phone: 3 })],
  ])
  expect(compareDatabases(current, next)).toEqual([
    { subject: 'table notes', differences: [broken('is gone')] },
    {
      subject: 'table posts',
      differences: [
        broken('has lost the column title'),
        changed('has the new column slug'),
        broken('has 9 rows instead of 10 rows'),
      ],
    },
    { subject: 'table sessions', differences: [] },
    { subject: 'table tags', differences: [changed('is new')] },
    { subject: 'table topics', differences: [changed('has other values in the column name')] },
    {
      subject: 'table users',
      differences: [
        broken('has 2 instead of 3 values in the column email'),
        changed('has 3 instead of 1 values in the column phone'),
      ],
    },
  ])
})

test('doubled memory is broken, and a little more is noise', () => {
  expect(compareMemory(150, 320).differences).toHaveLength(1)
  expect(compareMemory(150, 190).differences).toEqual([])
})

const findings = mergeFindings([
  { subject: '/', differences: [] },
  { subject: '/apps', differences: [changed('text: “a” became “b”')] },
  { subject: '/', differences: [broken('responds <500>')] },
  { subject: '/blog', differences: [] },
])

test('findings about one subject count once, by the worst', () => {
  expect(countOutcomes(findings)).toEqual({ equal: 1, changed: 1, broken: 1 })
  expect(listDifferences({ findings })).toEqual([
    'broken: / responds <500>',
    'changed: /apps text: “a” became “b”',
    '1 equal, 1 changed, 1 broken',
  ])
})

test('the terminal shows only the first of many changes, and everything that is broken', () => {
  const many = Array.from({ length: 50 }, (_, index) => ({
    subject: `/${index}`,
    differences: [changed('text'), broken('responds 500')],
  }))
  const lines = listDifferences({ findings: many })
  expect(lines.filter((line) => line.startsWith('broken: '))).toHaveLength(50)
  expect(lines.filter((line) => line.startsWith('changed: '))).toHaveLength(20)
  expect(lines).toContain('… and 30 more changes, which are in the report')
})

test('the report is one file that warns of personal data and escapes what it quotes', () => {
  const shot = { subject: '/', current: Buffer.from('one'), next: Buffer.from('two') }
  const html = renderReport({
    versions: { current: '1.0.0', next: '1.1.0' },
    startedAt: new Date('2026-11-22T12:00:00Z'),
    seconds: 61.4,
    findings,
    shots: [shot],
    hasBrowser: true,
  })
  expect(html).toContain('This report shows personal data of your site.')
  expect(html).toContain('responds &lt;500&gt;')
  expect(html).not.toMatch(/(?:src|href)="(?!data:)/)
})
