import { exportRows } from '../../../core/server/db/page.ts'
import type { ExportTable } from '../../manifest/feature.ts'
import { attendees, gatherings } from '../schema.ts'

export const followUpTables: ExportTable[] = [
  {
    path: 'attendees.csv',
    counts: 'attendees',
    about: 'people who came to trainings and public dates, with their certificates and answers',
    async *read(db) {
      yield [
        ...['Day', 'Title', 'Name', 'Email', 'Came (UTC)', 'Certificate', 'Withdrawn (UTC)', 'Asked (UTC)'],
        ...['Answered (UTC)', 'Rating', 'What helped most', 'What to do differently'],
      ]
      const days = new Map((await db.select().from(gatherings)).map((row) => [row.id, row]))
      for await (const rows of exportRows(db, attendees))
        yield* rows.map(({ gatheringId, name, email, certificate, rating, best, better, ...row }) => [
          ...[days.get(gatheringId)?.day ?? '', days.get(gatheringId)?.title ?? '', name, email],
          ...[iso(row.cameAt), certificate, iso(row.withdrawnAt), iso(row.askedAt), iso(row.answeredAt)],
          ...[String(rating ?? ''), best, better],
        ])
    },
  },
]

const iso = (time: Date | null) => time?.toISOString() ?? ''
