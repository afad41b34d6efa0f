import { sql } from 'drizzle-orm'
import { exportQuery, isoTime } from '../../../core/server/db/export-query.ts'
import type { ExportTable } from '../../manifest/feature.ts'
import { eventRegistrations, events } from '../schema.ts'

export const exportTables: ExportTable[] = [
  {
    path: 'events.csv',
    counts: 'public dates',
    about: 'public dates, with their texts as HTML',
    read: exportQuery(
      sql`id as "Number", slug as "Address", status as "State", kind as "Kind", title as "Title", content as "Text",
        day as "Day", starts_at as "Starts", ends_at as "Ends", time_zone as "Time zone", format as "Format",
        place as "Place", online_url as "Link", seats as "Seats", taken as "Taken",
        replace((amount / 100.0)::numeric(12, 2)::text, '.00', '') as "Amount", currency as "Currency",
        price as "Price", pay_url as "Address for paying", terms as "Terms", register_until as "Registration until",
        contact as "Contact", ${isoTime(events.publishedAt)} as "Published (UTC)",
        ${isoTime(events.canceledAt)} as "Canceled (UTC)", cancel_reason as "Reason"`,
      sql`events`,
    ),
  },
  {
    path: 'registrations.csv',
    counts: 'registrations for public dates',
    about: 'registrations for public dates',
    read: exportQuery(
      sql`id as "Number", event_id as "Date", name as "Name", email as "Email", company as "Organization",
        message as "Message", status as "State", party as "People", names as "Names of the others",
        is_walk_in as "Walk-in", paid_on as "Paid", source as "Page",
        ${isoTime(eventRegistrations.createdAt)} as "Registered (UTC)",
        ${isoTime(eventRegistrations.waitingSince)} as "Waiting since (UTC)",
        ${isoTime(eventRegistrations.canceledAt)} as "Canceled (UTC)", canceled_by as "Canceled by"`,
      sql`event_registrations`,
    ),
  },
]
