import { describe, expect, test } from 'vitest'
import { isoDay } from '../../../core/contract/format-date.ts'
import type { TestServer } from '../../../tests/helpers/test-server.ts'
import type { Person } from '../contract/people.ts'
import { peoplePaths } from '../contract/people-paths.ts'
import { listPeople } from '../testing/people.ts'
import { startWithPeople } from '../testing/start-with-people.ts'

const path = '/api/people/waitlist/1/next-step'
const donePath = '/api/people/waitlist/1/next-step/done'
const dayMs = 24 * 60 * 60 * 1000
const dayFromNow = (days: number) => isoDay(new Date(Date.now() + days * dayMs), { timeZone: 'UTC' })

const startFilled = () => startWithPeople({ TIME_ZONE: 'UTC' })

type Input = { text?: string; dueOn?: string; ownerId?: number | null; replaces?: number | null }

const set = (server: TestServer, cookie: string, input: Input = {}, to = path) => {
  const json = { text: 'Call about dates', dueOn: dayFromNow(1), ownerId: 1, replaces: null, ...input }
  return server.send(to, { method: 'PUT', cookie, json })
}

const load = async (server: TestServer, cookie: string, form = 'waitlist', id = 1) =>
  (await (await server.send(`/api/people/${form}/${id}`, { cookie })).json()) as Person

describe('a next step', () => {
  test('is set, changed, and done, and then is part of the timeline of the person, whichever form they used', async () => {
    const { server, cookie } = await startFilled()
    const first = await set(server, cookie)
    expect(first.status).toBe(200)
    const step = await first.json()
    const owner = { id: 1, name: 'Ann Admin' }
    expect(step).toEqual({ id: 1, text: 'Call about dates', dueOn: dayFromNow(1), owner })
    const other = await load(server, cookie, 'contact')
    expect(other.entry.nextStep).toEqual(step)
    expect(other.stepOwners).toEqual([{ id: 1, name: 'Ann Admin' }])
    expect((await load(server, cookie, 'waitlist', 2)).entry.nextStep).toBeNull()

    const changed = await (await set(server, cookie, { text: 'Write instead', replaces: 1 })).json()
    expect(changed).toMatchObject({ id: 2, text: 'Write instead' })
    expect(await server.query('select text from next_steps')).toEqual([{ text: 'Write instead' }])

    for (let click = 0; click < 2; click++)
      expect((await server.send(donePath, { cookie, json: { step: 2 } })).status).toBe(204)
    const { entry, events } = await load(server, cookie)
    expect(entry.nextStep).toBeNull()
    expect(events.filter(({ kind }) => kind === 'step')).toMatchObject([
      { text: 'Ann Admin: “Write instead”. Done.', entry: null },
    ])
    expect(Date.now() - Date.parse(events[0]?.at ?? '')).toBeLessThan(60_000)
    expect((await set(server, cookie, { text: 'The next one' })).status).toBe(200)
  })

  test('is never lost unseen when two people set it at the same time', async () => {
    const { server, cookie } = await startFilled()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => set(server, cookie, { text: `Step ${index}` })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
    const [refused] = answers.filter(({ status }) => status === 409)
    expect(await refused?.text()).toContain('Someone else changed this next step')
    const [open] = await server.query<{ id: number; text: string }>('select id, text from next_steps')
    if (!open) throw new Error('there is no step')
    // The same form a second time, because its response was lost
    const again = await set(server, cookie, { text: open.text })
    expect([again.status, (await again.json()).id]).toEqual([200, open.id])

    await server.send(donePath, { cookie, json: { step: open.id } })
    const late = await set(server, cookie, { text: 'A change of a finished step', replaces: open.id })
    expect(late.status).toBe(409)
  })

  test('is removed without a trace', async () => {
    const { server, cookie } = await startFilled()
    await set(server, cookie)
    const remove = (step: number, to = path) =>
      server.send(`${to}?step=${step}`, { method: 'DELETE', cookie })
    expect((await remove(9)).status).toBe(204)
    expect(await server.query('select id from next_steps')).toHaveLength(1)
    expect((await remove(1)).status).toBe(204)
    expect(await server.query('select id from next_steps')).toEqual([])
    expect((await remove(1)).status).toBe(204)
    expect((await remove(1, '/api/people/waitlist/99/next-step')).status).toBe(404)
  })

  test('needs words, a date, a colleague, and a person', async () => {
    const { server, cookie } = await startFilled()
    await server.signIn({ username: 'gone', role: 'helper' })
    await server.query(`update users set disabled_at = now() where username = 'gone'`)
    const texts = ['  ', 'x'.repeat(301)].map((text) => ({ text }))
    const days = ['2026-02-30', '0000-01-01', '9999-12-31', ''].map((dueOn) => ({ dueOn }))
    for (const input of [...texts, ...days, { ownerId: 0 }])
      expect((await set(server, cookie, input)).status, JSON.stringify(input)).toBe(400)
    for (const ownerId of [2, 99]) expect((await set(server, cookie, { ownerId })).status).toBe(409)
    expect((await set(server, cookie, {}, '/api/people/waitlist/99/next-step')).status).toBe(404)
    expect((await set(server, cookie, {}, '/api/people/other/1/next-step')).status).toBe(404)
    expect((await server.send(donePath, { cookie, json: { step: 5 } })).status).toBe(404)
    expect((await server.send(path, { method: 'PUT', json: {} })).status).toBe(401)
    await set(server, cookie)
    // A step of another person
    const ofTom = '/api/people/waitlist/2/next-step/done'
    expect((await server.send(ofTom, { cookie, json: { step: 1 } })).status).toBe(404)
    expect(await server.query('select done_at from next_steps')).toEqual([{ done_at: null }])
  })
})

test('the list and its file show next steps, and can be filtered by them', async () => {
  const { server, cookie } = await startFilled()
  const hana = await server.signIn({ username: 'Hana', role: 'helper' })
  await set(server, cookie, { dueOn: dayFromNow(0), ownerId: 1, text: '=Call' })
  const visit = { dueOn: dayFromNow(1), ownerId: 2, text: 'Visit' }
  await set(server, cookie, visit, '/api/people/waitlist/2/next-step')
  const names = async (query: string, as = cookie) => {
    const { entries, headers } = await listPeople(server, as, query)
    expect(headers.get('x-total-count'), query).toBe(String(entries.length))
    return entries.map(({ name }) => name)
  }
  const annTwice = ['Ann E.', 'Ann Example']
  expect(await names('step=due')).toEqual(annTwice)
  expect(await names('step=any')).toEqual(['Ann E.', 'Tom Lindqvist', 'Ann Example'])
  expect(await names('step=none')).toEqual([])
  expect(await names('step=mine')).toEqual(annTwice)
  expect(await names('step=mine', hana)).toEqual(['Tom Lindqvist'])
  expect(await names('step=mine&q=ann&form=contact')).toEqual(['Ann E.'])
  expect((await listPeople(server, cookie, 'step=due')).entries[0]?.nextStep?.text).toBe('=Call')
  expect((await server.send('/api/people?step=soon', { cookie })).status).toBe(400)

  const csv = await (await server.send(`${peoplePaths.exportCsv}?step=due&form=waitlist`, { cookie })).text()
  expect(csv).toContain('"Next step","Next step due","Next step by"')
  expect(csv).toContain(`"'=Call","${dayFromNow(0)}","Ann Admin"`)
  await server.send(donePath, { cookie, json: { step: 1 } })
  expect(await names('step=none')).toEqual(annTwice)
  expect(await names('step=due')).toEqual([])
})
