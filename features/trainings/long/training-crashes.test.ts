import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { type FakeSmtp, startFakeSmtp } from '../../../tests/fakes/fake-smtp.ts'
import { createSend, type SendOptions } from '../../../tests/helpers/create-send.ts'
import { freePort } from '../../../tests/helpers/free-port.ts'
import { querySite, signInOwner, startSite } from '../../../tests/helpers/restartable-site.ts'
import { type StartedApp, serverOf } from '../../../tests/helpers/started-app.ts'
import { createAddresses } from '../../../tests/helpers/visitor-addresses.ts'
import type { Offer } from '../contract/offers.ts'
import { dayIn, offerFacts } from '../testing/trainings.ts'

const kills = 20
const people = 50
/** Requests for one person: a draft, sending it, and the answer */
const requestsPerPerson = 3
/** Milliseconds, longer than the lease that an email in delivery keeps after a crash (core/server/mail/mail-limits.ts) */
const untilTakenUp = 240_000

const trainerEmail = 'trainer@example.net'
const emailOf = (number: number) => `p${number}@example.org`

/** The answers of the clients, in turn, and the kinds of the emails that tell the client and the trainer */
const answers = [
  { action: 'accept', status: 'accepted', told: ['confirmation', 'confirmation-trainer'] },
  { action: 'decline', status: 'declined', told: ['offer-declined', 'offer-declined-trainer'] },
  { action: 'other-days', status: 'other-days', told: ['offer-other-days', 'offer-other-days-trainer'] },
] as const
const answerOf = (number: number) => answers[number % answers.length] ?? answers[0]

/** The app that runs now. It is killed and started again while offers go out and answers come in. */
type Running = { app: StartedApp; cookie: string; requests: number }

test(`kill -9 ${kills} times while ${people} offers go out and are answered: nothing is lost, and only the same email repeats`, async () => {
  const fake = await startFakeSmtp()
  onTestFinished(() => fake.close())
  const port = await freePort()
  const site = await startSite({
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    SMTP_URL: fake.url,
    TRUSTED_PROXIES: '127.0.0.1,::1',
    TIME_ZONE: 'America/New_York',
  })
  const app = await site.start()
  const running: Running = { app, cookie: (await signInOwner(app)).access.cookie, requests: 0 }
  await querySite(site, 'update users set email = $1', [trainerEmail])
  await querySite(
    site,
    `insert into training_waitlist (name, email)
     select 'Person ' || number, 'p' || number || '@example.org' from generate_series(0, $1 - 1) as number`,
    [people],
  )
  const work = sendAndAnswerAll(running)
  // The work is awaited below; until then, its failure must not end the test process.
  work.catch(() => {})
  for (let kill = 0; kill < kills; kill++) {
    // Spread over the requests, so that each kill interrupts some of the work
    const share = (kill + 1) / (kills + 1)
    await Promise.race([waitFor(() => running.requests >= share * requestsPerPerson * people), work])
    await (kill % 2 === 0 ? killAfter(running.app, 10 * kill) : killOnMail(running.app, fake))
    await running.app.ended
    running.app = await site.start()
  }
  await work

  const offers = await querySite<{ number: number; status: string; uid: string }>(
    site,
    'select entry_id - 1 as number, status, uid from offers order by entry_id',
  )
  expect(offers.map(({ status }) => status)).toEqual(
    Array.from({ length: people }, (_, number) => answerOf(number).status),
  )
  expect(await querySite(site, 'select from trainer_days where training_id is not null')).toHaveLength(17)
  expect(await querySite(site, 'select from trainer_days where offer_id is not null')).toEqual([])

  const expected = offers.flatMap(({ number, uid }) => {
    const [toClient, toTrainer] = answerOf(number).told
    return [
      `${emailOf(number)} offer-0-${uid}@everyday-ai`,
      `${emailOf(number)} ${toClient}-0-${uid}@everyday-ai`,
      `${trainerEmail} ${toTrainer}-0-${uid}@everyday-ai`,
    ]
  })
  const received = () =>
    fake.received.map(({ to, raw }) => `${to[0]} ${/^Message-ID:\s*<([^>]+)>/im.exec(raw)?.[1]}`)
  await expect
    .poll(() => expected.filter((mail) => !received().includes(mail)), { timeout: untilTakenUp })
    .toEqual([])
  // Each email is recorded as sent, so no later attempt can follow.
  const unsent = () => querySite(site, `select once_key from outbox_messages where status <> 'sent'`)
  await expect.poll(unsent, { timeout: untilTakenUp }).toEqual([])
  expect(received().filter((mail) => !expected.includes(mail))).toEqual([])
  const repeats = received().length - expected.length
  // Each second kill came after the server had taken an email, and before the app knew it.
  expect(repeats).toBeGreaterThanOrEqual(kills / 2)
  console.log(`${expected.length} emails, ${kills} kills, ${repeats} repeats with the same Message-ID`)
})

async function sendAndAnswerAll(running: Running): Promise<void> {
  const nextAddress = createAddresses()

  /** Sends a request until a running app responds to it. */
  async function insist(method: 'GET' | 'POST', path: string, body?: Pick<SendOptions, 'form' | 'json'>) {
    if (method === 'POST') running.requests++
    for (;;) {
      const send = createSend(running.app.url)
      const request = { method, cookie: running.cookie, headers: nextAddress(), ...body }
      const response = await send(path, request).catch(() => undefined)
      if (response && response.status < 500) return response
      await sleep(50)
    }
  }

  async function sendAndAnswer(number: number): Promise<void> {
    const days = [dayIn(10 + 2 * number), dayIn(11 + 2 * number)]
    const plan = { ...offerFacts, trainerId: 1, entryId: number + 1, days, validUntil: dayIn(200) }
    const drafted = await insist('POST', '/api/offers', { json: plan })
    // It is 409 if an earlier attempt has stored the draft, and the crash has swallowed its response.
    expect([201, 409], await drafted.text()).toContain(drafted.status)
    const [draft]: Offer[] = await (await insist('GET', `/api/offers?entry=${number + 1}`)).json()
    const id = draft?.id ?? 0
    const sent = await insist('POST', `/api/offers/${id}/send`)
    expect(sent.status, await sent.text()).toBe(200)
    const { link }: Offer = await (await insist('GET', `/api/offers/${id}`)).json()
    const { action } = answerOf(number)
    const form: Record<string, string> =
      action === 'accept' ? { action, day: days[0] ?? '' } : { action, message: 'Not then' }
    const answered = await insist('POST', new URL(link ?? '').pathname, { form })
    expect(answered.status, await answered.text()).toBe(303)
  }

  for (let number = 0; number < people; number += 5)
    await Promise.all(Array.from({ length: 5 }, (_, index) => sendAndAnswer(number + index)))
}

async function waitFor(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await sleep(5)
}

/** Kills the app some milliseconds after a request has begun. */
async function killAfter(app: StartedApp, ms: number): Promise<void> {
  await sleep(ms)
  process.kill(serverOf(app), 'SIGKILL')
}

/** Kills the app once the mail server has taken an email, before the app gets the response. */
function killOnMail(app: StartedApp, fake: FakeSmtp): Promise<void> {
  const server = serverOf(app)
  return new Promise((resolve) => {
    fake.onMail = () => {
      fake.onMail = undefined
      process.kill(server, 'SIGKILL')
      resolve()
    }
  })
}
