import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { features } from '../../../../app/features.ts'
import { columnOf } from '../../../../tests/helpers/column-of.ts'
import { dayFromNow } from '../../../calendar/testing/calendar.ts'
import { eraseNow } from '../../../privacy/server/erase.ts'
import { eventPaths } from '../../contract/event-paths.ts'
import { personKey, type Registration } from '../../contract/registrations.ts'
import { events } from '../../schema.ts'
import { eventDeps, partyOf, startEventOffice } from '../../testing/event-office.ts'
import { registrationWithToken } from '../public-events.ts'
import { readArrival } from './arrival.ts'
import { cancelRegistration, changeRegistration, register } from './registrations.ts'

const tokenOf = (link: string | null) => link?.split('/').at(-1) ?? ''

test('the office registers, changes, and cancels, and freed seats go to the next party that fits', async () => {
  const { publish, add, list, respond, read, mails, server } = await startEventOffice()
  const { id } = await publish({ seats: 3 })
  const ann = await add(id, partyOf('Ann', { party: 3, names: ['Al'] }))
  expect(ann).toMatchObject({
    status: 'registered',
    party: 3,
    came: [],
    link: expect.stringContaining('/registration/'),
  })
  await add(id, partyOf('Bob', { party: 3 }))
  await add(id, partyOf('Cy'))
  const path = `/api/events/${id}/registrations/${ann.id}`
  const smaller = { ...partyOf('Ann', { party: 2, names: ['Al'] }), version: ann.version }
  expect(await respond<Registration>('PUT', path, smaller)).toMatchObject({ party: 2, version: 2 })
  expect(Object.fromEntries((await list(id)).map(({ name, status }) => [name, status]))).toEqual({
    Ann: 'registered',
    Bob: 'waiting',
    Cy: 'registered',
  })
  for (let click = 0; click < 2; click++)
    expect(await respond<Registration>('POST', `${path}/cancel`)).toMatchObject({
      status: 'canceled',
      canceledBy: 'us',
      link: null,
    })
  expect(await read(id)).toMatchObject({ taken: 1, waiting: 1 })
  expect(await mails()).toEqual([
    ...['registered ann', 'waiting bob', 'waiting cy'],
    ...['party ann', 'seat cy', 'left ann'],
  ])
  const ids = await columnOf(
    server,
    `select outbox_messages.message_id from event_mails join outbox_messages on id = event_mails.message_id`,
  )
  expect(new Set(ids).size).toBe(6)
})

test('a change of the office is refused if it is stale, or if the party does not fit', async () => {
  const { publish, add, request } = await startEventOffice()
  const { id } = await publish({ seats: 2 })
  const ann = await add(id, partyOf('Ann'))
  const path = `/api/events/${id}/registrations/${ann.id}`
  const refused = await request('PUT', path, { ...partyOf('Ann', { party: 3 }), version: 1 })
  expect(refused.status).toBe(422)
  expect((await refused.json()).detail).toBe('Only 1 seat more is free. Add seats to the date first.')
  expect((await request('PUT', path, { ...partyOf('Anna'), version: 1 })).status).toBe(200)
  const stale = await request('PUT', path, { ...partyOf('Anne'), version: 1 })
  expect(stale.status).toBe(409)
  expect((await stale.json()).current).toMatchObject({ name: 'Anna', version: 2 })
  expect((await request('PUT', path, { ...partyOf(' '), version: 2 })).status).toBe(400)
  expect(
    (await request('PUT', `/api/events/99/registrations/${ann.id}`, { ...partyOf('A'), version: 2 })).status,
  ).toBe(404)
})

test('a new address gets the registration, and the former one a cancellation for its calendar', async () => {
  const { publish, add, respond, mails, server } = await startEventOffice()
  const { id } = await publish()
  const ann = await add(id, partyOf('Ann'))
  await respond('PUT', `/api/events/${id}/registrations/${ann.id}`, {
    ...partyOf('Ann', { email: 'new@example.org' }),
    version: 1,
  })
  expect(await mails()).toEqual(['registered ann', 'left ann', 'registered new'])
  expect(await columnOf(server, 'select calendar_method from outbox_messages order by id')).toEqual([
    ...['REQUEST', 'CANCEL', 'REQUEST'],
  ])
})

test('what looks like spam takes no seat and gets no email until the office takes it', async () => {
  const { publish, join, respond, read, mails, list } = await startEventOffice()
  const { id } = await publish({ seats: 1 })
  await join(id, partyOf('Bot'), { isSuspect: true })
  expect(await read(id)).toMatchObject({ taken: 0, suspect: 1 })
  expect(await mails()).toEqual([])
  const [bot] = await list(id)
  for (let click = 0; click < 2; click++)
    expect(
      await respond<Registration>('POST', `/api/events/${id}/registrations/${bot?.id}/admit`),
    ).toMatchObject({ status: 'registered' })
  expect(await read(id)).toMatchObject({ taken: 1, suspect: 0 })
  expect(await mails()).toEqual(['registered bot'])
})

