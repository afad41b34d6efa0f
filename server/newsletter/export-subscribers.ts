import { asc, gt } from 'drizzle-orm'
import type { Queryable } from '../db/connect.ts'
import { exportBatch, inBatches } from '../db/page.ts'
import { newsletterSubscriptions as table } from '../db/schema/newsletter.ts'

/** All subscribers, also those who left, so that no one gets the newsletter again after a move */
export async function* readSubscribers(db: Queryable): AsyncGenerator<string[]> {
  yield [
    ...['Email', 'Active', 'How often', 'Subscribed (UTC)', 'Asked (UTC)', 'Consent', 'Page', 'Left (UTC)'],
    'Reason',
  ]
  const read = (after = 0) =>
    db.select().from(table).where(gt(table.id, after)).orderBy(asc(table.id)).limit(exportBatch)
  for await (const rows of inBatches(exportBatch, read, ({ id }) => id))
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
