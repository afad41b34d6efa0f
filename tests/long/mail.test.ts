import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { mailLimits } from '../../core/server/mail/mail-limits.ts'
import { type FakeSmtp, startFakeSmtp } from '../fakes/fake-smtp.ts'
import { hasFeature } from '../helpers/feature-testing.ts'
import { freePort } from '../helpers/free-port.ts'
import { type Owner, signInOwner, startSite } from '../helpers/restartable-site.ts'
import { type StartedApp, serverOf } from '../helpers/started-app.ts'

/** Emails that may be in delivery at the same time. After a crash, they may repeat. */
const { atOnce, bulkAtOnce } = mailLimits
/** Milliseconds, longer than the lease that an email in delivery keeps after a crash (core/server/mail/mail-limits.ts) */
const untilTakenUp = 150_000

async function startMailing() {
  const fake = await startFakeSmtp()
  onTestFinished(() => fake.close())
  const settings = { SMTP_URL: fake.url, ORG_POSTAL_ADDRESS: '1 Main St' }
  const { start } = await startSite({ ...settings, PORT: String(await freePort()) })
  return { fake, start }
}

async function post({ send, access }: Owner, path: string, json: unknown): Promise<Response> {
  const response = await send(path, { ...access, json })
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

/** Waits to see that no more emails arrive, and expects that each recipient has got one, which may have repeated. */
async function expectEveryMailOnce({ received }: FakeSmtp, recipients: string[]): Promise<void> {
  await sleep(5000)
  const ids = sortOut(received)
  expect([...ids.keys()].sort()).toEqual(recipients.toSorted())
  expect([...ids.values()].filter((set) => set.size !== 1)).toEqual([])
}

test('kill -9 in the middle of 100 invitations: none is missing, only what was under way repeats, as the same mail', async () => {
  const { fake, start } = await startMailing()
  fake.pause = 600
  const app = await start()
  const owner = await signInOwner(app)
  for (let number = 0; number < 100; number++) {
    const invite = { email: `p${number}@example.org`, name: '', suggestedTopic: 'Bread', customMessage: '' }
    await post(owner, '/api/author/invite', invite)
  }
  // Some emails are delivered while the invitations are still being added.
  expect(fake.received.length).toBeLessThan(90)
  await expect
    .poll(() => fake.received.length, { timeout: 60_000, interval: 5 })
    .toBeGreaterThan(Math.max(40, fake.received.length))
  await killServer(app)
  fake.pause = 0
  const { send, access } = await signInOwner(await start())
  const written = await send('/api/outbox?limit=500', access)
  const mails: { to: string }[] = await written.json()
  expect(mails).toHaveLength(100)
  await expect.poll(() => sortOut(fake.received).size, { timeout: untilTakenUp }).toBe(mails.length)
  await expectEveryMailOnce(
    fake,
    mails.map(({ to }) => to),
  )
  const repeats = fake.received.length - mails.length
  console.log(`${mails.length} mails, ${repeats} came twice`)
  expect(repeats).toBeLessThanOrEqual(atOnce)
})

test.runIf(hasFeature('newsletter'))(
  'a newsletter to 2,000 addresses, killed with -9 five times: none is missing, what repeats is the same mail',
  async () => {
    const kills = 5
    const people = 2000
    const { fake, start } = await startMailing()
    fake.pause = 15
    let app = await start()
    const owner = await signInOwner(app)
    const text = { title: 'Bread and data', content: '<p>Knead it well.</p>', isPublished: true }
    const { id: postId } = await (await post(owner, '/api/blog', text)).json()
    const addresses = Array.from({ length: people }, (_, number) => `p${number}@example.org`)
    const consent = 'They all signed the list.'
    await post(owner, '/api/newsletter/subscribers', { addresses: addresses.join('\n'), consent })
    await post(owner, '/api/newsletter/issues', { postId })
    for (let kill = 1; kill <= kills; kill++) {
      const enough = kill * 300
      await expect
        .poll(() => fake.received.length, { timeout: untilTakenUp, interval: 5 })
        .toBeGreaterThan(enough)
      await killServer(app)
      app = await start()
    }
    await expect.poll(() => sortOut(fake.received).size, { timeout: untilTakenUp }).toBe(people)
    await expectEveryMailOnce(fake, addresses)
    const repeats = fake.received.length - people
    console.log(`${people} mails, ${kills} kills, ${repeats} came twice`)
    expect(repeats).toBeLessThanOrEqual(kills * bulkAtOnce)
  },
)
