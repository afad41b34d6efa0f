import { bigint, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, timestamptz } from '../../core/server/db/schema/columns.ts'
import { blogPosts } from '../posts/schema.ts'

/** Tokens that AI services charged for, one row per month (`2025-06`, UTC) */
export const aiUsage = pgTable('ai_usage', {
  month: text('month').primaryKey(),
  tokensIn: bigint('tokens_in', { mode: 'number' }).notNull(),
  tokensOut: bigint('tokens_out', { mode: 'number' }).notNull(),
})

/** Drafts that an AI service writes in the background (features/assistant/server/draft-jobs.ts) */
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
