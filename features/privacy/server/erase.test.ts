import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { features } from '../../../app/features.ts'
import { startTestServer } from '../../../tests/helpers/test-server.ts'
import { deletePerson, erasePerson } from './erase.ts'

test('erasing a person waits for someone who deletes them at the same time', async () => {
  const server = await startTestServer()
  await server.signIn()
  const [{ id } = { id: 0 }] = await server.query<{ id: number }>(
    `insert into training_waitlist (name, email) values ('Ann', 'ann@example.org') returning id`,
  )
  const { db } = server.instance
  const by = { id: 1, username: 'Ann Admin' }
  let erasing: Promise<unknown> = Promise.resolve()
  await db.transaction(async (tx) => {
    await tx.execute(sql`select from training_waitlist where id = ${id} for update`)
    erasing = db.transaction((other) => erasePerson(other, features, 'ann@example.org', sql`now()`, 'server'))
    // Awaited below; until then, its failure must not end the test process.
    erasing.catch(() => {})
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    await expect.poll(() => server.query(waiting)).toHaveLength(1)
    await deletePerson(tx, features, { form: 'waitlist', id }, by)
  })
  await erasing
  expect(await server.query('select from training_waitlist')).toEqual([])
})
