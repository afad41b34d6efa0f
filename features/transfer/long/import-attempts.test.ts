import { once } from 'node:events'
import { expect, test } from 'vitest'
import { enqueue } from '../../../core/server/jobs/queue.ts'
import { importJob } from '../server/import-steps.ts'
import { withImportLock } from '../server/work-on-import.ts'
import { startUpload, waitFor } from '../testing/import-site.ts'
import { wordpressText } from '../testing/make-wordpress-export.ts'

async function uploadSite() {
  const site = new Blob([await wordpressText([{ id: 1, content: '<p>Words</p>' }])])
  const { server, access, id, run } = await startUpload({ site })
  /** Leaves the import as processes that ended in the middle of it do, and continues it */
  const crash = async (state: 'checking' | 'importing', attempts: number) => {
    await server.query(
      `update site_imports set state = $2, attempts = $3, started_at = case when $2 = 'importing' then now() end where id = $1`,
      [id, state, attempts],
    )
    await enqueue(server.instance.db, importJob, {})
    return waitFor(server, access, id)
  }
  const readAttempts = async () => (await server.query('select attempts from site_imports'))[0]
  return { server, access, id, run, crash, readAttempts }
}

test('an import that ended with the process is continued once, and then fails in words until someone starts it', async () => {
  const { server, run, crash, readAttempts } = await uploadSite()
  expect(await crash('checking', 1)).toMatchObject({ state: 'checked' })
  // An attempt ends a moment after its work.
  await expect.poll(readAttempts).toEqual({ attempts: 0 })
  expect(await crash('checking', 2)).toMatchObject({
    state: 'failed',
    problem: expect.stringMatching(/^The server stopped twice while it worked on this file/),
  })
  expect(await run('check')).toMatchObject({ state: 'checked', problem: null })
  await expect.poll(readAttempts).toEqual({ attempts: 0 })
  expect(await crash('importing', 2)).toMatchObject({ state: 'failed' })
  expect(await server.query('select from blog_posts')).toEqual([])
  expect(await run('start')).toMatchObject({ state: 'finished' })
  await expect.poll(readAttempts).toEqual({ attempts: 0 })
})

test('an attempt is counted before the file is read, and an error of the database is no attempt', async () => {
  const { server, access, id, readAttempts } = await uploadSite()
  // The reading of the file fails as it does when the database goes away, but only if the attempt was counted before.
  await server.query(
    `create function go_away() returns trigger language plpgsql as $$ begin
       if new.format is not null and old.attempts = 1 then raise exception using errcode = '57P01'; end if;
       return new; end $$`,
  )
  await server.query(
    'create trigger go_away before update on site_imports for each row execute function go_away()',
  )
  await server.send(`/api/imports/${id}/start`, { ...access, json: {} })
  const output = `select output from pgboss.job where name = 'import-site' and state in ('retry', 'failed')`
  await expect.poll(() => server.query(output), { timeout: 20_000 }).not.toEqual([])
  expect(await readAttempts()).toEqual({ attempts: 0 })
  await server.query('drop trigger go_away on site_imports')
  await enqueue(server.instance.db, importJob, {})
  expect(await waitFor(server, access, id)).toMatchObject({ state: 'finished' })
})

test('the process that works on an import hears at once that it was canceled', async () => {
  const { server, access, id } = await uploadSite()
  const { connectionString } = server
  await server.query(`update site_imports set state = 'importing', origin = 'command' where id = $1`, [id])
  const canceled = await withImportLock({ connectionString }, async (signal) => {
    const aborted = once(signal, 'abort')
    expect((await server.send(`/api/imports/${id}/cancel`, { ...access, method: 'POST' })).status).toBe(200)
    await aborted
    return signal.aborted
  })
  expect(canceled).toBe(true)
})
