import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { apiQuery, queryKeyOf } from '../../../../core/web/admin/api.ts'
import { useMay } from '../../../../core/web/admin/current-user.ts'
import { useApiMutation } from '../../../../core/web/admin/use-api-mutation.ts'
import { call } from '../../../../core/web/api.ts'
import { ExplainedError, explainFailure } from '../../../../core/web/api-failures.ts'
import { Button, SmallButton } from '../../../../core/web/ui/button.tsx'
import { Modal } from '../../../../core/web/ui/modal.tsx'
import { showToast } from '../../../../core/web/ui/toast.ts'
import type { PostRequest } from '../../../posts/contract/posts.ts'
import type { PostActionProps } from '../../../posts/web/admin/post-tools.ts'
import { type IssuePreview, issueList, issueStart, subscriberCount } from '../../contract/newsletter.ts'
import {
  countPeople,
  describeStart,
  IssueForm,
  type IssueTexts,
  isLater,
  noTexts,
  requestOf,
} from './issue-form.tsx'

/** A button of the post form that publishes the post and queues it for all subscribers. Hidden while there are none. */
export function PublishAndEmail(props: PostActionProps) {
  const maySend = useMay('sendToLists')
  const mayPublish = useMay('publish')
  const { data } = useQuery({ ...apiQuery(subscriberCount), enabled: maySend && mayPublish })
  const [texts, setTexts] = useState(noTexts)
  const [opened, setOpened] = useState<PostRequest>()
  const isLive = props.saved?.isPublished && new Date(props.saved.publishedAt) <= new Date()
  if (!data?.count) return null

  function open() {
    // A post that is to be published later is emailed at that time.
    setTexts({ ...texts, startsAt: isLive ? '' : props.form.getValues('publishAt') })
    setOpened(props.read())
  }

  return (
    <>
      <SmallButton onClick={open}>{isLive ? 'Email this post' : 'Publish and email'}</SmallButton>
      {opened && (
        <Dialog
          {...props}
          title={isLive ? 'Email this post' : 'Publish and email'}
          verb={isLive ? 'Update' : 'Publish'}
          post={opened}
          texts={texts}
          onChange={setTexts}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  )
}

type DialogProps = PostActionProps & {
  title: string
  verb: string
  post: PostRequest
  texts: IssueTexts
  onChange: (texts: IssueTexts) => void
  onClose: () => void
}

function Dialog({ publish, title, verb, post, texts, onChange, onClose }: DialogProps) {
  const queries = useQueryClient()
  const preview = useRef<IssuePreview>(undefined)
  const { run, busy, problem } = useApiMutation(
    async () => {
      const published = await publish(texts.startsAt)
      if (!published) return
      const body = { postId: published.id, ...requestOf(texts) }
      const issues = await call(issueStart, { body }).catch((error: unknown) => {
        throw new ExplainedError(`The post is saved, but the email isn’t queued. ${explainFailure(error)}`)
      })
      queries.setQueryData(queryKeyOf(issueList), issues)
      if (preview.current) showToast(describeStart(preview.current, texts))
    },
    // After a failed save, the form explains it.
    { onSuccess: onClose },
  )
  return (
    <Modal title={title} wide onClose={onClose}>
      <IssueForm
        source={{ post }}
        defaults={{ title: post.title ?? '', excerpt: post.excerpt ?? '' }}
        texts={texts}
        onChange={onChange}
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
              {busy ? 'Saving...' : describeButton(verb, shown, texts)}
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
