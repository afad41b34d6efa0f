import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { findDeletedAddresses } from '../../server/privacy/deletion-ledger.ts'
import { noteErased } from '../../server/privacy/deletion-notes.ts'
import { exportSiteOf } from '../helpers/export-site.ts'
import { importInto } from '../helpers/import-into.ts'
import { makeFolder } from '../helpers/imports/read-source.ts'
import { writeZip } from '../helpers/imports/zip.ts'
import { startTestServer, type TestServer } from '../helpers/test-server.ts'

const erase = (server: TestServer, email: string) =>
  server.instance.db.transaction((tx) => noteErased(tx, email, sql`now()`))

/** A site on which someone was deleted, so that its ledger has a key of its own */
async function startAfterDeletion(email: string) {
  const server = await startTestServer()
  await erase(server, email)
  return server
}

const readEmails = async (server: TestServer) =>
  (await server.query<{ email: string }>('select email from training_waitlist order by email')).map(
    ({ email }) => email,
  )

const gone = ['a@example.org', 'b@example.org', 'c@example.org']

test('an import brings back no one who was deleted here or on a site that was imported', async () => {
  const a = await startAfterDeletion('a@example.org')
  const b = await startAfterDeletion('b@example.org')
  const ours = await startAfterDeletion('c@example.org')
  for (const other of [a, b]) {
    const { notes } = await importInto(ours, (await exportSiteOf(other)).file)
    expect(notes.filter(({ about }) => about === 'deletion-ledger.csv')).toEqual([])
    const again = await importInto(ours, (await exportSiteOf(other)).file)
    expect(again.counts).not.toHaveProperty('others')
  }
  const { db } = ours.instance
  expect(await findDeletedAddresses(db, ['A@example.org', ...gone.slice(1), 'ok@example.org'])).toEqual(
    new Set(['A@example.org', 'b@example.org', 'c@example.org']),
  )

  const old = await startTestServer()
  for (const email of [...gone, 'ok@example.org'])
    await old.query(
      `insert into training_waitlist (name, email, created_at) values ('N', $1, now() - interval '1 day')`,
      [email.replace(/^a/, 'A')],
    )
  const people = (await exportSiteOf(old)).file
  const { notes } = await importInto(ours, people)
  expect(notes.map(({ detail }) => detail)).toEqual(
    Array.from({ length: 3 }, () => 'Someone was deleted here, so their entry was left out.'),
  )
  expect(await readEmails(ours)).toEqual(['ok@example.org'])

  // All ledgers move on with the next export.
  const next = await startTestServer()
  await importInto(next, (await exportSiteOf(ours)).file)
  await importInto(next, people)
  expect(await readEmails(next)).toEqual(['ok@example.org'])
  const ledgerOf = async (server: TestServer) => (await exportSiteOf(server)).files.get('deletion-ledger.csv')
  expect(String(await ledgerOf(next))).toBe(String(await ledgerOf(ours)))
})

test('a ledger whose key is incomplete is refused in words', async () => {
  const file = `${makeFolder()}/site.zip`
  const time = '2026-01-01T00:00:00.000Z'
  const counts = { posts: 0, pages: 0, pictures: 0, files: 0, redirects: 0, people: 0, subscribers: 0 }
  const manifest = { format: 'everyday-ai export', version: 1, madeAt: time, app: '1', texts: [], files: {} }
  const row = (key: string) => `"${key}","${'a'.repeat(64)}","${time}","","${time}"\r\n`
  await writeZip(file, [
    {
      path: 'site.json',
      content: JSON.stringify({ ...manifest, publicUrl: 'https://old.example', counts }),
    },
    {
      path: 'deletion-ledger.csv',
      content: `"Key","Address hash","Erased until (UTC)","Deleted (UTC)","Noted (UTC)"\r\n${row('k'.repeat(42))}${row('k'.repeat(43))}`,
    },
  ])
  const server = await startTestServer()
  const { notes, counts: found } = await importInto(server, file)
  expect(notes).toMatchObject([
    {
      about: 'deletion-ledger.csv',
      detail: 'The key of some deletions is incomplete, so they were left out. Export the other site again.',
    },
  ])
  expect(found).toMatchObject({ problems: 1, others: 1 })
  expect(await server.query(`select value from settings where key = 'deletion_key'`)).toEqual([
    { value: 'k'.repeat(43) },
  ])
})
