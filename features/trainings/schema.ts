import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  serial,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { currencies } from '../../core/contract/money.ts'
import { checkEnum, createdAt, timestamptz } from '../../core/server/db/schema/columns.ts'
import { outboxMessages } from '../../core/server/db/schema/mail.ts'
import { users } from '../accounts/schema/accounts.ts'
import { trainingWaitlist } from '../people/schema/entries.ts'
import { offerStatuses } from './contract/offers.ts'
import { trainingFormats } from './contract/training-fields.ts'
import { cancelers } from './contract/trainings.ts'

/** Columns that offers and trainings share */
const dayColumns = () => ({
  /** Local time in `timeZone`, such as 09:00 */
  startsAt: text('starts_at').notNull(),
  endsAt: text('ends_at').notNull(),
  format: text('format', { enum: trainingFormats }).notNull(),
  place: text('place').notNull().default(''),
  topics: text('topics').array().notNull().default(sql`'{}'`),
  headCount: integer('head_count'),
  /** What the price includes, in words */
  price: text('price').notNull().default(''),
  /** In hundredths of `currency`, as `deposit` is. Null if the price is in words only. */
  amount: integer('amount'),
  /** The part of the amount that is due when the day is booked. Null if the whole amount is due after the day. */
  deposit: integer('deposit'),
  currency: text('currency', { enum: currencies }).notNull().default('USD'),
  /** Where the client pays, https; empty if there is no such page */
  payUrl: text('pay_url').notNull().default(''),
  /** Terms of cancellation, which a client accepts with the offer. A training keeps those of its offer. */
  terms: text('terms').notNull().default(''),
  /** Days before the training until which the client can cancel alone. Null: until the day before. */
  cancelDays: integer('cancel_days'),
  /** Preparations for the client */
  prepare: text('prepare').notNull().default(''),
})

export type SharedColumn = keyof ReturnType<typeof dayColumns>
export const sharedColumns = Object.keys(dayColumns()) as SharedColumn[]

