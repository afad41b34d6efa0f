import { createRequire } from 'node:module'
import type pg from 'pg'
import * as z from 'zod/mini'
import { migrate, NewerDatabaseError } from '../db/migrate.ts'
import { prepareJobs } from './create-queues.ts'

const { pgboss } = z
  .object({ pgboss: z.object({ schema: z.number() }) })
  .parse(createRequire(import.meta.url)('pg-boss/package.json'))

/**
 * Brings the database and its job queues up to date.
 * @throws NewerDatabaseError before anything is changed if a newer version has changed them
 */
export function prepareDatabase(connectionString: string): Promise<void> {
  return migrate(connectionString, { before: refuseNewerQueues, afterwards: prepareJobs })
}

/** An older pg-boss would start on tables of a newer one without noticing. */
async function refuseNewerQueues(client: pg.Client): Promise<void> {
  const { rows: tables } = await client.query(`select to_regclass('pgboss.version') is not null as exists`)
  if (!tables[0]?.exists) return
  const { rows } = await client.query('select version from pgboss.version')
  if (Number(rows[0]?.version) > pgboss.schema) throw new NewerDatabaseError()
}
