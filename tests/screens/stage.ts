import type { SentTeamInvite } from '../../features/accounts/contract/team.ts'
import { createApiToken } from '../../features/accounts/testing/api-token.ts'
import type { Post } from '../../features/posts/contract/posts.ts'
import type { TestServer } from '../helpers/launch-server.ts'

// Sample rows for screenshots and tests, as an organization would have them after some weeks

/** Replaces all emails in the outbox with one of each status. */
export async function addMails({ query }: TestServer): Promise<void> {
  await query(`
    truncate outbox_messages cascade;
    insert into outbox_messages (message_id, kind, recipient, subject, text, status, problem, sent_at) values
      ('1', 'lead', 'owner@example.org', 'Ann joined the training waitlist', 'One line.', 'sent', null, now()),
      ('2', 'guest', 'bea@example.org', 'Your writing page at Everyday AI', 'Line one.\n\nhttps://everyday.test/write/abcdefghijklmnopqrstuvwxyz0123456789', 'queued', null, null),
      ('3', 'invite', 'a-rather-long-address-of-somebody@a-long-domain.example.org', 'Would you write for Everyday AI?',
       'Hello.', 'failed', 'The email server says this address doesn’t accept email. Check the address.', null),
      ('4', 'invite', 'bea@example.org', 'Would you write for Everyday AI?', 'Hello.', 'withdrawn',
       'Its link was replaced or turned off.', null)`)
}

/** Adds the office's own pages, one of each state. Returns the public one. */
export async function addOwnPages({ send }: TestServer, cookie: string): Promise<Post> {
  const save = async (page: object): Promise<Post> =>
    (await send('/api/blog', { cookie, json: { kind: 'page', ...page } })).json()
  await save({ title: 'Speaking', content: '<p>I speak at lunch.</p>' })
  await save({
    title: 'Questions people ask us',
    slug: 'faq',
    content: '<p>What does it cost?</p>',
    isPublished: true,
    publishedAt: new Date(Date.now() + 2 * 24 * 60 * 60 * 1000).toISOString(),
  })
  return save({
    title: 'About us',
    excerpt: 'Two neighbors who help offices with AI.',
    content: `<p>We are two neighbors who help small offices, churches, and food banks with AI. We come to you, and we
      use plain words.</p><h2>Why we do this</h2><p>Most tools come with big promises. We start with one task that takes
      you an hour a week.</p><ul><li><p>No jargon</p></li><li><p>No long contracts</p></li></ul><aside data-tone="tip"><p>Bring
      one letter that you write every month.</p></aside><table><tbody><tr><th><p>Day</p></th><th><p>People</p></th><th><p>Price</p></th></tr><tr><td><p>Half
      a day</p></td><td><p>Up to 12</p></td><td><p>$900</p></td></tr><tr><td><p>A day</p></td><td><p>Up to
      20</p></td><td><p>$1,600</p></td></tr></tbody></table><p class="button-link"><a href="https://example.org/book">Book
      a day</a></p><figure class="video"><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ">How a day with us
      goes</a></figure>`,
    isPublished: true,
  })
}

/** Adds weeks of clicks and page views, months of AI use, and subscribers with a newsletter issue in delivery. */
export async function addWeeks({ query }: TestServer): Promise<void> {
  await query(`
    insert into calendar_clicks (service, source, created_at)
      select service, '/', now() - make_interval(days => day)
      from unnest(array['inform', 'plan', 'integrate', 'on-site-training', 'community-join', 'beezy', 'calmpath'])
             with ordinality as kinds (service, rank),
           generate_series(1, 80) as day
      where day % (rank + 1) = 0;
    insert into page_views (day, path, views)
      select current_date - day, path, 40 / rank + day % 7
      from (select '/blog/' || slug, row_number() over (order by id) + 3 from blog_posts
            union all values ('/', 1), ('/blog', 2), ('/apps', 3)) as pages (path, rank),
           generate_series(1, 80) as day
      on conflict do nothing;
    insert into newsletter_subscriptions (email, is_active, end_reason, consent, source)
      values ('ann@example.org', true, null, 'Yes, send me one email a month.', '/'),
             ('bea@example.org', false, 'bounced', null, null),
             ('a-rather-long-address-of-somebody@a-long-domain.example.org', true, null, null, '/newsletter');
    insert into newsletter_issues (subject, text, html, started_by)
      values ('Keep your prayer list out of the chatbot', '', '', 'Ann Admin');
    insert into newsletter_copies (issue_id, subscription_id)
      select i.id, s.id from newsletter_issues i, newsletter_subscriptions s;
    insert into ai_usage (month, tokens_in, tokens_out)
      select to_char(now() - make_interval(months => month), 'YYYY-MM'), 120000 - month * 9000, 30000 + month * 2000
      from generate_series(0, 8) as month
      on conflict do nothing`)
}

/** Adds colleagues, an open invitation, tokens, and a week of activity. Returns the path of the invitation's link. */
export async function addTeam(server: TestServer, cookie: string): Promise<string> {
  const { query, send, signIn } = server
  const hana = await signIn({ username: 'Hana', role: 'helper' })
  await signIn({ username: 'Ed', role: 'editor' })
  await signIn({ username: 'Gone', role: 'editor' })
  await query(`
    update users set display_name = 'Hana Miller', email = 'hana@example.org', last_sign_in_at = now() - interval '2 hours'
      where username = 'Hana';
    update users set display_name = 'Maximiliana-Theodora Wolfeschlegelsteinhausenbergerdorff', disabled_at = now() - interval '3 days'
      where username = 'Gone';
    insert into passkeys (user_id, credential_id, public_key, user_handle, counter, name, last_used_at)
      values (1, 'a', '', '', 0, 'Chrome on Windows', now()), (1, 'b', '', '', 0, 'The blue key on my desk', null)`)
  const newToken = (owner: string, scopes: Parameters<typeof createApiToken>[2]) =>
    createApiToken(server, owner, scopes)
  await newToken(cookie, ['publish'])
  await newToken(hana, ['read-posts', 'read-entries'])
  await query(
    `insert into activity (at, kind, action, actor, user_id, subject, subject_id, details) values
     (now() - interval '6 days', 'sign-in', 'sign-in-failed', 'visitor', null, null, null, '{"attempt": 1}'),
     (now() - interval '5 days', 'team', 'role-changed', 'user', 1, 'user', 2, '{"from": "helper", "to": "editor"}'),
     (now() - interval '4 days', 'post', 'post-published', 'user', 1, 'post', 1, '{}'),
     (now() - interval '3 days', 'backup', 'backup-made', 'server', null, null, null, '{}'),
     (now() - interval '2 days', 'person', 'person-deleted', 'user', 3, 'waitlist', 1, '{}')`,
  )
  const json = { email: 'kim@example.org', displayName: 'Kim Lee', role: 'editor' }
  const sent: SentTeamInvite = await (await send('/api/team/invites', { cookie, json })).json()
  return new URL(sent.url).pathname
}
