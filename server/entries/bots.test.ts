import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { paths } from '../../contracts/paths.ts'
import type { Entry } from '../../contracts/people.ts'
import { finishJobs } from '../../tests/helpers/finish-jobs.ts'
import { startTestServer, type TestServer } from '../../tests/helpers/test-server.ts'
import { signStart } from './form-start.ts'

const join = (server: TestServer, name: string, ip: string, more: object = {}) =>
  server.send(paths.api.trainingWaitlist, {
    json: { name, email: `${name.toLowerCase()}@example.org`, message: '', ...more },
    headers: { 'x-forwarded-for': ip },
  })

test('during a flood our own page vouches for a limited number of entries per network, once each', async () => {
  const server = await startTestServer({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
  const inSpam = async () =>
    (
      await server.query<{ name: string }>(
        'select name from training_waitlist where suspected_at is not null order by id',
      )
    ).map(({ name }) => name)
  const start = () => signStart(server.instance.db, new Date(Date.now() - 20_000))
  const young = await (await server.send(paths.api.formStart)).json()
  await join(server, 'Plain', '203.0.113.1')
  await join(server, 'First', '203.0.113.2', { start: await start() })
  expect(await inSpam()).toEqual([])

  await server.query(`update rate_counters set count = 300 where key like 'waitlist:network:%'`)
  // The network is now at its limit of 300 entries, so the following ones are a flood.
  const used = await start()
  await join(server, 'Second', '203.0.113.3', { start: used })
  await join(server, 'Twice', '203.0.113.4', { start: used })
  await join(server, 'Hasty', '203.0.113.5', young)
  await join(server, 'Claims', '203.0.113.6', { seconds: 60 })
  await join(server, 'Elsewhere', '203.0.114.1')
  expect(await inSpam()).toEqual(['Plain', 'Twice', 'Hasty', 'Claims'])

  for (let number = 3; number <= 32; number++)
    await join(server, `Number${number}`, `203.0.113.${number + 100}`, { start: await start() })
  expect(await inSpam()).toEqual(['Plain', 'Twice', 'Hasty', 'Claims', 'Number31', 'Number32'])
})

test('entries that a flood or a copied text marks as spam later cause no notification', async () => {
  const server = await startTestServer({
    env: { TRUSTED_PROXIES: '127.0.0.1', NOTIFY_EMAIL: 'owner@example.org' },
  })
  const message = 'Cheap followers for your site, order today'
  // With daily notices, the entries wait in `lead_notices` until the next morning.
  await server.query(`insert into settings values ('mail', '{"leadNotices":"daily"}')`)
  const told = async () =>
    (await server.query<{ email: string }>('select email from lead_notices order by id')).map(
      ({ email }) => email,
    )
  await join(server, 'Ann', '192.0.1.1', { message: 'A word of my own' })
  for (let number = 1; number <= 11; number++)
    await join(server, `Copy${number}`, `192.0.${number}.2`, { message })
  // A bot has used this person's email address, too.
  await join(server, 'Copy12', '192.0.20.2', { message: 'I did not write that' })
  expect(await told()).toEqual(['ann@example.org', 'copy12@example.org'])

  await server.query(`update rate_counters set count = 300 where key like 'waitlist:network:%'`)
  // The network is now at its limit of 300 entries, so this one starts a flood.
  await join(server, 'Flood', '192.0.1.7')
  expect(await told()).toEqual(['copy12@example.org'])
})

test('no counter contains the address of a visitor, or anything that reveals an email address', async () => {
  const server = await startTestServer({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
  const headers = { 'x-forwarded-for': '203.0.113.77' }
  await join(server, 'Ann', '203.0.113.77')
  await server.send(paths.api.contact, { headers, json: { name: 'A', company: 'B', email: 'a@example.org' } })
  await server.send(paths.api.newsletter, { headers, json: { email: 'a@example.org' } })
  await server.send(paths.yourData, { headers, form: { email: 'A@example.org' } })
  await finishJobs(server, 'data-link')
  await server.send(paths.api.session, { headers, json: { username: 'a', password: 'b' } })
  const [{ keys } = { keys: '' }] = await server.query<{ keys: string }>(
    `select string_agg(key, ' ') as keys from rate_counters`,
  )
  for (const what of [
    'waitlist:visitor:',
    'contact:network:',
    'newsletter:address:',
    'data-link:',
    'sign-in:address:',
  ])
    expect(keys).toContain(what)
  expect(keys).not.toMatch(/203\.0\.113/)
  for (const kind of ['hex', 'base64url'] as const)
    expect(keys).not.toContain(createHash('sha256').update('a@example.org').digest(kind).slice(0, 20))
})

// The test below sends each form from a thousand bots of three kinds and from forty people at the same time.

const each = 334
const floodPerSecond = 50
const floodedNetwork = '198.51.100'
const words = ['grants', 'letters', 'volunteers', 'sermons', 'invoices', 'schedules', 'menus', 'lessons']

type Sent = { text: string; headers: string[] }
type Write = (name: string, ip: string, text: string, more?: object) => Promise<Sent>

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
const random = (number: number) =>
  `We need help with ${words[number % 8]} and ${words[(number * 5) % 8]}, team of ${number}`

// Slow: each test sends more than a thousand requests, and the flood alone takes seven seconds.
for (const form of ['waitlist', 'contact'] as const)
  test(`of 1,000 bots and 40 people who send the ${form} form, no bot is listed and no person is in Spam`, async () => {
    const server = await startTestServer({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
    const cookie = await server.signIn()
    const write = createWriter(server, form)
    // The real page requests a start token when the visitor first touches the form. These are 20 seconds old.
    const starts: string[] = []
    for (const n of numbers(20))
      starts.push(await signStart(server.instance.db, new Date(Date.now() - 20_000 - n)))
    const answers = (
      await Promise.all([
        sendTrapped(write),
        sendCopies(write, form),
        sendFlood(write),
        sendNeighbors(write, starts),
        sendOthers(write),
      ])
    ).flat()
    expect(answers).toHaveLength(1040)
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(new Set(answers.map(({ headers }) => headers.join())).size).toBe(1)

    const list = async (view: string) =>
      (
        (await (
          await server.send(`${paths.api.people}?view=${view}&limit=500&form=${form}`, { cookie })
        ).json()) as Entry[]
      ).map(({ name }) => name)
    const people = [...numbers(20).flatMap((n) => [`Neighbor ${n}`, `Person ${n}`])]
    expect((await list('people')).toSorted()).toEqual(people.toSorted())
    const [{ count } = { count: 0 }] = await server.query<{ count: number }>(
      `select count(*)::int from ${form === 'waitlist' ? 'training_waitlist' : 'contact_submissions'} where suspected_at is not null`,
    )
    expect(count).toBe(1000)
  }, 120_000)

/** Returns a function that submits the form and retries while the server is busy. */
function createWriter(server: TestServer, form: 'waitlist' | 'contact'): Write {
  const path = form === 'waitlist' ? paths.api.trainingWaitlist : paths.api.contact
  return async (name, ip, text, more = {}) => {
    const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.org`
    const json =
      form === 'waitlist'
        ? { name, email, phone: '', company: '', message: text, ...more }
        : { name, email, company: text, ...more }
    const headers = { 'x-forwarded-for': ip }
    for (;;) {
      const response = await server.send(path, { json, headers })
      const answer = { text: await response.text(), headers: [...response.headers.keys()].sort() }
      // A busy server may ask any client to retry. The retry does not create a second row.
      if (response.status !== 503) return answer
      await sleep(500)
    }
  }
}

/** Sends entries of bots that fill in the honeypot, a field that people do not see. */
async function sendTrapped(write: Write): Promise<Sent[]> {
  const sent: Sent[] = []
  for (const n of numbers(each))
    sent.push(await write(`Trap ${n}`, `203.0.${n % 250}.${(n % 200) + 1}`, random(n), { website: 'x' }))
  return sent
}

/** Sends entries of bots that submit one text from many IP addresses. */
async function sendCopies(write: Write, form: 'waitlist' | 'contact'): Promise<Sent[]> {
  const advert = 'Cheap followers for your site, order today'
  const sent: Sent[] = []
  for (const n of numbers(each - 1))
    sent.push(
      await write(`Copy ${n}`, `192.0.${n % 250}.${n % 200}`, advert, {
        phone: `555 ${n}`,
        // The contact form has no message, so the copied text is in `industry`, and these fields vary.
        ...(form === 'contact' && { company: random(n), industry: advert, services: [words[n % 8]] }),
      }),
    )
  return sent
}

/** Sends entries of bots that submit many texts from one network. */
async function sendFlood(write: Write): Promise<Sent[]> {
  const sent: Promise<Sent>[] = []
  for (const n of numbers(each - 1)) {
    // A third claim to have spent time on the form, and a third forge the start token.
    const claims = [
      {},
      { seconds: 3 + n },
      { start: `${Date.now() - 60_000}.abcdefghijkl.${'0'.repeat(32)}` },
    ]
    sent.push(write(`Flood ${n}`, `${floodedNetwork}.${n % 250}`, random(n + 1000), claims[n % 3]))
    await sleep(1000 / floodPerSecond)
  }
  return Promise.all(sent)
}

/** Sends entries of people who share the network of the flood and have a real start token. */
async function sendNeighbors(write: Write, starts: string[]): Promise<Sent[]> {
  const sent: Sent[] = []
  for (const [n, start] of starts.entries()) {
    sent.push(await write(`Neighbor ${n}`, `${floodedNetwork}.${n * 12 + 1}`, random(n + 2000), { start }))
    await sleep(300)
  }
  return sent
}

/** Sends entries of people in other networks. */
async function sendOthers(write: Write): Promise<Sent[]> {
  const sent: Sent[] = []
  for (const n of numbers(20)) sent.push(await write(`Person ${n}`, `192.168.${n}.1`, random(n + 3000)))
  return sent
}
