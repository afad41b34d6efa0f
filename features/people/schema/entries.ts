import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  date,
  index,
  integer,
  jsonb,
  type PgColumn,
  pgTable,
  serial,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import {
  checkEnum,
  createdAt,
  firstWordOf,
  timestamptz,
  tsvector,
  wordsOf,
} from '../../../core/server/db/schema/columns.ts'
import { users } from '../../accounts/schema/accounts.ts'
import { entryStatuses } from '../contract/people.ts'

/** Columns that the entries of both forms share: origin, spam check, and status */
const entryColumns = () => ({
  createdAt: createdAt(),
  /** SHA-256 of the fields; the same entry within ten minutes is stored once */
  contentHash: text('content_hash'),
  /** When the entry was marked as spam, which hides it from the list */
  suspectedAt: timestamptz('suspected_at'),
  /** When an admin marked it as not spam */
  clearedAt: timestamptz('cleared_at'),
  /** SHA-256 of the text, to detect the same text under many addresses */
  textHash: text('text_hash'),
  /** Keyed hash of the sender's network, deleted after a day */
  networkHash: text('network_hash'),
  status: text('status', { enum: entryStatuses }).notNull().default('new'),
  tags: text('tags').array().notNull().default(sql`'{}'`),
  /** Path of our page with the form */
  source: text('source'),
  /** When it was deleted, restorable until it is erased */
  deletedAt: timestamptz('deleted_at'),
})

type EntryTable = { status: PgColumn } & Record<
  'id' | 'name' | 'email' | 'search' | Exclude<keyof ReturnType<typeof entryColumns>, 'status'>,
  AnyPgColumn
>

/** One index per list of the People page, so that reading and counting it touches no other entries */
const entryIndexes = (name: string, table: EntryTable) => {
  const listed = sql`${table.suspectedAt} is null and ${table.deletedAt} is null`
  return [
    index(`${name}_content_hash`).on(table.contentHash, table.createdAt),
    // With all that a count of people with a next step needs, so that it reads no entry
    index(`${name}_email`).on(sql`lower(${table.email})`, table.email, table.suspectedAt, table.deletedAt),
    // With the time, so that the newest of many ids are found without reading the entries
    index(`${name}_listed`).on(table.id, table.createdAt).where(listed),
    index(`${name}_newest`).on(table.createdAt, table.id).where(listed),
    index(`${name}_status`).on(table.status, table.createdAt, table.id).where(listed),
    index(`${name}_spam`)
      .on(table.createdAt, table.id)
      .where(sql`${table.suspectedAt} is not null and ${table.deletedAt} is null`),
    index(`${name}_deleted`).on(table.createdAt, table.id).where(sql`${table.deletedAt} is not null`),
    index(`${name}_text_hash`).on(table.textHash, table.createdAt),
    index(`${name}_first_word`).on(firstWordOf(table.name)).where(sql`${table.suspectedAt} is null`),
    index(`${name}_network_hash`)
      .on(table.networkHash, table.createdAt)
      .where(sql`${table.networkHash} is not null`),
    index(`${name}_search`).using('gin', table.search),
    index(`${name}_tags`).using('gin', table.tags),
    checkEnum(table.status, entryStatuses),
  ]
}

export const trainingWaitlist = pgTable(
  'training_waitlist',
  {
    id: serial('id').primaryKey(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    phone: text('phone'),
    company: text('company'),
    message: text('message'),
    ...entryColumns(),
    /** First entry of the same address, null if this is the first */
    firstEntryId: integer('first_entry_id').references((): AnyPgColumn => trainingWaitlist.id, {
      onDelete: 'set null',
    }),
    search: tsvector('search').generatedAlwaysAs(wordsOf('name', 'email', 'company', 'phone', 'message')),
  },
  (table) => entryIndexes('training_waitlist', table),
)

export const contactSubmissions = pgTable(
  'contact_submissions',
  {
    id: serial('id').primaryKey(),
    name: text('name').notNull(),
    company: text('company').notNull(),
    phone: text('phone'),
    email: text('email').notNull(),
    industry: text('industry'),
    services: text('services').array(),
    timeline: text('timeline'),
    ...entryColumns(),
    /** First entry of the same address, null if this is the first */
    firstEntryId: integer('first_entry_id').references((): AnyPgColumn => contactSubmissions.id, {
      onDelete: 'set null',
    }),
    search: tsvector('search').generatedAlwaysAs(
      wordsOf('name', 'email', 'company', 'phone', 'industry', 'timeline'),
    ),
  },
  (table) => entryIndexes('contact_submissions', table),
)

export const personNotes = pgTable(
  'person_notes',
  {
    id: serial('id').primaryKey(),
    /** In lower case */
    email: text('email').notNull(),
    text: text('text').notNull(),
    /** Username; the account may be gone */
    writtenBy: text('written_by').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('person_notes_email').on(table.email, table.id)],
)

/** Next steps with people. A person has at most one open step. */
export const nextSteps = pgTable(
  'next_steps',
  {
    id: serial('id').primaryKey(),
    /** In lower case */
    email: text('email').notNull(),
    text: text('text').notNull(),
    dueOn: date('due_on').notNull(),
    /** The user who does it; null if their account is gone */
    ownerId: integer('owner_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    doneAt: timestamptz('done_at'),
    /** Username */
    doneBy: text('done_by'),
  },
  (table) => [
    uniqueIndex('next_steps_open').on(table.email).where(sql`${table.doneAt} is null`),
    index('next_steps_email').on(table.email, table.id),
    index('next_steps_due').on(table.dueOn, table.id).where(sql`${table.doneAt} is null`),
    index('next_steps_owner').on(table.ownerId),
  ],
)

/** New entries for the next daily notice to the owner, deleted once it is queued (features/people/server/lead-notices.ts) */
export const leadNotices = pgTable('lead_notices', {
  id: serial('id').primaryKey(),
  /** Address of the entry, in lower case */
  email: text('email').notNull().default(''),
  title: text('title').notNull(),
  /** Label and value of each field */
  answers: jsonb('answers').$type<[string, string][]>().notNull(),
  createdAt: createdAt(),
})