test.each([
  ['a link in the name', {}, partyOf('www.spam.example'), true],
  ['a link in the name of someone else', {}, partyOf('Ann', { names: ['http://x'] }), true],
  ['a filled honeypot', { honeypot: 'x' }, partyOf('Ann'), true],
  ['a person', {}, partyOf('Ann', { message: 'See https://example.org' }), false],
])('%s is judged', async (_what, context, values, isSuspect) => {
  const { db } = await startEventOffice()
  const arrival = await readArrival(db, { ip: '192.0.2.1', honeypot: '', ...context }, values)
  expect(arrival.isSuspect).toBe(isSuspect)
})

test('many registrations with one address look like spam', async () => {
  const { db } = await startEventOffice()
  const judged: boolean[] = []
  for (let index = 0; index < 12; index++) {
    const context = { ip: `192.0.2.${index}`, honeypot: '' }
    judged.push((await readArrival(db, context, partyOf('Ann', { message: String(index) }))).isSuspect)
  }
  expect(judged.lastIndexOf(false)).toBe(9)
})

test('of 200 at once, one gets the last seat, and the same form is one registration', async () => {
  const { publish, join, read, mails } = await startEventOffice()
  const { id } = await publish({ seats: 1 })
  const values = Array.from({ length: 200 }, (_, index) => partyOf(`P${index}`))
  const results = await Promise.all(values.map((one) => join(id, one)))
  const statuses = results.map((done) => (done.result === 'done' ? done.registration.status : done.result))
  expect(statuses.filter((status) => status === 'registered')).toHaveLength(1)
  expect(statuses.filter((status) => status === 'waiting')).toHaveLength(199)
  expect(await read(id)).toMatchObject({ taken: 1, waiting: 199 })
  expect(await mails()).toHaveLength(200)
  await Promise.all(Array.from({ length: 20 }, () => join(id, partyOf('Twin'))))
  expect(await read(id)).toMatchObject({ waiting: 200 })
})

test('a person changes and cancels by their link, until the date begins', async () => {
  const { publish, add, db, mails, server } = await startEventOffice()
  const { id } = await publish()
  const { link } = await add(id, partyOf('Ann'))
  const which = registrationWithToken(tokenOf(link))
  const more = partyOf('Ann', { party: 3, names: ['Al', 'Bo'] })
  expect(await changeRegistration(db, eventDeps, which, more)).toMatchObject({ result: 'done' })
  expect(await changeRegistration(db, eventDeps, which, { ...more, party: 4 })).toEqual({
    result: 'too-few-seats',
    left: 0,
  })
  await server.query(`update events set day = current_date - 1`)
  expect(await changeRegistration(db, eventDeps, which, partyOf('Ann'))).toEqual({ result: 'closed' })
  expect(await cancelRegistration(db, eventDeps, which, 'person')).toEqual({ result: 'closed' })
  await server.query(`update events set day = current_date + 5`)
  for (const result of ['done', 'already'])
    expect(await cancelRegistration(db, eventDeps, which, 'person')).toEqual({ result })
  expect(await mails()).toEqual(['registered ann', 'party ann', 'left ann'])
})

test('no one registers after the last day of registration, except through the office', async () => {
  const { publish, add, join, server } = await startEventOffice()
  const { id } = await publish()
  await server.query(`update events set register_until = current_date - 2`)
  expect(await join(id, partyOf('Ann'))).toEqual({ result: 'closed' })
  expect((await add(id, partyOf('Ann'))).status).toBe('registered')
})

