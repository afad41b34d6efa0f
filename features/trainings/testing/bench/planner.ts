import { fillWith } from '../../../../tests/bench/fill-with.ts'
import { median } from '../../../../tests/bench/median.ts'
import type { Bench, Row } from '../../../../tests/bench/row.ts'
import { launchServer } from '../../../../tests/helpers/launch-server.ts'
import { createRandom } from '../../../../tests/helpers/random.ts'
import { planTrips } from '../../server/planner/plan-trips.ts'
import { cities, randomFreeDays, randomPeople } from '../../testing/random-waitlist.ts'

const waiting = 200
const maxMs = 50
const runs = 20
const people = 100_000

/** The plan of 200 people, and the request behind its screen among 100,000 people */
export const bench: Bench = {
  name: 'planner',
  async measure(given) {
    const random = createRandom(200)
    const [few, many] = [5, cities.length].map((places) => {
      const waitlist = randomPeople(random, waiting, cities.slice(0, places))
      const freeDays = randomFreeDays(random, '2026-11-22', 3, 70)
      return time(() => planTrips(waitlist, freeDays))
    }) as [number, number]
    const connectionString = await given.databaseUrl()
    await fill(connectionString, people)
    const server = await launchServer({ connectionString })
    try {
      const cookie = await server.signIn()
      const times: number[] = []
      for (let run = 0; run < runs; run++) {
        const began = performance.now()
        await (await server.send('/api/planner', { cookie })).text()
        times.push(performance.now() - began)
      }
      return [
        rowOf(`planner, ${waiting} people in few places`, few),
        rowOf(`planner, ${waiting} people in many places`, many),
        {
          what: `planner among ${people.toLocaleString('en-US')} people, 30,000 with answers`,
          measured: `${median(times).toFixed(0)} ms`,
          bar: '',
          ok: undefined,
        },
      ]
    } finally {
      await server.close()
    }
  },
}

const rowOf = (what: string, ms: number): Row => ({
  what,
  measured: `${ms.toFixed(0)} ms (median of ${runs})`,
  bar: `< ${maxMs} ms`,
  ok: ms < maxMs,
})

/** Milliseconds of the median run, without the first one, before which nothing is compiled */
function time(run: () => unknown): number {
  run()
  return median(
    Array.from({ length: runs }, () => {
      const began = performance.now()
      run()
      return performance.now() - began
    }),
  )
}

/** Three of ten people have answered. Most of those who joined first are closed. */
const fill = fillWith(async (client, people) => {
  await client.query(
    `insert into training_waitlist (name, email, created_at, content_hash, status)
       select 'Ann ' || n, 'ann' || n || '@example.org', now() - n * interval '1 minute', md5(n::text),
         case when n > $1::int / 2 and n % 4 > 0 then 'closed' when n % 5 = 0 then 'contacted' else 'new' end
       from generate_series(1, $1::int) as n`,
    [people],
  )
  await client.query(
    `insert into plan_answers (entry_id, city, state, zip, group_size, months, weekdays)
       select id, 'City ' || id % 40, 'TX', null, id % 50 + 1,
         case when id % 3 = 0 then '{}' else array[id % 12 + 1, (id + 1) % 12 + 1] end,
         case when id % 4 = 0 then '{}' else array[id % 5 + 1] end
       from training_waitlist where id % 10 < 3`,
  )
})
