import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createSend } from '../../../tests/helpers/create-send.ts'
import { freePort } from '../../../tests/helpers/free-port.ts'
import { querySite, signInOwner, startSite } from '../../../tests/helpers/restartable-site.ts'
import { serverOf } from '../../../tests/helpers/started-app.ts'
import { createAddresses } from '../../../tests/helpers/visitor-addresses.ts'
import { eventPaths } from '../contract/event-paths.ts'
import type { Event } from '../contract/events.ts'
import { eventFacts } from '../testing/event-office.ts'

const kills = 20
const writers = 8
/** Fewer than the people who come, so that some have to wait */
const seats = 150
/** Registrations that are answered before each kill */
const betweenKills = 8

test(`kill -9 ${kills} times while people register: everyone has a place once, is told once, and no seat is given twice`, async () => {
  const site = await startSite({ PORT: String(await freePort()), TRUSTED_PROXIES: '127.0.0.1,::1' })
  let app = await site.start()
  const { send, access } = await signInOwner(app)
  const made = await send('/api/events', { cookie: access.cookie, json: { ...eventFacts, seats } })
  const { id, slug }: Event = await made.json()
  const published = await send(`/api/events/${id}/publish`, { method: 'POST', cookie: access.cookie })
  expect(published.status, await published.text()).toBe(200)

  const answered: string[] = []
  let repeats = 0
  let isOver = false
  const nextAddress = createAddresses()

  /** Sends the form until a running app responds, as a person does who gets no response. */
  async function insist(email: string, party: number): Promise<void> {
    const form = { name: email.split('@')[0] ?? '', email, party: String(party), company: '', message: '' }
    const headers = nextAddress()
    for (;;) {
      const send = createSend(app.url)
      const response = await send(eventPaths.event(slug), { form, headers }).catch(() => undefined)
      if (response && response.status < 500) {
        expect(response.status, await response.text()).toBe(303)
        return
      }
      repeats++
      await sleep(50)
    }
  }

  async function write(writer: number): Promise<void> {
    for (let number = 0; !isOver; number++) {
      const email = `p${writer}-${number}@example.org`
      await insist(email, 1 + (number % 3))
      answered.push(email)
    }
  }

  const work = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
  // The work is awaited below; until then, its failure must not end the test process.
  work.catch(() => {})
  for (let kill = 0; kill < kills; kill++) {
    const enough = answered.length + betweenKills
    while (answered.length < enough) await Promise.race([sleep(5), work])
    await sleep(10 * kill)
    process.kill(serverOf(app), 'SIGKILL')
    await app.ended
    app = await site.start()
  }
  isOver = true
  await work

  type Party = { email: string; status: string; told: string[] }
  const parties = await querySite<Party>(
    site,
    `select email, event_registrations.status, array_agg(event_mails.about || ' ' || recipient) as told
     from event_registrations left join event_mails on registration_id = event_registrations.id
       left join outbox_messages on outbox_messages.id = event_mails.message_id
     group by event_registrations.id`,
  )
  expect(parties.map(({ email }) => email).sort()).toEqual(answered.sort())
  for (const { email, status, told } of parties) expect(told, email).toEqual([`${status} ${email}`])
  const statuses = Map.groupBy(parties, ({ status }) => status)
  expect([...statuses.keys()].sort()).toEqual(['registered', 'waiting'])
  const [date] = await querySite<{ taken: number; sum: number }>(
    site,
    `select taken, (select sum(party)::int from event_registrations where status = 'registered') as sum from events`,
  )
  expect(date?.taken).toBe(date?.sum)
  expect(date?.taken).toBeLessThanOrEqual(seats)
  console.log(
    `${parties.length} registrations, ${statuses.get('waiting')?.length} of them waiting, ${kills} kills, ${repeats} attempts without a response`,
  )
})
