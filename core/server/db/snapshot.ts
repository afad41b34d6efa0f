import type pg from 'pg'
import { oneRow } from './one-row.ts'

/** Opens a transaction that reads one snapshot, even if that takes long. Returns the time of the snapshot. */
export async function openSnapshot(client: pg.Client): Promise<string> {
  await client.query('begin transaction isolation level repeatable read read only')
  // Settings of the role or the server must not interrupt a long read or change the format of values.
  for (const setting of [
    'statement_timeout = 0',
    'idle_in_transaction_session_timeout = 0',
    'row_security = off',
    `datestyle = 'ISO, YMD'`,
    `intervalstyle = 'postgres'`,
    `bytea_output = 'hex'`,
    'extra_float_digits = 1',
    `timezone = 'UTC'`,
  ])
    await client.query(`set local ${setting}`)
  const { rows } = await client.query<{ now: Date }>('select now() as now')
  return oneRow(rows).now.toISOString()
}
