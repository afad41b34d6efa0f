import { eq } from 'drizzle-orm'
import { readConfig } from '../../../core/config.ts'
import { startTestServer, type TestServer } from '../../../tests/helpers/test-server.ts'
import { dayFromNow } from '../../calendar/testing/calendar.ts'
import type { Event, EventValues } from '../contract/events.ts'
import type { Registration, RegistrationValues } from '../contract/registrations.ts'
import { events } from '../schema.ts'
import type { EventDeps } from '../server/event-row.ts'
import { hashOf } from '../server/registrations/arrival.ts'
import { register } from '../server/registrations/registrations.ts'

export const eventFacts: EventValues = {
  kind: 'workshop',
  title: 'AI for church offices',
  content: '<p>Bring one letter.</p>',
  picture: '',
  pictureAlt: '',
  day: dayFromNow(21),
  startsAt: '09:00',
  endsAt: '12:00',
  timeZone: 'America/New_York',
  format: 'in-person',
  place: 'Grace Chapel, Springfield',
  onlineUrl: '',
  seats: 3,
  amount: 4900,
  currency: 'USD',
  price: 'Coffee included',
  payUrl: 'https://pay.example/49',
  terms: 'Cancel until the day before.',
  registerUntil: null,
  contact: 'office@example.org',
  trainerId: null,
}

export const partyOf = (name: string, more: Partial<RegistrationValues> = {}): RegistrationValues => ({
  name,
  email: `${name.toLowerCase()}@example.org`,
  company: '',
  message: '',
  party: 1,
  names: [],
  ...more,
})

/** For functions that are called directly. Emails hold the name of their template and its properties. */
export const eventDeps: EventDeps = {
  config: readConfig({ PUBLIC_URL: 'http://everyday.test', TIME_ZONE: 'UTC' }, '/nowhere'),
  // Rendering an email takes longer than everything else here.
  writeEmail: async ({ template, props }) => ({ subject: template, html: '', text: JSON.stringify(props) }),
}

/** An office that makes dates through the API, as its only user */
export async function openEventOffice(server: TestServer) {
  const cookie = await server.signIn()
  const { db } = server.instance
  const request = (method: string, path: string, json?: object) =>
    server.send(path, { method, cookie, ...(json && { json }) })
  async function respond<Body>(method: string, path: string, json?: object): Promise<Body> {
    const response = await request(method, path, json)
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
    return response.json()
  }
  const draft = (more: Partial<EventValues> = {}) =>
    respond<Event>('POST', '/api/events', { ...eventFacts, ...more })
  const publish = async (more: Partial<EventValues> = {}) => {
    const { id } = await draft(more)
    return respond<Event>('POST', `/api/events/${id}/publish`)
  }
  const read = (id: number) => respond<Event>('GET', `/api/events/${id}`)
  /** Saves a date with some changes, by default from its newest version. */
  const save = async (id: number, changes: Partial<EventValues> & { version?: number }) => {
    const event = await read(id)
    const values = Object.fromEntries(
      Object.keys(eventFacts).map((field) => [field, event[field as keyof EventValues]]),
    )
    return request('PUT', `/api/events/${id}`, { ...values, version: event.version, ...changes })
  }
  const add = (id: number, values: RegistrationValues) =>
    respond<Registration>('POST', `/api/events/${id}/registrations`, values)
  /** Registers a visitor, as the form on the page of the date does. */
  const join = (id: number, values: RegistrationValues, { isSuspect = false } = {}) =>
    register(db, eventDeps, eq(events.id, id), values, { contentHash: hashOf(values), isSuspect })
  const list = (id: number) => respond<Registration[]>('GET', `/api/events/${id}/registrations`)
  /** The emails about registrations: what they are about, and to whom */
  const mails = async () =>
    (
      await server.query<{ mail: string }>(
        `select event_mails.about || ' ' || split_part(recipient, '@', 1) as mail
         from event_mails join outbox_messages on id = event_mails.message_id order by id`,
      )
    ).map(({ mail }) => mail)
  return { server, db, cookie, request, respond, draft, publish, read, save, add, join, list, mails }
}

export async function startEventOffice() {
  return openEventOffice(await startTestServer())
}
