import { expect, test } from 'vitest'
import { startTestServer } from '../../../tests/helpers/test-server.ts'
import { listImports } from '../server/site-imports.ts'
import { sweepImports } from '../server/sweep-imports.ts'
import { importInto } from '../testing/import-into.ts'
import { makeFile } from '../testing/read-source.ts'

const hanzi = (length: number) =>
  Array.from({ length }, () => String.fromCodePoint(0x4e00 + Math.floor(Math.random() * 20_000))).join('')

test('a post whose id no index can hold does not end the import', async () => {
  const item = (id: string, title: string) =>
    `<item><title>${title}</title><guid>${id}</guid><description>Words</description></item>`
  const file = makeFile(
    'feed.xml',
    `<?xml version="1.0"?><rss version="2.0"><channel>${item(hanzi(1000), 'Long')}${item('b', 'Short')}</channel></rss>`,
  )
  const server = await startTestServer()
  const { finished, notes } = await importInto(server, file)
  expect(finished).toMatchObject({ state: 'finished', problem: null })
  expect(notes).toContainEqual(
    expect.objectContaining({
      about: 'Long',
      detail: 'It was left out, because a value in it is too long to be stored.',
    }),
  )
  expect(await server.query('select title from blog_posts')).toEqual([{ title: 'Short' }])
})

test('after a year, the names of the files and the notes go, and entries are still not imported twice', async () => {
  const item = (id: string, title: string) =>
    `<item><title>${title}</title><guid>${id}</guid><description></description></item>`
  const file = makeFile(
    'feed of Ann.xml',
    `<?xml version="1.0"?><rss version="2.0"><channel>${item('a', 'One')}</channel></rss>`,
  )
  const server = await startTestServer()
  const { db } = server.instance
  const { notes } = await importInto(server, file)
  expect(notes.length).toBeGreaterThan(0)
  const sweepAfter = async (days: number) => {
    await server.query(`update site_imports set finished_at = now() - interval '${days} days'`)
    await sweepImports(db)
    const report = await server.query(
      'select files, (select count(*)::int from import_notes) as notes from site_imports',
    )
    const { rows } = await listImports(db, { limit: 10 })
    return { report, listed: rows.length }
  }
  expect(await sweepAfter(364)).toMatchObject({ report: [{ files: [{}], notes: notes.length }], listed: 1 })
  expect(await sweepAfter(366)).toEqual({ report: [{ files: [], notes: 0 }], listed: 0 })
  expect((await importInto(server, file)).counts).toEqual({ unchanged: 1, notes: 1 })
})
