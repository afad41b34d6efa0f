import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { disclosureLine } from '../../../content/disclosure.ts'
import {
  type DisclosureRequest,
  type DisclosureResponse,
  disclosurePreview,
} from '../../../contracts/disclosure.ts'
import { paths } from '../../../contracts/paths.ts'
import type { Post } from '../../../contracts/posts.ts'
import { call } from '../../api.ts'
import { Modal } from '../../ui/modal.tsx'
import { callSignedIn } from '../sign-in-again.ts'
import type { PostValues } from './post-values.ts'

/** What readers would be told of a post that was saved like this. */
export async function askDisclosure(body: DisclosureRequest): Promise<DisclosureResponse> {
  return callSignedIn(() => call(disclosurePreview, { body }))
}

/** Whether there is anything to tell. */
export function hasAi(
  { authorType, aiActions }: Pick<PostValues, 'authorType' | 'aiActions'>,
  saved: Post | undefined,
): boolean {
  return (
    authorType === 'ai' ||
    aiActions.some(({ applied }) => applied !== 'none') ||
    (saved !== undefined && saved.disclosure !== 'human-only')
  )
}

export function isSameDisclosure(told: DisclosureResponse, saved: Post | undefined): boolean {
  return told.disclosure === saved?.disclosure && String(told.aiFields) === String(saved.aiFields)
}

/** As readers will see it: by publishing, somebody checks the post. */
const lineOf = (told: DisclosureResponse) => disclosureLine({ ...told, reviewedAt: 'then' })

/** What readers are told, beside the switch that makes the post public. */
export function DisclosureNote({
  form,
  saved,
}: {
  form: UseFormReturn<PostValues>
  saved: Post | undefined
}) {
  const [authorType, aiActions, isPublished] = useWatch({
    control: form.control,
    name: ['authorType', 'aiActions', 'isPublished'],
  })
  const isTold = hasAi({ authorType, aiActions }, saved)
  const { data } = useQuery({
    // Asked again when something is saved or applied, and not at every letter.
    queryKey: [paths.api.disclosure, saved?.id, saved?.version, authorType, aiActions],
    queryFn: () =>
      askDisclosure({ id: saved?.id, authorType, content: form.getValues('content'), aiActions }),
    enabled: isTold,
    placeholderData: (before) => before,
    gcTime: 0,
  })
  if (!isTold || !data || data.disclosure === 'human-only') return null
  return (
    <p className="disclosure-note" role="status">
      {isPublished ? 'Readers see:' : 'Once it is published, readers see:'} “{lineOf(data)}”
    </p>
  )
}

/** For screens that publish: where AI had a part in a post, whoever makes it public sees what readers are told. */
export function useReview() {
  const [asked, setAsked] = useState<Asked>()

  /** Whether the person stands for a post of which this is told; `isNew`: nobody has seen it before. */
  async function ask(told: DisclosureResponse, isNew: boolean): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    setAsked({ told, isNew, onAnswer: resolve })
    const answer = await promise
    setAsked(undefined)
    return answer
  }

  /** Whether a post may become public as it is kept. */
  async function standsFor(post: Post): Promise<boolean> {
    if (!hasAi({ authorType: post.authorType, aiActions: [] }, post)) return true
    const { id, authorType, content } = post
    const told = await askDisclosure({ id, authorType, content, aiActions: [] })
    return told.disclosure === 'human-only' || ask(told, true)
  }

  return { ask, standsFor, dialog: asked && <ReviewDialog {...asked} /> }
}

type Asked = { told: DisclosureResponse; isNew: boolean; onAnswer: (answer: boolean) => void }

/** The person who publishes has seen the line, and stands for the post. */
function ReviewDialog({ told, isNew, onAnswer }: Asked) {
  const yes = useRef<HTMLButtonElement>(null)
  return (
    <Modal title="What readers will see" onClose={() => onAnswer(false)} first={yes}>
      <p>AI helped with this post. Readers will see this below it:</p>
      <blockquote className="told-line">{lineOf(told)}</blockquote>
      <p>
        Have you read it all, and do you stand by it? We save your name and the time with the post. Readers
        won’t see your name.
      </p>
      <div className="form-actions">
        <button type="button" className="btn" ref={yes} onClick={() => onAnswer(true)}>
          {isNew ? 'I’ve read it. Publish' : 'I’ve read it. Update'}
        </button>
        <button type="button" className="btn btn-quiet" onClick={() => onAnswer(false)}>
          Not yet
        </button>
      </div>
    </Modal>
  )
}
