import { setTimeout as sleep } from 'node:timers/promises'
import { rights } from '../../../core/contract/roles.ts'
import { RequestProblem } from '../../../core/server/errors.ts'
import type { App, RouteDeps } from '../../../core/server/http/app.ts'
import { route } from '../../../core/server/http/route.ts'
import type { Post } from '../../posts/contract/posts.ts'
import type { Editor } from '../../posts/server/writing/editor.ts'
import { draftJobRead, draftJobStart } from '../contract/assistant.ts'
import type { Assistant, Writer } from './assistant.ts'
import {
  draftMessages,
  failDraftJob,
  getDraftJob,
  keepDraft,
  type StartedJob,
  startDraftJob,
} from './draft-jobs.ts'
import type { ServiceLimits } from './service/limits.ts'
import { postTask } from './writing-tasks.ts'

/** Routes for drafts that the AI service writes unattended. If a draft takes long, the client gets a job id to poll. */
export function addDraftRoutes(
  app: App,
  { db, serviceLimits, assistant }: RouteDeps & { serviceLimits: ServiceLimits; assistant: Assistant },
): void {
  const admin = { audience: 'admin', role: rights.work } as const
  const running = new Set<Promise<unknown>>()
  // Lets a running job finish while the server drains its connections.
  app.addHook('onClose', async () => void (await Promise.allSettled(running)))

  async function writeDraft(writer: Writer, job: StartedJob, editor: Editor): Promise<Post> {
    try {
      const written = await writer.write({ userId: editor.id }, postTask(job.topic, 'generate-ai-content'))
      return await keepDraft(db, job, editor, written)
    } catch (error) {
      await failDraftJob(db, job, error instanceof RequestProblem ? error.detail : draftMessages.failed)
      throw error
    }
  }

  route(app, draftJobStart, admin, async ({ session, request, reply }) => {
    const writer = await assistant.findWriter()
    if (!writer) throw new RequestProblem('no-assistant')
    const job = await startDraftJob(db)
    const writing = writeDraft(writer, job, session.user)
    running.add(writing)
    // The job may continue after the response, so its failure is logged here.
    writing
      .catch((error: unknown) => request.log.error({ err: error }, 'a draft could not be written'))
      .finally(() => running.delete(writing))
    const post = await Promise.race([writing, sleep(serviceLimits.draftWait, undefined, { ref: false })])
    if (post) return { status: 'completed', jobId: job.id, posts: [post] }
    reply.code(202)
    return { status: 'running', jobId: job.id }
  })

  route(app, draftJobRead, admin, ({ params }) => getDraftJob(db, params.jobId))
}
