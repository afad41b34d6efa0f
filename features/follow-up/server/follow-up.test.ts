import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { columnOf } from '../../../tests/helpers/column-of.ts'
import { startTestServer, type TestServer } from '../../../tests/helpers/test-server.ts'
import type { Attendee, FollowUp } from '../contract/follow-up.ts'
import { askNow, came, holdGathering, numberOf } from '../testing/gatherings.ts'
import { followUpTables } from './export-tables.ts'
import { markAttendance } from './gatherings.ts'
import { followUpRestore } from './restore.ts'

async function start(marks = [came('Ann'), came('Guest of Ann', { email: '' })]) {
  const server = await startTestServer()
  const cookie = await server.signIn()
  const uid = await holdGathering(server, marks)
  const request = (method: string, path = '', json?: object) =>
    server.send(`/api/follow-up/${uid}${path}`, { method, cookie, ...(json && { json }) })
  const read = async (response?: Response): Promise<FollowUp> => (response ?? (await request('GET'))).json()
  const add = (people: string) => request('POST', '/attendees', { people })
  const idOf = async (name: string) =>
    (await read()).attendees.find((attendee) => attendee.name === name)?.id ?? 0
  return { server, cookie, uid, request, read, add, idOf }
}

const namesOf = ({ attendees }: FollowUp) => attendees.map(({ name }) => name)
const actionsOf = (server: TestServer) =>
  columnOf(server, `select action from activity where kind = 'training' order by id`)

test('the office reads who came, their certificates, and what they said', async () => {
  const { server, read } = await start([came('Bea'), came('Ann'), came('Di', { came: false })])
  await server.query(`update attendees set rating = 4, best = 'All', answered_at = now() where name = 'Ann'`)
  const followUp = await read()
  expect(namesOf(followUp)).toEqual(['Ann', 'Bea'])
  expect(followUp).toMatchObject({ askAt: expect.any(String) })
  expect(followUp.attendees[0]).toEqual({
    id: expect.any(Number),
    name: 'Ann',
    email: 'ann@example.org',
    certificate: await numberOf(server, 'Ann'),
    isWithdrawn: false,
    isRemovable: false,
    rating: 4,
    best: 'All',
    better: '',
  } satisfies Attendee)
})

test('people are added one a line, also with an address, and removed again', async () => {
  const { server, read, add, request, idOf } = await start([])
  const lines = ' Maya Lee  \n\nNoor Haddad, noor@example.org\nJo <jo@example.org>\r\nMaya Lee'
  const added = await read(await add(lines))
  expect(added.attendees.map(({ name, email, isRemovable }) => [name, email, isRemovable])).toEqual([
    ['Jo', 'jo@example.org', true],
    ['Maya Lee', '', true],
    ['Maya Lee', '', true],
    ['Noor Haddad', 'noor@example.org', true],
  ])
  const number = await numberOf(server, 'Noor Haddad')
  const path = `/attendees/${await idOf('Noor Haddad')}`
  expect(namesOf(await read(await request('DELETE', path)))).toEqual(['Jo', 'Maya Lee', 'Maya Lee'])
  expect((await request('DELETE', path)).status).toBe(404)
  expect(await (await server.send(`/certificates/${number}`)).text()).toContain('withdrawn')
  await askNow(server)
  expect(await columnOf(server, 'select recipient from outbox_messages')).toEqual(['jo@example.org'])
  expect(await columnOf(server, `select count(*)::int from attendees where email like 'noor%'`)).toEqual([0])
  expect(await actionsOf(server)).toEqual(['attendees-added', 'attendee-removed'])
})

test.each([
  ['nothing', ' \n '],
  ['an address alone', 'maya@example.org'],
  ['half an address', 'Maya maya@'],
  ['a name that is too long', 'x'.repeat(201)],
  ['too many lines', 'Maya\n'.repeat(201)],
  ['too much text', 'x\n'.repeat(11_000)],
])('%s is not added', async (_what, people) => {
  const { server, add } = await start([])
  expect((await add(people)).status).toBe(400)
  expect(await columnOf(server, 'select id from attendees')).toEqual([])
})

test('a certificate is withdrawn and made valid again, each once', async () => {
  const { server, request, read, idOf } = await start()
  const path = `/attendees/${await idOf('Ann')}`
  for (const isWithdrawn of [true, true, false, false]) {
    const { attendees } = await read(await request('PATCH', path, { isWithdrawn }))
    expect(attendees.find(({ name }) => name === 'Ann')).toMatchObject({ isWithdrawn })
  }
  expect(await actionsOf(server)).toEqual(['certificate-withdrawn', 'certificate-restored'])
  await server.query(`update attendees set name = '' where name = 'Ann'`)
  expect((await request('PATCH', path, { isWithdrawn: false })).status).toBe(404)
})

