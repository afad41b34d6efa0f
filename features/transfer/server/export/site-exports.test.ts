import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { features, sitePages } from '../../../../app/features.ts'
import { originalSite } from '../../../../tests/helpers/original-site.ts'
import { readZipBytes } from '../../../../tests/helpers/read-zip.ts'
import { startTestServer, type TestServer } from '../../../../tests/helpers/test-server.ts'
import { createApiToken } from '../../../accounts/testing/api-token.ts'
import { hasFile } from '../../../media/server/store.ts'
import type { SiteExport } from '../../contract/site-export.ts'
import { transferPaths } from '../../contract/transfer-paths.ts'
import { newPartsFolder, storePart } from '../stored-parts.ts'
import { exportSite } from './run-export.ts'
import { sweepExports } from './site-exports.ts'

const siteExports = '/api/exports'
const siteExport = (id: number | string) => `/api/exports/${id}`

async function startExports({ jobPause }: { jobPause?: number | undefined } = { jobPause: 0.5 }) {
  const server = await startTestServer({ jobPause })
  const cookie = await server.signIn()
  const read = async <Body>(path: string, method = 'GET') => {
    const response = await server.send(path, { cookie, method })
    return { status: response.status, body: (await response.json()) as Body }
  }
  const finish = async (id: number) => {
    await expect
      .poll(async () => (await read<SiteExport>(siteExport(id))).body.state, { timeout: 30_000 })
      .toMatch(/finished|failed/)
    return (await read<SiteExport>(siteExport(id))).body
  }
  return { server, cookie, read, finish }
}

/** Dependencies of the job, so that a test can run it at the right moment */
const jobDeps = ({ instance: { db, media }, connectionString }: TestServer) => ({
  ...{ features, sitePages, db, media, connectionString, signal: new AbortController().signal },
  config: { site: originalSite('http://everyday.test'), backupsKeep: 14 },
})

const actionsOf = async (server: TestServer) =>
  (
    await server.query<{ action: string }>(`select action from activity where kind = 'export' order by id`)
  ).map(({ action }) => action)

test('an owner exports the site, follows the progress, and downloads one file', async () => {
  const { server, cookie, read, finish } = await startExports()
  expect(await read(siteExports)).toEqual({ status: 200, body: [] })
  const started = await read<SiteExport>(siteExports, 'POST')
  expect(started).toMatchObject({ status: 202, body: { state: 'waiting', bytes: null, counts: null } })
  // A double click
  expect(await read<SiteExport>(siteExports, 'POST')).toMatchObject({
    status: 200,
    body: { id: started.body.id },
  })
  expect((await server.send(transferPaths.exportFile(started.body.id), { cookie })).status).toBe(404)

  const finished = await finish(started.body.id)
  expect(finished).toMatchObject({ state: 'finished', percent: 100, problem: null, counts: { posts: 0 } })
  const days = (Date.parse(finished.expiresAt ?? '') - Date.parse(finished.finishedAt ?? '')) / 86_400_000
  expect(days).toBe(7)
  const download = await server.send(transferPaths.exportFile(started.body.id), { cookie })
  expect(download.headers.get('content-type')).toBe('application/zip')
  expect(download.headers.get('content-disposition')).toBe('attachment; filename="site.zip"')
  expect(download.headers.get('content-length')).toBe(String(finished.bytes))
  const bytes = Buffer.from(await download.arrayBuffer())
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(finished.sha256)
  expect((await readZipBytes(bytes)).get('README.md')?.toString()).toContain('# Export of')
  expect((await read<SiteExport[]>(siteExports)).body.map(({ id }) => id)).toEqual([started.body.id])
  expect(await actionsOf(server)).toEqual(['export-made', 'export-downloaded'])
})

