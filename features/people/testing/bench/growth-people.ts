import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { fillWith } from '../../../../tests/bench/fill-with.ts'
import { compareLists, type Filled, hasBar, large, maxRatio, small } from '../../../../tests/bench/growth.ts'
import { median } from '../../../../tests/bench/median.ts'
import type { Bench, Row } from '../../../../tests/bench/row.ts'
import { peoplePaths } from '../../contract/people-paths.ts'

const exports = 5
/** Exporting a long file must not take more memory than a short one. This leaves room for noise. */
const maxGrowthMegabytes = 32

/** Each filter finds at least two rows even in the small database, so that both servers return two. */
const lists = [
  '',
  'q=ordinary',
  'q=uncommon',
  'q=ann',
  'q=ann77',
  'q=example.org',
  'form=contact',
  'status=contacted',
  'view=spam',
  'tag=often',
  'tag=seldom',
  'plan=answered',
  'plan=missing',
  'topic=leadership',
  'topic=fundraising',
  'place=texas',
  'place=Springfield, IL',
  'place=627',
  'step=due',
  'step=mine',
  'step=any',
  'step=none',
].map((query) => `/api/people?limit=2&${query}`)

/** The requests of the People page and of Today, and the export of all people as CSV */
export const bench: Bench = {
  name: 'growth people',
  measure: (given) =>
    compareLists(
      given,
      fillPeople,
      ['/api/people?limit=50', ...lists, '/api/people/waitlist/7', '/api/today'],
      compareFiles,
    ),
}

async function compareFiles(servers: readonly [Filled, Filled]): Promise<Row[]> {
  const perRow: number[] = []
  let growth = 0
  for (const [index, filled] of servers.entries()) {
    const times: number[] = []
    let lines = 0
    for (let round = 0; round < exports; round++) {
      const start = performance.now()
      lines = (await readFile(filled)).lines
      times.push(performance.now() - start)
    }
    perRow.push((median(times) * 1000) / lines)
    if (index === 1) growth = (await readFile(filled, inUse)).growth
  }
  const [few = 0, many = 0] = perRow
  return [
    {
      what: `CSV of everyone, for each of ${large.toLocaleString('en-US')} rows against ${small}`,
      measured: `${(many / few).toFixed(2)} x (${many.toFixed(0)} µs, ${few.toFixed(0)} µs)`,
      bar: hasBar ? `<= ${maxRatio} x` : '',
      ok: hasBar ? many / few <= maxRatio : undefined,
    },
    {
      what: `memory while the CSV of ${large.toLocaleString('en-US')} is written`,
      measured: `+${growth.toFixed(0)} MB of live heap and buffers`,
      bar: `<= ${maxGrowthMegabytes} MB`,
      ok: growth <= maxGrowthMegabytes,
    },
  ]
}

// Collecting garbage before each reading keeps it from counting as memory in use.
setFlagsFromString('--expose_gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Megabytes that this process uses. The server runs in it, too. */
function inUse(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1e6
}

/** Reads the CSV file as a stream and counts its lines without the header. `growth` is the most memory it took. */
async function readFile(
  { server, cookie }: Filled,
  measure: () => number = () => 0,
): Promise<{ lines: number; growth: number }> {
  const before = measure()
  const response = await server.send(peoplePaths.exportCsv, { cookie })
  if (!response.body) throw new Error('the answer has no body')
  let lines = -1
  let most = 0
  let chunks = 0
  for await (const chunk of response.body) {
    for (const byte of chunk as Uint8Array) if (byte === 10) lines++
    if (chunks++ % 50 === 0) most = Math.max(most, measure())
  }
  return { lines, growth: most - before }
}

/** Adds eight of ten entries to the waitlist and two to the contact form. The mixture is the same for any size. */
export const fillPeople = fillWith(async (client, rows) => {
  const shared = `'Ann' || n || ' Example', 'ann' || n || '@example.org', '555-01' || n,
      'Company ' || n % 1000, now() - n * interval '1 minute', md5(n::text),
      case when n % 50 = 0 then now() end,
      case when n % 4 = 1 then 'contacted' when n % 50 = 7 then 'booked' else 'new' end,
      array_remove(array[case when n % 3 = 0 then 'often' end, case when n % 50 = 3 then 'seldom' end], null)`
  const columns = 'name, email, phone, company, created_at, content_hash, suspected_at, status, tags'
  await client.query(
    `insert into training_waitlist (${columns}, message)
       select ${shared}, repeat('We would like to learn about letters and grants. ', 5) ||
         case when n % 2 = 0 then 'ordinary' else '' end || case when n % 50 = 1 then ' uncommon' else '' end
       from generate_series(1, $1::int * 8 / 10) as n`,
    [rows],
  )
  await client.query(
    `insert into contact_submissions (${columns}, industry, services, timeline)
       select ${shared}, 'A food bank', '{AI training}', 'Later this year' from generate_series(1, $1::int / 5) as n`,
    [rows],
  )
  await client.query(
    `insert into plan_answers (entry_id, city, state, zip, topics, months)
       select id, case when id % 40 = 1 then 'Springfield' else 'City ' || id % 500 end,
         case when id % 40 = 1 then 'IL' when id % 4 = 1 then 'TX' else 'CA' end,
         case when id % 40 = 1 then '62701' else '90' || lpad((id % 900)::text, 3, '0') end,
         array_remove(array['leadership', case when id % 30 = 1 then 'fundraising' end], null), '{3}'
       from training_waitlist where id % 2 = 1`,
  )
  // Every third person has an open step, and the owner id of `signIn`, the first user, is 1.
  await client.query(
    `insert into users (username, password, role) values ('Ann Admin', '', 'owner'), ('Hana', '', 'helper')`,
  )
  await client.query(
    `insert into next_steps (email, text, due_on, owner_id, done_at)
       select 'ann' || n || '@example.org', 'Call about dates', current_date + (n % 30 - 20), n % 2 + 1,
         case when n % 3 > 0 then now() end
       from generate_series(1, $1::int) as n`,
    [rows],
  )
  await client.query(
    `insert into outbox_messages (message_id, kind, recipient, subject, text, status, created_at)
       select 'growth-' || n, 'letter', 'ann' || n || '@example.org', 'Hello', 'Hello', 'sent', now()
       from generate_series(1, $1::int, 2) as n`,
    [rows],
  )
})
