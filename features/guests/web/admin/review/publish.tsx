import { useState } from 'react'
import { formatDateTime, formatTimeZone, timeOf } from '../../../../../core/contract/format-date.ts'
import { rights, whoMay } from '../../../../../core/contract/roles.ts'
import { useMay } from '../../../../../core/web/admin/current-user.ts'
import { useApiMutation } from '../../../../../core/web/admin/use-api-mutation.ts'
import { call } from '../../../../../core/web/api.ts'
import { AskDialog } from '../../../../../core/web/ui/ask-dialog.tsx'
import { Button } from '../../../../../core/web/ui/button.tsx'
import { ExternalLink } from '../../../../../core/web/ui/external-link.tsx'
import { InputField } from '../../../../../core/web/ui/field.tsx'
import { Section } from '../../../../../core/web/ui/section.tsx'
import { showToast } from '../../../../../core/web/ui/toast.ts'
import { postPaths } from '../../../../posts/contract/post-paths.ts'
import { postRead, postUpdate } from '../../../../posts/contract/posts.ts'
import { useReview } from '../../../../posts/web/admin/disclosure.tsx'
import type { Review } from '../../../contract/reviews.ts'
import type { GuestText } from '../../../contract/writing-room.ts'

type PublishProps = { text: GuestText; review: Review; onChanged: () => Promise<void> }

const deliveryNotes: Record<Review['delivery'], string> = {
  sent: 'An email to the guest will be in the Outbox in a few seconds.',
  outbox: 'Email isn’t set up: tell the guest yourself. A message will be in the Outbox in a few seconds.',
}

/** Publishes a guest's text, now or at a chosen time. */
export function Publish({ text, review, onChanged }: PublishProps) {
  const [publishAt, setPublishAt] = useState('')
  const [isAsking, setAsking] = useState(false)
  const ai = useReview('post')
  const { run, busy } = useApiMutation(
    async () => {
      const post = await call(postRead, { params: { id: String(text.id) }, query: { by: 'id' } })
      const answer = await ai.confirmPublishing(post)
      if (!answer) return
      const { title, content, excerpt } = post
      const publishedAt = publishAt === '' ? undefined : timeOf(publishAt).toISOString()
      // The version that the screen shows, so that the server refuses if someone else has changed the text since.
      const { version } = text
      const body = { title, content, excerpt, version, isPublished: true, publishedAt, ...answer }
      await call(postUpdate, { params: { id: text.id }, body })
      showToast(
        isFuture(publishAt)
          ? { title: 'Scheduled', description: text.title }
          : { title: 'Published', description: `${text.title}\n${deliveryNotes[review.delivery]}` },
      )
    },
    { failure: 'Not published.', onSettled: onChanged },
  )

  const mayPublish = useMay('publish')
  const title = text.isLive ? 'Published' : text.scheduledFor ? 'Scheduled' : 'Publish'
  return (
    <Section id="publish-title" title={title} className="reading-act">
      {text.scheduledFor ? (
        <p>Readers will see it on {formatDateTime(text.scheduledFor)}.</p>
      ) : text.isLive ? (
        <p>
          <ExternalLink className="text-button" href={postPaths.post(text.slug)}>
            View post
          </ExternalLink>
        </p>
      ) : !mayPublish ? (
        <p>{whoMay[rights.publish]}</p>
      ) : (
        <>
          <InputField
            label="Publish at"
            type="datetime-local"
            hint={`Optional, ${formatTimeZone()}. Leave blank to publish now.`}
            value={publishAt}
            onChange={(event) => setPublishAt(event.currentTarget.value)}
          />
          <Button busy={busy} onClick={() => (review.approval === 'approved' ? run() : setAsking(true))}>
            {busy ? 'Publishing...' : isFuture(publishAt) ? 'Schedule' : 'Publish'}
          </Button>
          {isAsking && (
            <AskDialog
              title="Publish without the guest’s approval?"
              yes={isFuture(publishAt) ? 'Schedule' : 'Publish'}
              no="Not yet"
              onYes={() => run()}
              onClose={() => setAsking(false)}
            >
              <p>
                {review.approval === 'changed'
                  ? 'The post changed after the guest approved it.'
                  : 'The guest hasn’t approved the final text yet.'}{' '}
                You can wait for them, or publish it now.
              </p>
            </AskDialog>
          )}
          {ai.dialog}
        </>
      )}
    </Section>
  )
}

/** False for a blank or past time, with which the post goes live at once. */
function isFuture(publishAt: string): boolean {
  return publishAt !== '' && timeOf(publishAt) > new Date()
}
