import pg from 'pg'
import { compare, large, small, startFilled } from './growth.ts'
import type { Bench, Row } from './row.ts'

/** In the small database, each filter matches at least two rows, so that both servers return as many. */
const filters = ['', 'kind=post', 'user=1', 'user=1&kind=post', 'from=2026-01-01', 'kind=export']

/** The list of activity: most rows are posts of the first user, and one in 50 is a download. */
export const activityGrowth: Bench = {
  name: 'growth activity',
  async measure(given) {
    const servers = [
      await startFilled(given, small, fillActivity),
      await startFilled(given, large, fillActivity),
    ] as const
    const rows: Row[] = []
    for (const filter of filters)
      rows.push(await compare(servers, `/api/settings/activity?limit=2&${filter}`, true))
    for (const { server } of servers) await server.close()
    return rows
  },
}

async function fillActivity(connectionString: string, rows: number): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(
      `insert into activity (at, kind, action, actor, user_id, subject, subject_id)
       select now() - make_interval(mins => $1::int - n), case when n % 50 = 0 then 'export' else 'post' end,
         case when n % 50 = 0 then 'people-exported' else 'post-published' end, 'user', 1,
         case when n % 50 > 0 then 'post' end, case when n % 50 > 0 then n end
       from generate_series(1, $1::int) as n`,
      [rows],
    )
    // In production, autovacuum does this after so many new rows.
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}
