import { expect, test } from 'vitest'
import { startUpload } from '../testing/import-site.ts'
import { writeOldSite } from '../testing/old-site.ts'

test('an undo keeps the picture of an edited post that is in the trash', async () => {
  const { server, access, run, readNotes } = await startUpload(await writeOldSite())
  await run('start')
  const [hello] = await server.query<{ id: number; content: string }>(
    `select id, content from blog_posts where slug = 'hello'`,
  )
  const path = `/api/blog/${hello?.id ?? 0}`
  const json = { version: 1, title: 'Hello again', content: hello?.content ?? '', isPublished: false }
  expect((await server.send(path, { method: 'PUT', ...access, json })).status).toBe(200)
  expect((await server.send(path, { method: 'DELETE', ...access })).status).toBe(200)
  await run('undo')
  expect(await server.query('select title, deleted_at is not null as trashed from blog_posts')).toEqual([
    { title: 'Hello again', trashed: true },
  ])
  expect(await server.query('select original_name from media where ready_at is not null')).toEqual([
    { original_name: 'boat.jpg' },
  ])
  expect(await readNotes('undo')).toEqual([
    expect.stringMatching(/^Hello again: /),
    expect.stringMatching(/^boat\.jpg: /),
  ])
})
