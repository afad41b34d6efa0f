import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { assistantMessages, type DraftJob, draftJob } from '../../contracts/assistant.ts'
import { paths } from '../../contracts/paths.ts'
import { callApi } from '../api.ts'
import { hasStatus } from '../api-failures.ts'
import { showToast } from '../ui/toast.ts'
import { AiButton } from './posts/ai-button.tsx'
import { askAi } from './posts/ai-calls.ts'
import { NeedsService, showAiFailure, useAiServices } from './posts/ai-services.tsx'
import { postListKey } from './posts/post-calls.ts'
import { ScreenLink } from './screen-link.tsx'
import { callSignedIn } from './sign-in.tsx'

/** Ms between two checks on the progress of a draft: the only polling in the admin. */
const askAgain = 2000
const jobKey = 'draft-job'

/** A draft that AI writes by itself. Its progress is still shown to a person who leaves and comes back. */
export function DraftCard() {
  const queries = useQueryClient()
  const [jobId, setJobId] = useState(() => sessionStorage.getItem(jobKey) ?? '')
  const [isStarting, setStarting] = useState(false)
  const services = useAiServices()
  const isMissing = services !== undefined && !services.service
  const { data: job, error } = useQuery({
    queryKey: [paths.api.draftJob(jobId)],
    queryFn: async () =>
      z.parse(draftJob, await callSignedIn(() => callApi('GET', paths.api.draftJob(jobId)))),
    enabled: jobId !== '',
    refetchInterval: ({ state }) => (isUnderWay(state.data, state.error) ? askAgain : false),
  })
  const isWriting = isStarting || isUnderWay(job, error)

  // The result arrives by polling, not by a click.
  useEffect(() => {
    if (!job || job.status === 'running') return
    sessionStorage.removeItem(jobKey)
    if (job.status === 'completed') void queries.invalidateQueries({ queryKey: [postListKey] })
    else fail(job.detail)
  }, [job, queries])

  async function generate() {
    if (isWriting) return
    setStarting(true)
    try {
      const started = z.parse(draftJob, await askAi(paths.api.generateAiContent))
      showToast({ title: assistantMessages.started })
      queries.setQueryData([paths.api.draftJob(started.jobId)], started)
      if (started.status === 'running') sessionStorage.setItem(jobKey, started.jobId)
      setJobId(started.jobId)
    } catch (failure) {
      setJobId('')
      showAiFailure(assistantMessages.generateFailed, failure, services)
    }
    setStarting(false)
    await queries.invalidateQueries({ queryKey: [postListKey] })
  }

  return (
    <section className="card tool-card" aria-labelledby="auto-generate">
      <h2 id="auto-generate">Auto-Generate Content</h2>
      <p>
        AI writes a draft on one of your topics. You’ll find it under Manage Posts, and it isn’t public until
        you publish it.
      </p>
      {isMissing && (
        <NeedsService id="draft-needs">This needs an AI service, and none is connected yet.</NeedsService>
      )}
      <AiButton
        className="btn"
        label="Generate a draft"
        busyLabel="Generating..."
        isBusy={isWriting}
        describedBy={isMissing ? 'draft-needs' : undefined}
        run={generate}
      />
      {isWriting && <progress aria-label="Writing a draft" />}
      <p role="status">
        {isWriting &&
          (error
            ? 'We can’t check the progress right now. We’ll keep trying.'
            : 'AI is writing. This takes up to a minute; you can keep working elsewhere.')}
      </p>
      {!isWriting && job?.status === 'completed' && <Done job={job} />}
    </section>
  )
}

/** A check that fails says nothing about the draft, unless the server does not know it. */
function isUnderWay(job: DraftJob | undefined, error: unknown): boolean {
  if (hasStatus(error, 404)) return false
  return job ? job.status === 'running' : Boolean(error)
}

function fail(detail: string) {
  const title = assistantMessages.generateFailed
  showToast({ title, description: detail, tone: 'destructive', stays: true })
}

function Done({ job: { posts } }: { job: Extract<DraftJob, { status: 'completed' }> }) {
  const [post] = posts
  return (
    <p className="notice notice-success" role="status">
      {post ? (
        <>
          Your draft is ready: <ScreenLink href={paths.adminPost(post.id)}>{post.title}</ScreenLink>
        </>
      ) : (
        'The draft was written but has since been deleted.'
      )}
    </p>
  )
}
