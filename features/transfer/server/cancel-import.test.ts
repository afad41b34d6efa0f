import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { SiteImport } from '../contract/imports.ts'
import { startUpload, waitFor } from '../testing/import-site.ts'
import { wordpressText } from '../testing/make-wordpress-export.ts'
import { makeFolder } from '../testing/read-source.ts'

async function uploadSite() {
  const folder = makeFolder()
  const posts = Array.from({ length: 200 }, (_, index) => ({ id: index + 1, content: '<p>Words</p>' }))
  const site = new Blob([await wordpressText(posts)])
  const { server, access, id, run } = await startUpload({ site }, { DATA_DIR: folder })
  const cancel = async () => {
    const response = await server.send(`/api/imports/${id}/cancel`, { ...access, method: 'POST' })
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
  return { server, access, id, run, cancel, listFiles }
}

test('a canceled check deletes its files at once', async () => {
  const { server, access, id, run, cancel, listFiles } = await uploadSite()
  expect(await listFiles()).toHaveLength(1)
  await run('check')
  expect(await cancel()).toMatchObject({ state: 'canceled', files: [{ missingParts: [1] }] })
  expect(await server.query('select from stored_parts')).toEqual([])
  await expect.poll(listFiles, { timeout: 10_000 }).toEqual([])
  const response = await server.send(`/api/imports/${id}/start`, { ...access, json: {} })
  expect([response.status, (await response.json()).detail]).toEqual([
    409,
    'Its files are no longer here. Upload them again.',
  ])
})

test('a check that is canceled while it runs deletes its files, too', async () => {
  const { server, access, id, cancel, listFiles } = await uploadSite()
  expect((await server.send(`/api/imports/${id}/check`, { ...access, json: {} })).status).toBe(202)
  await expect.poll(async () => (await listFiles()).length, { timeout: 10_000, interval: 20 }).toBe(2)
  expect(await cancel()).toMatchObject({ state: 'canceled' })
  await expect.poll(listFiles, { timeout: 10_000 }).toEqual([])
  expect(await waitFor(server, access, id)).toMatchObject({ state: 'canceled', problem: null })
  expect(server.logged.join('\n')).not.toContain('an import failed')
})

test('a canceled import keeps its files, so that it can be continued', async () => {
  const { server, access, id, run, cancel } = await uploadSite()
  expect((await server.send(`/api/imports/${id}/start`, { ...access, json: {} })).status).toBe(202)
  await cancel()
  expect(await server.query('select from stored_parts')).toHaveLength(1)
  expect(await run('start')).toMatchObject({ state: 'finished', counts: { posts: 200 } })
})
