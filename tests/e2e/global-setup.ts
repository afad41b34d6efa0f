import { ensureBuilt } from '../../bin/prepare.js'
import { startTemporaryPostgres } from '../helpers/temporary-postgres.ts'

/** Starts one real Postgres for all browser tests. Each worker copies its database from there. */
export default async function setup(): Promise<() => Promise<void>> {
  ensureBuilt()
  const postgres = await startTemporaryPostgres()
  // Workers are separate processes that inherit the environment.
  process.env.TEMPLATE_URL = postgres.connectionString
  return postgres.stop
}
