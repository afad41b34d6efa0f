import { useQuery, useQueryClient } from '@tanstack/react-query'
import { PenLine } from 'lucide-react'
import { useEffect, useState } from 'react'
import { paths } from '../../../../core/contract/paths.ts'
import { queryKeyOf } from '../../../../core/web/admin/api.ts'
import { useMay } from '../../../../core/web/admin/current-user.ts'
import { callSignedIn } from '../../../../core/web/admin/repeated-requests.ts'
import { InlineLink, ScreenLink } from '../../../../core/web/admin/screen-link.tsx'
import { useApiMutation } from '../../../../core/web/admin/use-api-mutation.ts'
import { call } from '../../../../core/web/api.ts'
import { hasStatus } from '../../../../core/web/api-failures.ts'
import { Section } from '../../../../core/web/ui/section.tsx'
import { showToast } from '../../../../core/web/ui/toast.ts'
import { postPaths } from '../../../posts/contract/post-paths.ts'
import { postList } from '../../../posts/contract/posts.ts'
import { assistantMessages, type DraftJob, draftJobRead, draftJobStart } from '../../contract/assistant.ts'
import { AiButton } from './ai-button.tsx'
import { NeedsService, showAiFailure, useAiServices } from './ai-services.tsx'

export function AiToolsTab() {
  return (
    <div className="admin-page">
      <h1>AI Tools</h1>
      <div className="tool-cards tool-cards-even">
        <DraftCard />
        <Section id="enhancement" title="Content Enhancement" className="card tool-card">
          <p>
            Say what you know, or paste notes you already have. We turn it into a well-organized draft and
            show you, sentence by sentence, what came from you.
          </p>
          <p>
            <ScreenLink className="btn" href={paths.adminTab('content-input')}>
              <PenLine aria-hidden="true" />
              Enhance Content
            </ScreenLink>
          </p>
        </Section>
      </div>
    </div>
  )
}

/** Interval for checking the progress of a draft. Only this and a running import (settings/import) poll in the admin. */
const pollIntervalMs = 2000
/** Above the usual timeout, because AI services are slow */
const timeoutSeconds = 90
const jobKey = 'draft-job'

const jobKeyOf = (jobId: string) => queryKeyOf(draftJobRead, { params: { jobId } })

/**
 * Starts a draft that AI writes in the background. A user who leaves the screen and comes back sees its progress again.
 */
function DraftCard() {
  const queries = useQueryClient()
  const [jobId, setJobId] = useState(() => sessionStorage.getItem(jobKey) ?? '')
  const maySetTopics = useMay('manageSite')
  const mayPublish = useMay('publish')
  const services = useAiServices()
  // False while loading, so that the hint does not flash
  const isMissing = services !== undefined && !services.service
  const { data: job, error } = useQuery({
    queryKey: jobKeyOf(jobId),
    queryFn: () => callSignedIn(() => call(draftJobRead, { params: { jobId } })),
    enabled: jobId !== '',
    refetchInterval: ({ state }) => (isUnderWay(state.data, state.error) ? pollIntervalMs : false),
  })
  const starting = useApiMutation(draftJobStart, {
    onSuccess(started) {
      showToast({ title: assistantMessages.started })
      queries.setQueryData(jobKeyOf(started.jobId), started)
      if (started.status === 'running') sessionStorage.setItem(jobKey, started.jobId)
      setJobId(started.jobId)
    },
    onError(failure) {
      setJobId('')
      showAiFailure(assistantMessages.generateFailed, failure, services)
    },
    alwaysInvalidates: [queryKeyOf(postList)],
  })
  const isWriting = starting.busy || isUnderWay(job, error)

  // An effect, because the result arrives by polling and not in an event handler.
  useEffect(() => {
    if (!job || job.status === 'running') return
    sessionStorage.removeItem(jobKey)
    if (job.status === 'completed') void queries.invalidateQueries({ queryKey: queryKeyOf(postList) })
    else fail(job.detail)
  }, [job, queries])

  return (
    <Section id="auto-generate" title="Auto-Generate Content" className="card tool-card">
      <p>
        AI writes a draft about one of{' '}
        {maySetTopics ? (
          <InlineLink href={paths.adminSettingsTab('topics')}>your topics</InlineLink>
        ) : (
          'your topics'
        )}
        : the one it has written about least. To choose the topic, type it as the title of{' '}
        <InlineLink href={paths.adminTab('create')}>a new post</InlineLink> instead, and click Generate AI
        Content there.
      </p>
      <p>
        You’ll find the draft under Manage Posts, and it isn’t public until{' '}
        {mayPublish ? 'you publish it' : 'an editor or an owner publishes it'}.
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
        run={async () => starting.run({ timeoutSeconds })}
      />
      {isWriting && <progress aria-label="Writing a draft" />}
      <p role="status">
        {isWriting &&
          (error
            ? 'We can’t check the progress right now. We’ll keep trying.'
            : 'AI is writing. This takes up to a minute; you can keep working elsewhere.')}
      </p>
      {!isWriting && job?.status === 'completed' && <Done job={job} />}
    </Section>
  )
}

/** True while the server writes the draft. After a failed check it may still be writing, except after a 404. */
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
          Your draft is ready: <ScreenLink href={postPaths.adminPost(post.id)}>{post.title}</ScreenLink>
        </>
      ) : (
        'The draft was written but has since been deleted.'
      )}
    </p>
  )
}
