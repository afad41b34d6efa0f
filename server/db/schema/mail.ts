import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, serial, text } from 'drizzle-orm/pg-core'
import { mailKinds, mailStates } from '../../../contracts/outbox.ts'
import { checkEnum, createdAt, timestamptz, tsvector, wordsOf } from './columns.ts'

/** What a mail says about one of several people. `email` in lower case. */
export type MailPart = { email: string; text: string; html: string }

/** Every mail that the product writes, whether a mail server takes it or a person hands it over. */
export const outboxMessages = pgTable(
  'outbox_messages',
  {
    id: serial('id').primaryKey(),
    /** Of the mail's `Message-ID` header, without angle brackets; the same at every attempt. */
    messageId: text('message_id').notNull().unique(),
    kind: text('kind', { enum: mailKinds }).notNull(),
    /** One address. */
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    html: text('html'),
    /** What stands where text and html say `{{link}}`: it opens something, so it is sealed (server/mail/encrypted-link.ts). */
    sealedLink: text('sealed_link'),
    /** Headers beside the usual ones, such as `List-Unsubscribe`. */
    headers: jsonb('headers').$type<Record<string, string>>().notNull().default({}),
    /** Two messages of the same key are one. */
    onceKey: text('once_key').unique(),
    status: text('status', { enum: mailStates }).notNull().default('queued'),
    attempts: integer('attempts').notNull().default(0),
    /** A sentence for the person, of the last attempt. */
    problem: text('problem'),
    createdAt: createdAt(),
    nextAttemptAt: timestamptz('next_attempt_at').notNull().defaultNow(),
    /** When the mail server took it, or a person marked it as sent. */
    sentAt: timestamptz('sent_at'),
    /** Addresses, in lower case, of the people whom it tells the recipient about. */
    about: text('about').array().notNull().default(sql`'{}'`),
    /** Where it is about several people: what it says about each, word for word as in text and HTML. */
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
    checkEnum(table.kind, mailKinds),
    checkEnum(table.status, mailStates),
  ],
)
