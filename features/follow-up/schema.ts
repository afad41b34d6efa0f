import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  serial,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { firstWordOf, timestamptz } from '../../core/server/db/schema/columns.ts'

/** A day that people attend. Its owner is a row of another feature with the same `uid`, and keeps it up to date. */
export const gatherings = pgTable(
  'gatherings',
  {
    id: serial('id').primaryKey(),
    uid: uuid('uid').notNull().unique(),
    /** The name by which the feature of its owner can be switched off */
    feature: text('feature').notNull(),
    title: text('title').notNull(),
    day: date('day').notNull(),
    /** IANA name */
    timeZone: text('time_zone').notNull(),
    /** When the feedback is asked for; null if it is not, as about trainings that were held before there was feedback */
    askAt: timestamptz('ask_at'),
    /** False once it is canceled: then no one is asked */
    isHeld: boolean('is_held').notNull().default(true),
  },
  (table) => [index('gatherings_ask').on(table.askAt).where(sql`${table.askAt} is not null`)],
)

/** People who came. Once a person is erased, the row has no name and no address, and its certificate is withdrawn. */
export const attendees = pgTable(
  'attendees',
  {
    id: serial('id').primaryKey(),
    uid: uuid('uid').notNull().defaultRandom().unique(),
    gatheringId: integer('gathering_id')
      .notNull()
      .references(() => gatherings.id, { onDelete: 'cascade' }),
    /** Names the person within the gathering, also for a device that was offline */
    key: text('key').notNull(),
    name: text('name').notNull(),
    /** Empty if there is none: then the person is not asked for feedback */
    email: text('email').notNull().default(''),
    /** Null if the check-in was undone */
    cameAt: timestamptz('came_at'),
    /** When the check-in was made or undone, by the clock of the device. The latest one counts. */
    markedAt: timestamptz('marked_at').notNull(),
    /** In the address of the certificate; random, so that it cannot be guessed */
    certificate: text('certificate').notNull().unique(),
    withdrawnAt: timestamptz('withdrawn_at'),
    /** SHA-256 of the token in the link to the questions, hex. Null once the person was erased. */
    tokenHash: text('token_hash').unique(),
    askedAt: timestamptz('asked_at'),
    answeredAt: timestamptz('answered_at'),
    rating: integer('rating'),
    /** The answers to what helped most, and what to do differently */
    best: text('best').notNull().default(''),
    better: text('better').notNull().default(''),
  },
  (table) => [
    unique('attendees_key').on(table.gatheringId, table.key),
    index('attendees_email').on(sql`lower(${table.email})`),
    index('attendees_first_word').on(firstWordOf(table.name)),
    check('attendees_rating', sql`${table.rating} between 1 and 5`),
  ],
)
