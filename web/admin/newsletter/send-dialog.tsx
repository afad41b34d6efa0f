import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { issuePreview, issueTestCall } from '../../../contracts/newsletter.ts'
import { paths } from '../../../contracts/paths.ts'
import { post } from '../../../contracts/posts.ts'
import { callApi } from '../../api.ts'
import { InputField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.ts'
import { explainFailure, loadListPage } from '../api.ts'
import { LoadProblem } from '../load-problem.tsx'
import { Modal } from '../modal.tsx'
import { ScrollRegion } from '../scroll-region.tsx'
import { callSignedIn } from '../sign-in.tsx'

/** Choose a post, read what goes out, try it on oneself, then send it. */
export function SendDialog({ onClose }: { onClose: () => void }) {
  const [postId, setPostId] = useState<number>()
  const { data, error, refetch } = useQuery({
    queryKey: [paths.api.blog, 'published for the newsletter'],
    queryFn: () => loadListPage(`${paths.api.blog}?status=published&limit=50`, post),
    // Published a moment ago, it must be here.
    staleTime: 0,
  })
  return (
    <Modal title="Send a post" onClose={onClose} wide>
      {error && <LoadProblem what="The posts could not be loaded." error={error} onRetry={refetch} />}
      {data?.rows.length === 0 && <p>There is no published post yet. Publish one first.</p>}
      {data && data.rows.length > 0 && (
        <div className="field">
          <label htmlFor="issue-post">Post</label>
          <select
            id="issue-post"
            className="field-control"
            value={postId ?? ''}
            onChange={(event) => setPostId(Number(event.currentTarget.value) || undefined)}
          >
            <option value="">Choose a published post</option>
            {data.rows.map((one) => (
              <option key={one.id} value={one.id}>
                {one.title}
              </option>
            ))}
          </select>
        </div>
      )}
      {postId !== undefined && <Preview key={postId} postId={postId} onClose={onClose} />}
    </Modal>
  )
}

function Preview({ postId, onClose }: { postId: number; onClose: () => void }) {
  const queries = useQueryClient()
  const [to, setTo] = useState('')
  const [toError, setToError] = useState('')
  const [problem, setProblem] = useState('')
  const [tested, setTested] = useState(false)
  const [busy, setBusy] = useState(false)
  const { data, error } = useQuery({
    queryKey: [paths.api.issuePreview, postId],
    queryFn: async () => z.parse(issuePreview, await callApi('POST', paths.api.issuePreview, { postId })),
    staleTime: 0,
  })
  if (error) return <Notice tone="problem">{explainFailure(error)}</Notice>
  if (!data) return <p>Writing the preview...</p>
  const people = data.recipients === 1 ? '1 person' : `${data.recipients} people`

  async function test() {
    const call = z.safeParse(issueTestCall, { postId, to })
    setTested(false)
    if (!call.success) return setToError(call.error.issues[0]?.message ?? '')
    setToError('')
    try {
      await callSignedIn(() => callApi('POST', paths.api.issueTest, call.data))
      setTested(true)
    } catch (failure) {
      setToError(explainFailure(failure))
    }
  }

  async function send() {
    if (busy || !confirm(`Send this post to ${people} now?`)) return
    setBusy(true)
    setProblem('')
    try {
      await callSignedIn(() => callApi('POST', paths.api.issues, { postId }))
      await queries.invalidateQueries({ queryKey: [paths.api.issues] })
      showToast({ title: 'Sending', description: `To ${people}.` })
      onClose()
    } catch (failure) {
      setProblem(explainFailure(failure))
      setBusy(false)
    }
  }

  return (
    <div className="mail">
      <p>
        <strong dir="auto">{data.subject}</strong> goes to {people}. Pictures and headlines come along; this
        is its plain text.
      </p>
      <ScrollRegion label="Preview">
        <p className="mail-text" dir="auto">
          {data.text}
        </p>
      </ScrollRegion>
      <InputField
        label="Send a test to"
        type="email"
        name="to"
        value={to}
        error={toError || undefined}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      {tested && <Notice tone="success">The test is in the outbox.</Notice>}
      {problem && <Notice tone="problem">{problem}</Notice>}
      <div className="mail-actions">
        <button type="button" className="btn btn-quiet" onClick={() => void test()}>
          Send test
        </button>
        <button type="button" className="btn" aria-disabled={busy || undefined} onClick={() => void send()}>
          {busy ? 'Starting...' : `Send to ${people}`}
        </button>
      </div>
    </div>
  )
}
