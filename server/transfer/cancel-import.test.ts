import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { SiteImport } from '../../contracts/imports.ts'
import { paths } from '../../contracts/paths.ts'
import { runStep, uploadSmall, waitFor } from '../../tests/helpers/imports/import-site.ts'
import { wordpressExport } from '../../tests/helpers/imports/wordpress-export.ts'
import { startTestServer } from '../../tests/helpers/test-server.ts'

async function startUpload() {
  const folder = await mkdtemp(join(tmpdir(), 'everyday-ai-cancel-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const server = await startTestServer({ jobPause: 0.5, env: { DATA_DIR: folder } })
  const access = { cookie: await server.signIn() }
  const chunks: string[] = []
  const posts = Array.from({ length: 200 }, (_, index) => ({ id: index + 1, content: '<p>Words</p>' }))
  for await (const chunk of wordpressExport({ posts })) chunks.push(chunk)
  const { id } = await uploadSmall(server, access, { site: new Blob(chunks) })
  const cancel = async () => {
    const response = await server.send(paths.api.importCancel(id), { ...access, method: 'POST' })
    expect(response.status).toBe(200)
    return (await response.json()) as SiteImport
  }
  /** The parts of the upload, and the copy of the job */
  const listFiles = async () => {
    const { objects } = await server.instance.media.disk.listAll('', { recursive: true })
    return [
      ...[...objects].map(({ name }) => name),
      ...(await readdir(join(folder, 'imports')).catch(() => [])),
    ]
  }
  return { server, access, id, cancel, listFiles }
}

test('a canceled check deletes its files at once', async () => {
  const { server, access, id, cancel, listFiles } = await startUpload()
  expect(await listFiles()).toHaveLength(1)
  await runStep(server, access, id, 'importCheck')
  expect(await cancel()).toMatchObject({ state: 'canceled', files: [{ missingParts: [1] }] })
  expect(await server.query('select from stored_parts')).toEqual([])
  await expect.poll(listFiles, { timeout: 10_000 }).toEqual([])
  const response = await server.send(paths.api.importStart(id), { ...access, json: {} })
  expect([response.status, (await response.json()).detail]).toEqual([
    409,
    'Its files are no longer here. Upload them again.',
  ])
})

test('a check that is canceled while it runs deletes its files, too', async () => {
  const { server, access, id, cancel, listFiles } = await startUpload()
  expect((await server.send(paths.api.importCheck(id), { ...access, json: {} })).status).toBe(202)
  await expect.poll(async () => (await listFiles()).length, { timeout: 10_000, interval: 20 }).toBe(2)
  expect(await cancel()).toMatchObject({ state: 'canceled' })
  await expect.poll(listFiles, { timeout: 10_000 }).toEqual([])
  expect(await waitFor(server, access, id)).toMatchObject({ state: 'canceled', problem: null })
  expect(server.logged.join('\n')).not.toContain('an import failed')
})

test('a canceled import keeps its files, so that it can be continued', async () => {
  const { server, access, id, cancel } = await startUpload()
  expect((await server.send(paths.api.importStart(id), { ...access, json: {} })).status).toBe(202)
  await cancel()
  expect(await server.query('select from stored_parts')).toHaveLength(1)
  expect(await runStep(server, access, id, 'importStart')).toMatchObject({
    state: 'finished',
    counts: { posts: 200 },
  })
})
