import { parseArgs } from 'node:util'
import { atEnd, isEnding, runAndCleanUp } from '../helpers/clean-up.ts'
import { loadTesting } from '../helpers/feature-testing.ts'
import { startTemporaryPostgres } from '../helpers/temporary-postgres.ts'
import { createTestDatabase } from '../helpers/test-database.ts'
import { adminRequests } from './admin-requests.ts'
import { builtInHelper } from './built-in-helper.ts'
import { cachedPageBenches } from './cached-page.ts'
import { growth } from './growth.ts'
import { activityGrowth } from './growth-activity.ts'
import { homeWork } from './home-work.ts'
import { lighthouseBenches } from './lighthouse.ts'
import { memory } from './memory.ts'
import { packagesBench } from './packages.ts'
import { pageWeightBenches } from './page-weight.ts'
import { pagesDuringAi } from './pages-during-ai.ts'
import { renderBenches } from './render-page.ts'
import { type Bench, type Given, printTable, type Row } from './row.ts'
import { warmStart } from './warm-start.ts'

// `npm run bench [-- --only <part of a name>]` measures the performance budget. A bar is the limit for one figure.

const ofFeatures = await loadTesting<Bench>('bench/*.ts', 'bench')

const benches: Bench[] = [
  ...cachedPageBenches,
  ...renderBenches,
  ...pageWeightBenches,
  homeWork,
  adminRequests,
  builtInHelper,
  pagesDuringAi,
  growth,
  activityGrowth,
  ...ofFeatures,
  packagesBench,
  warmStart,
  memory,
  ...lighthouseBenches,
]

await runAndCleanUp(async () => {
  const chosen = chooseBenches()
  if (chosen.length === 0) {
    process.stderr.write(`There is no such row. Choose from: ${benches.map(({ name }) => name).join(', ')}\n`)
    return 1
  }
  const given: Given = { databaseUrl: startPostgresOnce() }
  const rows: Row[] = []
  for (const bench of chosen) {
    process.stderr.write(`measuring: ${bench.name}\n`)
    rows.push(...(await measureOrTell(bench, given)))
  }
  printTable(rows)
  const missed = rows.filter((row) => row.ok === false).length
  process.stdout.write(missed ? `\n${missed} NOT MET\n` : '\nEvery bar is met.\n')
  return missed ? 1 : 0
})

function chooseBenches(): Bench[] {
  const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } })
  return benches.filter((bench) => bench.name.includes(values.only))
}

function startPostgresOnce(): Given['databaseUrl'] {
  let started: ReturnType<typeof startTemporaryPostgres> | undefined
  return async () => {
    started ??= startTemporaryPostgres().then((postgres) => {
      atEnd(() => postgres.stop())
      return postgres
    })
    return createTestDatabase((await started).connectionString)
  }
}

/** Reports a failed measurement as a missed bar, so that the other benches still run. */
async function measureOrTell(bench: Bench, given: Given): Promise<Row[]> {
  try {
    return await bench.measure(given)
  } catch (error) {
    if (isEnding()) throw error
    const reason = error instanceof Error ? error.message : String(error)
    return [{ what: bench.name, measured: `error: ${reason.split('\n')[0]}`, bar: '', ok: false }]
  }
}
