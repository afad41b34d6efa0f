import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, serial, text } from 'drizzle-orm/pg-core'
import { calendarMethods, mailStates } from '../../../contract/outbox.ts'
import { checkEnum, createdAt, timestamptz, tsvector, wordsOf } from './columns.ts'

/** The part of an email about one of several people; `email` in lower case */
export type MailPart = { email: string; text: string; html: string }

/** The outbox: every email, whether a mail server or a person sends it */
export const outboxMessages = pgTable(
  'outbox_messages',
  {
    id: serial('id').primaryKey(),
    /** The `Message-ID` header without angle brackets, the same at every attempt */
    messageId: text('message_id').notNull().unique(),
    kind: text('kind').notNull(),
    /** One address */
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    html: text('html'),
    /** The secret link for `{{link}}` in text and HTML, encrypted (core/server/mail/encrypted-link.ts) */
    sealedLink: text('sealed_link'),
    /** Additional headers, such as `List-Unsubscribe` */
    headers: jsonb('headers').$type<Record<string, string>>().notNull().default({}),
    /** An event for the recipient's calendar (iCalendar, RFC 5545), and its method (RFC 5546) */
    calendar: text('calendar'),
    calendarMethod: text('calendar_method', { enum: calendarMethods }),
    /** Prevents a second email with the same key */
    onceKey: text('once_key').unique(),
    /** An email waits until all earlier ones with this key to the same address are sent or have failed. */
    orderKey: text('order_key'),
    status: text('status', { enum: mailStates }).notNull().default('queued'),
    attempts: integer('attempts').notNull().default(0),
    /** Message for the admin about the last failed attempt */
    problem: text('problem'),
    createdAt: createdAt(),
    nextAttemptAt: timestamptz('next_attempt_at').notNull().defaultNow(),
    /** When the mail server accepted it, or a person marked it as sent */
    sentAt: timestamptz('sent_at'),
    /** Username of the user who wrote it; null if the site did */
    writtenBy: text('written_by'),
    /** Lower-case addresses of the people whom the email is about */
    about: text('about').array().notNull().default(sql`'{}'`),
    /** For an email about several people: the part about each, exactly as in text and HTML */
    parts: jsonb('parts').$type<MailPart[]>(),
    search: tsvector('search').generatedAlwaysAs(wordsOf('recipient', 'subject')),
  },
  (table) => [
    index('outbox_messages_search').using('gin', table.search),
    index('outbox_messages_listed').on(table.id.desc()),
    index('outbox_messages_recipient').on(sql`lower(${table.recipient})`),
    index('outbox_messages_about').using('gin', table.about).where(sql`${table.about} <> '{}'`),
    index('outbox_messages_status').on(table.status, table.id.desc()),
    index('outbox_messages_due').on(table.nextAttemptAt).where(sql`${table.status} = 'queued'`),
    index('outbox_messages_in_order').on(table.orderKey),
    checkEnum(table.status, mailStates),
    checkEnum(table.calendarMethod, calendarMethods),
    check('outbox_messages_calendar', sql`(${table.calendar} is null) = (${table.calendarMethod} is null)`),
  ],
)
