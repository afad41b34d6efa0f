import { expect, onTestFinished, test } from 'vitest'
import { guestPaths } from '../../features/guests/contract/guest-paths.ts'
import { sitePaths } from '../../features/site/contract/site-paths.ts'
import { median } from '../bench/median.ts'
import { createSend } from '../helpers/create-send.ts'
import { adminEnvironment, signIn } from '../helpers/sign-in.ts'
import { startApp, startedByNode } from '../helpers/started-app.ts'
import { startTemporaryPostgres } from '../helpers/temporary-postgres.ts'
import { fromNewAddresses } from '../helpers/visitor-addresses.ts'

const requestsEach = 100
/**
 * Generous, because other programs use the machine, too. Before the lookup of the address moved to a job, the two pages
 * had ratios of 2.3 and 1.4.
 */
const maxRatio = 1.3
/** Milliseconds by which the medians may differ by chance */
const tolerance = 1

test('the time of a response does not tell whether we know an address', async () => {
  // This Postgres runs without fsync, whose time depends on the disk and would hide differences.
  const postgres = await startTemporaryPostgres()
  onTestFinished(() => postgres.stop())
  const app = await startApp(
    {
      DATABASE_URL: postgres.connectionString,
      ...adminEnvironment,
      TRUSTED_PROXIES: '127.0.0.1',
      LOG_LEVEL: 'warn',
    },
    startedByNode,
  )
  await app.isReady()
  const cookie = await signIn(app.url)
  const send = fromNewAddresses(createSend(app.url))
  const known = Array.from({ length: requestsEach }, (_, number) => `known-${number}@example.org`)
  for (const email of known) {
    const json = { name: 'Ann Example', email }
    expect((await send('/api/training-waitlist', { json })).status).toBe(200)
    const invite = { ...json, suggestedTopic: 'Donor letters' }
    expect((await send('/api/author/invite', { cookie, json: invite })).status).toBe(201)
  }

  for (const path of [guestPaths.lostLink, sitePaths.yourData]) {
    const measure = async (email: string) => {
      const began = performance.now()
      const response = await send(path, { form: { email } })
      await response.arrayBuffer()
      const took = performance.now() - began
      expect(response.status).toBeLessThan(400)
      return took
    }
    for (let number = 0; number < requestsEach; number++) await measure(`warm-up-${number}@example.org`)
    const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] }
    // Requests alternate in random order, so that other load on the machine affects both kinds equally.
    for (const [number, email] of known.entries()) {
      const knownFirst = Math.random() < 0.5
      if (knownFirst) times.known.push(await measure(email))
      times.unknown.push(await measure(`unknown-${number}@example.org`))
      if (!knownFirst) times.known.push(await measure(email))
    }
    const [ofKnown, ofUnknown] = [median(times.known), median(times.unknown)]
    console.log(
      `POST ${path}: known ${ofKnown.toFixed(1)} ms, unknown ${ofUnknown.toFixed(1)} ms (medians of ${requestsEach})`,
    )
    expect(Math.abs(ofKnown - ofUnknown)).toBeLessThan(
      Math.max(tolerance, (maxRatio - 1) * Math.min(ofKnown, ofUnknown)),
    )
  }
})
