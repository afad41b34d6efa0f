import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startTestServer } from '../../../tests/helpers/test-server.ts'
import { writeOldSite } from '../testing/old-site.ts'
import { writeWordpressExport } from '../testing/wordpress-export.ts'

test('the command uses the same engine, continues its own import, and undoes by number', async () => {
  const server = await startTestServer()
  const { folder } = await writeOldSite()
  const env = { ...process.env, DATABASE_URL: server.connectionString, DATA_DIR: join(folder, 'data') }
  const run = (...args: string[]) =>
    new Promise<{ code: number | null; out: string }>((resolve) => {
      const child = spawn(
        process.execPath,
        ['app/cli/feature-command.ts', 'features/transfer/cli/import-command.ts', ...args],
        { env },
      )
      let out = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => {
          out += chunk
        })
      child.on('close', (code) => resolve({ code, out }))
    })
  const site = join(folder, 'site.xml')
  const uploads = join(folder, 'uploads.zip')
  expect(await run()).toMatchObject({ code: 1, out: expect.stringContaining('Usage: npm run import') })
  expect(await run(join(folder, 'nothing.xml'))).toMatchObject({
    code: 1,
    out: expect.stringContaining('There is no file'),
  })
  expect(await run(site, '--old-address', 'old site')).toMatchObject({
    code: 1,
    out: expect.stringContaining('such as https://old.example'),
  })
  const checked = await run(site, '--uploads', uploads, '--check', '--old-address', 'old.example')
  expect(checked).toMatchObject({ code: 0, out: expect.stringContaining('Nothing was changed') })
  expect(await server.query('select from blog_posts')).toEqual([])
  // A check that was killed does not block the import.
  await server.query(`update site_imports set state = 'checking'`)
  const many = join(folder, 'many.xml')
  const posts = Array.from({ length: 25 }, (_, index) => ({ id: index + 1, title: 'No text', content: '' }))
  await writeWordpressExport(many, { posts })
  expect((await run(many, '--check')).out).toContain(
    'There are 25 notes. Add --notes FILE.csv to save all of them.',
  )
  const notes = join(folder, 'notes.csv')
  const imported = await run(site, '--uploads', uploads, '--drafts', '--author', ' Ann ', '--notes', notes)
  expect(imported).toMatchObject({ code: 0, out: expect.stringContaining('6 posts') })
  expect(imported.out).toContain(`All notes are in ${notes}.`)
  expect(await server.query('select distinct is_published, author from blog_posts')).toEqual([
    { is_published: false, author: 'Ann' },
  ])
  const lines = (await readFile(notes, 'utf8')).split('\r\n')
  expect(lines[0]).toBe('"About","Note"')
  expect(lines).toContain('"Admin","/admin is taken, so this one is at /page-admin."')
  expect(await run(site, '--check', '--notes', join(folder, 'none', 'notes.csv'))).toMatchObject({
    code: 1,
    out: expect.stringContaining('Choose another file with --notes.'),
  })
  expect(await run(site, '--author', '')).toMatchObject({
    code: 1,
    out: expect.stringContaining('Give the author a name of up to 200 characters.'),
  })
  const again = await run(site, '--uploads', uploads)
  expect(again).toMatchObject({ code: 0, out: expect.stringContaining('8 unchanged') })
  const [first] = await server.query<{ id: number }>(
    'select id from site_imports where started_at is not null order by id limit 1',
  )
  const undone = await run('--undo', String(first?.id))
  expect(undone).toMatchObject({ code: 0, out: expect.stringMatching(/The import is undone\.\s*$/) })
  expect(await server.query('select from blog_posts')).toEqual([])
  expect(await run('--undo', String(first?.id))).toMatchObject({
    code: 0,
    out: expect.stringContaining('The import is undone.'),
  })
  expect(await server.query('select state from site_imports where id = $1', [first?.id])).toEqual([
    { state: 'undone' },
  ])
  expect(await run('--undo', '999')).toMatchObject({
    code: 1,
    out: expect.stringContaining('There is no import with the number 999'),
  })
}, 120_000)