/** One to three days that are held for one person until they answer. A row is never reused for another person. */
export const offers = pgTable(
  'offers',
  {
    id: serial('id').primaryKey(),
    /** Part of Message-IDs, so that they differ from those of an offer that had the same id before a restore */
    uid: uuid('uid').notNull().defaultRandom().unique(),
    entryId: integer('entry_id')
      .notNull()
      .references(() => trainingWaitlist.id, { onDelete: 'cascade' }),
    trainerId: integer('trainer_id')
      .notNull()
      .references(() => users.id),
    status: text('status', { enum: offerStatuses }).notNull().default('draft'),
    /** One to three days in ascending order, kept when the offer is over; `trainer_days` has those that are held */
    days: date('days').array().notNull(),
    ...dayColumns(),
    /** IANA name. Null: see features/trainings/server/time-zone.ts. */
    timeZone: text('time_zone'),
    /** Personal words to the client */
    message: text('message').notNull().default(''),
    /** The last day on which it can be accepted, in its zone */
    validUntil: date('valid_until').notNull(),
    /** When it lapses: the end of `validUntil`, or the start of the last offered day. Null until it is sent. */
    expiresAt: timestamptz('expires_at'),
    /** SHA-256 of the token in the link, hex. Null until it is sent first; the link stays the same. */
    tokenHash: text('token_hash').unique(),
    /** Counts what the client was told, never backward, also over restores. Part of Message-IDs. */
    sequence: integer('sequence').notNull().default(0),
    /** Counts saves, to detect that someone else saved in the meantime */
    version: integer('version').notNull().default(1),
    /** The client's words with their answer */
    answer: text('answer').notNull().default(''),
    answeredAt: timestamptz('answered_at'),
    /** True if an admin recorded the answer, for example after a phone call */
    answeredByAdmin: boolean('answered_by_admin').notNull().default(false),
    createdBy: integer('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    sentAt: timestamptz('sent_at'),
    /** When it was declined, withdrawn, or lapsed */
    endedAt: timestamptz('ended_at'),
  },
  (table) => [
    // Two live offers to the same person could both be accepted.
    uniqueIndex('offers_open')
      .on(table.entryId)
      .where(sql`${table.status} in ('draft', 'sent', 'other-days')`),
    index('offers_entry').on(table.entryId, table.id),
    index('offers_trainer').on(table.trainerId),
    index('offers_created_by').on(table.createdBy),
    // With the entry, so that counting a status reads the index alone
    index('offers_status').on(table.status, table.id, table.entryId),
    // For the days that are free again
    index('offers_freed').on(table.endedAt, table.id).where(sql`${table.status} in ('lapsed', 'declined')`),
    index('offers_due').on(table.expiresAt).where(sql`${table.status} = 'sent'`),
    checkEnum(table.status, offerStatuses),
    checkEnum(table.format, trainingFormats),
    checkEnum(table.currency, currencies),
    check('offers_days', sql`cardinality(${table.days}) between 1 and 3`),
    check(
      'offers_sent',
      sql`${table.status} = 'draft' or (${table.tokenHash} is not null and ${table.expiresAt} is not null)`,
    ),
  ],
)

/**
 * Booked days. A row outlives the person: once they are erased, it has no name, no contact, and no place, and stays for
 * statistics.
 */
export const trainings = pgTable(
  'trainings',
  {
    id: serial('id').primaryKey(),
    /** The UID of the event in calendars, and part of Message-IDs */
    uid: uuid('uid').notNull().defaultRandom().unique(),
    offerId: integer('offer_id')
      .unique()
      .references(() => offers.id, { onDelete: 'set null' }),
    entryId: integer('entry_id').references(() => trainingWaitlist.id, { onDelete: 'set null' }),
    trainerId: integer('trainer_id')
      .notNull()
      .references(() => users.id),
    day: date('day').notNull(),
    ...dayColumns(),
    /** IANA name. Null for the zone of the site, if the day was booked by a version without zones. */
    timeZone: text('time_zone'),
    contactName: text('contact_name').notNull().default(''),
    contactEmail: text('contact_email').notNull().default(''),
    contactPhone: text('contact_phone').notNull().default(''),
    /** Counts the changes that the client was told: `SEQUENCE` of the event, and part of Message-IDs */
    sequence: integer('sequence').notNull().default(0),
    version: integer('version').notNull().default(1),
    /** When the person joined the waitlist, for statistics */
    joinedAt: timestamptz('joined_at').notNull(),
    bookedAt: timestamptz('booked_at').notNull().defaultNow(),
    /** When the current day was chosen. Reminders that were due before then are not sent. */
    dayChosenAt: timestamptz('day_chosen_at').notNull().defaultNow(),
    /** The client's wish for another day, until an admin answers it */
    otherDayWish: text('other_day_wish'),
    otherDayAskedAt: timestamptz('other_day_asked_at'),
    /** The day that the client chose with the wish; `trainer_days` has it until `wishedUntil` */
    wishedDay: date('wished_day'),
    wishedUntil: timestamptz('wished_until'),
    invoiceNumber: text('invoice_number').notNull().default(''),
    /** The days on which the client paid */
    depositPaidOn: date('deposit_paid_on'),
    paidOn: date('paid_on'),
    /** Days before and after the training that the trainer travels; `trainer_days` has them */
    travelBefore: integer('travel_before').notNull().default(0),
    travelAfter: integer('travel_after').notNull().default(0),
    /** Name of a second trainer or a helper */
    helper: text('helper').notNull().default(''),
    canceledAt: timestamptz('canceled_at'),
    canceledBy: text('canceled_by', { enum: cancelers }),
    cancelReason: text('cancel_reason').notNull().default(''),
    /** When an admin marked it as held */
    heldAt: timestamptz('held_at'),
  },
  (table) => [
    // One index for each list, so that reading and counting it touches no other trainings
    index('trainings_upcoming')
      .on(table.day, table.id)
      .where(sql`${table.canceledAt} is null and ${table.heldAt} is null`),
    index('trainings_held').on(table.day, table.id).where(sql`${table.heldAt} is not null`),
    index('trainings_canceled').on(table.day, table.id).where(sql`${table.canceledAt} is not null`),
    index('trainings_other_day')
      .on(table.otherDayAskedAt, table.id)
      .where(
        sql`${table.otherDayAskedAt} is not null and ${table.canceledAt} is null and ${table.heldAt} is null`,
      ),
    index('trainings_entry').on(table.entryId),
    index('trainings_trainer').on(table.trainerId, table.day),
    checkEnum(table.format, trainingFormats),
    checkEnum(table.canceledBy, cancelers),
    checkEnum(table.currency, currencies),
    check(
      'trainings_canceled',
      sql`(${table.canceledAt} is null) = (${table.canceledBy} is null) and (${table.canceledAt} is null or ${table.heldAt} is null)`,
    ),
  ],
)

/** What a day is for that belongs to a training: the training, the day that its client wishes instead, or a journey */
export const dayUses = ['training', 'wish', 'travel'] as const

/**
 * Days of trainers that are held for an offer or taken for a training. The primary key is the rule that a day is never
 * promised twice.
 */
export const trainerDays = pgTable(
  'trainer_days',
  {
    trainerId: integer('trainer_id')
      .notNull()
      .references(() => users.id),
    day: date('day').notNull(),
    offerId: integer('offer_id').references(() => offers.id, { onDelete: 'cascade' }),
    trainingId: integer('training_id').references(() => trainings.id, { onDelete: 'cascade' }),
    use: text('use', { enum: dayUses }).notNull().default('training'),
  },
  (table) => [
    primaryKey({ columns: [table.trainerId, table.day] }),
    index('trainer_days_offer').on(table.offerId),
    index('trainer_days_training').on(table.trainingId),
    uniqueIndex('trainer_days_once').on(table.trainingId, table.use).where(sql`${table.use} <> 'travel'`),
    checkEnum(table.use, dayUses),
    check('trainer_days_one_owner', sql`num_nonnulls(${table.offerId}, ${table.trainingId}) = 1`),
  ],
)

export const trainingTasks = pgTable(
  'training_tasks',
  {
    id: serial('id').primaryKey(),
    trainingId: integer('training_id')
      .notNull()
      .references(() => trainings.id, { onDelete: 'cascade' }),
    text: text('text').notNull(),
    doneAt: timestamptz('done_at'),
    /** Username */
    doneBy: text('done_by'),
  },
  (table) => [index('training_tasks_training').on(table.trainingId, table.id)],
)

/** Files and posts of the site for the client of a training */
export const trainingMaterials = pgTable(
  'training_materials',
  {
    id: serial('id').primaryKey(),
    trainingId: integer('training_id')
      .notNull()
      .references(() => trainings.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    /** Address on this site */
    path: text('path').notNull(),
    /** True if it is sent after the day, otherwise with the reminders */
    isAfter: boolean('is_after').notNull(),
  },
  (table) => [index('training_materials_training').on(table.trainingId, table.id)],
)

/** Events of an offer that emails tell about. Answers are confirmed to the client and told to the trainer. */
export const offerEvents = [
  'sent',
  'sent-again',
  'corrected',
  'extended',
  'withdrawn',
  'other-days',
  'declined',
] as const

export const reminderEvents = ['reminder-14', 'reminder-2'] as const

/** Events of a training. `other-day-wished`: the client asked for another day; `day-kept`: the office said no. */
export const trainingEvents = [
  'booked',
  'changed',
  'contact-changed',
  'rescheduled',
  'other-day-wished',
  'day-kept',
  'trainer-replaced',
  'canceled',
  ...reminderEvents,
  'material',
] as const

/** The offer or the training that an email is about */
export const trainingMails = pgTable(
  'training_mails',
  {
    messageId: integer('message_id')
      .primaryKey()
      .references(() => outboxMessages.id, { onDelete: 'cascade' }),
    offerId: integer('offer_id').references(() => offers.id, { onDelete: 'cascade' }),
    trainingId: integer('training_id').references(() => trainings.id, { onDelete: 'cascade' }),
    event: text('event', { enum: [...offerEvents, ...trainingEvents] }).notNull(),
    /** What a correction says has changed. Another one that replaces it before it has gone out says it, too. */
    changes: text('changes').array().notNull().default([]),
  },
  (table) => [
    index('training_mails_offer').on(table.offerId),
    index('training_mails_training').on(table.trainingId, table.event),
    checkEnum(table.event, [...offerEvents, ...trainingEvents]),
    check('training_mails_about', sql`num_nonnulls(${table.offerId}, ${table.trainingId}) = 1`),
  ],
)
