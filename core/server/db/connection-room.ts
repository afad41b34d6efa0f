import { openClient } from './connect.ts'
import { oneRow } from './one-row.ts'
import { listenerName } from './pg-listener.ts'

/** Backups, exports, and imports open up to this many connections, each on one of the instances. */
const forJobs = 6

/**
 * Explains to the operator what to change if the database allows fewer connections than this instance and the running ones
 * may open: a pool each, and one for notifications. Undefined if they fit.
 */
export async function explainTooFewConnections(
  connectionString: string,
  poolSize: number,
): Promise<string | undefined> {
  const client = await openClient(connectionString, 'everyday-ai start')
  try {
    const { rows } = await client.query<{ room: number; running: number }>(
      `with others as (
         select * from pg_stat_activity
         where backend_type = 'client backend' and coalesce(application_name, '') not like 'everyday-ai%')
       select (select count(*)::int from pg_stat_activity
               where application_name = $1 and datname = current_database()) as running,
         least(
           current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
             - coalesce(current_setting('reserved_connections', true), '0')::int - (select count(*) from others),
           (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user)
             - (select count(*) from others where usename = current_user),
           (select nullif(datconnlimit, -1) from pg_database where datname = current_database())
             - (select count(*) from others where datname = current_database()))::int as room`,
      [listenerName],
    )
    const { room, running } = oneRow(rows)
    const instances = running + 1
    const needed = instances * (poolSize + 1) + forJobs
    if (needed <= room) return undefined
    const fitting = Math.floor((room - forJobs) / instances) - 1
    const change = fitting >= 2 ? `Set DATABASE_POOL to ${fitting} or less, or raise` : 'Raise'
    return `The database has room for ${room} connections, but ${instances === 1 ? 'this process' : `${instances} processes`} may open ${needed}. ${change} max_connections of the database.`
  } finally {
    await client.end()
  }
}
