import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { TestServer } from '../../../tests/helpers/launch-server.ts'
import type { Entry } from '../contract/people.ts'
import { signStart } from '../server/form-start.ts'

type Form = 'waitlist' | 'contact'
type Sent = { text: string; headers: string[] }
type Write = (name: string, ip: string, text: string, more?: object) => Promise<Sent>

const people = 20
const floodedNetwork = '198.51.100'
const words = ['grants', 'letters', 'volunteers', 'sermons', 'invoices', 'schedules', 'menus', 'lessons']

type Options = {
  /** Number of bots, a third of each kind */
  bots: number
  /** Entries that count as if they had come in the last seconds, from the network that is then flooded */
  countedBefore?: number
  /** Seconds over which the entries of the flooded network are spread */
  seconds?: number
}

/**
 * Sends a form from bots of three kinds and from 40 people at the same time. Expects that they all get the same
 * response, that every bot is in Spam, and that every person is listed.
 */
export async function runBotDrill(
  server: TestServer,
  form: Form,
  { bots, countedBefore = 0, seconds = 0 }: Options,
): Promise<void> {
  const cookie = await server.signIn()
  const write = createWriter(server, form)
  // The real page requests a start token when the visitor first touches the form. These are 20 seconds old.
  const starts: string[] = []
  for (const n of numbers(people))
    starts.push(await signStart(server.instance.db, new Date(Date.now() - 20_000 - n)))
  const third = Math.floor(bots / 3)
  const first = await write('Flood first', `${floodedNetwork}.250`, random(999))
  if (countedBefore > 0) {
    // The window is made longer, so that it doesn't end during the drill on a slow machine.
    const raised = await server.query(
      `update rate_counters set count = count + $2, window_ends_at = now() + interval '5 minutes'
       where key like $1 returning key`,
      [`${form}:burst:%`, countedBefore],
    )
    expect(raised).toHaveLength(1)
  }
  const sent = (
    await Promise.all([
      sendTrapped(write, bots - 2 * third),
      sendCopies(write, form, third),
      sendFlood(write, third - 1, (seconds * 1000) / third),
      sendNeighbors(write, starts, (seconds * 1000) / people),
      sendOthers(write),
    ])
  ).flat()
  const answers = [first, ...sent]
  expect(answers).toHaveLength(bots + 2 * people)
  // Each response has a link with a token of its own, also for bots.
  const withoutToken = (text: string) => text.replace(/(\/waitlist\/plan\/)[\w-]{43}/, '$1')
  expect(new Set(answers.map(({ text }) => withoutToken(text))).size).toBe(1)
  expect(new Set(answers.map(({ headers }) => headers.join())).size).toBe(1)

  const listed = await server.send(`/api/people?view=people&limit=500&form=${form}`, { cookie })
  const names = ((await listed.json()) as Entry[]).map(({ name }) => name)
  const expected = numbers(people).flatMap((n) => [`Neighbor ${n}`, `Person ${n}`])
  expect(names.toSorted()).toEqual(expected.toSorted())
  const table = form === 'waitlist' ? 'training_waitlist' : 'contact_submissions'
  const [{ count } = { count: 0 }] = await server.query<{ count: number }>(
    `select count(*)::int from ${table} where suspected_at is not null`,
  )
  expect(count).toBe(bots)
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
const random = (number: number) =>
  `We need help with ${words[number % 8]} and ${words[(number * 5) % 8]}, team of ${number}`

/** Returns a function that submits the form and retries while the server is busy. */
function createWriter(server: TestServer, form: Form): Write {
  const path = form === 'waitlist' ? '/api/training-waitlist' : '/api/contact'
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
async function sendTrapped(write: Write, count: number): Promise<Sent[]> {
  const sent: Sent[] = []
  for (const n of numbers(count))
    sent.push(await write(`Trap ${n}`, `203.0.${n % 250}.${(n % 200) + 1}`, random(n), { website: 'x' }))
  return sent
}

/** Sends entries of bots that submit one text from many IP addresses. */
async function sendCopies(write: Write, form: Form, count: number): Promise<Sent[]> {
  const advert = 'Cheap followers for your site, order today'
  const sent: Sent[] = []
  for (const n of numbers(count))
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
async function sendFlood(write: Write, count: number, pause: number): Promise<Sent[]> {
  const sent: Promise<Sent>[] = []
  for (const n of numbers(count)) {
    // A third claim to have spent time on the form, and a third forge the start token.
    const claims = [
      {},
      { seconds: 3 + n },
      { start: `${Date.now() - 60_000}.abcdefghijkl.${'0'.repeat(32)}` },
    ]
    sent.push(write(`Flood ${n}`, `${floodedNetwork}.${n % 250}`, random(n + 1000), claims[n % 3]))
    await sleep(pause)
  }
  return Promise.all(sent)
}

/** Sends entries of people who share the network of the flood and have a real start token. */
async function sendNeighbors(write: Write, starts: string[], pause: number): Promise<Sent[]> {
  const sent: Sent[] = []
  for (const [n, start] of starts.entries()) {
    sent.push(await write(`Neighbor ${n}`, `${floodedNetwork}.${n * 12 + 1}`, random(n + 2000), { start }))
    await sleep(pause)
  }
  return sent
}

/** Sends entries of people in other networks. */
async function sendOthers(write: Write): Promise<Sent[]> {
  const sent: Sent[] = []
  for (const n of numbers(20)) sent.push(await write(`Person ${n}`, `192.168.${n}.1`, random(n + 3000)))
  return sent
}