test('someone who was deleted is not named, nor asked, until they are restored', async () => {
  const { server, cookie, request, read } = await start([came('Ann'), came('Bea'), came('Zoe')])
  await server.query(
    `insert into training_waitlist (name, email) values ('Ann', 'Ann@Example.org'), ('Spam', 'zoe@example.org')`,
  )
  await server.query(`update training_waitlist set suspected_at = now() where name = 'Spam'`)
  await server.query(`update attendees set rating = 4, best = 'All', better = 'None' where name = 'Ann'`)
  const number = await numberOf(server, 'Ann')
  const before = await read()
  const changePeople = async (method: string, more = '') => {
    for (const id of [1, 2])
      expect((await server.send(`/api/people/waitlist/${id}${more}`, { method, cookie })).status).toBe(204)
  }
  const readPage = async () => (await server.send(`/certificates/${number}`)).text()
  await changePeople('DELETE')
  const body = await (await request('GET')).text()
  expect(namesOf(JSON.parse(body))).toEqual(['Bea', 'Zoe', ''])
  for (const word of ['Ann', 'ann@', 'All', 'None']) expect(body).not.toContain(word)
  expect(JSON.parse(body).attendees[2]).toMatchObject({ rating: 4 })
  expect(await readPage()).toContain('This certificate was withdrawn')
  expect(await readPage()).not.toContain('Ann')
  await askNow(server)
  const recipients = () => columnOf(server, 'select recipient from outbox_messages order by recipient')
  expect(await recipients()).toEqual(['bea@example.org', 'zoe@example.org'])
  await changePeople('POST', '/restore')
  expect(await read()).toEqual(before)
  expect(await readPage()).toContain('This certificate is valid.')
  await askNow(server)
  expect(await recipients()).toHaveLength(3)
})

test('someone who came after they were deleted is named again', async () => {
  const { server, cookie, read, uid } = await start([came('Ann')])
  await server.query(`insert into training_waitlist (name, email) values ('Ann', 'ann@example.org')`)
  await server.send('/api/people/waitlist/1', { method: 'DELETE', cookie })
  expect(namesOf(await read())).toEqual([''])
  await markAttendance(server.instance.db, uid, [came('Ann', { key: 'again' })])
  expect(namesOf(await read())).toEqual(['Ann', ''])
})

test('what is on another list, or of another day, is not changed here', async () => {
  const { server, cookie, request, idOf } = await start()
  const id = await idOf('Ann')
  expect((await request('DELETE', `/attendees/${id}`)).status).toBe(404)
  const other = await holdGathering(server, [came('Bea')])
  const elsewhere = { method: 'PATCH', cookie, json: { isWithdrawn: true } }
  expect((await server.send(`/api/follow-up/${other}/attendees/${id}`, elsewhere)).status).toBe(404)
  for (const uid of [randomUUID()]) {
    expect((await server.send(`/api/follow-up/${uid}`, { cookie })).status).toBe(404)
    const json = { people: 'Maya' }
    expect((await server.send(`/api/follow-up/${uid}/attendees`, { cookie, json })).status).toBe(404)
  }
  expect((await server.send('/api/follow-up/1', { cookie })).status).toBe(400)
  expect((await request('PATCH', `/attendees/${id}`, { isWithdrawn: true, name: 'x' })).status).toBe(400)
  expect(await columnOf(server, 'select id from attendees where withdrawn_at is not null')).toEqual([])
})

test('helpers read, and only editors change', async () => {
  const { server, uid, idOf } = await start()
  const cookie = await server.signIn({ username: 'Helen', role: 'helper' })
  const path = `/api/follow-up/${uid}`
  expect((await server.send(path, { cookie })).status).toBe(200)
  expect((await server.send(path)).status).toBe(401)
  const one = `${path}/attendees/${await idOf('Ann')}`
  const changes = [
    server.send(`${path}/attendees`, { cookie, json: { people: 'Maya' } }),
    server.send(one, { cookie, method: 'PATCH', json: { isWithdrawn: true } }),
    server.send(one, { cookie, method: 'DELETE' }),
  ]
  expect((await Promise.all(changes)).map(({ status }) => status)).toEqual([403, 403, 403])
})

test('a restore asks no one a second time, and withdraws again what was withdrawn since', async () => {
  const { server, uid } = await start([came('Ann'), came('Bea')])
  const { db } = server.instance
  const later = await holdGathering(server, [came('Cy')])
  await server.query(`update gatherings set ask_at = now() + interval '1 hour' where uid = $1`, [later])
  const uids = await columnOf<string>(server, `select uid from attendees where name = 'Bea'`)
  const lost: Record<string, object[]> = {
    attendees: uids.map((one) => ({ uid: one, withdrawnAt: '2027-03-05T10:00:00Z' })),
    gatherings: [{ uid }],
  }
  const endAgain = await followUpRestore.keepEnded({
    has: () => true,
    read: async (text: string) =>
      (lost[text.includes('gatherings') ? 'gatherings' : 'attendees'] ?? []) as never[],
  })
  await endAgain({ query: (text: string, values: unknown[]) => server.query(text, values) } as never)
  await db.transaction(followUpRestore.stop)
  expect(
    await server.query(
      `select name, withdrawn_at is not null as withdrawn, is_held as held, asked_at is not null as asked
       from attendees join gatherings on gatherings.id = gathering_id order by name`,
    ),
  ).toEqual([
    { name: 'Ann', withdrawn: false, held: false, asked: true },
    { name: 'Bea', withdrawn: true, held: false, asked: true },
    { name: 'Cy', withdrawn: false, held: true, asked: false },
  ])
  await askNow(server)
  expect(await columnOf(server, 'select recipient from outbox_messages')).toEqual([])
})

test('the export has everyone who came, with day and answers', async () => {
  const { server } = await start([came('Ann')])
  await server.query(`update attendees set rating = 4, best = 'All'`)
  const rows: string[][] = []
  for (const { read } of followUpTables) for await (const row of read(server.instance.db)) rows.push(row)
  expect(rows).toHaveLength(2)
  expect(rows[1]).toHaveLength(rows[0]?.length ?? 0)
  expect(rows[1]).toEqual(
    expect.arrayContaining(['AI for church offices', 'Ann', await numberOf(server, 'Ann'), '4', 'All']),
  )
})
