import { expect, onTestFinished } from 'vitest'
import { type FakeSmtp, startFakeSmtp } from '../../../tests/fakes/fake-smtp.ts'
import { startSignedIn, type TestServer } from '../../../tests/helpers/test-server.ts'
import type { Post } from '../../posts/contract/posts.ts'
import type { Issue } from '../contract/newsletter.ts'

/** Seconds between two checks for new jobs. The job queue allows no shorter time. */
const jobPause = 0.5

export const subscribers = (server: TestServer) =>
  server.query<{
    email: string
    is_active: boolean
    token: string
    end_reason: string | null
    consent: string
  }>('select email, is_active, token, end_reason, consent from newsletter_subscriptions order by id')

export async function publish(
  server: TestServer,
  cookie: string,
  values: Record<string, unknown> = {},
): Promise<Post> {
  const json = { title: 'Bread and data', content: '<p>Knead it well.</p>', isPublished: true, ...values }
  return (await server.send('/api/blog', { cookie, json })).json()
}

/** Starts a server that sends to a fake mail server. It has subscribers (p1, p2, ...) and a published post. */
export async function startSending(readers: number, given?: FakeSmtp) {
  const fake = given ?? (await startFakeSmtp())
  if (!given) onTestFinished(() => fake.close())
  const env = { SMTP_URL: fake.url, ORG_POSTAL_ADDRESS: '1 Main St' }
  const { server, cookie } = await startSignedIn({ env, jobPause })
  const post = await publish(server, cookie)
  await server.query(
    `insert into newsletter_subscriptions (email) select 'p' || n || '@example.org' from generate_series(1, $1::int) n`,
    [readers],
  )
  return { fake, server, cookie, post }
}

/** Starts a server without a mail server, so that emails wait in the outbox. `names` subscribe to the newsletter. */
export async function startWithReaders(names: string[]) {
  const { server, cookie } = await startSignedIn({ env: { ORG_POSTAL_ADDRESS: '1 Main St' }, jobPause })
  for (const name of names)
    await server.query('insert into newsletter_subscriptions (email) values ($1)', [`${name}@example.org`])
  const call = (path: string, json?: unknown) => server.send(path, { cookie, json, method: 'POST' })
  return {
    server,
    cookie,
    call,
    issues: async (): Promise<Issue[]> => (await server.send('/api/newsletter/issues', { cookie })).json(),
    mails: () =>
      server.query<{ id: number; name: string; status: string }>(
        `select id, split_part(recipient, '@', 1) as name, status from outbox_messages order by recipient`,
      ),
    /** Publishes a post, sends it as a newsletter issue, and waits until all copies are in the outbox. */
    async sendPost(title: string): Promise<Post> {
      const post = await publish(server, cookie, { title })
      expect((await call('/api/newsletter/issues', { postId: post.id })).status).toBe(201)
      await expect
        .poll(
          () =>
            server.query('select 1 from newsletter_issues where finished_at is not null and post_id = $1', [
              post.id,
            ]),
          { timeout: 10_000 },
        )
        .toHaveLength(1)
      return post
    },
  }
}
