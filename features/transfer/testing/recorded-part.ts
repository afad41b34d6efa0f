import { expect } from 'vitest'
import { type RecordedPart, rowOf } from '../../../tests/helpers/recorded-day.ts'
import { siteExportCreate, siteExportDelete } from '../contract/site-export.ts'
import { transferPaths } from '../contract/transfer-paths.ts'

export const recorded: RecordedPart = {
  async pass({ newRows, send, query, ...day }, cookie) {
    const { id } = await (await day.do(siteExportCreate, { cookie })).json()
    const isFinished = () => query(`select from site_exports where state = 'finished'`)
    await expect.poll(isFinished, { timeout: 20_000 }).toHaveLength(1)
    expect(await newRows()).toEqual([rowOf('export-made', null)])
    await (await send(transferPaths.exportFile(id), { cookie })).arrayBuffer()
    expect(await newRows()).toEqual([rowOf('export-downloaded')])
    await day.do(siteExportDelete, { cookie, params: { id } })
    expect((await day.act(siteExportDelete, { cookie, params: { id } })).status).toBe(404)
    expect(await newRows()).toEqual([rowOf('export-deleted', null)])
  },
  // An import needs more than a request (server/imports.test.ts).
  testedElsewhere: ['import-started', 'import-finished', 'import-undone'],
  unrecorded: [
    'POST /api/imports',
    'POST /api/imports/file',
    'POST /api/imports/:id/cancel',
    'POST /api/imports/:id/check',
    'POST /api/imports/:id/start',
    'POST /api/imports/:id/undo',
    'POST /api/imports/:id/uploaded',
    'PUT /api/imports/:id/files/:file/parts/:number',
  ],
}
