import { ensureBuilt } from '../../bin/prepare.js'
import { startTemporaryPostgres } from '../helpers/temporary-postgres.ts'

/** One real Postgres for all browser tests; workers copy their databases from it. */
export default async function setup(): Promise<() => Promise<void>> {
  ensureBuilt()
  const postgres = await startTemporaryPostgres()
  // Workers are processes of their own and read this.
  process.env.TEMPLATE_URL = postgres.connectionString
  return postgres.stop
}
