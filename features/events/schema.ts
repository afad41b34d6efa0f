import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, serial, text, uuid } from 'drizzle-orm/pg-core'
import { currencies } from '../../core/contract/money.ts'
import { checkEnum, createdAt, timestamptz } from '../../core/server/db/schema/columns.ts'
import { outboxMessages } from '../../core/server/db/schema/mail.ts'
import { users } from '../accounts/schema/accounts.ts'
import { eventFormats, eventKinds, eventStatuses } from './contract/events.ts'
import { cancelers, registrationStatuses } from './contract/registrations.ts'

/** Public dates */
export const events = pgTable(
  'events',
  {
    id: serial('id').primaryKey(),
    /** The UID of the event in calendars, part of Message-IDs, and the `uid` of its gathering */
    uid: uuid('uid').notNull().defaultRandom().unique(),
    /** Its address. It stays the same from the first publication on. */
    slug: text('slug').notNull().unique(),
    status: text('status', { enum: eventStatuses }).notNull().default('draft'),
    kind: text('kind', { enum: eventKinds }).notNull(),
    title: text('title').notNull(),
    /** Sanitized HTML */
    content: text('content').notNull().default(''),
    /** Address of a picture on this site, such as /media/NAME-1600.webp; empty for none */
    picture: text('picture').notNull().default(''),
    pictureAlt: text('picture_alt').notNull().default(''),
    day: date('day').notNull(),
    /** Local times in `timeZone`, such as 09:00 */
    startsAt: text('starts_at').notNull(),
    endsAt: text('ends_at').notNull(),
    /** IANA name */
    timeZone: text('time_zone').notNull(),
    format: text('format', { enum: eventFormats }).notNull(),
    /** Empty if it is online */
    place: text('place').notNull().default(''),
    /** Where to join, only for people who are registered */
    onlineUrl: text('online_url').notNull().default(''),
    /** Null for no limit */
    seats: integer('seats'),
    /** Seats of registered parties. The check below is the rule that no seat is given twice. */
    taken: integer('taken').notNull().default(0),
    /** For each person, in hundredths of `currency`. Null if the price is in words only, or it is free. */
    amount: integer('amount'),
    currency: text('currency', { enum: currencies }).notNull().default('USD'),
    price: text('price').notNull().default(''),
    payUrl: text('pay_url').notNull().default(''),
    terms: text('terms').notNull().default(''),
    /** The last day of registration in its zone. Null: until it starts. */
    registerUntil: date('register_until'),
    /** A person to ask, in words */
    contact: text('contact').notNull().default(''),
    /** The trainer in whose calendar the day is booked */
    trainerId: integer('trainer_id').references(() => users.id, { onDelete: 'set null' }),
    /** Counts the changes that people were told: `SEQUENCE` of the event, and part of Message-IDs. Never backward. */
    sequence: integer('sequence').notNull().default(0),
    version: integer('version').notNull().default(1),
    /** When the current day and hours were chosen. Reminders that were due before then are not sent. */
    dayChosenAt: timestamptz('day_chosen_at').notNull().defaultNow(),
    createdBy: integer('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    publishedAt: timestamptz('published_at'),
    canceledAt: timestamptz('canceled_at'),
    cancelReason: text('cancel_reason').notNull().default(''),
  },
  (table) => [
    index('events_day').on(table.day, table.id),
    index('events_trainer').on(table.trainerId, table.day),
    index('events_created_by').on(table.createdBy),
    checkEnum(table.status, eventStatuses),
    checkEnum(table.kind, eventKinds),
    checkEnum(table.format, eventFormats),
    checkEnum(table.currency, currencies),
    check('events_seats', sql`${table.taken} between 0 and coalesce(${table.seats}, ${table.taken})`),
    check('events_canceled', sql`(${table.status} = 'canceled') = (${table.canceledAt} is not null)`),
  ],
)

/**
 * One party: a person and those whom they bring. Once the person is erased, the row has no name, address, or words, and
 * stays for statistics.
 */
export const eventRegistrations = pgTable(
  'event_registrations',
  {
    id: serial('id').primaryKey(),
    /** Part of Message-IDs, and of the keys of its people at the door. A walk-in's comes from the device. */
    uid: uuid('uid').notNull().defaultRandom().unique(),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    status: text('status', { enum: registrationStatuses }).notNull(),
    name: text('name').notNull(),
    /** Empty for a walk-in without one, and once the person is erased */
    email: text('email').notNull().default(''),
    company: text('company').notNull().default(''),
    message: text('message').notNull().default(''),
    /** Seats that the party needs: the person and those whom they bring */
    party: integer('party').notNull().default(1),
    /** Names of those whom they bring, as far as they are known */
    names: text('names').array().notNull().default(sql`'{}'`),
    isWalkIn: boolean('is_walk_in').notNull().default(false),
    paidOn: date('paid_on'),
    /** SHA-256 of the token in the link, hex */
    tokenHash: text('token_hash').notNull().unique(),
    /** Counts what the person was told, never backward. Part of Message-IDs. */
    sequence: integer('sequence').notNull().default(0),
    version: integer('version').notNull().default(1),
    /** Hash of what was sent, to know the same form when it is sent again */
    contentHash: text('content_hash').notNull().default(''),
    source: text('source'),
    createdAt: createdAt(),
    /** Place in the waiting list; null if the party does not wait */
    waitingSince: timestamptz('waiting_since'),
    canceledAt: timestamptz('canceled_at'),
    canceledBy: text('canceled_by', { enum: cancelers }),
  },
  (table) => [
    index('event_registrations_event').on(table.eventId, table.id),
    index('event_registrations_email').on(sql`lower(${table.email})`),
    // The waiting list in its order
    index('event_registrations_waiting')
      .on(table.eventId, table.waitingSince, table.id)
      .where(sql`${table.status} = 'waiting'`),
    checkEnum(table.status, registrationStatuses),
    checkEnum(table.canceledBy, cancelers),
    check('event_registrations_party', sql`${table.party} between 1 and 10`),
    check(
      'event_registrations_canceled',
      sql`(${table.status} = 'canceled') = (${table.canceledAt} is not null)
        and (${table.canceledAt} is null) = (${table.canceledBy} is null)`,
    ),
    check(
      'event_registrations_waits',
      sql`(${table.status} = 'waiting') = (${table.waitingSince} is not null)`,
    ),
  ],
)

/** The news in an email about a registration. `seat`: a party of the waiting list has its seats now. */
export const eventMailKinds = [
  'registered',
  'waiting',
  'seat',
  'party',
  'left',
  'changed',
  'canceled',
  'reminder-2-days',
  'reminder-2-hours',
] as const

/** The registration that an email is about, or the event if it is to the office */
export const eventMails = pgTable(
  'event_mails',
  {
    messageId: integer('message_id')
      .primaryKey()
      .references(() => outboxMessages.id, { onDelete: 'cascade' }),
    registrationId: integer('registration_id')
      .notNull()
      .references(() => eventRegistrations.id, { onDelete: 'cascade' }),
    about: text('about', { enum: eventMailKinds }).notNull(),
  },
  (table) => [
    index('event_mails_registration').on(table.registrationId, table.about),
    checkEnum(table.about, eventMailKinds),
  ],
)
