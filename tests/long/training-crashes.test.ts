import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { Offer } from '../../contracts/offers.ts'
import { paths } from '../../contracts/paths.ts'
import { startFakeSmtp } from '../fakes/fake-smtp.ts'
import { freePort } from '../helpers/free-port.ts'
import { querySite, signInOwner, startSite } from '../helpers/restartable-site.ts'
import type { StartedApp } from '../helpers/started-app.ts'
import { serverOf } from '../helpers/started-app.ts'
import { createAddresses } from '../helpers/visitor-addresses.ts'

const kills = 20
const people = 50
/** Milliseconds, longer than the lease that an email in delivery keeps after a crash (server/mail/mail-limits.ts) */
const untilTakenUp = 200_000

const answers = ['accept', 'decline', 'other-days'] as const

/** The app that runs now. It is killed and started again while offers go out and answers come in. */
type Running = { app: StartedApp; cookie: string }

test(`kill -9 ${kills} times while ${people} offers go out and are answered: nothing is lost, and only the same email repeats`, async () => {
  const fake = await startFakeSmtp()
  onTestFinished(() => fake.close())
  fake.pause = 40
  const port = await freePort()
  const site = await startSite({
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    SMTP_URL: fake.url,
    TRUSTED_PROXIES: '127.0.0.1,::1',
    TIME_ZONE: 'America/New_York',
  })
  const running: Running = { app: await site.start(), cookie: '' }
  running.cookie = (await signInOwner(running.app)).access.cookie
  await querySite(
    site,
    `insert into training_waitlist (name, email)
     select 'Person ' || number, 'p' || number || '@example.org' from generate_series(0, $1 - 1) as number`,
    [people],
  )
  const nextAddress = createAddresses()

  /** Sends a request until a running app answers it. */
  async function insist(path: string, body: { json?: unknown; form?: Record<string, string> }) {
    for (;;) {
      const response = await fetch(running.app.url + path, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'sec-fetch-site': 'same-origin',
          cookie: running.cookie,
          ...nextAddress(),
          ...(body.json !== undefined && { 'content-type': 'application/json' }),
        },
        body: body.form ? new URLSearchParams(body.form) : JSON.stringify(body.json),
      }).catch(() => undefined)
      if (response && response.status < 500) return response
      await sleep(50)
    }
  }

  async function sendAndAnswer(number: number): Promise<void> {
    const days = [day(2 * number), day(2 * number + 1)]
    const drafted = await insist(paths.api.offers, {
      json: { ...plan, entryId: number + 1, days, validUntil: day(200) },
    })
    // 409 if the draft was stored by a request whose response the crash swallowed
    expect([201, 409]).toContain(drafted.status)
    const [found] = await querySite<{ id: number }>(site, 'select id from offers where entry_id = $1', [
      number + 1,
    ]).catch(() => [])
    const id = drafted.status === 201 ? ((await drafted.json()) as Offer).id : found?.id
    expect(id).toBeDefined()
    const sent = await insist(paths.api.offerSend(id ?? 0), { json: {} })
    expect([200, 409]).toContain(sent.status)
    const link = await readLink(id ?? 0)
    const action = answers[number % answers.length] ?? 'accept'
    const form: Record<string, string> =
      action === 'accept' ? { action, day: days[0] ?? '' } : { action, message: 'Not then' }
    const answered = await insist(link, { form })
    expect(answered.status, await answered.text()).toBe(303)
  }

  async function readLink(id: number): Promise<string> {
    for (;;) {
      const response = await fetch(running.app.url + paths.api.offer(id), {
        headers: { cookie: running.cookie },
      }).catch(() => undefined)
      if (response?.status === 200) return new URL(((await response.json()) as Offer).link ?? '').pathname
      await sleep(50)
    }
  }

  const work = (async () => {
    for (let number = 0; number < people; number += 5)
      await Promise.all(Array.from({ length: 5 }, (_, index) => sendAndAnswer(number + index)))
  })()
  // The work is awaited below; until then, its failure must not end the test process.
  work.catch(() => {})
  for (let kill = 0; kill < kills; kill++) {
    await sleep(200 + Math.random() * 900)
    process.kill(serverOf(running.app), 'SIGKILL')
    await running.app.ended
    running.app = await site.start()
  }
  await work
  fake.pause = 0

  const statuses = await querySite<{ status: string; count: number }>(
    site,
    'select status, count(*)::int as count from offers group by 1 order by 1',
  )
  expect(statuses).toEqual([
    { status: 'accepted', count: 17 },
    { status: 'declined', count: 17 },
    { status: 'other-days', count: 16 },
  ])
  expect(await querySite(site, 'select training_id from trainer_days')).toHaveLength(17)
  // Each client gets the offer and one confirmation of their answer.
  const toClients = () => fake.received.filter(({ to }) => to[0]?.endsWith('@example.org'))
  const idsOf = () => {
    const ids = new Map<string, Set<string>>()
    for (const { to, raw } of toClients()) {
      const id = /^Message-ID:\s*<([^>]+)>/im.exec(raw)?.[1] ?? ''
      ids.set(to[0] ?? '', (ids.get(to[0] ?? '') ?? new Set()).add(id))
    }
    return ids
  }
  await expect
    .poll(() => [...idsOf().values()].filter((ids) => ids.size === 2).length, { timeout: untilTakenUp })
    .toBe(people)
  await sleep(5000)
  expect([...idsOf().values()].every((ids) => ids.size === 2)).toBe(true)
  const repeats = toClients().length - 2 * people
  console.log(
    `${2 * people} emails to clients, ${kills} kills, ${repeats} came twice with the same Message-ID`,
  )
})

const day = (offset: number) => new Date(Date.now() + (10 + offset) * 86_400_000).toISOString().slice(0, 10)

const plan = {
  trainerId: 1,
  startsAt: '09:00',
  endsAt: '16:00',
  format: 'in-person',
  place: 'Main St 1',
  topics: ['leadership'],
  headCount: 12,
  price: '$900',
  prepare: '',
  message: '',
}
