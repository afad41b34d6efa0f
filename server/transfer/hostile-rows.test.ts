import { expect, test } from 'vitest'
import { importInto } from '../../tests/helpers/import-into.ts'
import { makeFile, makeFolder } from '../../tests/helpers/imports/read-source.ts'
import { writeZip } from '../../tests/helpers/imports/zip.ts'
import { startTestServer } from '../../tests/helpers/test-server.ts'
import { listImports } from './site-imports.ts'
import { sweepImports } from './sweep-imports.ts'

const time = '2026-01-01T00:00:00.000Z'
const counts = { posts: 0, pages: 0, pictures: 0, files: 0, redirects: 0, people: 2, subscribers: 0 }
const manifest = {
  ...{ format: 'everyday-ai export', version: 1, madeAt: time, publicUrl: 'https://old.example', app: '1' },
  ...{ counts, texts: [], files: {} },
}
/** A word that cannot be compressed, so that no index can hold it */
const random = (length: number) =>
  Array.from({ length }, () => Math.random().toString(36).slice(2, 7)).join('')

const hanzi = (length: number) =>
  Array.from({ length }, () => String.fromCodePoint(0x4e00 + Math.floor(Math.random() * 20_000))).join('')

test('a row that the database cannot hold does not end the import', async () => {
  const file = `${makeFolder()}/site.zip`
  const row = (name: string, email: string, more = '') =>
    `"waitlist","${time}","${name}","${email}","new","${more}"\r\n`
  await writeZip(file, [
    { path: 'site.json', content: JSON.stringify(manifest) },
    {
      path: 'people.csv',
      content: `"Form","Received (UTC)","Name","Email","Status","Message"\r\n${row(random(2000), 'long@example.org')}${row('A', 'a@example.org')}`,
    },
  ])
  const server = await startTestServer()
  const { finished, notes } = await importInto(server, file)
  expect(finished).toMatchObject({ state: 'finished', problem: null })
  expect(notes).toMatchObject([
    { about: 'people.csv', detail: 'A row was left out, because a text in it is too long to be stored.' },
  ])
  expect(await server.query('select email from training_waitlist')).toEqual([{ email: 'a@example.org' }])
})

test('answers for planning that can’t be read leave the person', async () => {
  const file = `${makeFolder()}/site.zip`
  const row = (email: string, size: string) =>
    `"waitlist","${time}","A","${email}","new","Austin","TX","${size}","1\n2","${time}"\r\n`
  await writeZip(file, [
    { path: 'site.json', content: JSON.stringify(manifest) },
    {
      path: 'people.csv',
      content: `"Form","Received (UTC)","Name","Email","Status","City","State","Group size","Months","Plan changed (UTC)"\r\n${row('a@example.org', '5')}${row('b@example.org', '=1+1')}`,
    },
  ])
  const server = await startTestServer()
  const { notes } = await importInto(server, file)
  expect(notes).toMatchObject([
    {
      about: 'people.csv',
      detail: 'Answers for planning a training can’t be read, so they were left out.',
    },
  ])
  expect(await server.query('select email from training_waitlist order by id')).toHaveLength(2)
  expect(await server.query('select city, state, group_size, months from plan_answers')).toEqual([
    { city: 'Austin', state: 'TX', group_size: 5, months: [1, 2] },
  ])
})

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

test('what an import keeps about people goes when it cannot be undone any more', async () => {
  const file = `${makeFolder()}/site.zip`
  await writeZip(file, [
    { path: 'site.json', content: JSON.stringify(manifest) },
    {
      path: 'people.csv',
      content: `"Form","Received (UTC)","Name","Email","Status"\r\n"waitlist","${time}","A","a@example.org","new"\r\n`,
    },
  ])
  const server = await startTestServer()
  await importInto(server, file)
  const { db } = server.instance
  await sweepImports(db)
  expect(await server.query('select kind from import_items')).toEqual([{ kind: 'person' }])
  await server.query(`update site_imports set finished_at = now() - interval '31 days'`)
  await sweepImports(db)
  expect(await server.query('select from import_items')).toEqual([])
  // The row is recognized by itself.
  expect((await importInto(server, file)).counts).toEqual({ unchanged: 1 })
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
