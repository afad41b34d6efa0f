import type { PublicPages } from '../../../tests/helpers/feature-testing.ts'
import type { TestServer } from '../../../tests/helpers/launch-server.ts'
import { eventPaths } from '../contract/event-paths.ts'
import type { ShownEvent } from '../contract/shown-event.ts'
import { addPublicEvent } from './public-event.ts'

const date: ShownEvent = {
  slug: 'ai-for-church-offices',
  kind: 'workshop',
  title: 'AI for church offices',
  day: '2027-03-04',
  startsAt: '09:00',
  endsAt: '12:00',
  timeZone: 'America/New_York',
  format: 'in-person',
  place: 'Grace Chapel',
  amount: null,
  currency: 'USD',
  price: '',
  state: 'open',
  seatsLeft: null,
  content: '',
  picture: undefined,
  socialPicture: undefined,
  summary: '',
  terms: '',
  registerUntil: null,
  contact: '',
  cancelReason: '',
  publishedAt: '2027-01-04T12:00:00.000Z',
  version: 1,
}

export const publicPages: PublicPages = {
  addresses: {
    [eventPaths.event(':slug')]: async (server) => [
      eventPaths.event(await findOrAdd(server)),
      eventPaths.event(await findOrAdd(server, { slug: 'full', seats: 2, taken: 2 })),
      eventPaths.event(await findOrAdd(server, { slug: 'closed', register_until: '2026-01-01' })),
    ],
    [eventPaths.registration(':token')]: async (server) => eventPaths.registration(await signUp(server)),
  },
  makeTokens: async (server) => ({ '/registration/': await signUp(server) }),
  views: [
    { page: 'home', props: { posts: [], data: { nextDates: [date] } } },
    { page: 'events', props: { coming: [], past: [date] } },
    { page: 'event', props: { event: date } },
    { page: 'event', props: { event: { ...date, state: 'full' } } },
  ],
}

async function findOrAdd(server: TestServer, changes: Parameters<typeof addPublicEvent>[1] = {}) {
  const slug = String(changes.slug ?? 'ai-for-church-offices')
  const [found] = await server.query('select id from events where slug = $1', [slug])
  return found ? slug : addPublicEvent(server, changes)
}

/** Registers someone through the form of a date and returns the token of the link. */
export async function signUp(server: TestServer, form: Record<string, string> = {}): Promise<string> {
  const response = await server.send(eventPaths.event(await findOrAdd(server)), {
    form: { name: 'Ann Example', email: 'ann@example.org', party: '3', ...form },
    redirect: 'manual',
  })
  return response.headers.get('location')?.split('/').at(-1) ?? ''
}
