import { hashToken } from '../../../core/server/http/tokens.ts'
import type { PublicPages } from '../../../tests/helpers/feature-testing.ts'
import type { TestServer } from '../../../tests/helpers/launch-server.ts'
import { newsletterPaths } from '../contract/newsletter-paths.ts'

export const publicPages: PublicPages = {
  addresses: {
    [newsletterPaths.confirm(':token')]: async (server) => newsletterPaths.confirm(await askFor(server)),
    [newsletterPaths.manage(':token')]: async (server) => newsletterPaths.manage(await subscribe(server)),
    [newsletterPaths.unsubscribe(':token')]: async (server) =>
      newsletterPaths.unsubscribe(await subscribe(server)),
  },
  makeTokens: async (server) => ({
    '/newsletter/confirm/': await askFor(server),
    '/newsletter/': await subscribe(server),
  }),
  views: [{ page: 'newsletter', props: { done: false, byHand: false } }],
}

/** Asks for the newsletter and returns the token that confirms it. */
async function askFor(server: TestServer): Promise<string> {
  await server.query(
    `insert into newsletter_confirmations (token_hash, email, consent, expires_at)
     values ($1, 'ann@example.org', 'Yes.', now() + interval '1 day') on conflict do nothing`,
    [hashToken('confirm-me')],
  )
  return 'confirm-me'
}

/** Creates a subscriber and returns the token of their links. */
async function subscribe(server: TestServer): Promise<string> {
  const [row] = await server.query<{ token: string }>(
    `insert into newsletter_subscriptions (email) values ('ann@example.org')
     on conflict (email) do update set is_active = true returning token`,
  )
  return row?.token ?? ''
}
