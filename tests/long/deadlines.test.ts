import { expect, onTestFinished, test, vi } from 'vitest'
import { paths } from '../../core/contract/paths.ts'
import { suggestAddress } from '../../core/contract/suggest-address.ts'
import { markSentences } from '../../features/assistant/web/admin/dictation/mark-sentences.ts'
import { limits } from '../../features/posts/server/rendering/read-in-process.ts'
import { readMarkdown } from '../../features/posts/server/rendering/read-text.ts'
import { sitePaths } from '../../features/site/contract/site-paths.ts'
import { prepareDataFolder } from '../helpers/data-folder.ts'
import { hangPostgres } from '../helpers/hang-postgres.ts'
import { launchServer, type TestServer } from '../helpers/launch-server.ts'
import { lockSettings, newName } from '../helpers/lock-settings.ts'
import { startLoneServer } from '../helpers/lone-server.ts'
import { tangledTexts } from '../helpers/tangled-texts.ts'

// `npm test` checks what happens in these situations. These tests check how soon it happens, so they run alone. All
// times are in milliseconds.

/** Runs `work` and fails if it takes `max` ms or longer. */
async function expectWithin<Result>(
  max: number,
  what: string,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  const began = performance.now()
  const result = await work()
  const took = performance.now() - began
  console.log(`${what}: ${took.toFixed(0)} ms`)
  expect(took, what).toBeLessThan(max)
  return result
}

const readHome = async (server: TestServer) => (await server.send(paths.home)).text()
const passMinute = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })

test('a second process on the same data folder is refused within 3 s', async (context) => {
  const { start, startProcess } = prepareDataFolder(context)
  await start()
  const second = await expectWithin(3000, 'the refusal of a second process', startProcess)
  expect(second.report.code).toBe('IN_USE')
})

test('a change of the settings is on the pages of every instance within a second', async () => {
  const { server } = await startLoneServer()
  const other = await launchServer({ connectionString: server.connectionString })
  onTestFinished(() => other.close())
  for (const one of [server, other]) expect(await readHome(one)).not.toContain(newName)
  const { changeName } = await lockSettings(server)
  await changeName()
  await server.query(`select pg_notify('page_cache', 'site')`)
  await expectWithin(1000, 'a change on two instances', async () => {
    for (const one of [server, other])
      await expect.poll(() => readHome(one), { timeout: 5000 }).toContain(newName)
  })
})

test('while the settings are locked, a visitor waits at most a second, and the next one not at all', async () => {
  const { server } = await startLoneServer()
  onTestFinished(() => void vi.useRealTimers())
  await readHome(server)
  const { changeName } = await lockSettings(server)
  passMinute()
  await expectWithin(500, 'a page older than a minute', () => readHome(server))
  vi.useRealTimers()
  await server.query(`select pg_notify('page_cache', 'site')`)
  const wait = async () => {
    const began = performance.now()
    await readHome(server)
    return performance.now() - began
  }
  await expect.poll(wait, { timeout: 3000 }).toBeGreaterThan(500)
  await expectWithin(300, 'the next request of a purged page', () => readHome(server))
  await changeName()

  const { server: fresh } = await startLoneServer()
  const lock = await lockSettings(fresh)
  await expectWithin(2500, 'a page that has never been made', () => readHome(fresh))
  await lock.changeName()
})

test('while the database hangs, each stored page comes within 1.5 s', async () => {
  const { server, dataDir } = await startLoneServer()
  const pages = [paths.home, sitePaths.apps, '/no/where']
  for (const page of pages) await server.send(page)
  hangPostgres(dataDir)
  onTestFinished(() => void vi.useRealTimers())
  for (let minute = 1; minute <= 2; minute++) {
    passMinute()
    for (const page of pages) await expectWithin(1500, `${page}, minute ${minute}`, () => server.send(page))
  }
})

test('Markdown that is made to be slow is refused in time', async () => {
  for (const [name, text] of Object.entries(tangledTexts)) {
    const read = await expectWithin(limits.wait + 10_000, name, () => readMarkdown(text))
    expect(read, name).toEqual({ outcome: 'too-tangled' })
  }
})

test('addresses and recordings of any length are checked quickly', async () => {
  for (const [what, text] of Object.entries({
    'a domain of 100,000 letters': `a@${'g'.repeat(100_000)}.com`,
    'a domain of 20,000 parts': `a@${'gmail.'.repeat(20_000)}com`,
    '100,000 @ signs': '@'.repeat(100_000),
  }))
    await expectWithin(500, what, () => suggestAddress(text))

  const sentences = Array.from(
    { length: 1000 },
    (_, index) => `Visitor ${index} asked about lamp ${index * 7} and the color of door ${index % 13}.`,
  )
  const recording = sentences.join(' ').toLowerCase()
  await expectWithin(5000, 'a recording of 1,000 sentences', () => markSentences(recording, sentences))
})
