import { expect, test } from 'vitest'
import { startTestServer } from '../../../tests/helpers/test-server.ts'
import { importInto } from '../testing/import-into.ts'
import { makeFile } from '../testing/read-source.ts'

test('a public post without a date gets a note, because it becomes the newest one', async () => {
  const server = await startTestServer()
  await importInto(server, makeFile('a.md', '---\ntitle: No date\n---\nText'))
  await importInto(server, makeFile('b.md', '---\ntitle: A draft\ndraft: true\n---\nText'))
  await importInto(server, makeFile('c.md', '---\ntitle: A page\ntype: page\n---\nText'))
  await importInto(server, makeFile('d.md', '---\ntitle: Old\ndate: 1955-04-18\n---\nText'))
  expect(await server.query('select about, detail from import_notes')).toEqual([
    { about: 'No date', detail: 'It had no date, so it got today’s date.' },
  ])
  const [old] = await server.query<{ published_at: Date }>(
    `select published_at from blog_posts where slug = 'd'`,
  )
  expect(old?.published_at.toISOString()).toBe('1955-04-18T00:00:00.000Z')
})
