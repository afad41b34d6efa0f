import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { draftJob } from '../../contracts/assistant.ts'
import { paths } from '../../contracts/paths.ts'
import type { Post } from '../../contracts/posts.ts'
import { RequestProblem } from '../errors.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { requireSession } from '../http/guards/session.ts'
import type { Editor } from '../posts/writing/save-post.ts'
import type { Assistant } from './assistant.ts'
import {
  draftMessages,
  failDraftJob,
  getDraftJob,
  keepDraft,
  type StartedJob,
  startDraftJob,
} from './draft-jobs.ts'
import type { ServiceLimits } from './service/limits.ts'

/** Drafts written by the AI service alone. A client that has to wait long polls the job. */
export function addDraftRoutes(
  app: App,
  { config, db, serviceLimits }: RouteDeps & { serviceLimits: ServiceLimits },
  assistant: Assistant,
): void {
  const admin = { audience: 'admin', kind: 'call' } as const
  const running = new Set<Promise<unknown>>()
  // Lets a running job finish while the server drains its connections.
  app.addHook('onClose', async () => void (await Promise.allSettled(running)))

  async function writeDraft(job: StartedJob, editor: Editor): Promise<Post> {
    try {
      const written = await assistant.writePost({ userId: editor.id }, job.topic, {
        action: 'generate-ai-content',
      })
      return await keepDraft(db, job, editor, written)
    } catch (error) {
      await failDraftJob(db, job, error instanceof RequestProblem ? error.detail : draftMessages.failed)
      throw error
    }
  }

  app.post(
    paths.api.generateAiContent,
    {
      config: admin,
      schema: {
        summary: 'Write and keep a draft on one of the topics',
        response: { 201: draftJob, 202: draftJob },
      },
    },
    async (request, reply) => {
      if (!config.ai.provider) throw new RequestProblem('no-assistant')
      const { id, username } = requireSession(request).user
      const job = await startDraftJob(db)
      const writing = writeDraft(job, { id, username })
      running.add(writing)
      // Handled here, because the request may have been answered before the job ends.
      writing
        .catch((error: unknown) => request.log.error({ err: error }, 'a draft could not be written'))
        .finally(() => running.delete(writing))
      const post = await Promise.race([writing, sleep(serviceLimits.draftWait, undefined, { ref: false })])
      if (!post) return reply.code(202).send({ status: 'running', jobId: job.id })
      return reply.code(201).send({ status: 'completed', jobId: job.id, posts: [post] })
    },
  )

  app.get(
    paths.api.draftJob(':jobId'),
    {
      config: admin,
      schema: {
        summary: 'Read the progress of a draft',
        params: z.object({ jobId: z.string() }),
        response: { 200: draftJob },
      },
    },
    (request) => getDraftJob(db, request.params.jobId),
  )
}
