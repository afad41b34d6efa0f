import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { appliedAmounts, ledgerActions } from '../../../contracts/disclosure.ts'
import { users } from './accounts.ts'
import { checkEnum, createdAt, timestamptz } from './columns.ts'
import { blogPosts } from './posts.ts'

/** Tokens that AI services charged for, one row per month (`2025-06`, UTC) */
export const aiUsage = pgTable('ai_usage', {
  month: text('month').primaryKey(),
  tokensIn: bigint('tokens_in', { mode: 'number' }).notNull(),
  tokensOut: bigint('tokens_out', { mode: 'number' }).notNull(),
})

/** Drafts that an AI service writes in the background (server/assistant/draft-jobs.ts) */
export const aiDraftJobs = pgTable(
  'ai_draft_jobs',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    topic: text('topic').notNull(),
    /** The finished draft */
    postId: integer('post_id').references(() => blogPosts.id, { onDelete: 'set null' }),
    /** Message for the editor if no draft was created */
    failure: text('failure'),
    createdAt: createdAt(),
    finishedAt: timestamptz('finished_at'),
  },
  (table) => [index('ai_draft_jobs_created_at').on(table.createdAt)],
)

/** The ledger of AI actions, from which each post's disclosure is computed */
export const aiActions = pgTable(
  'ai_actions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Null until a save binds the action to a post */
    postId: integer('post_id').references(() => blogPosts.id, { onDelete: 'cascade' }),
    action: text('action', { enum: ledgerActions }).notNull(),
    provider: text('provider').notNull(),
    model: text('model').notNull(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    /** SHA-256 (hex) of the text that was sent to the service and of its response */
    sentHash: text('sent_hash').notNull(),
    receivedHash: text('received_hash').notNull(),
    /** SHA-256 (hex) of the words of a text that was written from only a topic */
    textHash: text('text_hash'),
    /** Share of the response that is in the post */
    applied: text('applied', { enum: appliedAmounts }).notNull().default('none'),
    /** Fields of the post that the response was applied to */
    fields: text('fields').array().notNull().default(sql`'{}'`),
  },
  (table) => [
    index('ai_actions_post').on(table.postId, table.createdAt),
    index('ai_actions_unbound').on(table.createdAt).where(sql`${table.postId} is null`),
    checkEnum(table.action, ledgerActions),
    checkEnum(table.applied, appliedAmounts),
  ],
)
