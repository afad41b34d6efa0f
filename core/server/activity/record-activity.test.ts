import { expect, test } from 'vitest'
import { features } from '../../../app/features.ts'
import type { accountActions } from '../../../features/accounts/server/actions.ts'
import { recordFailedSignIn } from '../../../features/accounts/server/record-failed-sign-in.ts'
import type { postActions } from '../../../features/posts/server/actions.ts'
import { passDays } from '../../../tests/helpers/pass-days.ts'
import { startTestServer, type TestServer } from '../../../tests/helpers/test-server.ts'
import { catalogOf } from './activity-lines.ts'
import { recorderOf } from './record-activity.ts'
import { sweepActivity } from './sweep-activity.ts'

const recordActivity = recorderOf(catalogOf(features).actions as typeof accountActions & typeof postActions)

const rowsOf = (server: TestServer) =>
  server.query<{ action: string; user_id: number | null; details: object }>(
    'select action, user_id, details from activity order by id',
  )

test('a row exists if and only if its transaction commits', async () => {
  const server = await startTestServer()
  const { db } = server.instance
  const record = { action: 'post-published', by: { id: 1 }, about: ['post', 12] } as const
  await expect(
    db.transaction(async (tx) => {
      await recordActivity(tx, record)
      throw new Error('the action fails')
    }),
  ).rejects.toThrow('the action fails')
  expect(await rowsOf(server)).toEqual([])
  await db.transaction((tx) => recordActivity(tx, record))
  expect(await rowsOf(server)).toEqual([{ action: 'post-published', user_id: 1, details: {} }])
})

test('details are numbers, times, and our own words, whatever a caller passes', async () => {
  const server = await startTestServer()
  const { db } = server.instance
  const hostile = [
    { action: 'post-scheduled', details: { for: 'a name' } },
    { action: 'role-changed', details: { from: 'helper', to: 'a name' } },
    { action: 'setting-changed', details: { setting: 'a name' } },
    { action: 'signed-out', details: { name: 'a name' } },
    { action: 'issue-started', details: { copies: 1, title: 'a name' } },
  ]
  for (const { action, details } of hostile)
    await expect(recordActivity(db, { action, details, by: 'server' } as never), action).rejects.toThrow()
  expect(await rowsOf(server)).toEqual([])
})

test('the database refuses to change or delete rows, until they are a year old', async () => {
  const server = await startTestServer()
  const { db } = server.instance
  await recordActivity(db, { action: 'signed-out', by: { id: 1 } })
  const refusal = 'activity is append-only'
  await expect(server.query('update activity set user_id = 2')).rejects.toThrow(refusal)
  await expect(server.query('delete from activity')).rejects.toThrow(refusal)
  await expect(server.query('truncate activity')).rejects.toThrow(refusal)
  await sweepActivity(db)
  expect(await rowsOf(server)).toHaveLength(1)

  await passDays(server, 364)
  await recordActivity(db, { action: 'signed-out', by: { id: 2 } })
  await sweepActivity(db)
  expect(await rowsOf(server)).toHaveLength(2)
  await passDays(server, 3)
  await sweepActivity(db)
  expect(await rowsOf(server)).toMatchObject([{ user_id: 2 }])
})

test('a flood of failed sign-ins gets few rows, which say how many there were', async () => {
  const server = await startTestServer()
  const { db } = server.instance
  const times = (count: number, account: number | undefined) =>
    Promise.all(Array.from({ length: count }, () => recordFailedSignIn(db, account)))
  await times(120, undefined)
  await times(2, 7)
  const rows = await rowsOf(server)
  const attempts = (account: number | null) =>
    rows
      .flatMap(({ user_id, details }) => (user_id === account ? Object.values(details) : []))
      .sort((a, b) => a - b)
  expect(attempts(null)).toEqual([1, 2, 3, 4, 5, 10, 100])
  expect(attempts(7)).toEqual([1, 2])
})
