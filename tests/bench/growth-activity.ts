import { fillWith } from './fill-with.ts'
import { compareLists } from './growth.ts'
import type { Bench } from './row.ts'

/** In the small database, each filter matches at least two rows, so that both servers return as many. */
const lists = ['', 'kind=post', 'user=1', 'user=1&kind=post', 'from=2026-01-01', 'kind=export'].map(
  (filter) => `/api/settings/activity?limit=2&${filter}`,
)

/** The list of activity: most rows are posts of the first user, and one in 50 is a download. */
export const activityGrowth: Bench = {
  name: 'growth activity',
  measure: (given) => compareLists(given, fillActivity, lists),
}

const fillActivity = fillWith(async (client, rows) => {
  await client.query(
    `insert into activity (at, kind, action, actor, user_id, subject, subject_id)
       select now() - make_interval(mins => $1::int - n), case when n % 50 = 0 then 'export' else 'post' end,
         case when n % 50 = 0 then 'people-exported' else 'post-published' end, 'user', 1,
         case when n % 50 > 0 then 'post' end, case when n % 50 > 0 then n end
       from generate_series(1, $1::int) as n`,
    [rows],
  )
})
