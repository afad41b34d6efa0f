import { sql } from 'drizzle-orm'
import { type AnyPgColumn, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { checkEnum, createdAt, timestamptz } from '../../../core/server/db/schema/columns.ts'
import { outboxMessages } from '../../../core/server/db/schema/mail.ts'
import { type PlanTopic, planFormats, planTopics } from '../contract/plan.ts'
import { trainingWaitlist } from './entries.ts'

const topicList = sql.raw(planTopics.map((topic) => `'${topic}'`).join(', '))

/** True for answers with this topic. The topic is part of the query, because each one has an index of its own. */
export const hasTopic = (topics: AnyPgColumn, topic: PlanTopic) =>
  sql`${topics} @> ${sql.raw(`array['${topic}']::text[]`)}`

/** Answers to "Help us plan", one row per waitlist entry. An empty list means that anything works. */
export const planAnswers = pgTable(
  'plan_answers',
  {
    entryId: integer('entry_id')
      .primaryKey()
      .references(() => trainingWaitlist.id, { onDelete: 'cascade' }),
    city: text('city'),
    /** Two-letter code of a state of the United States, or another region as typed */
    state: text('state'),
    zip: text('zip'),
    groupSize: integer('group_size'),
    topics: text('topics').array().notNull().default(sql`'{}'`),
    /** Months of the year, 1 for January */
    months: integer('months').array().notNull().default(sql`'{}'`),
    /** Days of the week, 1 for Monday (ISO 8601) */
    weekdays: integer('weekdays').array().notNull().default(sql`'{}'`),
    format: text('format', { enum: planFormats }),
    /** Username of the admin who wrote the answers down; null if the person did */
    enteredBy: text('entered_by'),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (table) => [
    checkEnum(table.format, planFormats),
    check('plan_answers_known_topics', sql`${table.topics} <@ array[${topicList}]::text[]`),
    check('plan_answers_known_months', sql`${table.months} <@ array[1,2,3,4,5,6,7,8,9,10,11,12]`),
    check('plan_answers_known_weekdays', sql`${table.weekdays} <@ array[1,2,3,4,5,6,7]`),
    check('plan_answers_group_size', sql`${table.groupSize} between 1 and 100000`),
    // For the filters of the People page. Each index has all columns that its filter needs, so that the answers of
    // thousands of people are not read.
    ...planTopics.map((topic) =>
      index(`plan_answers_${topic.replaceAll('-', '_')}`)
        .on(table.entryId)
        .where(hasTopic(table.topics, topic)),
    ),
    index('plan_answers_state').on(sql`lower(${table.state})`, table.entryId, table.state),
    index('plan_answers_city').on(
      sql`lower(${table.city})`,
      sql`lower(${table.state})`,
      table.entryId,
      table.city,
      table.state,
    ),
    index('plan_answers_zip').on(sql`left(${table.zip}, 3)`, table.entryId, table.zip),
  ],
)

/** Links by which a person answers the questions of one entry */
export const planLinks = pgTable(
  'plan_links',
  {
    /** SHA-256 of the token in the link, hex */
    tokenHash: text('token_hash').primaryKey(),
    entryId: integer('entry_id')
      .notNull()
      .references(() => trainingWaitlist.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    expiresAt: timestamptz('expires_at').notNull(),
    /** The email with the link; null for the link on the page after joining */
    messageId: integer('message_id').references(() => outboxMessages.id, { onDelete: 'set null' }),
  },
  (table) => [
    index('plan_links_entry').on(table.entryId),
    index('plan_links_message').on(table.messageId),
    index('plan_links_expires').on(table.expiresAt),
  ],
)
