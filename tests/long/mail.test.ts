import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { paths } from '../../contracts/paths.ts'
import { mailLimits } from '../../server/mail/mail-limits.ts'
import { startFakeSmtp } from '../fakes/fake-smtp.ts'
import { freePort } from '../helpers/free-port.ts'
import { adminEnvironment, signIn } from '../helpers/sign-in.ts'
import {
  type StartedApp,
  serverOf,
  startApp,
  startedByNode,
  temporaryFolder,
} from '../helpers/started-app.ts'

/** Emails that may be in delivery at the same time. After a crash, they may repeat. */
const { atOnce, newslettersAtOnce } = mailLimits
/** Milliseconds, longer than the lease that an email in delivery keeps after a crash (server/mail/mail-limits.ts) */
const untilTakenUp = 150_000

async function startMailing() {
  const fake = await startFakeSmtp()
  onTestFinished(() => fake.close())
  const env = {
    DATA_DIR: await temporaryFolder(),
    PORT: String(await freePort()),
    ...adminEnvironment,
    SEED: 'none',
    SMTP_URL: fake.url,
    ORG_POSTAL_ADDRESS: '1 Main St',
    LOG_LEVEL: 'warn',
  }
  const start = async () => {
    const app = await startApp(env, startedByNode)
    await app.isReady()
    return app
  }
  return { fake, start }
}

async function post(app: StartedApp, path: string, cookie: string, json: unknown): Promise<Response> {
  const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', cookie }
  const response = await fetch(app.url + path, { method: 'POST', headers, body: JSON.stringify(json) })
  expect(response.status, await response.clone().text()).toBeLessThan(300)
  return response
}

async function killServer(app: StartedApp): Promise<void> {
  process.kill(serverOf(app), 'SIGKILL')
  await app.ended
}

/** The different Message-IDs that each recipient received: one, if repeats are the same email */
function sortOut(received: { to: string[]; raw: string }[]): Map<string, Set<string>> {
  const ids = new Map<string, Set<string>>()
  for (const { to, raw } of received) {
    const recipient = to[0] ?? ''
    const id = /^Message-ID: (<[^>]+>)/im.exec(raw)?.[1] ?? ''
    ids.set(recipient, (ids.get(recipient) ?? new Set()).add(id))
  }
  return ids
}

test('kill -9 in the middle of 100 invitations: none is missing, only what was under way repeats, as the same mail', async () => {
  const { fake, start } = await startMailing()
  fake.pause = 600
  const app = await start()
  const cookie = await signIn(app.url)
  for (let number = 0; number < 100; number++)
    await post(app, paths.api.authorInvite, cookie, {
      email: `p${number}@example.org`,
      name: '',
      suggestedTopic: 'Bread',
      customMessage: '',
    })
  // Some emails are delivered while the invitations are still being added.
  expect(fake.received.length).toBeLessThan(90)
  await expect
    .poll(() => fake.received.length, { timeout: 60_000, interval: 5 })
    .toBeGreaterThan(Math.max(40, fake.received.length))
  await killServer(app)
  fake.pause = 0
  const next = await start()
  const again = await signIn(next.url)
  const written = await fetch(`${next.url}${paths.api.outbox}?limit=500`, { headers: { cookie: again } })
  const mails: { to: string }[] = await written.json()
  expect(mails).toHaveLength(100)
  await expect.poll(() => sortOut(fake.received).size, { timeout: untilTakenUp }).toBe(mails.length)
  // Wait to see that no more emails arrive.
  await sleep(5000)
  const ids = sortOut(fake.received)
  expect([...ids.keys()].sort()).toEqual(mails.map(({ to }) => to).sort())
  expect([...ids.values()].filter((set) => set.size !== 1)).toEqual([])
  const repeats = fake.received.length - mails.length
  console.log(`${mails.length} mails, ${repeats} came twice`)
  expect(repeats).toBeLessThanOrEqual(atOnce)
})

test('a newsletter to 2,000 addresses, killed with -9 five times: none is missing, what repeats is the same mail', async () => {
  const kills = 5
  const people = 2000
  const { fake, start } = await startMailing()
  fake.pause = 15
  let app = await start()
  const cookie = await signIn(app.url)
  const saved = await post(app, paths.api.blog, cookie, {
    title: 'Bread and data',
    content: '<p>Knead it well.</p>',
    isPublished: true,
  })
  const { id: postId } = await saved.json()
  const addresses = Array.from({ length: people }, (_, number) => `p${number}@example.org`)
  await post(app, paths.api.subscribers, cookie, {
    addresses: addresses.join('\n'),
    consent: 'They all signed the list.',
  })
  await post(app, paths.api.issues, cookie, { postId })
  for (let kill = 1; kill <= kills; kill++) {
    const enough = kill * 300
    await expect
      .poll(() => fake.received.length, { timeout: untilTakenUp, interval: 5 })
      .toBeGreaterThan(enough)
    await killServer(app)
    app = await start()
  }
  await expect.poll(() => sortOut(fake.received).size, { timeout: untilTakenUp }).toBe(people)
  await sleep(5000)
  const ids = sortOut(fake.received)
  expect([...ids.keys()].sort()).toEqual([...addresses].sort())
  expect([...ids.values()].filter((set) => set.size !== 1)).toEqual([])
  const repeats = fake.received.length - people
  console.log(`${people} mails, ${kills} kills, ${repeats} came twice`)
  expect(repeats).toBeLessThanOrEqual(kills * newslettersAtOnce)
})
