import type { PublicPages } from '../../../tests/helpers/feature-testing.ts'
import type { TestServer } from '../../../tests/helpers/launch-server.ts'
import { eventPaths } from '../contract/event-paths.ts'
import { addPublicEvent } from './public-event.ts'

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
  views: [{ page: 'events', props: { coming: [], past: [] } }],
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