test('only owners, and tokens with the scope, export the site', async () => {
  const { server, finish } = await startExports()
  const editor = await server.signIn({ username: 'Ed', role: 'editor' })
  const owner = await server.signIn()
  const { headers } = await createApiToken(server, owner, ['export-site'])
  const wrong = await createApiToken(server, owner, ['read-entries'])
  const started = await server.send(siteExports, { headers, method: 'POST' })
  expect(started.status).toBe(202)
  const { id } = (await started.json()) as SiteExport
  await finish(id)
  for (const [path, method] of [
    [siteExports, 'GET'],
    [siteExports, 'POST'],
    [siteExport(id), 'GET'],
    [transferPaths.exportFile(id), 'GET'],
    [siteExport(id), 'DELETE'],
  ] as const) {
    expect((await server.send(path, { method })).status, path).toBe(401)
    expect((await server.send(path, { method, cookie: editor })).status, path).toBe(403)
    expect((await server.send(path, { method, headers: wrong.headers })).status, path).toBe(403)
  }
  const download = await server.send(transferPaths.exportFile(id), { headers })
  expect(download.status).toBe(200)
  await download.arrayBuffer()
  for (const path of [siteExport(999), transferPaths.exportFile(999)])
    expect((await server.send(path, { cookie: owner })).status, path).toBe(404)
  expect((await server.send(siteExport('x'), { cookie: owner })).status).toBe(400)
})

test('an owner deletes an export with its file, but not one that is being made', async () => {
  const { server, cookie, read } = await startExports({})
  const { headers } = await createApiToken(server, cookie, ['export-site'])
  const remove = (id: number, access: object) => server.send(siteExport(id), { method: 'DELETE', ...access })
  const { id } = (await read<SiteExport>(siteExports, 'POST')).body
  const refused = await remove(id, { cookie })
  expect(refused.status).toBe(409)
  expect(await refused.json()).toMatchObject({ detail: expect.stringContaining('still being made') })
  await exportSite(jobDeps(server))
  expect((await read<SiteExport>(siteExport(id))).body.state).toBe('finished')
  const [part] = await server.query<{ folder: string; sha256: string }>(
    'select folder, sha256 from stored_parts',
  )
  const partKey = `parts/${part?.folder}/1-${part?.sha256}`
  expect(await hasFile(server.instance.media, partKey)).toBe(true)

  expect((await remove(id, { headers })).status).toBe(204)
  expect((await remove(id, { cookie })).status).toBe(404)
  expect((await server.send(transferPaths.exportFile(id), { cookie })).status).toBe(404)
  expect(await hasFile(server.instance.media, partKey)).toBe(false)
  expect(await server.query('select from stored_parts')).toEqual([])
  expect((await read(siteExports)).body).toEqual([])
  const rows = await server.query(
    `select action, token_id is not null as "byToken" from activity where kind = 'export' order by id`,
  )
  expect(rows).toEqual([
    { action: 'export-made', byToken: false },
    { action: 'export-deleted', byToken: true },
  ])
})

test('an export that a crash has interrupted starts again, but not forever', async () => {
  const { server, read } = await startExports({})
  const { db, media } = server.instance
  const { body } = await read<SiteExport>(siteExports, 'POST')
  // A process that was killed in the middle has left this.
  const left = newPartsFolder()
  await storePart(db, media, left, 1, Buffer.from('half'))
  await server.query(`update site_exports set state = 'running', attempts = 1, percent = 50, folder = $1`, [
    left,
  ])
  const deps = jobDeps(server)
  await exportSite(deps)
  expect((await read<SiteExport>(siteExport(body.id))).body).toMatchObject({ state: 'finished' })
  expect(await server.query('select from stored_parts where folder = $1', [left])).toEqual([])

  await read(siteExports, 'POST')
  await server.query(`update site_exports set state = 'running', attempts = 3 where state = 'waiting'`)
  await exportSite(deps)
  const [newest] = (await read<SiteExport[]>(siteExports)).body
  expect(newest).toMatchObject({ state: 'failed', problem: expect.stringContaining('interrupted') })
})

test('exports are deleted after seven days, with their files', async () => {
  const { server, read, finish } = await startExports()
  const { db, media } = server.instance
  const { id } = (await read<SiteExport>(siteExports, 'POST')).body
  await finish(id)
  await sweepExports(db, media)
  expect((await read(siteExports)).body).toHaveLength(1)
  await server.query(`update site_exports set finished_at = now() - interval '7 days 1 minute'`)
  await sweepExports(db, media)
  expect((await read(siteExports)).body).toEqual([])
  expect(await server.query('select from stored_parts')).toEqual([])
})