test('check-in counts each person once, however often and in whichever order it is sent', async () => {
  const { publish, add, respond, read, server, request } = await startEventOffice()
  const { id } = await publish({ seats: 4 })
  const { uid } = await add(id, partyOf('Ann', { party: 2, names: ['Al'] }))
  const gone = await add(id, partyOf('Bob'))
  await respond('POST', `/api/events/${id}/registrations/${gone.id}/cancel`)
  const at = (minute: number) => new Date(Date.now() - 600_000 + minute * 60_000).toISOString()
  const send = (marks: object[], walkIns: object[] = []) =>
    respond<{ registrations: Registration[]; full: string[] }>('POST', `/api/events/${id}/check-ins`, {
      marks,
      walkIns,
    })
  const marks = [
    { key: personKey(uid, 0), came: true, at: at(1) },
    { key: personKey(uid, 1), came: true, at: at(2) },
    // Not in the party, canceled, and unknown
    { key: personKey(uid, 2), came: true, at: at(2) },
    { key: personKey(gone.uid, 0), came: true, at: at(2) },
    { key: personKey(crypto.randomUUID(), 0), came: true, at: at(2) },
  ]
  const walkIns = ['Cy', 'Di', 'Ed'].map((name) => ({ uid: crypto.randomUUID(), name, email: '', at: at(3) }))
  for (let repeat = 0; repeat < 3; repeat++) {
    const { registrations, full } = await send(marks, walkIns)
    expect(full).toEqual([walkIns[2]?.uid])
    expect(registrations.find(({ name }) => name === 'Ann')?.came).toHaveLength(2)
    expect(registrations.find(({ name }) => name === 'Cy')).toMatchObject({
      isWalkIn: true,
      came: [`${walkIns[0]?.uid}:0`],
    })
  }
  expect(await read(id)).toMatchObject({ taken: 4, came: 4 })
  expect(await columnOf(server, 'select name from attendees order by id')).toEqual(
    expect.arrayContaining(['Ann', 'Al', 'Cy', 'Di']),
  )
  await send([{ key: personKey(uid, 1), came: false, at: at(5) }])
  await send(marks)
  expect(await read(id)).toMatchObject({ came: 3 })
  const bad = { marks: [{ key: 'x', came: true, at: at(1) }], walkIns: [] }
  expect((await request('POST', `/api/events/${id}/check-ins`, bad)).status).toBe(400)
  expect((await request('POST', '/api/events/99/check-ins', { marks: [], walkIns: [] })).status).toBe(404)
})

test('a corrected name is also that of who was checked in', async () => {
  const { publish, add, respond, server } = await startEventOffice()
  const { id } = await publish()
  const { uid, id: registration } = await add(id, partyOf('An'))
  const mark = { key: personKey(uid, 0), came: true, at: new Date(Date.now() - 60_000).toISOString() }
  await respond('POST', `/api/events/${id}/check-ins`, { marks: [mark], walkIns: [] })
  await server.query('update events set day = current_date - 1')
  await respond('PUT', `/api/events/${id}/registrations/${registration}`, { ...partyOf('Ann'), version: 1 })
  expect(await columnOf(server, 'select name from attendees where came_at is not null')).toEqual(['Ann'])
})

test('a payment is noted and taken back', async () => {
  const { publish, add, respond, request } = await startEventOffice()
  const { id } = await publish()
  const { id: registration } = await add(id, partyOf('Ann'))
  const path = `/api/events/${id}/registrations/${registration}/paid`
  const day = dayFromNow(0)
  expect(await respond<Registration>('POST', path, { paidOn: day })).toMatchObject({ paidOn: day })
  expect(await respond<Registration>('POST', path, { paidOn: null })).toMatchObject({ paidOn: null })
  expect((await request('POST', path, { paidOn: 'soon' })).status).toBe(400)
})

test('the registrations are a file that spreadsheets read', async () => {
  const { publish, add, request } = await startEventOffice()
  const { id } = await publish()
  await add(id, partyOf('=Ann', { email: 'ann@example.org', party: 2, names: ['Al'] }))
  const file = await request('GET', eventPaths.registrationsExport(id))
  expect(file.headers.get('content-disposition')).toContain(`registrations-${id}-`)
  const [, row] = (await file.text()).split('\r\n')
  expect(row).toContain(`"'=Ann","","ann@example.org","Registered","2","Al","0"`)
  expect((await request('GET', eventPaths.registrationsExport(99))).status).toBe(404)
})

test('a walk-in with the number of a registration for another date is not registered again', async () => {
  const { publish, db } = await startEventOffice()
  const first = await publish()
  const second = await publish({ title: 'Another one' })
  const walkInUid = crypto.randomUUID()
  const arrival = { contentHash: '', isSuspect: false, walkInUid }
  for (const { id } of [first, second])
    expect(await register(db, eventDeps, eq(events.id, id), partyOf('Ann'), arrival)).toMatchObject({
      result: 'done',
      registration: { eventId: first.id },
    })
})

test('a registration waits for the deletion of its person, and counts as later', async () => {
  const { publish, join, db, mails, server } = await startEventOffice()
  const { id } = await publish()
  let joining: Promise<unknown> = Promise.resolve()
  await db.transaction(async (tx) => {
    await eraseNow(tx, features, 'ann@example.org', 'visitor')
    joining = join(id, partyOf('Ann'))
    // Awaited below; until then, its failure must not end the test process.
    joining.catch(() => {})
    const waiting = `select from pg_stat_activity where wait_event = 'advisory' and datname = current_database()`
    await expect.poll(() => server.query(waiting)).toHaveLength(1)
  })
  await joining
  expect(await mails()).toEqual(['registered ann'])
  const isLater = await server.query(
    `select event_registrations.created_at > erased_until as is_later from event_registrations, deletion_ledger`,
  )
  expect(isLater).toEqual([{ is_later: true }])
})
