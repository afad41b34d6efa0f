import { expect, inject, test } from 'vitest'
import { createTestDatabase } from '../../../tests/helpers/test-database.ts'
import { startTestServer } from '../../../tests/helpers/test-server.ts'
import { explainTooFewConnections } from './connection-room.ts'

test('the start says what to change if the instances do not fit into the database', async () => {
  const connectionString = await createTestDatabase(inject('templateUrl'))
  const server = await startTestServer({ connectionString })
  expect(await explainTooFewConnections(connectionString, 8)).toBeUndefined()
  // One connection is of this test.
  await server.query(`alter database ${new URL(connectionString).pathname.slice(1)} connection limit 25`)
  expect(await explainTooFewConnections(connectionString, 8)).toBeUndefined()
  expect(await explainTooFewConnections(connectionString, 9)).toBe(
    'The database has room for 24 connections, but 2 processes may open 26. Set DATABASE_POOL to 8 or less, or raise max_connections of the database.',
  )
  await server.query(`alter database ${new URL(connectionString).pathname.slice(1)} connection limit 11`)
  expect(await explainTooFewConnections(connectionString, 8)).toMatch(/\. Raise max_connections/)
})
