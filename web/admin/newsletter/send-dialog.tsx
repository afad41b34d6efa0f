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
import { AskDialog } from '../ask-dialog.tsx'
import { LoadProblem } from '../load-problem.tsx'
import { Modal } from '../modal.tsx'
import { formatDay } from '../people/people-words.ts'
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
  const [asking, setAsking] = useState(false)
  const { data, error } = useQuery({
    queryKey: [paths.api.issuePreview, postId],
    queryFn: async () => z.parse(issuePreview, await callApi('POST', paths.api.issuePreview, { postId })),
    staleTime: 0,
  })
  if (error) return <Notice tone="problem">{explainFailure(error)}</Notice>
  if (!data) return <p>Writing the preview...</p>
  const people = countPeople(data.recipients)

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
    setAsking(false)
    if (busy) return
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
        <strong dir="auto">{data.subject}</strong> {whoGetsIt(data)} Pictures and headlines come along; this
        is its plain text.
      </p>
      {data.byHand && data.recipients > 0 && (
        <Notice tone="problem" autoFocus={false}>
          There is no mail server, so nothing goes out by itself: {countMails(data.recipients)} would wait in
          the outbox, and you would send each by hand. To have them sent, set SMTP_URL first.
        </Notice>
      )}
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
        {data.recipients > 0 && (
          <button
            type="button"
            className="btn"
            aria-disabled={busy || undefined}
            onClick={() => setAsking(true)}
          >
            {busy ? 'Starting...' : `Send to ${people}`}
          </button>
        )}
      </div>
      {asking && (
        <AskDialog
          title={`Send to ${people}?`}
          yes={data.byHand ? 'Write the mails' : 'Send now'}
          onYes={() => void send()}
          onNo={() => setAsking(false)}
        >
          <p>
            {data.byHand
              ? `${countMails(data.recipients)} will wait in the outbox for you to send by hand.`
              : 'It goes out now. You can pause it, but what has gone cannot be taken back.'}
          </p>
        </AskDialog>
      )}
    </div>
  )
}

const countPeople = (count: number) => (count === 1 ? '1 person' : `${count} people`)
const countMails = (count: number) => (count === 1 ? '1 mail' : `${count} mails`)

function whoGetsIt({ recipients, had, lastSentAt }: z.infer<typeof issuePreview>): string {
  if (had === 0 || lastSentAt === null)
    return recipients === 0
      ? 'goes to nobody yet: nobody has subscribed, or all want one mail a month and have had it.'
      : `goes to ${countPeople(recipients)}.`
  const past = `was sent on ${formatDay(lastSentAt)} and ${countPeople(had)} ${had === 1 ? 'has' : 'have'} it.`
  if (recipients === 0) return `${past} Nobody is left who would get it now.`
  return `${past} Now it goes only to the ${countPeople(recipients)} who ${recipients === 1 ? 'does' : 'do'} not have it.`
}
