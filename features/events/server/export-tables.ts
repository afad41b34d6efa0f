import { typeMoney } from '../../../core/contract/money.ts'
import { exportRows } from '../../../core/server/db/page.ts'
import type { ExportTable } from '../../manifest/feature.ts'
import { eventRegistrations, events } from '../schema.ts'

export const exportTables: ExportTable[] = [
  {
    path: 'events.csv',
    counts: 'public dates',
    about: 'public dates, with their texts as HTML',
    async *read(db) {
      yield [
        ...[
          'Number',
          'Address',
          'State',
          'Kind',
          'Title',
          'Text',
          'Day',
          'Starts',
          'Ends',
          'Time zone',
          'Format',
        ],
        ...['Place', 'Link', 'Seats', 'Taken', 'Amount', 'Currency', 'Price', 'Address for paying', 'Terms'],
        ...['Registration until', 'Contact', 'Published (UTC)', 'Canceled (UTC)', 'Reason'],
      ]
      for await (const rows of exportRows(db, events))
        yield* rows.map((row) => [
          ...[String(row.id), row.slug, row.status, row.kind, row.title, row.content, row.day, row.startsAt],
          ...[row.endsAt, row.timeZone, row.format, row.place, row.onlineUrl, String(row.seats ?? '')],
          ...[String(row.taken), typeMoney(row.amount), row.currency, row.price, row.payUrl, row.terms],
          ...[row.registerUntil ?? '', row.contact, row.publishedAt?.toISOString() ?? ''],
          ...[row.canceledAt?.toISOString() ?? '', row.cancelReason],
        ])
    },
  },
  {
    path: 'registrations.csv',
    counts: 'registrations for public dates',
    about: 'registrations for public dates',
    async *read(db) {
      yield [
        ...[
          'Number',
          'Date',
          'Name',
          'Email',
          'Organization',
          'Message',
          'State',
          'People',
          'Names of the others',
        ],
        ...[
          'Walk-in',
          'Paid',
          'Page',
          'Registered (UTC)',
          'Waiting since (UTC)',
          'Canceled (UTC)',
          'Canceled by',
        ],
      ]
      for await (const rows of exportRows(db, eventRegistrations))
        yield* rows.map((row) => [
          ...[String(row.id), String(row.eventId), row.name, row.email, row.company, row.message, row.status],
          ...[String(row.party), row.names.join('\n'), row.isWalkIn ? 'yes' : 'no', row.paidOn ?? ''],
          ...[row.source ?? '', row.createdAt.toISOString(), row.waitingSince?.toISOString() ?? ''],
          ...[row.canceledAt?.toISOString() ?? '', row.canceledBy ?? ''],
        ])
    },
  },
]
