import type { Queryable } from '../../../core/server/db/connect.ts'
import { exportRows } from '../../../core/server/db/page.ts'
import { newsletterSubscriptions } from '../schema.ts'

/** All subscribers, also those who left, so that no one gets the newsletter again after a move */
export async function* readSubscribers(db: Queryable): AsyncGenerator<string[]> {
  yield [
    ...['Email', 'Active', 'How often', 'Subscribed (UTC)', 'Asked (UTC)', 'Consent', 'Page', 'Left (UTC)'],
    'Reason',
  ]
  for await (const rows of exportRows(db, newsletterSubscriptions))
    yield* rows.map((row) => [
      row.email,
      row.isActive ? 'yes' : 'no',
      row.frequency,
      row.subscribedAt.toISOString(),
      row.askedAt?.toISOString() ?? '',
      row.consent ?? '',
      row.source ?? '',
      row.endedAt?.toISOString() ?? '',
      row.endReason ?? '',
    ])
}
