import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { defaultAuthor } from '../../../core/contract/session.ts'
import type { Database, Queryable } from '../../../core/server/db/connect.ts'
import { oneRow } from '../../../core/server/db/one-row.ts'
import { RequestProblem } from '../../../core/server/errors.ts'
import { aiFields } from '../../posts/contract/disclosure.ts'
import type { Post } from '../../posts/contract/posts.ts'
import { blogPosts } from '../../posts/schema.ts'
import { columns, toPost } from '../../posts/server/post-rows.ts'
import type { Editor } from '../../posts/server/writing/editor.ts'
import { savePost } from '../../posts/server/writing/save-post.ts'
import { listTopics } from '../../site/server/settings/topics.ts'
import type { DraftJob } from '../contract/assistant.ts'
import { aiDraftJobs } from '../schema.ts'
import type { WrittenPost } from './writing-tasks.ts'

const maxPerDay = 5
/** Longer than any job can take. A job that is still unfinished after this time was lost when its server stopped. */
const lostAfterSeconds = 180

export type StartedJob = { id: string; topic: string }

/**
 * Starts a job that writes a draft on the least used topic. Only one job may run at a time, and only five a day; failed
 * jobs do not count.
 * @throws RequestProblem if another job runs or the limit is reached
 */
export async function startDraftJob(db: Queryable): Promise<StartedJob> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('ai_draft_jobs', 0))`)
    const [counts] = await tx
      .select({
        running: sql<number>`(count(*) filter (where ${isRunning}))::int`,
        today: sql<number>`(count(*) filter (where ${aiDraftJobs.failure} is null))::int`,
        retryAfterSeconds: sql<number>`ceil(extract(epoch from min(${aiDraftJobs.createdAt}) filter (where ${aiDraftJobs.failure} is null) + interval '1 day' - now()))::int`,
      })
      .from(aiDraftJobs)
      .where(gt(aiDraftJobs.createdAt, sql`now() - interval '1 day'`))
    if (counts && counts.running > 0)
      throw new RequestProblem('too-many-requests', {
        detail: 'A draft is already in progress. Please wait for it to finish.',
        retryAfterSeconds: 10,
      })
    if (counts && counts.today >= maxPerDay)
      throw new RequestProblem('too-many-requests', {
        detail: `${maxPerDay} drafts were written in the last 24 hours, which is the limit. Try again tomorrow.`,
        retryAfterSeconds: counts.retryAfterSeconds,
      })
    const topic = await leastUsedTopic(tx)
    const row = oneRow(await tx.insert(aiDraftJobs).values({ topic }).returning({ id: aiDraftJobs.id }))
    return { id: row.id, topic }
  })
}

const isRunning = and(
  isNull(aiDraftJobs.finishedAt),
  gt(aiDraftJobs.createdAt, sql`now() - make_interval(secs => ${lostAfterSeconds})`),
)

async function leastUsedTopic(tx: Queryable): Promise<string> {
  const topics = await listTopics(tx)
  const rows = await tx
    .select({ topic: aiDraftJobs.topic, count: sql<number>`count(*)::int` })
    .from(aiDraftJobs)
    .where(and(inArray(aiDraftJobs.topic, topics), isNull(aiDraftJobs.failure)))
    .groupBy(aiDraftJobs.topic)
  const uses = new Map(rows.map(({ topic, count }) => [topic, count]))
  const [least] = topics.toSorted((a, b) => (uses.get(a) ?? 0) - (uses.get(b) ?? 0))
  if (least === undefined) throw new Error('there is always a topic')
  return least
}

/** Saves the text as a draft and ends the job, in one transaction. */
export function keepDraft(
  db: Database,
  job: StartedJob,
  editor: Editor,
  { actionId, ...written }: WrittenPost & { actionId: string },
): Promise<Post> {
  return db.transaction(async (tx) => {
    const saved = await savePost(tx, editor, {
      ...written,
      author: defaultAuthor,
      authorType: 'ai',
      isPublished: false,
      aiActions: [{ id: actionId, applied: 'all', fields: [...aiFields] }],
    })
    if (saved.outcome !== 'saved') throw new Error(`a written draft was not saved: ${saved.outcome}`)
    await tx
      .update(aiDraftJobs)
      .set({ postId: saved.post.id, finishedAt: sql`now()` })
      .where(eq(aiDraftJobs.id, job.id))
    return saved.post
  })
}

export async function failDraftJob(db: Queryable, job: StartedJob, failure: string): Promise<void> {
  await db.update(aiDraftJobs).set({ failure, finishedAt: sql`now()` }).where(eq(aiDraftJobs.id, job.id))
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** @throws RequestProblem if there is no such job */
export async function getDraftJob(db: Queryable, jobId: string): Promise<DraftJob> {
  if (!uuid.test(jobId)) throw new RequestProblem('not-found')
  const [job] = await db
    .select({
      postId: aiDraftJobs.postId,
      failure: aiDraftJobs.failure,
      finishedAt: aiDraftJobs.finishedAt,
      isRunning: sql<boolean>`${isRunning}`,
    })
    .from(aiDraftJobs)
    .where(eq(aiDraftJobs.id, jobId))
  if (!job) throw new RequestProblem('not-found')
  if (job.isRunning) return { status: 'running', jobId }
  if (!job.finishedAt || job.failure !== null)
    return { status: 'failed', jobId, detail: job.failure ?? draftMessages.stopped }
  // Empty if the post has been deleted permanently.
  const rows =
    job.postId === null ? [] : await db.select(columns).from(blogPosts).where(eq(blogPosts.id, job.postId))
  return { status: 'completed', jobId, posts: rows.map(toPost) }
}

export const draftMessages = {
  stopped: 'The server stopped while the draft was being written. Try again.',
  failed: 'Something went wrong while the draft was being written. Try again.',
} as const
