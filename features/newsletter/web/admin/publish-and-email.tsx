import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { queryKeyOf } from '../../../../core/web/admin/api.ts'
import { useApiMutation } from '../../../../core/web/admin/use-api-mutation.ts'
import { call } from '../../../../core/web/api.ts'
import { ExplainedError, explainFailure } from '../../../../core/web/api-failures.ts'
import { Button } from '../../../../core/web/ui/button.tsx'
import { Modal } from '../../../../core/web/ui/modal.tsx'
import { showToast } from '../../../../core/web/ui/toast.ts'
import type { PostActionProps } from '../../../posts/web/admin/post-tools.ts'
import { type IssuePreview, issueList, issueStart } from '../../contract/newsletter.ts'
import {
  countPeople,
  describeStart,
  IssueForm,
  type IssueTexts,
  isLater,
  noTexts,
  requestOf,
} from './issue-form.tsx'

/** Publishes a post and queues it for all subscribers, or queues one that is public. Keeps what was typed when it is closed. */
export function PublishAndEmail({ title, isPublic, post, publishAt, publish, onClose }: PostActionProps) {
  const queries = useQueryClient()
  const [typed, setTyped] = useState<Partial<IssueTexts>>({})
  // A post that is to be published later is emailed at that time.
  const texts = { ...noTexts, startsAt: isPublic ? '' : publishAt, ...typed }
  const preview = useRef<IssuePreview>(undefined)
  const { run, busy, problem } = useApiMutation(
    async () => {
      const published = await publish(texts.startsAt)
      if (!published) return
      const body = { postId: published.id, ...requestOf(texts) }
      const state = new Date(published.publishedAt) > new Date() ? 'scheduled' : 'published'
      const issues = await call(issueStart, { body }).catch((error: unknown) => {
        throw new ExplainedError(
          `The post is ${state}, but we couldn’t queue its email. ${explainFailure(error)} If you try again, no one gets it twice.`,
        )
      })
      queries.setQueryData(queryKeyOf(issueList), issues)
      if (preview.current) showToast(describeStart(preview.current, texts))
      setTyped({})
    },
    // After a failed save, the form explains it.
    { onSuccess: onClose },
  )
  if (!post) return null
  return (
    <Modal title={title} wide onClose={onClose}>
      <IssueForm
        source={{ post }}
        defaults={{ title: post.title ?? '', excerpt: post.excerpt ?? '' }}
        texts={texts}
        onChange={(change) => setTyped({ ...typed, ...change })}
        problem={problem}
      >
        {(shown) =>
          shown.recipients > 0 && (
            <Button
              busy={busy}
              onClick={() => {
                preview.current = shown
                run()
              }}
            >
              {busy ? 'Saving...' : describeButton(isPublic ? 'Update' : 'Publish', shown, texts)}
            </Button>
          )
        }
      </IssueForm>
    </Modal>
  )
}

function describeButton(verb: string, { recipients }: IssuePreview, texts: IssueTexts): string {
  const people = countPeople(recipients)
  if (!isLater(texts)) return `${verb} and email ${people}`
  return verb === 'Publish' ? `Schedule for ${people}` : `${verb}, and schedule for ${people}`
}
