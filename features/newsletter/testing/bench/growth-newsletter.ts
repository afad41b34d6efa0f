import { fillWith } from '../../../../tests/bench/fill-with.ts'
import { compareLists } from '../../../../tests/bench/growth.ts'
import type { Bench } from '../../../../tests/bench/row.ts'

/**
 * The searches match all rows, one in a hundred, or a few. In the small database, each matches at least one or two
 * rows, so that both servers return about as many.
 */
const lists = [
  ...['', 'q=ann', 'q=ann77', 'q=example.org'].map((query) => `/api/newsletter/subscribers?limit=2&${query}`),
  ...['', 'q=ann', 'q=ann77', 'q=uncommon', 'q=ordinary&status=sent'].map(
    (query) => `/api/outbox?limit=2&${query}`,
  ),
  '/api/newsletter/issues',
]

/** The lists of subscribers, emails, and issues: each row is an address with one email, and five issues went to all. */
export const bench: Bench = {
  name: 'growth newsletter',
  measure: (given) => compareLists(given, fillNewsletter, lists),
}

const fillNewsletter = fillWith(async (client, rows) => {
  await client.query(
    `insert into newsletter_subscriptions (email)
       select 'ann' || n || '@example.org' from generate_series(1, $1::int) as n`,
    [rows],
  )
  await client.query(
    `insert into outbox_messages (message_id, kind, recipient, subject, text, status)
       select 'id' || n, 'newsletter', 'ann' || n || '@example.org',
         case when n in (1, 51) or n % 1000 = 2 then 'An uncommon' else 'An ordinary' end || ' subject', 'Text', 'sent'
       from generate_series(1, $1::int) as n`,
    [rows],
  )
  await client.query(
    `insert into newsletter_issues (subject, text, html, started_by, finished_at, sums)
       select 'Issue ' || n, '', '', 'Ann', now(),
         jsonb_build_object('total', $1::int, 'sent', $1::int, 'failed', 0, 'leftOut', 0)
       from generate_series(1, 5) as n`,
    [rows],
  )
  await client.query(
    `insert into newsletter_copies (issue_id, subscription_id, message_id, settled_at)
       select i.id, s.id, s.id, now() from newsletter_issues i, newsletter_subscriptions s`,
  )
})
