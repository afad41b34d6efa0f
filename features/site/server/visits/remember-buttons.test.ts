import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { paths } from '../../../../core/contract/paths.ts'
import { startSite } from '../../../../tests/helpers/start-site.ts'
import type { Insights } from '../../../insights/contract/insights.ts'
import { insightsPaths } from '../../../insights/contract/insights-paths.ts'
import { sitePaths } from '../../contract/site-paths.ts'
import { chrome } from '../../testing/counted-visits.ts'
import { originalContent } from '../../testing/site-sections.ts'

const [inform, plan, integrate] = originalContent.services.list
const [beezy, pricevue] = originalContent.apps.list

test('clicks on services and apps stay readable after these are renamed and removed', async () => {
  const { server, cookie, call, change, saveDraft, reset } = await startSite()
  if (!inform || !plan || !integrate || !beezy || !pricevue) throw new Error('there are too few items')
  const click = async (service: string) => {
    const request = { method: 'POST', headers: { 'user-agent': chrome } }
    expect((await server.send(paths.api.calendarClick(service), request)).status).toBe(204)
  }
  const readNames = async () => {
    const { clicks } = (await call<Insights>('/api/insights')).body
    const names = clicks.filter(({ total }) => total > 0).map(({ service, name }) => [service, name])
    const csv = await (await server.send(insightsPaths.csv('clicks'), { cookie })).text()
    const rows: string[][] = parse(csv, { bom: true })
    // The file has the same names.
    for (const [, name = ''] of names) expect(rows.map(([first]) => first?.replace(/^'/, ''))).toContain(name)
    return Object.fromEntries(names)
  }
  const original = { ...inform, name: 'INFORM' }
  await click('inform')
  expect(await readNames()).toEqual({ inform: 'Book a consultation (INFORM)' })

  // A draft changes nothing, and an item of it has no button.
  await saveDraft('services', { ...originalContent.services, list: [{ ...inform, id: 'drafted' }] })
  await click('drafted')
  expect(await readNames()).toEqual({ inform: 'Book a consultation (INFORM)' })
  await reset('services', 'published')

  // Renamed: the clicks stay with the item.
  const added = { ...integrate, id: 'added', name: 'ADDED' }
  await change('services', { list: [{ ...original, name: 'LEARN' }, added] })
  await expect.poll(readNames).toEqual({ inform: 'Book a consultation (LEARN)' })
  await click('added')
  // A page that is still open has a button that was removed.
  await click('plan')
  // Removed, also one that was never part of the original
  await change('services', { list: [plan] })
  await change('apps', { list: [{ ...beezy, id: 'formula', name: 'Sums', button: '=SUM(A1:A9)' }] })
  await expect.poll(async () => (await server.send(sitePaths.apps)).text()).toContain('Sums')
  await click('formula')
  await click('pricevue')
  await click('never-was')
  await change('apps', { list: [pricevue] })
  const names = {
    inform: 'Book a consultation (LEARN)',
    added: 'Book a consultation (ADDED)',
    plan: 'Book a consultation (PLAN)',
    formula: '=SUM(A1:A9) (Sums)',
    pricevue: 'Launch PriceVue',
  }
  await expect.poll(readNames).toEqual(names)
  const csv = await (await server.send(insightsPaths.csv('clicks'), { cookie })).text()
  expect(csv).not.toMatch(/(^|,|"|\n)=SUM/)

  // The original is back, and with it the original's names. The names of what was added stay.
  await reset('services', 'original')
  await expect.poll(readNames).toEqual({ ...names, inform: 'Book a consultation (INFORM)' })
})

test('an item cannot take the name of a button that every site has', async () => {
  const { call, change } = await startSite()
  if (!inform) throw new Error('there is no service')
  await change('services', { list: [{ ...inform, id: 'header', name: 'Mine' }] })
  const { clicks } = (await call<Insights>('/api/insights')).body
  expect(clicks.find(({ service }) => service === 'header')?.name).toBe('Book (page header)')
})
